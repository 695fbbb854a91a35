// The guide through the demo, over the real pipeline and the demo's own recipient.
#include "shell/coach.h"
#include "shell/coachsteps.h"
#include "shell/mainwindow.h"
#include "theme/theme.h"
#include "ui/desktest.h"
#include "ui/livedesk.h"
#include "widgets/button.h"
#include "widgets/label.h"

#include <QSettings>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patienceMs = 60'000; // a busy machine; what takes a second when it is idle

struct Guided
{
    Guided() : desk(LiveDesk::Story::cards) { open(); }

    void open()
    {
        window = std::make_unique<MainWindow>(desk);
        window->resize(1440, 900);
        window->show();
        coach = window->findChild<Coach *>(u"coach"_s);
        act = window->findChild<Button *>(u"coachAct"_s);
    }
    bool waitDone(int step) const
    {
        return QTest::qWaitFor([&] { return coach->isDone(step); }, patienceMs);
    }
    bool press() const
    {
        if (!QTest::qWaitFor([&] { return act->isEnabled(); }, patienceMs))
            return false;
        QTest::mouseClick(act, Qt::LeftButton);
        return true;
    }
    // Through a step and on to the next.
    bool through(int step) const
    {
        if (!coach->isDone(step) && !press())
            return false;
        return waitDone(step) && press();
    }

    LiveDesk desk;
    std::unique_ptr<MainWindow> window;
    Coach *coach = nullptr;
    Button *act = nullptr;
};

} // namespace

class TestCoach : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { beginDesk(m_settings.path()); }

    void allSevenStepsByDoItForMe_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("regular") << QSize(1440, 900);
        QTest::newRow("smallest") << QSize(1100, 700);
    }

    void allSevenStepsByDoItForMe()
    {
        QFETCH(const QSize, size);
        Guided g;
        g.window->resize(size);
        QVERIFY(g.coach->isVisible());
        for (int step = 0; step < Coach::steps; ++step) {
            QCOMPARE(g.coach->step(), step);
            QVERIFY2(g.through(step), qPrintable(g.window->findChild<Text *>(u"coachText"_s)->text()));
        }
        QVERIFY(g.coach->isLeft()); // the last one's button ends it
        QVERIFY(!g.coach->isVisible());

        const auto at = g.desk.stage().standing();
        QCOMPARE(at.closed, 12);
        QCOMPARE(at.list.size(), 9);
        QCOMPARE(at.handmade.size(), 3);
        QVERIFY(at.last && at.last->state == ReleaseState::finished);
        QCOMPARE(at.last->targetVersion, u"13"_s);
        const auto effects = g.desk.stage().catalog().effects();
        QCOMPARE(effects.size(), 9);
        for (const int times : effects)
            QCOMPARE(times, 1);
    }

    void noticesWhatOthersDid()
    {
        Guided g;
        QVERIFY(g.waitDone(0));
        QVERIFY(!g.coach->isDone(1));
        const auto at = g.desk.stage().standing();
        QVERIFY(demo::takeInHand(g.desk.stage().desk(), at, u"mara"_s)); // another connection: a colleague, or the command line
        QVERIFY(g.waitDone(1));
        QVERIFY(!g.coach->isDone(2));
        QVERIFY(demo::inspect(g.desk.stage().desk(), at));
        QVERIFY(g.waitDone(2));
        QVERIFY(!g.coach->isDone(3));
    }

    void doesNotCoverThePage()
    {
        Guided g;
        auto *overview = g.window->findChild<QWidget *>(u"overview"_s);
        const int with = overview->height();
        const QRect dock(g.coach->mapTo(g.window.get(), QPoint()), g.coach->size());
        const QRect page(overview->mapTo(g.window.get(), QPoint()), overview->size());
        QVERIFY(!dock.intersects(page));
        QTest::mouseClick(g.window->findChild<Button *>(u"coachLeave"_s), Qt::LeftButton);
        QVERIFY(!g.coach->isVisible());
        QTRY_VERIFY(overview->height() > with);
        QVERIFY(!g.coach->ring()->isVisible());
    }

    void ringsTheWayThenTheWidget()
    {
        Guided g;
        QVERIFY(g.waitDone(0));
        QVERIFY(g.press());
        QCOMPARE(g.coach->step(), 1);
        QTRY_COMPARE(g.window->currentPage(), u"cases"_s); // going on leads to the step's page
        QTRY_VERIFY(g.coach->ring()->isVisible());
        QVERIFY(g.coach->ring()->target()->isVisible());
        g.window->showPage(u"deliveries"_s);
        QTRY_COMPARE(g.coach->ring()->target()->objectName(), u"rail_page_cases"_s);
        QTest::mouseClick(g.window->findChild<Button *>(u"coachBack"_s), Qt::LeftButton);
        QCOMPARE(g.coach->step(), 0);
        QTRY_COMPARE(g.coach->ring()->target(), static_cast<QWidget *>(g.act)); // done: the way on
    }

    void remembersItsStepAndCanBeTakenUpAgain()
    {
        Guided g;
        QVERIFY(g.waitDone(0));
        QVERIFY(g.press());
        QTest::mouseClick(g.window->findChild<Button *>(u"coachLeave"_s), Qt::LeftButton);
        g.window->close();
        g.open();
        QVERIFY(g.coach->isLeft());
        QVERIFY(!g.coach->isVisible());
        auto *takeUp = g.window->findChild<QAction *>(u"takeUpCoach"_s);
        QVERIFY(takeUp);
        takeUp->trigger();
        QVERIFY(g.coach->isVisible());
        QCOMPARE(g.coach->step(), 1);
    }

    void aStepThatCannotBeDoneSaysWhy()
    {
        demo::Standing at;
        at.cases = {u"case_1"_s};
        at.inHand = at.inspected = 1;
        QVERIFY(!coachStep(int(CoachStep::plan), at).ready); // cards@13 is not there yet
        QVERIFY(coachStep(int(CoachStep::plan), at).text.contains(u"about to"));
        at.fixVersion = u"13"_s;
        at.approved = 1;
        QVERIFY(coachStep(int(CoachStep::plan), at).ready);
        QVERIFY(!coachStep(int(CoachStep::release), at).ready);
        at.last = Release();
        at.last->state = ReleaseState::paused;
        at.last->stateReason = u"step_not_clean: one failed"_s;
        QVERIFY(coachStep(int(CoachStep::release), at).ready);
        QVERIFY(coachStep(int(CoachStep::release), at).text.contains(u"one failed"));
    }

private:
    QTemporaryDir m_settings;
};

QTEST_MAIN(TestCoach)
#include "tst_coach.moc"
