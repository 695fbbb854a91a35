// Releases by hand and eye: the real window over a real store; what only the pipeline does is written as it writes it.
#include "charts/timechart.h"
#include "core/engine/deskbench.h"
#include "models/releasetables.h"
#include "pages/releaseparts.h"
#include "pages/releasespage.h"
#include "shell/mainwindow.h"
#include "support/command.h"
#include "theme/theme.h"
#include "ui/desktest.h"
#include "ui/storedesk.h"
#include "widgets/button.h"
#include "widgets/fields.h"
#include "widgets/sheet.h"

#include <QPlainTextEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabBar>
#include <QTest>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

struct Window
{
    Window(test::DeskBench &bench, const QString &who, Role role) : services(bench, {who, {u"*"_s}}, role), window(services)
    {
        window.resize(1440, 900);
        window.show();
        window.activateWindow();
        page = window.findChild<ReleasesPage *>();
    }
    template <typename W = QWidget>
    W *find(const char *name)
    {
        return window.findChild<W *>(QLatin1String(name));
    }
    Command *command(const char *name) { return find<Command>(name); }
    QString cell(const char *table, int row, int column) { return find<DataTable>(table)->model()->index(row, column).data().toString(); }
    void go(const Link &link)
    {
        window.showPage(u"releases"_s);
        page->follow(link);
    }
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(window.focusWidget() ? window.focusWidget() : &window, Qt::Key(key), modifiers);
    }

    StoreDesk services;
    MainWindow window;
    ReleasesPage *page;
};

// Everything a link from the list of cases carries.
Link planLink(const QStringList &ids)
{
    return {u"releases"_s, {}, u"class:invalid_input status:approved"_s, ids};
}

} // namespace

class TestReleasesDesk : public QObject
{
    Q_OBJECT

    QStringList approved(int count)
    {
        QStringList ids;
        for (int i = 0; i < count; ++i) {
            ids.append(m_bench->makeCase().value);
            m_bench->clock.advance(1000);
        }
        m_bench->inspect(ids);
        const auto bulk = m_bench->desk(u"ana"_s).dispose({ids, {}, {}}, {DispositionKind::redrive_approved, u"fixed"_s, {}, {}, {}, {}});
        if (!bulk || bulk->refused() != 0)
            qFatal("the cases could not be approved");
        return ids;
    }

    Release planned(const QStringList &ids, const QString &by = u"otto"_s)
    {
        ReleaseRequest request;
        request.selection.ids = ids;
        request.targetVersion = u"12"_s;
        request.fixReference = u"PR 482"_s;
        request.ratePerMin = 12;
        const auto made = m_bench->desk(by).planRelease(request);
        if (!made)
            qFatal("%s", qPrintable(made.error().detail));
        return *made;
    }

    Release started(const QStringList &ids)
    {
        const auto plan = planned(ids);
        Desk ana = m_bench->desk(u"ana"_s);
        if (!ana.approveRelease(plan.redriveId.value))
            qFatal("not approved");
        const auto release = ana.startRelease(plan.redriveId.value);
        if (!release)
            qFatal("%s", qPrintable(release.error().detail));
        return *release;
    }

    // A case of the release leaves, is sent, and comes back with this receipt; as core/engine/working writes it.
    void run(const Release &release, const QString &id, ReceiptState receipt, int step)
    {
        const auto done = m_bench->writer.writeNow<bool>([&](Database &db) -> Result<bool> {
            const QString rdv = release.redriveId.value;
            const auto c = store::loadCase(db, {id});
            const qint64 now = m_bench->clock.nowMs();
            store::holdForRelease(db, c->caseId, rdv);
            store::moveItem(db, rdv, c->caseId, ReleaseItemState::planned, ReleaseItemState::released, now);
            store::setItemStep(db, rdv, c->caseId, step);
            store::releaseJob(db, c->jobId, rdv, release.targetVersion, now);
            const queue::Worker worker{u"w1"_s, u"0"_s};
            const auto claimed = queue::claim(db, u"cards"_s, 1, worker, 60000, u"p"_s, now);
            Receipt r = c->receipts.first();
            r.redriveId = rdv;
            r.intendedAt = now;
            r.attempt = claimed.value(0).job.attempt;
            store::intendReceipt(db, r);
            r.settledAt = now + 1000;
            r.settledBy = u"worker"_s;
            store::settleReceipt(db, c->jobId, r.action, ReceiptState::intended, receipt, r);
            const bool uncertain = receipt == ReceiptState::uncertain;
            store::moveItem(db, rdv, c->caseId, ReleaseItemState::released,
                            uncertain ? ReleaseItemState::isolated : ReleaseItemState::settled, now + 1000);
            store::setItemFacts(db, rdv, c->caseId, true, false, uncertain ? u"uncertain_effect"_s : QString());
            store::endLease(db, c->jobId, r.attempt, worker.id, {uncertain ? JobState::quarantined : JobState::done, {}, {}, now + 1000});
            return true;
        });
        QVERIFY2(done.has_value(), done ? "" : qPrintable(done.error().detail));
        m_bench->clock.advance(5000);
    }

    void pauseByRule(const Release &release, const QString &reason)
    {
        QVERIFY(m_bench->writer
                    .writeNow<bool>([&](Database &db) -> Result<bool> {
                        const auto now = store::loadRelease(db, release.redriveId.value, false);
                        store::setReleaseResume(db, release.redriveId.value, now->state, now->canary, now->accepted);
                        guard::record(db, m_bench->clock.nowMs(), guard::pipelineActor(), u"release.paused"_s, release.redriveId.value,
                                      reason);
                        return store::moveRelease(db, release.redriveId.value, now->state, ReleaseState::paused, reason);
                    })
                    .value_or(false));
    }

    Release load(const QString &id) { return store::loadRelease(m_bench->db(), id, true).value_or(Release{}); }

private Q_SLOTS:
    void initTestCase() { beginDesk(m_settings.path()); }
    void init()
    {
        QFile::remove(m_settings.path());
        m_bench = std::make_unique<test::DeskBench>();
        m_bench->setUp();
    }

    void withoutReleasesItSaysHowOneComesAbout()
    {
        Window desk(*m_bench, u"vera"_s, Role::viewer);
        desk.window.showPage(u"releases"_s);
        auto *empty = desk.find("releaseTable")->parentWidget()->findChild<QWidget *>(u"emptyState"_s);
        QTRY_VERIFY(empty->isVisible());
        QVERIFY(empty->accessibleName().contains(u"No releases yet"));
        QVERIFY(empty->accessibleName().contains(u"Redrive"));
    }

    void theListOpensPlanOrRunAndEscLeadsBack()
    {
        const auto run = started(approved(2));
        const auto plan = planned(approved(1));
        Window desk(*m_bench, u"ana"_s, Role::approver);
        desk.window.showPage(u"releases"_s);
        auto *table = desk.find<DataTable>("releaseTable");
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QTRY_COMPARE(table->currentId(), plan.redriveId.value); // the newest first
        QCOMPARE(desk.cell("releaseTable", 0, int(ReleaseColumn::state)), u"Planned"_s);
        QCOMPARE(desk.cell("releaseTable", 1, int(ReleaseColumn::state)), u"Canary"_s);
        QCOMPARE(desk.cell("releaseTable", 1, int(ReleaseColumn::cases)), u"0 of 2 released"_s);
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_VERIFY(desk.find("releasePlan")->isVisible());
        QTRY_VERIFY(desk.command("release_approve")->isEnabled());
        desk.key(Qt::Key_Escape);
        QTRY_VERIFY(table->isVisible());
        QTRY_COMPARE(table->currentId(), plan.redriveId.value);
        desk.key(Qt::Key_J);
        desk.key(Qt::Key_Return);
        QTRY_VERIFY(desk.find("releaseRun")->isVisible());
        QCOMPARE(desk.page->shownRelease(), run.redriveId.value);
        desk.key(Qt::Key_Escape);
        QTest::keyClick(table, Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(desk.find<Field>("releaseSearch")->hasFocus());
        QTest::keyClicks(desk.find<Field>("releaseSearch"), u"canary"_s);
        QTRY_COMPARE(table->model()->rowCount(), 1);
    }

    void aLinkFromASelectionBecomesAPlan()
    {
        auto ids = approved(2);
        ids.append(m_bench->makeCase().value);                                   // decided by nobody
        ids.append(m_bench->makeCase(u"acme"_s, ReceiptState::uncertain).value); // not known
        Window desk(*m_bench, u"otto"_s, Role::operator_);
        desk.go(planLink(ids));
        auto *title = desk.find<QLabel>("planTitle");
        QTRY_COMPARE(title->text(), u"2 of 4 selected cases can be released"_s);
        QVERIFY(store::listReleases(m_bench->db()).isEmpty()); // reading it records nothing
        QStringList verdicts;
        auto *model = desk.find<DataTable>("planTable")->model();
        QTRY_VERIFY(!model->index(0, 0).data(RowIdRole).toString().isEmpty() || !model->index(1, 0).data(RowIdRole).toString().isEmpty());
        QStringList reasons; // in the core's words
        for (int i = 0; i < model->rowCount(); ++i) {
            const auto cell = model->index(i, int(PlanColumn::verdict)).data(CellDataRole).value<Cell>();
            verdicts.append(cell.text);
            reasons.append(cell.tooltip);
        }
        const QString all = verdicts.join(u'\n');
        QVERIFY2(all.contains(u"No approved redrive, open"), qPrintable(all));
        QVERIFY2(all.contains(u"Effect uncertain: verify first"), qPrintable(all));
        QVERIFY2(all.contains(u"Canary: goes out first, alone"), qPrintable(all));
        QVERIFY(all.indexOf(u"No approved redrive") < all.indexOf(u"Canary")); // who stays leads

        // Locked, visible, with its reason, until the fix is named.
        QVERIFY(!desk.command("release_send")->isEnabled());
        QVERIFY(desk.command("release_send")->lockedReason().contains(u"fix reference"));
        auto *fix = desk.find<Field>("fixReference");
        QVERIFY(fix->hasFocus());
        QTest::keyClicks(fix, u"cards@12 maps price.currency, PR 482"_s);
        QTRY_VERIFY(desk.command("release_send")->isEnabled());
        QVERIFY(desk.find<QLabel>("consequence")->text().startsWith(u"2 cases go to 127.0.0.1:9 under cards@12, at most 12 a minute"));
        desk.find<NumberField>("rate")->setValue(30);
        desk.find<Check>("stop_live_traffic")->setChecked(false);
        QTest::keyClick(fix, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(store::listReleases(m_bench->db()).size(), 1);
        const auto release = load(store::listReleases(m_bench->db()).first().redriveId.value);
        QCOMPARE(release.items.size(), 4);
        QCOMPARE(release.approvedCaseCount, 2);
        QCOMPARE(release.ratePerMin, 30.0);
        QCOMPARE(release.query, u"class:invalid_input status:approved"_s);
        QCOMPARE(release.stopConditions.size(), 5);
        QVERIFY(!release.stopConditions.contains(u"live_traffic"_s));
        QCOMPARE(release.plannedBy, u"otto"_s);
        // The form said what was recorded: the same function decided both.
        for (const auto &item : release.items)
            QVERIFY(reasons.contains(item.reason));
        QTRY_COMPARE(desk.page->shownRelease(), release.redriveId.value);
        QTRY_VERIFY(desk.command("release_approve")->isVisible());
        QVERIFY(desk.command("release_approve")->lockedReason().contains(u"needs the role approver"));
    }

    void aCanaryIsChosenFromTheTable()
    {
        const auto ids = approved(3);
        Window desk(*m_bench, u"otto"_s, Role::operator_);
        desk.go(planLink(ids));
        auto *table = desk.find<DataTable>("planTable");
        auto *model = static_cast<WindowModel *>(table->model());
        QTRY_VERIFY(model->findRow(ids[2]) >= 0);
        QVERIFY(!desk.command("release_free_canary")->isEnabled());
        table->setCurrentIndex(model->index(model->findRow(ids[2]), 0));
        QTRY_COMPARE(table->currentId(), ids[2]);
        QTRY_VERIFY(desk.command("release_canary")->isEnabled());
        desk.command("release_canary")->trigger();
        QTRY_COMPARE(model->index(model->findRow(ids[2]), int(PlanColumn::verdict)).data().toString(), u"Canary: goes out first, alone"_s);
        QTest::keyClicks(desk.find<Field>("fixReference"), u"PR 482"_s);
        QTRY_VERIFY(desk.command("release_send")->isEnabled());
        desk.command("release_send")->trigger();
        QTRY_COMPARE(store::listReleases(m_bench->db()).size(), 1);
        QCOMPARE(store::listReleases(m_bench->db()).first().canary, ids[2]);
    }

    void versionsAreComparedLineByLine()
    {
        auto file = m_bench->plainWorkspace();
        const auto ids = approved(1);
        file.insert(u"workflows"_s, QJsonArray{m_bench->workflow(u"13"_s, u"http://127.0.0.1:9/corrected"_s)});
        QVERIFY(m_bench->desk().applyWorkspace(m_bench->bytes(file), false)->problems.isEmpty());
        Window desk(*m_bench, u"otto"_s, Role::operator_);
        desk.go(planLink(ids));
        auto *version = desk.find<Select>("targetVersion");
        QTRY_COMPARE(version->currentText(), u"cards@13"_s); // the version in force
        QCOMPARE(version->count(), 2);
        QTRY_VERIFY(desk.command("release_diff")->isEnabled());
        desk.command("release_diff")->trigger();
        QTRY_VERIFY(desk.window.findChild<QPlainTextEdit *>(u"diffText"_s));
        const QString text = desk.window.findChild<QPlainTextEdit *>(u"diffText"_s)->toPlainText();
        QVERIFY2(text.contains(u"http://127.0.0.1:9/corrected"), qPrintable(text));
        const auto lines = text.split(u'\n');
        QVERIFY(std::any_of(lines.begin(), lines.end(), [](const QString &l) { return l.startsWith(u'+') && l.contains(u"/corrected"); }));
        QVERIFY(std::any_of(lines.begin(), lines.end(), [](const QString &l) { return l.startsWith(u'-') && l.contains(u"/cards"); }));
        QTest::keyClick(desk.window.findChild<Sheet *>(u"versionDiff"_s), Qt::Key_Escape);
        QTRY_VERIFY(!desk.window.findChild<Sheet *>(u"versionDiff"_s));
    }

    void underFourEyesTheRequesterDoesNotApprove()
    {
        auto file = m_bench->plainWorkspace();
        file.insert(u"four_eyes"_s, true);
        const auto ids = approved(1);
        QVERIFY(m_bench->desk().applyWorkspace(m_bench->bytes(file), false)->problems.isEmpty());
        const auto release = planned(ids, u"ana"_s);
        Window desk(*m_bench, u"ana"_s, Role::approver);
        desk.go({u"releases"_s, release.redriveId.value, {}, {}});
        QTRY_COMPARE(desk.find<QLabel>("approvalText")->text(), u"You asked for it, so a second person approves."_s);
        QVERIFY(desk.command("release_approve")->isVisible());
        QVERIFY(!desk.command("release_approve")->isEnabled());
        QVERIFY(desk.find<QWidget>("planFourEyes")->isVisible());
        desk.key(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!desk.window.findChild<Sheet *>());
        QCOMPARE(load(release.redriveId.value).state, ReleaseState::planned);
    }

    void whoApprovesTypesTheCountAndEnterAloneIsNothing()
    {
        const auto release = planned(approved(3));
        Window desk(*m_bench, u"ana"_s, Role::approver);
        desk.go({u"releases"_s, release.redriveId.value, {}, {}});
        QTRY_VERIFY(desk.command("release_approve")->isEnabled());
        QVERIFY(!desk.find<QWidget>("planFourEyes")->isVisible());
        desk.key(Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(desk.window.findChild<Sheet *>(u"approveRelease"_s));
        auto *sheet = desk.window.findChild<Sheet *>(u"approveRelease"_s);
        auto *main = sheet->findChild<Button *>(u"main"_s);
        auto *count = sheet->findChild<Field *>(u"count"_s);
        QCOMPARE(main->text(), u"Approve 3 cases"_s);
        QVERIFY(!main->isEnabled());
        QTest::keyClicks(count, u"4"_s);
        QVERIFY(!main->isEnabled());
        QTest::keyClick(count, Qt::Key_Backspace);
        QTest::keyClicks(count, u"3"_s);
        QVERIFY(main->isEnabled());
        QTest::keyClick(count, Qt::Key_Return);
        QVERIFY(sheet->isVisible()); // plain Enter fires nothing
        QTest::keyClick(count, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(load(release.redriveId.value).state, ReleaseState::approved);
        QCOMPARE(load(release.redriveId.value).approver, u"ana"_s);

        QTRY_VERIFY(desk.command("release_start")->isVisible() && desk.command("release_start")->isEnabled());
        desk.key(Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(desk.window.findChild<Sheet *>(u"startRelease"_s));
        QTest::keyClick(desk.window.findChild<Sheet *>(u"startRelease"_s), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(load(release.redriveId.value).state, ReleaseState::canary);
        QTRY_VERIFY(desk.find("releaseRun")->isVisible());
    }

    void pausedResumedAndAbortedByKeys()
    {
        const auto ids = approved(3);
        const auto release = started(ids);
        const QString rdv = release.redriveId.value;
        run(release, release.canary, ReceiptState::confirmed, 0);
        Window desk(*m_bench, u"ana"_s, Role::approver);
        desk.go({u"releases"_s, rdv, {}, {}});
        QTRY_VERIFY(desk.command("release_pause")->isVisible() && desk.command("release_pause")->isEnabled());
        desk.find<DataTable>("runTable")->setFocus();
        desk.key(Qt::Key_P);
        QTRY_COMPARE(load(rdv).state, ReleaseState::paused);
        QTRY_VERIFY(desk.find("pauseBanner")->isVisible());
        QVERIFY(desk.find("pauseBanner")->accessibleName().contains(u"paused by ana"));
        QTRY_VERIFY(desk.command("release_resume")->isEnabled());
        desk.key(Qt::Key_U);
        QTRY_VERIFY(desk.window.findChild<Sheet *>(u"resumeRelease"_s));
        QCOMPARE(desk.window.findChild<Sheet *>(u"resumeRelease"_s)->findChild<Button *>(u"main"_s)->text(), u"Resume 2 cases"_s);
        QTest::keyClick(desk.window.findChild<Sheet *>(u"resumeRelease"_s), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(load(rdv).state, ReleaseState::canary);
        QTRY_VERIFY(!desk.find("pauseBanner")->isVisible());

        desk.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(desk.window.findChild<Sheet *>(u"abortRelease"_s));
        auto *abort = desk.window.findChild<Sheet *>(u"abortRelease"_s);
        QCOMPARE(abort->findChild<Button *>(u"main"_s)->text(), u"Abort, 2 cases stay"_s);
        const auto labels = abort->findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel *l) { return l->text() == u"2 not sent stay in quarantine; 1 sent are reconciled."; }));
        QTest::keyClick(abort, Qt::Key_Return);
        QVERIFY(abort->isVisible());
        QTest::keyClick(abort, Qt::Key_Escape);
        QTRY_VERIFY(!desk.window.findChild<Sheet *>(u"abortRelease"_s));
        QCOMPARE(load(rdv).state, ReleaseState::canary);
        desk.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(desk.window.findChild<Sheet *>(u"abortRelease"_s));
        QTest::keyClick(desk.window.findChild<Sheet *>(u"abortRelease"_s), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(load(rdv).state, ReleaseState::reconciling);
    }

    void anUncertainEffectHoldsTheRelease()
    {
        const auto ids = approved(4);
        const auto release = started(ids);
        const QString rdv = release.redriveId.value;
        run(release, release.canary, ReceiptState::confirmed, 0);
        QString second;
        for (const auto &id : ids) {
            if (id != release.canary && second.isEmpty())
                second = id;
        }
        run(release, second, ReceiptState::uncertain, 1);
        pauseByRule(release, u"uncertain_effect: what a released case did at its recipient is not known; verify it before resuming"_s);
        Window desk(*m_bench, u"ana"_s, Role::approver);
        desk.go({u"releases"_s, rdv, {}, {}});
        auto *banner = desk.find("pauseBanner");
        QTRY_VERIFY(banner->isVisible());
        QVERIFY2(banner->accessibleName().contains(u"because one effect is uncertain"), qPrintable(banner->accessibleName()));
        QCOMPARE(desk.command("release_verify")->text(), u"Verify at 127.0.0.1:9"_s);
        QVERIFY(desk.command("release_verify")->isEnabled());
        QVERIFY(!desk.command("release_resume")->isEnabled());
        QCOMPARE(desk.command("release_resume")->lockedReason(), u"Open after the uncertain case is verified or settled."_s);
        // The store's counters, and the words of the table.
        QVERIFY(desk.find<CounterStrip>("counters")->accessibleName().contains(u"2 released, 1 succeeded"));
        QVERIFY(desk.find<CounterStrip>("counters")->accessibleName().endsWith(u"1 uncertain, 2 remaining"));
        QTRY_COMPARE(desk.cell("runTable", 0, int(RunColumn::outcome)), u"Uncertain, isolated"_s);
        QCOMPARE(desk.cell("runTable", 0, int(RunColumn::accepted)), u"no answer"_s);
        QCOMPARE(desk.cell("runTable", 0, int(RunColumn::confirmed)), u"unknown"_s);
        QCOMPARE(desk.cell("runTable", 1, int(RunColumn::outcome)), u"Accepted, being reconciled"_s);
        QVERIFY(desk.cell("runTable", 1, int(RunColumn::accepted)).contains(u':'));
        QCOMPARE(desk.cell("runTable", 1, int(RunColumn::confirmed)), u"–"_s); // accepted is not confirmed
        QCOMPARE(desk.cell("runTable", 3, int(RunColumn::sent)), u"not sent"_s);
        auto *filter = desk.find<QTabBar>("runFilter");
        QCOMPARE(filter->tabText(2), u"Uncertain 1"_s);
        QCOMPARE(filter->tabText(3), u"Not sent 2"_s);
        filter->setCurrentIndex(3);
        QCOMPARE(desk.find<DataTable>("runTable")->model()->rowCount(), 2);
        QVERIFY(desk.find<TimeChart>("rateChart")->points().size() > 0);

        // The verification is left for the pipeline, which answers; then resuming opens.
        desk.find<DataTable>("runTable")->setFocus();
        desk.key(Qt::Key_V);
        QTRY_COMPARE(store::openRequests(m_bench->db(), u"asked"_s).size(), 1);
        QCOMPARE(store::openRequests(m_bench->db(), u"asked"_s).first().subjects, QStringList{second});
        QVERIFY(m_bench->desk(u"otto"_s).settleEffect({second}, u"save_card"_s, ReceiptState::confirmed, u"seen in the shop"_s));
        QTRY_VERIFY(desk.command("release_resume")->isEnabled());
        QVERIFY(!desk.command("release_verify")->isVisible());
    }

    void theKeyEGoesToTheUncertainCase()
    {
        const auto release = started(approved(2));
        run(release, release.canary, ReceiptState::uncertain, 0);
        pauseByRule(release, u"uncertain_effect: not known"_s);
        Window desk(*m_bench, u"otto"_s, Role::operator_);
        desk.go({u"releases"_s, release.redriveId.value, {}, {}});
        QTRY_VERIFY(desk.command("release_uncertain")->isVisible() && desk.command("release_uncertain")->isEnabled());
        QVERIFY(desk.command("release_resume")->lockedReason().contains(u"uncertain case"));
        QVERIFY(desk.command("release_abort")->lockedReason().contains(u"approver")); // an operator sees it, locked
        desk.key(Qt::Key_E);
        QTRY_COMPARE(desk.window.currentPage(), u"cases"_s);
        QTRY_VERIFY(desk.window.findChild<QWidget *>(u"casePane"_s)->accessibleName().contains(tailOfId(release.canary)));
    }

    void whatAnotherDeskDoesIsSeen()
    {
        const auto release = started(approved(3));
        Window desk(*m_bench, u"vera"_s, Role::viewer);
        desk.go({u"releases"_s, release.redriveId.value, {}, {}});
        auto *counters = desk.find<CounterStrip>("counters");
        QTRY_VERIFY(counters->accessibleName().contains(u"3 planned, 0 released"));
        run(release, release.canary, ReceiptState::confirmed, 0);
        QTRY_VERIFY(counters->accessibleName().contains(u"3 planned, 1 released"));
        QVERIFY(m_bench->desk(u"ana"_s).pauseRelease(release.redriveId.value));
        QTRY_VERIFY(desk.find("pauseBanner")->isVisible());
        QSignalSpy links(desk.page, &Page::linkRequested);
        desk.command("release_reconciliation")->trigger();
        QCOMPARE(links.size(), 1);
        QCOMPARE(links[0][0].value<Link>().page, u"reconciliation"_s);
        QCOMPARE(links[0][0].value<Link>().id, release.redriveId.value);
    }

    void anotherTenantsReleaseDoesNotExist()
    {
        const auto mine = m_bench->makeCase(u"northwind"_s);
        const auto release = planned({mine.value});
        StoreDesk services(*m_bench, {u"olga"_s, {u"acme"_s}}, Role::operator_);
        MainWindow window(services);
        window.show();
        window.showPage(u"releases"_s);
        auto *page = window.findChild<ReleasesPage *>();
        QTRY_VERIFY(window.findChild<DataTable *>(u"releaseTable"_s)->parentWidget()->findChild<QWidget *>(u"emptyState"_s)->isVisible());
        page->follow({u"releases"_s, release.redriveId.value, {}, {}});
        auto *title = window.findChild<QLabel *>(u"planTitle"_s);
        QTRY_VERIFY(title->text().startsWith(u"There is no release"));
    }

private:
    QTemporaryDir m_settings;
    std::unique_ptr<test::DeskBench> m_bench;
};

QTEST_MAIN(TestReleasesDesk)
#include "tst_releasesdesk.moc"
