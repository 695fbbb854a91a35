// The overview: bars, outlook and limits as pure functions; four charts over a fake desk, each with its table; what is announced, and what
// somebody is told who does not see everything.
#include "charts/classlist.h"
#include "charts/flow.h"
#include "charts/numbers.h"
#include "charts/timechart.h"
#include "shell/banners.h"
#include "shell/mainwindow.h"
#include "shell/toasts.h"
#include "support/announce.h"
#include "ui/desktest.h"
#include "ui/fakedesk.h"
#include "ui/storedesk.h"
#include "widgets/button.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 hour = 3'600'000;

QStringList announced; // names of what sent an alert

struct Frame
{
    explicit Frame(const QSize &size = QSize(1440, 900)) : window(fake)
    {
        window.resize(size);
        window.show();
        window.activateWindow();
    }
    template <typename W = QWidget>
    W *find(const char *name)
    {
        auto *found = window.findChild<W *>(QLatin1String(name));
        Q_ASSERT_X(found, "find", name);
        return found;
    }
    QString label(const char *name) { return find<QLabel>(name)->text(); }

    FakeDesk fake;
    MainWindow window;
};

} // namespace

class TestOverview : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        beginDesk(m_settings.path());
        watchAnnouncements([](const QWidget *widget) { announced << widget->accessibleName(); });
    }
    void init() { announced.clear(); }

    void outlooks_data()
    {
        QTest::addColumn<int>("open");
        QTest::addColumn<int>("opened");
        QTest::addColumn<int>("closed");
        QTest::addColumn<int>("kind");
        QTest::addColumn<qint64>("emptyInMs");
        QTest::addColumn<qint64>("more");
        using enum Outlook::Kind;
        QTest::newRow("nothing waits") << 0 << 3 << 9 << int(nothingWaits) << qint64(0) << qint64(0);
        QTest::newRow("empties") << 1'284 << 38 << 246 << int(empties) << qint64(22'223'077) << qint64(0);
        QTest::newRow("grows") << 10 << 20 << 8 << int(growsOrStays) << qint64(0) << qint64(12);
        QTest::newRow("stays") << 10 << 8 << 8 << int(growsOrStays) << qint64(0) << qint64(0);
    }
    void outlooks()
    {
        QFETCH(int, open);
        QFETCH(int, opened);
        QFETCH(int, closed);
        const auto ahead = outlook(open, opened, closed);
        QTEST(int(ahead.kind), "kind");
        QTEST(ahead.emptyInMs, "emptyInMs");
        QTEST(ahead.morePerHour, "more");
    }

    void mirroredScales_data()
    {
        QTest::addColumn<int>("up");
        QTest::addColumn<int>("down");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("top");
        QTest::newRow("nothing") << 0 << 0 << 0.0 << 1.0;
        QTest::newRow("in only") << 7 << 0 << 0.0 << 8.0;
        QTest::newRow("out only") << 0 << 7 << -8.0 << 2.0;
        QTest::newRow("both") << 640 << 246 << -400.0 << 800.0;
    }
    void mirroredScales()
    {
        QFETCH(int, up);
        QFETCH(int, down);
        const auto scale = mirroredScale({{0, 1, up, 0}, {1, 2, 0, down}});
        QTEST(scale.low, "low");
        QTEST(scale.top, "top");
    }

    void barsStandOnNoughtAndWithinThePlot()
    {
        const QRectF plot(44, 10, 240, 120);
        const MirroredScale scale{-10, 20, 10};
        const auto places = [&](const FlowBar &bar) { return placesOf(bar, plot, 0, 24 * hour, scale); };
        const auto whole = places({hour, 2 * hour, 20, 10});
        QCOMPARE(whole.up, QRectF(54, 10, 8, 80));
        QCOMPARE(whole.down, QRectF(54, 91, 8, 40)); // the line of nought between them
        const auto one = placesOf({hour, 2 * hour, 1, 0}, plot, 0, 24 * hour, {-1'000, 100'000, 1'000});
        QCOMPARE(one.up.height(), 1.0); // what is not nothing is seen
        QCOMPARE(one.down.height(), 0.0);
        const auto before = places({-hour, hour / 2, 5, 5}); // begins before the chart does
        QCOMPARE(before.up.left(), plot.left());
        QVERIFY(places({23 * hour, 25 * hour, 5, 5}).up.right() <= plot.right());
    }

    void partsAboveALimitBeginWhereItIsCrossed()
    {
        const auto parts = partsAbove({{0, 0}, {10, 20}, {20, 0}, {30, 0}, {40, 15}}, 10);
        QCOMPARE(parts.size(), 2);
        QCOMPARE(parts[0], (QList<QPointF>{{5, 10}, {10, 20}, {15, 10}}));
        QCOMPARE(parts[1].size(), 2);
        QCOMPARE(parts[1].last(), QPointF(40, 15));
        QVERIFY(partsAbove({{0, 10}, {1, 10}}, 10).isEmpty()); // at the limit is not above it
    }

    void theHeadlinesSayWhatTheNumbersSay()
    {
        Frame desk;
        QTRY_COMPARE(desk.label("flowFigure"), u"Empty in about 6 h 10 min"_s);
        QCOMPARE(desk.label("flowCardKey0"), u"closed 246 per hour"_s);
        QCOMPARE(desk.label("flowCardKey1"), u"new 38 per hour"_s);
        QCOMPARE(desk.label("depthFigure"), u"1,284"_s);
        QCOMPARE(desk.label("oldestFigure"), u"31 h 12 min"_s);
        QVERIFY(desk.find<TimeChart>("oldestChart")->isOverLimit());
        QVERIFY(desk.find("flowChart")->accessibleName().contains(u"640"_s));
        QVERIFY(desk.find("depthChart")->accessibleName().contains(u"empty at 17:52"_s));
        QVERIFY(desk.find("oldestChart")->accessibleName().contains(u"limit of 24 h"_s));
        desk.fake.empty = true;
        QTest::keyClick(&desk.window, Qt::Key_F5);
        QTRY_COMPARE(desk.label("flowFigure"), u"Nothing waits"_s);
    }

    void everyChartIsATable()
    {
        Frame desk;
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        QTRY_COMPARE(desk.label("depthFigure"), u"1,284"_s);
        for (const auto *name : {"depth", "oldest", "class", "flow"}) {
            desk.find<QPushButton>(qPrintable(QLatin1String(name) + u"TableButton"_s))->click();
            auto *sheet = desk.find<NumbersSheet>("numbersSheet");
            QTRY_VERIFY(sheet->isVisible());
            auto *table = sheet->findChild<QTableView *>();
            QVERIFY2(table->model()->rowCount() >= 7, name);
            sheet->findChild<QPushButton *>(u"copyNumbers"_s)->click();
            const auto lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
            QCOMPARE(lines.size(), table->model()->rowCount() + 1);
            QSignalSpy gone(sheet, &QObject::destroyed);
            sheet->reject(); // as Esc does
            QTRY_COMPARE(gone.size(), 1);
        }
    }

    void aKeyShowsTheTable()
    {
        Frame desk;
        QTRY_COMPARE(desk.label("depthFigure"), u"1,284"_s);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        auto *flow = desk.find("flowChart");
        flow->setFocus();
        QTRY_VERIFY(flow->hasFocus());
        QTest::keyClick(flow, Qt::Key_T);
        QTRY_VERIFY(desk.window.findChild<NumbersSheet *>());
        auto *sheet = desk.find<NumbersSheet>("numbersSheet");
        QCOMPARE(sheet->findChild<QTableView *>()->model()->index(0, 3).data().toString(), u"246"_s);
        sheet->reject();
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(20, 20), flow->mapToGlobal(QPoint(20, 20)));
        QApplication::sendEvent(flow, &asked);
        QTRY_VERIFY(qobject_cast<QMenu *>(QApplication::activePopupWidget()));
        QCOMPARE(QApplication::activePopupWidget()->actions(), QList<QAction *>{desk.find<QAction>("flowTable")});
        QApplication::activePopupWidget()->close();
    }

    void classesNowAndOverTime()
    {
        Frame desk;
        QTRY_COMPARE(desk.label("depthFigure"), u"1,284"_s);
        auto *list = desk.find<ClassList>("classList");
        const auto first = list->model()->index(0, 0);
        QCOMPARE(first.data(Qt::AccessibleTextRole).toString(), u"Transient: 412 open, 32 %, 96 fewer in the last hour"_s);
        desk.find<QTabBar>("classMode")->setCurrentIndex(1);
        QCOMPARE(first.data(Qt::AccessibleTextRole).toString(), u"Transient: 412 open, 132 at the beginning of the range"_s);
    }

    void marksAreCappedAndTheRestIsCounted()
    {
        TimeChart chart(TimeChart::Unit::count, u"chart.primary"_s);
        chart.setSubject(u"Cases"_s);
        QList<TimeChart::Mark> marks;
        for (int i = 0; i < 9; ++i)
            marks.append({fakeNow - i * 1'000, u"mark %1"_s.arg(i), u"neutral"_s});
        chart.setMarks(marks);
        chart.show({{double(fakeNow) - hour, 1}, {double(fakeNow), 2}}, fakeNow - hour, fakeNow, {true, fakeNow});
        const auto numbers = chart.numbers();
        QCOMPARE(numbers.heads.size(), 3);
        QCOMPARE(numbers.rows.first().last().split(u"; "_s).size(), 9); // the table has all
    }

    void fitsTheSmallestWindow()
    {
        Frame desk(QSize(1100, 700));
        QTRY_COMPARE(desk.label("depthFigure"), u"1,284"_s);
        QCOMPARE(desk.window.size(), QSize(1100, 700));
        for (const auto *name : {"depthChart", "oldestChart", "flowChart"})
            QVERIFY2(desk.find(name)->height() >= 90, name);
    }

    void somebodyWhoSeesNothingIsTold()
    {
        test::DeskBench bench;
        bench.setUp();
        StoreDesk services(bench, {u"stranger"_s, {}});
        MainWindow window(services);
        window.resize(1440, 900);
        window.show();
        const auto banner = [&] { return window.findChild<Banners *>()->findChild<QWidget *>(u"banner"_s); };
        for (const auto &page : {u"overview"_s, u"cases"_s, u"deliveries"_s}) {
            window.showPage(page);
            QTRY_VERIFY(banner() && banner()->isVisible());
            QVERIFY2(banner()->accessibleName().startsWith(u"stranger may see no case here"_s), qPrintable(banner()->accessibleName()));
            QVERIFY2(banner()->accessibleName().contains(u"root"_s), qPrintable(banner()->accessibleName())); // who can change it
        }
        window.findChild<QPushButton *>(u"bannerAct_sight"_s)->click();
        QCOMPARE(window.currentPage(), u"settings"_s);
    }

    void whoSeesSomeTenantsIsToldWhich()
    {
        QVERIFY(!sightBanner({u"ana"_s, {u"*"_s}, {}}));
        const auto some = sightBanner({u"ana"_s, {u"acme-eu"_s, u"acme-us"_s}, {u"root"_s}});
        QVERIFY(some && some->dismissable);
        QVERIFY(some->title.contains(u"acme-eu, acme-us"_s));
        QVERIFY(sightBanner({u"ana"_s, {}, {}})->text.contains(u"owner of the data directory"_s));
    }

    void aPausedReleaseIsAnnouncedOnceAndLeadsToItself()
    {
        Banners banners;
        QSignalSpy links(&banners, &Banners::linkRequested);
        const QList<store::Notice> notices{{store::NoticeKind::releasePaused, u"rdv_01ABCD"_s, u"2 of 3 failed again"_s, 1}};
        banners.setPage(u"cases"_s);
        banners.showFrame({}, notices);
        banners.showFrame({}, notices);
        QCOMPARE(announced.size(), 1);
        QVERIFY(announced.first().contains(u"2 of 3 failed again"_s));
        banners.findChild<Button *>()->click();
        QCOMPARE(links.size(), 1);
        QCOMPARE(links.first().first().value<Link>().id, u"rdv_01ABCD"_s);
        banners.setPage(u"releases"_s); // which says it itself
        QVERIFY(banners.isHidden());
        banners.showFrame({}, {});
        banners.setPage(u"cases"_s);
        QVERIFY(banners.isHidden());
    }

    void troubleIsAnnouncedCountersAreNot()
    {
        Frame desk;
        QTRY_COMPARE(desk.label("depthFigure"), u"1,284"_s);
        QTest::keyClick(&desk.window, Qt::Key_F5);
        QTRY_VERIFY(desk.fake.overviewsRead > 1);
        QVERIFY2(announced.isEmpty(), qPrintable(announced.join(u'|')));
        auto status = desk.fake.status();
        status.pipeline = DeskStatus::Pipeline::sealed;
        status.sealedText = u"No space left on device"_s;
        desk.fake.setStatus(status);
        desk.fake.setStatus(status);
        QCOMPARE(announced.size(), 1);
        QVERIFY(announced.first().contains(u"No space left on device"_s));
        desk.window.findChild<Toasts *>()->said(u"Assigned to ana"_s);
        QCOMPARE(announced.size(), 2);
        desk.find<QPushButton>("bannerAct_sealed")->click();
        QCOMPARE(desk.window.currentPage(), u"settings"_s);
        status.pipeline = DeskStatus::Pipeline::attached;
        desk.fake.setStatus(status);
        QCOMPARE(announced.size(), 2);
    }

    void theQueryKeyStaysOnAPageThatHasOne()
    {
        Frame desk;
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        for (const auto &page : {u"audit"_s, u"releases"_s, u"cases"_s}) {
            desk.window.showPage(page);
            QTest::keyClick(desk.window.focusWidget(), Qt::Key_Slash);
            QCOMPARE(desk.window.currentPage(), page);
        }
        desk.window.showPage(u"overview"_s);
        QTest::keyClick(desk.window.focusWidget(), Qt::Key_Slash);
        QCOMPARE(desk.window.currentPage(), u"cases"_s);
    }

private:
    QTemporaryDir m_settings;
};

QTEST_MAIN(TestOverview)
#include "tst_overview.moc"
