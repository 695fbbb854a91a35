// Evidence by eye and hand: the reconciliation page, the report and the audit log in the real window, over real stores.
#include "core/engine/deskbench.h"
#include "engine/engine.h"
#include "engine/queries_reconciliation.h"
#include "models/auditmodel.h"
#include "models/proof.h"
#include "models/startedreleases.h"
#include "pages/auditpage.h"
#include "pages/reconciliationpage.h"
#include "pages/reportexport.h"
#include "pages/reportview.h"
#include "print/pdf.h"
#include "shell/mainwindow.h"
#include "support/command.h"
#include "support/recipient.h"
#include "theme/theme.h"
#include "ui/desktest.h"
#include "ui/fixturedesk.h"
#include "ui/storedesk.h"
#include "widgets/outcomes.h"
#include "widgets/sheets.h"
#include "widgets/surfaces.h"
#include "widgets/tabs.h"
#include "widgets/workstrip.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include <ctime>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;
using lazaret::test::ReleaseFixture;
using lazaret::test::Story;

namespace {

class RunningDesk : public StoreDesk // beside a pipeline that runs
{
public:
    using StoreDesk::StoreDesk;
    DeskStatus status() const override
    {
        DeskStatus status;
        status.pipeline = DeskStatus::Pipeline::attached;
        return status;
    }
};

template <typename Services>
struct Desktop
{
    template <typename... Args>
    explicit Desktop(Args &&...args) : services(std::forward<Args>(args)...), window(services)
    {
        window.resize(1440, 900);
        window.show();
    }
    template <typename W>
    W *find(const char *name)
    {
        auto *found = window.template findChild<W *>(QLatin1String(name));
        if (!found)
            qFatal("no %s", name);
        return found;
    }
    QString label(const char *name) { return find<QLabel>(name)->text(); }
    Command *command(const char *name) { return find<Command>(name); }
    template <typename P>
    P *page(const char *name)
    {
        window.showPage(QLatin1String(name));
        return find<P>(name);
    }
    QString saveTo(const QTemporaryDir &dir, const QString &name) // in the save dialog that is open
    {
        QFileDialog *dialog = nullptr;
        if (!QTest::qWaitFor([&] { return (dialog = window.template findChild<QFileDialog *>(u"saveFile"_s)) != nullptr; }))
            qFatal("no save dialog");
        const QString file = dir.filePath(name);
        Q_EMIT dialog->fileSelected(file); // what its Save button ends in; the dialog itself is Qt's
        dialog->reject();
        return file;
    }

    Services services;
    MainWindow window;
};

QByteArray contentOf(const QString &file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

// What this thread worked, whatever else the machine does meanwhile.
qint64 threadMs()
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return qint64(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
#else
    return QDateTime::currentMSecsSinceEpoch();
#endif
}

void addEntries(test::DeskBench &bench, int count)
{
    guard::Actor actor;
    actor.osUser = u"os-ana"_s;
    bench.db().begin();
    for (int i = 0; i < count; ++i) {
        actor.name = i % 4 ? u"ana"_s : u"otto"_s;
        guard::record(bench.db(), bench.clock.nowMs() + i, actor, i % 3 ? u"case.note"_s : u"case.assign"_s,
                      u"case_%1"_s.arg(i, 26, 10, QLatin1Char('0')), u"{\"text\":\"number %1\"}"_s.arg(i));
    }
    QVERIFY(bench.db().commit());
}

void asOwnerOfTheFile(test::DeskBench &bench, const char *sql)
{
    bench.db().run("DROP TRIGGER IF EXISTS audit_no_update");
    bench.db().run("DROP TRIGGER IF EXISTS audit_no_delete");
    QVERIFY(bench.db().run(sql));
}

// A report without what differs from one reading to the next: when it was written, and the digest over that.
QByteArray timeless(QByteArray bytes, ReportForm form)
{
    if (form == ReportForm::json) {
        auto json = QJsonDocument::fromJson(bytes).object();
        json.remove(u"generated_at"_s);
        json.remove(u"sha256"_s);
        return QJsonDocument(json).toJson();
    }
    QString text = QString::fromUtf8(bytes);
    if (form == ReportForm::html) {
        text.replace(QRegularExpression(u"Written [^,]*"_s), u"Written"_s);
        return text.replace(QRegularExpression(u"SHA-256 [0-9a-f]{64}"_s), u"SHA-256"_s).toUtf8();
    }
    const auto header = text.section(u"\r\n"_s, 0, 0).split(u',');
    QStringList lines;
    for (const auto &line : text.split(u"\r\n"_s, Qt::SkipEmptyParts)) { // the fixture's cells hold no line breaks
        auto cells = line.split(u',');
        const auto fromEnd = [&](const QString &name) { return cells.size() - (header.size() - header.indexOf(name)); };
        if (line != header.join(u',')) {
            cells[fromEnd(u"generated_at"_s)].clear();
            cells[fromEnd(u"report_sha256"_s)].clear();
        }
        lines.append(cells.join(u','));
    }
    return lines.join(u'\n').toUtf8();
}

} // namespace

class TestProofDesk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void theFiguresAddUp_data();
    void theFiguresAddUp();
    void outcomesFilterTheTable();
    void theProofStandsLineByLine();
    void answersAreTakenApart_data();
    void answersAreTakenApart();
    void whatMayNotBeDoneSaysWhy();
    void anUncertainCaseIsSettledByHand();
    void operationsAreNotTracked();
    void nothingToReconcileIsSaid();
    void anotherTenantsReleaseDoesNotExist();

    void theSavedReportIsTheCommandLines_data();
    void theSavedReportIsTheCommandLines();
    void aReportOverAQuery();

    void theLogIsReadFilteredAndLinked();
    void aChangedEntryIsFoundAndShown();
    void anIntactChainSaysItsHead();
    void theLogIsExported_data();
    void theLogIsExported();
    void theLogIsForThoseWhoSeeEveryTenant();
    void objectsLeadToTheirPages_data();
    void objectsLeadToTheirPages();
    void aHundredThousandEntriesStayQuick();
    void theModelsAreSound();
    void anUncertainCaseIsVerifiedAndThenClosed();
    void theReportIsLookedAtPageByPage();

private:
    QTemporaryDir m_settings, m_out;
    std::unique_ptr<test::DeskBench> m_bench;
};

void TestProofDesk::initTestCase()
{
    beginDesk(m_settings.path());
}

void TestProofDesk::init()
{
    m_bench = std::make_unique<test::DeskBench>();
    m_bench->setUp();
}

void TestProofDesk::theFiguresAddUp_data()
{
    QTest::addColumn<Story>("story");
    QTest::addColumn<QString>("headline");
    QTest::newRow("twelve, all proven") << Story{} << u"12 of 12 cases are closed with proof"_s;
    QTest::newRow("one uncertain") << Story{.uncertain = 1} << u"11 of 12 cases are closed with proof"_s;
    QTest::newRow("everything at once") << Story{.uncertain = 2, .failedAgain = 2, .discarded = 2, .open = 4}
                                        << u"8 of 18 cases are closed with proof"_s;
}

void TestProofDesk::theFiguresAddUp()
{
    QFETCH(Story, story);
    QFETCH(QString, headline);
    ReleaseFixture fixture(story);
    Desktop<FixtureDesk> desk(fixture, Role::approver);
    desk.page<ReconciliationPage>("reconciliation");
    QTRY_COMPARE(desk.label("reconciliationHeadline"), headline);
    const auto report = *reconcile::buildForRelease(*fixture.db, fixture.redriveId.value, ReleaseFixture::now);
    int sum = 0;
    for (const auto *tile : desk.window.findChildren<OutcomeTile *>()) {
        QCOMPARE(tile->share().count, report.outcomes.value(tile->share().word));
        sum += tile->share().count;
    }
    QCOMPARE(sum, int(report.cases.size()));
    auto *table = desk.find<DataTable>("proofTable");
    QTRY_COMPARE(table->model()->rowCount(), sum);
}

void TestProofDesk::outcomesFilterTheTable()
{
    ReleaseFixture fixture(Story{.uncertain = 1, .open = 2});
    Desktop<FixtureDesk> desk(fixture, Role::viewer);
    desk.page<ReconciliationPage>("reconciliation");
    auto *table = desk.find<DataTable>("proofTable");
    QTRY_COMPARE(table->model()->rowCount(), 14);
    auto *tile = desk.find<OutcomeTile>("outcome_still_uncertain");
    QTest::mouseClick(tile, Qt::LeftButton);
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QTest::mouseClick(tile, Qt::LeftButton);
    QTRY_COMPARE(table->model()->rowCount(), 14);
    auto *which = desk.find<SegmentedSwitch>("reconciliationWhich");
    QCOMPARE(which->tabText(2), u"Open 3"_s);
    which->setCurrentIndex(2);
    QTRY_COMPARE(table->model()->rowCount(), 3);
    QTest::mouseClick(desk.find<OutcomeTile>("outcome_recreated_manually"), Qt::LeftButton); // those are closed
    QTRY_COMPARE(table->model()->rowCount(), 0);
}

void TestProofDesk::theProofStandsLineByLine()
{
    ReleaseFixture fixture(Story{.uncertain = 1});
    const auto report = *reconcile::buildForRelease(*fixture.db, fixture.redriveId.value, ReleaseFixture::now);
    const TimeView view{true, ReleaseFixture::now};
    const auto sure = proofLines(report.cases.first(), view);
    const auto find = [](const QList<ProofLine> &lines, const QString &name) {
        const auto it = std::find_if(lines.begin(), lines.end(), [&](const ProofLine &line) { return line.name == name; });
        return it == lines.end() ? ProofLine{} : *it;
    };
    QCOMPARE(find(sure, u"save_card"_s).ours, u"confirmed"_s);
    QCOMPARE(find(sure, u"save_card"_s).theirs, u"completed"_s);
    QCOMPARE(find(sure, u"save_card"_s).agreement, ProofLine::Agreement::agrees);
    QCOMPARE(find(sure, u"Evidence"_s).ours, u"HTTP 201"_s);
    QCOMPARE(find(sure, u"Evidence"_s).theirs, u"verify: HTTP 200"_s);
    const auto unsure = proofLines(report.cases.at(8), view);
    QCOMPARE(find(unsure, u"save_card"_s).ours, u"uncertain"_s);
    QCOMPARE(find(unsure, u"save_card"_s).agreement, ProofLine::Agreement::unknown);
    QCOMPARE(proofVerdict(report.cases.at(8)).tone, u"outcome.still_uncertain"_s);
    QCOMPARE(proofVerdict(report.cases.at(10)).tone, u"outcome.recreated_manually"_s);

    Desktop<FixtureDesk> desk(fixture, Role::operator_);
    auto *page = desk.page<ReconciliationPage>("reconciliation");
    QTRY_VERIFY(desk.label("proofTitle").contains(u"card_88000"_s));
    QVERIFY(desk.label("proofAnchor").contains(fixture.db ? countText(report.auditHead) : QString()));
    page->follow({u"reconciliation"_s, fixture.cases.at(8).value, {}, {}});
    auto *table = desk.find<DataTable>("proofTable");
    table->setFocus();
    while (table->currentIndex().row() < 8)
        QTest::keyClick(table, Qt::Key_J);
    QTRY_VERIFY(desk.label("proofTitle").contains(u"card_88008"_s));
    QTRY_VERIFY(desk.find<QWidget>("verifyUncertainButton")->isVisible());
    QVERIFY(desk.window.findChild<QWidget *>(u"proofVerdict"_s)->accessibleName().contains(u"Uncertain"_s));
}

void TestProofDesk::answersAreTakenApart_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("answer");
    const QString two = u"save: verify: HTTP 200; notify: verify: HTTP 404; asked 2 s after the intent"_s;
    QTest::newRow("one") << u"save: verify: HTTP 200"_s << u"save"_s << u"verify: HTTP 200"_s;
    QTest::newRow("the first of two") << two << u"save"_s << u"verify: HTTP 200"_s;
    QTest::newRow("the last of two, with a semicolon of its own")
        << two << u"notify"_s << u"verify: HTTP 404; asked 2 s after the intent"_s;
    QTest::newRow("not asked") << u"the recorded expected answer"_s << u"save"_s << QString();
    QTest::newRow("a name within another") << u"resave: verify: HTTP 200"_s << u"save"_s << QString();
}

void TestProofDesk::answersAreTakenApart()
{
    QFETCH(QString, how);
    QFETCH(QString, action);
    QFETCH(QString, answer);
    QCOMPARE(answerAbout(how, {u"save"_s, u"notify"_s}, action), answer);
}

void TestProofDesk::whatMayNotBeDoneSaysWhy()
{
    ReleaseFixture fixture(Story{.uncertain = 1});
    {
        Desktop<FixtureDesk> desk(fixture, Role::viewer);
        desk.services.pipeline = DeskStatus::Pipeline::receiving;
        desk.page<ReconciliationPage>("reconciliation");
        QTRY_VERIFY(desk.command("reconcileAgain")->lockedReason().contains(u"viewer"_s));
        QVERIFY(desk.command("showReport")->isEnabled());
    }
    Desktop<FixtureDesk> desk(fixture, Role::operator_);
    desk.page<ReconciliationPage>("reconciliation");
    QTRY_VERIFY(desk.command("reconcileAgain")->lockedReason().contains(u"No pipeline"_s));
    desk.services.pipeline = DeskStatus::Pipeline::attached;
    Q_EMIT desk.services.statusChanged();
    QVERIFY(desk.command("reconcileAgain")->isEnabled());
    QTRY_VERIFY(desk.command("verifyUncertain")->lockedReason().contains(u"not uncertain"_s));
}

void TestProofDesk::anUncertainCaseIsSettledByHand()
{
    ReleaseFixture fixture(Story{.redriven = 1, .byHand = 0, .uncertain = 1});
    Desktop<FixtureDesk> desk(fixture, Role::operator_);
    desk.page<ReconciliationPage>("reconciliation");
    QTRY_VERIFY(desk.command("settleUncertain")->isEnabled());
    desk.command("settleUncertain")->trigger();
    auto *evidence = desk.find<QLineEdit>("settleEvidence");
    QTRY_VERIFY(evidence->isVisible());
    auto *record = desk.find<QPushButton>("settleRecord");
    QVERIFY(!record->isEnabled());
    QTest::keyClicks(evidence, u"the shop's log shows card 88000"_s);
    QVERIFY(record->isEnabled());
    QTest::keyClick(evidence, Qt::Key_Return); // plain Enter records nothing
    QCOMPARE(store::receiptsOf(*fixture.db, {u"job_00000000000000000000000000"_s}).first().state, ReceiptState::uncertain);
    QTest::keyClick(evidence, Qt::Key_Return, Qt::ControlModifier);
    auto *strip = desk.find<WorkStrip>("reconciliationWork");
    QTRY_VERIFY2(strip->isVisible() && strip->text().contains(u"settled by hand"_s), qPrintable(strip->text()));
    const auto receipt = store::receiptsOf(*fixture.db, {u"job_00000000000000000000000000"_s}).first();
    QCOMPARE(receipt.state, ReceiptState::confirmed);
    QVERIFY(receipt.settledBy.startsWith(u"operator:"_s));
}

void TestProofDesk::operationsAreNotTracked()
{
    Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"vera"_s, {u"*"_s}});
    desk.page<ReconciliationPage>("reconciliation");
    auto *tabs = desk.find<TabStrip>("reconciliationTabs");
    QCOMPARE(tabs->count(), 3);
    for (int i = 1; i < 3; ++i) {
        tabs->setCurrentIndex(i);
        const auto states = desk.window.findChildren<EmptyState *>();
        QVERIFY(std::any_of(states.begin(), states.end(), [](const EmptyState *state) {
            return state->isVisible() && state->accessibleName().contains(u"by this version"_s);
        }));
    }
}

void TestProofDesk::nothingToReconcileIsSaid()
{
    Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"vera"_s, {u"*"_s}});
    QSignalSpy ready(&desk.window, &MainWindow::pageReady);
    desk.page<ReconciliationPage>("reconciliation");
    QTRY_VERIFY(ready.contains(QVariantList{u"reconciliation"_s}));
    QVERIFY(desk.find<EmptyState>("reconciliationEmpty")->accessibleName().contains(u"Nothing to reconcile yet"_s));
    QVERIFY(!desk.command("reconcileAgain")->lockedReason().isEmpty());
}

void TestProofDesk::anotherTenantsReleaseDoesNotExist()
{
    ReleaseFixture fixture(Story{});
    Desktop<FixtureDesk> desk(fixture, Role::approver, QStringList{u"northwind"_s});
    QSignalSpy ready(&desk.window, &MainWindow::pageReady);
    desk.page<ReconciliationPage>("reconciliation");
    QTRY_VERIFY(ready.contains(QVariantList{u"reconciliation"_s}));
    QCOMPARE(desk.find<StartedReleases>("startedReleases")->model()->rowCount(), 0);
    QCOMPARE(queries::reportOfRelease(*fixture.db, {u"olga"_s, {u"northwind"_s}}, fixture.redriveId.value, 1).error().code,
             ErrorCode::not_found);
}

void TestProofDesk::theSavedReportIsTheCommandLines_data()
{
    QTest::addColumn<int>("form");
    for (const auto form : {ReportForm::json, ReportForm::csv, ReportForm::html})
        QTest::newRow(qPrintable(reportSuffix(form))) << int(form);
}

void TestProofDesk::theSavedReportIsTheCommandLines()
{
    QFETCH(int, form);
    const auto kind = ReportForm(form);
    const QString suffix = reportSuffix(kind);
    ReleaseFixture fixture(Story{.uncertain = 1, .failedAgain = 1, .discarded = 1, .open = 1});
    Desktop<FixtureDesk> desk(fixture, Role::viewer);
    desk.page<ReconciliationPage>("reconciliation");
    QTRY_VERIFY(desk.command("showReport")->isEnabled());
    const QString name = u"export"_s + suffix.left(1).toUpper() + suffix.mid(1);
    desk.command(qPrintable(name))->trigger();
    const QString file = desk.saveTo(m_out, u"desk."_s + suffix);
    auto *strip = desk.find<WorkStrip>("reconciliationWork");
    QTRY_VERIFY2(strip->text().contains(u"was written"_s), qPrintable(strip->text()));
    QCOMPARE(desk.find<QPushButton>("reconciliationWorkAction")->text(), u"Show in folder"_s);

    const QString other = m_out.filePath(u"command."_s + suffix);
    QProcess command;
    command.start(QStringLiteral(BUILD_ROOT "/bin/lazaretctl"), {u"--data"_s, desk.services.dataDirectory(), u"report"_s,
                                                                 fixture.redriveId.value, u"--format"_s, suffix, u"--out"_s, other});
    QVERIFY(command.waitForFinished() && command.exitCode() == 0);
    QCOMPARE(timeless(contentOf(file), kind), timeless(contentOf(other), kind));
    QVERIFY(contentOf(file).contains("card_88000"));
}

void TestProofDesk::aReportOverAQuery()
{
    ReleaseFixture fixture(Story{});
    Desktop<FixtureDesk> desk(fixture, Role::viewer);
    auto *page = desk.page<ReconciliationPage>("reconciliation");
    Q_EMIT page->linkRequested({u"reconciliation"_s, {}, u"disposition:manual_completion"_s, {}});
    auto *view = desk.find<ReportView>("reportView");
    QTRY_VERIFY(view->report() != nullptr);
    QCOMPARE(view->report()->cases.size(), 3);
    QVERIFY(!view->report()->release);
    QVERIFY(page->subtitle().contains(u"disposition:manual_completion"_s));
    page->follow({u"reconciliation"_s, {}, u"colour:blue"_s, {}});
    QTRY_VERIFY(desk.find<EmptyState>("reportEmpty")->accessibleName().contains(u"could not be read"_s));
    QTest::keyClick(view, Qt::Key_Escape);
    QTRY_VERIFY(!view->isVisible());
}

void TestProofDesk::theLogIsReadFilteredAndLinked()
{
    const auto id = m_bench->makeCase();
    m_bench->inspect({id.value});
    Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"ana"_s, {u"*"_s}}, Role::approver);
    auto *page = desk.page<AuditPage>("audit");
    auto *table = desk.find<DataTable>("auditTable");
    const int all = int(m_bench->auditCount());
    QTRY_COMPARE(table->model()->rowCount(), all);
    QTRY_COMPARE(desk.label("auditTitle"), u"Entry %1"_s.arg(all)); // the newest first
    QVERIFY(desk.find<QPlainTextEdit>("auditDetails")->toPlainText().contains(u"\"step\": 6"_s));
    auto *text = desk.find<QLineEdit>("auditText");
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    QTest::keyClick(table, Qt::Key_Slash);
    QCOMPARE(desk.window.focusWidget(), static_cast<QWidget *>(text));
    QTest::keyClicks(text, u"finding"_s);
    QTRY_COMPARE(table->model()->rowCount(), 6);
    QTRY_VERIFY(desk.label("auditCounts").startsWith(u"6 of %1 entries"_s.arg(all)));
    QTest::keyClick(text, Qt::Key_Return);
    QCOMPARE(desk.window.focusWidget(), static_cast<QWidget *>(table));
    QTest::keyClick(table, Qt::Key_J);
    QCOMPARE(table->currentIndex().row(), 1);
    auto *actor = desk.find<QComboBox>("auditActorFilter");
    QTRY_VERIFY(actor->findData(u"otto"_s) > 0 && actor->findData(u"root"_s) > 0);
    actor->setCurrentIndex(actor->findData(u"root"_s));
    QTRY_COMPARE(table->model()->rowCount(), 0);
    desk.command("clearAuditFilter")->trigger();
    QTRY_COMPARE(table->model()->rowCount(), all);
    QTest::keyClicks(desk.find<QLineEdit>("auditObjectFilter"), id.value.left(12));
    QTRY_COMPARE(table->model()->rowCount(), 6);

    QTRY_VERIFY(desk.command("openAuditObject")->isEnabled());
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(desk.window.currentPage(), u"cases"_s);
    Q_EMIT page->linkRequested({u"audit"_s, u"2"_s, {}, {}});
    QTRY_COMPARE(desk.label("auditTitle"), u"Entry 2"_s);
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"\"seq\":2"_s));
    page->follow({u"audit"_s, u"999"_s, {}, {}});
    QTRY_VERIFY(desk.find<WorkStrip>("auditWork")->text().contains(u"no entry 999"_s));
}

void TestProofDesk::aChangedEntryIsFoundAndShown()
{
    addEntries(*m_bench, 3000);
    asOwnerOfTheFile(*m_bench, "UPDATE audit SET details = '{\"text\":\"nothing to see\"}' WHERE seq = 1234");
    Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"vera"_s, {u"*"_s}});
    desk.page<AuditPage>("audit");
    QTRY_VERIFY(desk.command("verifyChain")->isEnabled());
    QTest::mouseClick(desk.find<QPushButton>("verifyChainButton"), Qt::LeftButton);
    auto *strip = desk.find<WorkStrip>("auditWork");
    QTRY_VERIFY2(strip->text().contains(u"broken at entry 1,234"_s), qPrintable(strip->text()));
    QTest::mouseClick(desk.find<QPushButton>("auditWorkAction"), Qt::LeftButton);
    QTRY_COMPARE(desk.label("auditTitle"), u"Entry 1,234"_s);
    asOwnerOfTheFile(*m_bench, "DELETE FROM audit WHERE seq = 7"); // then numbers no longer follow each other
    Q_EMIT desk.services.dataChanged();
    QTRY_COMPARE(desk.find<DataTable>("auditTable")->model()->rowCount(), int(m_bench->auditCount()) - 1);
    desk.command("verifyChain")->trigger();
    QTRY_VERIFY2(strip->text().contains(u"broken at entry 7"_s), qPrintable(strip->text()));
}

void TestProofDesk::anIntactChainSaysItsHead()
{
    Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"vera"_s, {u"*"_s}});
    auto *page = desk.page<AuditPage>("audit");
    Q_EMIT page->linkRequested({u"audit"_s, u"verify"_s, {}, {}});
    auto *strip = desk.find<WorkStrip>("auditWork");
    QTRY_VERIFY2(strip->text().contains(u"the chain is intact"_s), qPrintable(strip->text()));
    QTest::mouseClick(desk.find<QPushButton>("auditWorkAction"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), store::lastAudit(m_bench->db())->hash);
}

void TestProofDesk::theLogIsExported_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("head");
    QTest::newRow("JSON lines") << u"exportAuditLines"_s << u"log.jsonl"_s << 0;
    QTest::newRow("CSV") << u"exportAuditCsv"_s << u"log.csv"_s << 1;
}

void TestProofDesk::theLogIsExported()
{
    QFETCH(QString, command);
    QFETCH(QString, file);
    QFETCH(int, head);
    addEntries(*m_bench, 2500);
    {
        Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"otto"_s, {u"*"_s}}, Role::operator_);
        desk.page<AuditPage>("audit");
        QTRY_VERIFY(desk.command(qPrintable(command))->lockedReason().contains(u"operator"_s));
    }
    Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"ana"_s, {u"*"_s}}, Role::approver);
    desk.page<AuditPage>("audit");
    QTRY_VERIFY(desk.command(qPrintable(command))->isEnabled());
    desk.command(qPrintable(command))->trigger();
    const QString whole = desk.saveTo(m_out, file);
    auto *strip = desk.find<WorkStrip>("auditWork");
    QTRY_VERIFY2(strip->text().contains(u"was written"_s), qPrintable(strip->text()));
    QCOMPARE(contentOf(whole).count('\n'), m_bench->auditCount() + head);
    if (!head) {
        const auto first = QJsonDocument::fromJson(contentOf(whole).split('\n').first()).object();
        QCOMPARE(first.value(u"seq"_s).toInteger(), 1);
        QCOMPARE(first.value(u"hash"_s).toString(), store::auditAfter(m_bench->db(), 0, 1).first().hash);
    }
    auto *actor = desk.find<QComboBox>("auditActorFilter");
    QTRY_VERIFY(actor->findData(u"otto"_s) > 0);
    actor->setCurrentIndex(actor->findData(u"otto"_s));
    desk.command(qPrintable(command))->trigger();
    const QString part = desk.saveTo(m_out, u"part-"_s + file);
    QTRY_VERIFY(strip->text().contains(u"part-"_s) && strip->text().contains(u"was written"_s));
    QCOMPARE(contentOf(part).count('\n'), 625 + head);
}

void TestProofDesk::theLogIsForThoseWhoSeeEveryTenant()
{
    Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"olga"_s, {u"acme"_s}}, Role::operator_);
    QSignalSpy ready(&desk.window, &MainWindow::pageReady);
    desk.page<AuditPage>("audit");
    QTRY_VERIFY(ready.contains(QVariantList{u"audit"_s}));
    QCOMPARE(desk.find<DataTable>("auditTable")->model()->rowCount(), 0);
    QVERIFY(desk.command("verifyChain")->lockedReason().contains(u"every tenant"_s));
}

void TestProofDesk::objectsLeadToTheirPages_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("object");
    QTest::addColumn<QString>("page");
    QTest::newRow("case") << u"case.note"_s << u"case_01"_s << u"cases"_s;
    QTest::newRow("release") << u"release.plan"_s << u"rdv_01"_s << u"releases"_s;
    QTest::newRow("source") << u"configuration.source"_s << u"shop"_s << u"sources"_s;
    QTest::newRow("held source") << u"source.hold"_s << u"shop"_s << u"sources"_s;
    QTest::newRow("workflow") << u"configuration.workflow"_s << u"cards"_s << u"workflows"_s;
    QTest::newRow("operator") << u"configuration.operator"_s << u"ana"_s << u"settings"_s;
    QTest::newRow("job") << u"job.cancel"_s << u"job_01"_s << QString();
    QTest::newRow("nothing") << u"configuration.source"_s << QString() << QString();
}

void TestProofDesk::objectsLeadToTheirPages()
{
    QFETCH(QString, action);
    QFETCH(QString, object);
    QFETCH(QString, page);
    AuditEntry entry;
    entry.action = action;
    entry.object = object;
    QCOMPARE(auditLink(entry).page, page);
    QCOMPARE(auditLink(entry).id, page.isEmpty() ? QString() : object);
}

void TestProofDesk::aHundredThousandEntriesStayQuick()
{
    addEntries(*m_bench, 100'000);
    Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"vera"_s, {u"*"_s}});
    desk.page<AuditPage>("audit");
    auto *table = desk.find<DataTable>("auditTable");
    const int all = int(m_bench->auditCount());
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), all, 20'000);
    table->setFocus();
    const auto quick = [&](const std::function<void()> &act, const char *what) {
        const qint64 before = threadMs();
        act();
        QApplication::processEvents();
        const qint64 took = threadMs() - before;
        QVERIFY2(took < 100, qPrintable(u"%1: %2 ms"_s.arg(QLatin1String(what)).arg(took)));
    };
    quick([&] { QTest::keyClick(table, Qt::Key_End); }, "to the end");
    QTRY_COMPARE(desk.label("auditTitle"), u"Entry 1"_s);
    quick([&] { QTest::keyClick(table, Qt::Key_PageUp); }, "a page up");
    quick([&] { QTest::keyClick(table, Qt::Key_Home); }, "to the start");
    QTRY_COMPARE(desk.label("auditTitle"), u"Entry %1"_s.arg(countText(all)));
    quick([&] { desk.find<QLineEdit>("auditText")->setText(u"number 9999"_s); }, "a filter");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 11, 20'000);
    quick([&] { desk.command("verifyChain")->trigger(); }, "verifying");
    QTRY_VERIFY_WITH_TIMEOUT(desk.find<WorkStrip>("auditWork")->text().contains(u"intact"_s), 30'000);
}

void TestProofDesk::theModelsAreSound()
{
    ReleaseFixture fixture(Story{.uncertain = 1, .failedAgain = 1, .discarded = 1, .open = 1});
    const auto report =
        std::make_shared<const reconcile::Report>(*reconcile::buildForRelease(*fixture.db, fixture.redriveId.value, ReleaseFixture::now));
    ProofSource source;
    ProofModel model(source);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    source.show(report, {});
    model.ask({{}, u"case"_s, false});
    QTRY_COMPARE(model.rowCount(), 14);
    for (const auto *key : {"operation", "disposition", "asked", "outcome", "proof"}) {
        model.ask({{}, QLatin1String(key), true});
        QTRY_VERIFY(!model.isWaiting());
        QTRY_VERIFY(model.index(0, 0).data().toString() != u"…"_s);
    }
    source.show(report, {ProofFilter::Which::open, {}});
    model.refresh();
    QTRY_COMPARE(model.rowCount(), 3);

    addEntries(*m_bench, 600);
    StoreDesk desk(*m_bench, queries::Viewer{u"vera"_s, {u"*"_s}});
    AuditSource log(desk.data());
    AuditModel entries(log);
    QAbstractItemModelTester entriesTester(&entries, QAbstractItemModelTester::FailureReportingMode::QtTest);
    entries.ask({{}, u"number"_s, true});
    QTRY_COMPARE(entries.rowCount(), int(m_bench->auditCount()));
    QTRY_COMPARE(entries.index(599, 0).data().toString(), countText(m_bench->auditCount() - 599));
    entries.ask({{}, u"number"_s, false});
    QTRY_VERIFY(!entries.isWaiting());
    QTRY_COMPARE(entries.index(0, 0).data().toString(), u"1"_s);
    QCOMPARE(log.placeOf(1), 0);

    StartedReleasesModel releases;
    QAbstractItemModelTester releasesTester(&releases, QAbstractItemModelTester::FailureReportingMode::QtTest);
    releases.show(queries::startedReleases(*fixture.db, {}));
    QCOMPARE(releases.rowCount(), 1);
    QVERIFY(releases.index(0).data(Qt::AccessibleTextRole).toString().contains(u"1 uncertain"_s));
    releases.show({});
    QCOMPARE(releases.rowCount(), 0);
}

void TestProofDesk::anUncertainCaseIsVerifiedAndThenClosed()
{
    // The recipient keeps the card and says nothing: sent once, uncertain here, known there.
    test::Recipient recipient([](const test::Seen &, int) {
        test::Answer answer;
        answer.fate = test::Answer::Fate::closeBeforeAnswer;
        return answer;
    });
    auto step = test::DeskBench::step(QString::fromUtf8(recipient.url("/cards")));
    step.insert(u"allow_loopback"_s, true);
    step.insert(u"verify"_s, QJsonObject{{u"url"_s, QString::fromUtf8(recipient.url("/effects/")) + u"{idempotency_key}"_s}});
    auto workflow = test::DeskBench::workflow(u"13"_s);
    workflow.insert(u"steps"_s, QJsonArray{step});
    QVERIFY(m_bench->desk().applyWorkspace(test::DeskBench::bytes(test::DeskBench::workspace({}, {workflow})), false));
    const CaseId id = m_bench->makeCase();
    m_bench->inspect({id.value});
    Desk ana = m_bench->desk(u"ana"_s);
    QVERIFY(ana.dispose({{id.value}, {}, {}}, {DispositionKind::redrive_approved, u"fixed"_s, {}, {}, {}, {}}));
    ReleaseRequest request;
    request.selection.ids = QStringList{id.value};
    request.targetVersion = u"13"_s;
    request.fixReference = u"PR 482"_s;
    const auto planned = m_bench->desk(u"otto"_s).planRelease(request);
    QVERIFY2(planned.has_value(), planned ? "" : qPrintable(planned.error().detail));
    const QString rdv = planned->redriveId.value;
    QVERIFY(ana.approveRelease(rdv));
    QVERIFY(ana.startRelease(rdv));

    const SystemClock clock;
    const auto directory = *DataDirectory::open(m_bench->path(), clock);
    Engine::Options options;
    options.listen = options.admin = u"127.0.0.1:0"_s;
    auto engine = Engine::start(directory, clock, m_bench->secrets, options);
    QVERIFY2(engine.has_value(), engine ? "" : qPrintable(engine.error().detail));
    Desktop<RunningDesk> desk(*m_bench, queries::Viewer{u"ana"_s, {u"*"_s}}, Role::approver);
    desk.page<ReconciliationPage>("reconciliation");
    if (m_bench->db().error())
        QFAIL(qPrintable(m_bench->db().error()->detail));
    // After a restart a release comes back paused.
    QTRY_VERIFY_WITH_TIMEOUT(store::loadRelease(m_bench->db(), rdv, false)->state == ReleaseState::paused, 20'000);
    QVERIFY(ana.resumeRelease(rdv));
    QTRY_COMPARE_WITH_TIMEOUT(recipient.allEffects(), 1, 20'000);
    // Isolated, and open until somebody asks: an outcome is only what the recipient was asked about.
    QTRY_COMPARE_WITH_TIMEOUT(store::loadRelease(m_bench->db(), rdv, true)->items[0].state, ReleaseItemState::isolated, 20'000);
    QTRY_VERIFY(desk.command("verifyUncertain")->isEnabled());
    QCOMPARE(desk.label("reconciliationHeadline"), u"0 of 1 case is closed with proof"_s);

    auto *table = desk.find<DataTable>("proofTable");
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_V);
    auto *strip = desk.find<WorkStrip>("reconciliationWork");
    QTRY_VERIFY_WITH_TIMEOUT(!strip->isWorking() && strip->isVisible(), 20'000);
    QVERIFY2(strip->text().contains(u"it happened"_s), qPrintable(strip->text()));
    auto *again = desk.find<QPushButton>("reconciliationWorkAction");
    QTRY_VERIFY(desk.command("reconcileAgain")->isEnabled());
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(strip->text().startsWith(u"Compared 1 case"_s), 20'000);
    QTRY_COMPARE_WITH_TIMEOUT(desk.label("reconciliationHeadline"), u"1 of 1 case is closed with proof"_s, 20'000);
    QCOMPARE(recipient.allEffects(), 1); // and nothing was sent twice
    (*engine)->stop(std::chrono::seconds(5));
}

void TestProofDesk::theReportIsLookedAtPageByPage()
{
    ReleaseFixture fixture(Story{.redriven = 60, .uncertain = 1});
    const auto report = *reconcile::buildForRelease(*fixture.db, fixture.redriveId.value, ReleaseFixture::now);
    const print::Preview preview(report);
    QVERIFY(preview.pages() >= 3);
    const auto pictures = preview.pictures(1, 2, 1.0);
    QCOMPARE(pictures.keys(), (QList<int>{1, 2}));
    QCOMPARE(pictures.value(1).size(), QSize(595, 842));
    QVERIFY(pictures.value(1) != pictures.value(2));
    QVERIFY(preview.pictures(preview.pages(), preview.pages(), 1.0).contains(preview.pages()));
    const QString pdf = m_out.filePath(u"pages.pdf"_s);
    int printed = 0;
    QVERIFY(print::writePdf(report, pdf, [&](int, int pages) {
        printed = pages;
        return true;
    }));
    QCOMPARE(printed, preview.pages());
    const QString stopped = m_out.filePath(u"stopped.pdf"_s);
    QCOMPARE(print::writePdf(report, stopped, [](int page, int) { return page < 2; }).error().code, ErrorCode::cancelled);
    QVERIFY(!QFile::exists(stopped));

    Desktop<FixtureDesk> desk(fixture, Role::viewer);
    desk.page<ReconciliationPage>("reconciliation");
    QTRY_VERIFY(desk.command("showReport")->isEnabled());
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    desk.find<DataTable>("proofTable")->setFocus();
    QTest::keyClick(desk.find<DataTable>("proofTable"), Qt::Key_E, Qt::ControlModifier);
    auto *sheets = desk.find<Sheets>("reportSheets");
    QTRY_COMPARE(sheets->pages(), preview.pages());
    QTRY_VERIFY(sheets->isPainted(1));
    sheets->setFocus();
    QTest::keyClick(sheets, Qt::Key_End);
    QTRY_VERIFY(sheets->isPainted(preview.pages()));
    QVERIFY(sheets->currentPage() > 1);
    const qreal before = sheets->scale();
    QTest::keyClick(sheets, Qt::Key_Plus);
    QVERIFY(sheets->scale() > before);
    QTest::keyClick(sheets, Qt::Key_0);
    QCOMPARE(sheets->scale(), before);
    desk.find<SegmentedSwitch>("reportForms")->setCurrentIndex(int(ReportForm::json));
    auto *text = desk.find<QPlainTextEdit>("reportText");
    QTRY_VERIFY(text->isVisible() && text->toPlainText().contains(u"\"app_version\""_s));
    QVERIFY(desk.label("reportFacts").contains(u"first "_s));
}

QTEST_MAIN(TestProofDesk)
#include "tst_proofdesk.moc"
