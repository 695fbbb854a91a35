// The deliveries page in the real window: over a store, and over a pipeline that runs.
#include "demo/story.h"
#include "engine/queries_deliveries.h"
#include "engine/queries_journey.h"
#include "models/deliveriesmodel.h"
#include "models/journeywords.h"
#include "pages/deliveriespage.h"
#include "pages/deliveryflow.h"
#include "shell/mainwindow.h"
#include "support/command.h"
#include "ui/desktest.h"
#include "ui/livedesk.h"
#include "ui/storedesk.h"
#include "widgets/button.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/querybar.h"
#include "widgets/sheet.h"
#include "widgets/surfaces.h"
#include "widgets/tabs.h"
#include "widgets/testsheet.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QHeaderView>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patienceMs = 60'000;

template <typename Services>
struct Desktop
{
    template <typename... Args>
    explicit Desktop(Args &&...args) : services(std::forward<Args>(args)...), window(services)
    {
        window.resize(1440, 900);
        window.show();
        (void)QTest::qWaitForWindowActive(&window);
        window.showPage(u"deliveries"_s);
    }
    template <typename W>
    W *find(const char *name)
    {
        auto *found = window.template findChild<W *>(QLatin1String(name));
        if (!found)
            qFatal("no %s", name);
        return found;
    }
    DataTable *table() { return find<DataTable>("deliveryTable"); }
    int rows() { return table()->model()->rowCount(); }
    QString cell(int row, DeliveryColumn column) { return table()->model()->index(row, int(column)).data().toString(); }
    QString label(const char *name) { return find<QLabel>(name)->text(); }
    QString figure(const char *key) { return find<FlowButton>(key)->point().figure; }
    void keys(const QString &text)
    {
        for (const QChar c : text)
            QTest::keyClick(QApplication::focusWidget(), c.toLatin1());
    }

    Services services;
    MainWindow window;
};

void count(test::DeskBench &bench, const QString &source, const QString &result, qint64 times)
{
    bench.db().begin();
    store::countIntake(bench.db(), source, result, bench.clock.nowMs(), times);
    QVERIFY(bench.db().commit());
}

} // namespace

class TestDeliveriesDesk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { beginDesk(m_settings.path()); }
    void init()
    {
        m_bench = std::make_unique<test::DeskBench>();
        m_bench->setUp();
    }

    void theFlowShowsWhatTheStoreCounts()
    {
        m_bench->makeCase();
        m_bench->makeJob();
        count(*m_bench, u"shop"_s, u"signature"_s, 2);
        count(*m_bench, u"shop"_s, u"duplicate"_s, 4);
        Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"root"_s, {u"*"_s}}, Role::administrator);
        QTRY_COMPARE(desk.figure("flow_received"), u"8"_s);
        const auto flow = store::deliveryFlow(m_bench->db(), {u"*"_s}, m_bench->clock.nowMs());
        const QList<std::pair<const char *, qint64>> figures{{"flow_received", flow.received()}, {"flow_verified", flow.verified()},
                                                             {"flow_new", flow.fresh},           {"flow_queued", flow.ready},
                                                             {"flow_working", flow.leased},      {"flow_done", flow.done},
                                                             {"flow_refused", flow.refused},     {"flow_duplicates", flow.duplicates},
                                                             {"flow_waiting", flow.waiting},     {"flow_quarantine", flow.openCases}};
        for (const auto &[name, value] : figures)
            QCOMPARE(desk.figure(name), countText(value));
        QCOMPARE(desk.find<FlowButton>("flow_refused")->accessibleName(), u"Refused: 2, bad signature"_s);

        m_bench->makeJob(); // the page hears of it by itself
        QTRY_COMPARE(desk.figure("flow_new"), u"3"_s);

        // A station is a way to its deliveries, by keys too; the quarantine leads to its page.
        auto *queued = desk.find<FlowButton>("flow_queued");
        queued->setFocus();
        QTest::keyClick(queued, Qt::Key_Space);
        QCOMPARE(desk.find<QueryEdit>("deliveryQuery")->toPlainText(), u"now:ready"_s);
        QTRY_COMPARE(desk.rows(), 2);
        desk.find<FlowButton>("flow_refused")->click();
        QTRY_COMPARE(desk.rows(), 1);
        QTRY_COMPARE(desk.cell(0, DeliveryColumn::now), u"2 refused within this minute"_s);
        QTRY_COMPARE(desk.cell(0, DeliveryColumn::signature), u"bad signature"_s);
        QTRY_VERIFY(desk.label("journeyNothing").contains(u"only counted"));
        QVERIFY(!desk.find<Command>("deliveriesExport")->lockedReason().isEmpty());
        desk.find<FlowButton>("flow_quarantine")->click();
        QCOMPARE(desk.window.currentPage(), u"cases"_s);
    }

    void whoSeesOneTenantSeesNoCountsOfOthers()
    {
        m_bench->makeCase();
        count(*m_bench, u"shop"_s, u"signature"_s, 2);
        Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"olga"_s, {u"beta"_s}}, Role::operator_);
        QTRY_COMPARE(desk.find<FlowButton>("flow_refused")->point().fact, u"of all tenants only"_s);
        QCOMPARE(desk.figure("flow_refused"), u"–"_s);
        QCOMPARE(desk.figure("flow_received"), u"0"_s);
        QTRY_VERIFY(desk.find<EmptyState>("emptyState"));
        QCOMPARE(desk.rows(), 0);
    }

    void queryAndSwitchAreOne()
    {
        m_bench->makeCase();
        m_bench->makeCase(u"northwind"_s);
        count(*m_bench, {}, u"unknown_source"_s, 5);
        Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"root"_s, {u"*"_s}}, Role::administrator);
        auto *query = desk.find<QueryEdit>("deliveryQuery");
        auto *results = desk.find<SegmentedSwitch>("resultSwitch");
        QTRY_COMPARE(desk.rows(), 3);
        QTRY_VERIFY(desk.label("deliveryQueryResult").startsWith(u"3 of 3 · "));
        results->setCurrentIndex(1);
        QCOMPARE(query->toPlainText(), u"result:accepted"_s);
        QTRY_COMPARE(desk.rows(), 2);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Slash);
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget *>(query));
        query->selectAll();
        QTest::keyClicks(query, u"tenant:northwind"_s);
        QTRY_COMPARE(desk.rows(), 1);
        QCOMPARE(results->currentIndex(), 0);
        query->selectAll();
        QTest::keyClicks(query, u"result:refused"_s);
        QTRY_COMPARE(results->currentIndex(), 3);
        QTRY_COMPARE(desk.cell(0, DeliveryColumn::signature), u"unknown address"_s);
        query->selectAll();
        QTest::keyClicks(query, u"result:refused id:evt"_s);
        QVERIFY2(desk.label("deliveryQueryProblem").startsWith(u"At place 16: refused deliveries are only counted"),
                 qPrintable(desk.label("deliveryQueryProblem")));
        query->selectAll();
        QTest::keyClicks(query, u"sorce:shop"_s);
        QTRY_COMPARE(desk.find<Button>("deliveryQueryFix")->text(), u"Use source"_s);
        desk.find<Button>("deliveryQueryFix")->click();
        QTRY_COMPARE(query->toPlainText(), u"source:shop"_s);
        QTRY_COMPARE(desk.rows(), 2);
        query->selectAll();
        QTest::keyClicks(query, u"id:nothing"_s);
        QTRY_COMPARE(desk.rows(), 0);
        auto *page = desk.find<DeliveriesPage>("deliveries");
        auto *empty = page->findChild<EmptyState *>(u"emptyState"_s);
        QTRY_VERIFY(empty->isVisible());
        Q_EMIT empty->actionRequested();
        QTRY_COMPARE(desk.rows(), 3);
    }

    void theTableSortsCopiesAndOpensCases()
    {
        const auto id = m_bench->makeCase();
        m_bench->makeJob();
        Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"root"_s, {u"*"_s}}, Role::administrator);
        QAbstractItemModelTester tester(desk.table()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_COMPARE(desk.cell(0, DeliveryColumn::deliveryId), u"d-2"_s);
        Q_EMIT desk.table()->horizontalHeader()->sectionClicked(int(DeliveryColumn::deliveryId));
        Q_EMIT desk.table()->horizontalHeader()->sectionClicked(int(DeliveryColumn::deliveryId));
        QTRY_COMPARE(desk.cell(0, DeliveryColumn::deliveryId), u"d-1"_s);
        desk.table()->setFocus();
        QTest::keyClick(desk.table(), Qt::Key_Home);
        QTRY_COMPARE(desk.table()->currentId(), u"1"_s);
        desk.find<Command>("deliveriesCopyId")->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), u"d-1"_s);
        QTRY_COMPARE(desk.label("journeyTitle"), u"Journey of d-1"_s);
        QVERIFY(desk.find<QWidget>("journey_case")->accessibleName().contains(u"with people"));
        QVERIFY(desk.find<QWidget>("journey_release")->accessibleName().contains(u"Not released so far"));
        QTRY_VERIFY(desk.find<Command>("deliveriesOpenCase")->lockedReason().isEmpty());
        QTest::keyClick(desk.table(), Qt::Key_J);
        QTRY_COMPARE(desk.label("journeyTitle"), u"Journey of d-2"_s);
        QCOMPARE(desk.find<Command>("deliveriesOpenCase")->lockedReason(), u"This delivery has no case."_s);
        QTest::keyClick(desk.table(), Qt::Key_K);
        QTRY_VERIFY(desk.find<Command>("deliveriesOpenCase")->lockedReason().isEmpty());
        QTest::keyClick(desk.table(), Qt::Key_Return);
        QCOMPARE(desk.window.currentPage(), u"cases"_s);
        QCOMPARE(desk.find<QueryEdit>("query")->toPlainText(), u"case:"_s + id.value);
    }

    void whatIsShownIsExported()
    {
        m_bench->makeCase();
        m_bench->makeJob();
        count(*m_bench, u"shop"_s, u"signature"_s, 1);
        Desktop<StoreDesk> desk(*m_bench, queries::Viewer{u"root"_s, {u"*"_s}}, Role::administrator);
        QTRY_COMPARE(desk.rows(), 3);
        QTemporaryDir dir;
        desk.find<DeliveriesPage>("deliveries")->exportTo(dir.filePath(u"d.csv"_s), false);
        QFile file(dir.filePath(u"d.csv"_s));
        QTRY_VERIFY(file.exists());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 3); // its head and two deliveries; what was refused is no delivery
        QVERIFY(lines[0].startsWith("\"source\",\"delivery_id\""));
        QVERIFY(lines[1].contains("d-2"));
    }

    // A real delivery: it failed, was inspected, released, and reconciled with its recipient.
    void theJourneyOfADeliveryFromFailureToProof()
    {
        Desktop<LiveDesk> desk(LiveDesk::Story::cards);
        auto &stage = desk.services.stage();
        QTRY_VERIFY_WITH_TIMEOUT(!stage.standing().fixVersion.isEmpty(), patienceMs);
        QVERIFY(demo::inspect(stage.desk(), stage.standing()));
        QVERIFY(demo::approveRedrive(stage.desk(), stage.standing()));
        const auto planned = demo::planAndApprove(stage.desk(), stage.standing(), 0);
        QVERIFY2(planned.has_value(), planned ? "" : qPrintable(planned.error().detail));
        QVERIFY(stage.desk().startRelease(planned->redriveId.value));
        QTRY_COMPARE_WITH_TIMEOUT(stage.standing().closed, 9, patienceMs);

        const auto query = u"outcome:single_execution_confirmed"_s;
        desk.find<DeliveriesPage>("deliveries")->showQuery(query);
        QTRY_COMPARE_WITH_TIMEOUT(desk.rows(), 9, patienceMs);
        QTRY_COMPARE(desk.cell(0, DeliveryColumn::now), u"Reconciled: executed once, confirmed"_s);
        QTRY_VERIFY2(desk.label("journeyHeadline").contains(u"from arrival to proof"), qPrintable(desk.label("journeyHeadline")));
        const qint64 seq = desk.table()->currentId().toLongLong();
        const auto told = desk.services.fromStore<std::optional<queries::Journey>>([&](Database &db) {
            return queries::journey(db, {u"ana"_s, {u"*"_s}}, seq, desk.services.clock().nowMs());
        });
        QVERIFY(told && told->ended);
        QCOMPARE(desk.label("journeyHeadline"), journeyHeadline(*told));
        QVERIFY(!told->attempts.isEmpty() && !told->people.isEmpty() && !told->release.isEmpty());
        QCOMPARE(told->reconciliation->outcome, Reconciled::single_execution_confirmed);
        QCOMPARE(told->approver, u"ana"_s);
        QCOMPARE(told->workMs + told->waitMs + told->peopleMs, told->endedAt - told->row.delivery.receivedAt);

        // Every box can be reached by the keyboard and says itself.
        auto *box = desk.find<QWidget>("journey_arrival");
        box->setFocus();
        for (const auto *next : {"journey_attempts", "journey_case", "journey_release", "journey_reconciled"}) {
            QVERIFY(!QApplication::focusWidget()->accessibleName().isEmpty());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QCOMPARE(QApplication::focusWidget()->objectName(), QLatin1String(next));
        }
        QVERIFY(QApplication::focusWidget()->accessibleName().contains(u"Executed once, confirmed"));
    }

    void aTestDeliveryIsSentByKeysAlone()
    {
        Desktop<LiveDesk> desk(LiveDesk::Story::cards);
        QTRY_VERIFY_WITH_TIMEOUT(desk.rows() == 12, patienceMs);
        QTRY_VERIFY(desk.find<Command>("deliveriesTest")->lockedReason().isEmpty());
        QTRY_VERIFY(desk.window.isActiveWindow());
        desk.table()->setFocus();
        QTest::keyClick(desk.table(), Qt::Key_T);
        Sheet *sheet = nullptr;
        QTRY_VERIFY((sheet = desk.window.findChild<Sheet *>(u"testSheet"_s)) && sheet->isVisible());
        QTest::keyClick(sheet, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->findChild<QWidget *>(u"testAnswer"_s), patienceMs);
        QVERIFY2(sheet->findChild<QWidget *>(u"testAnswer"_s)->accessibleName().endsWith(u"as expected"), "not as expected");
        QTest::keyClick(sheet, Qt::Key_Escape);
        QTRY_COMPARE_WITH_TIMEOUT(desk.rows(), 13, patienceMs);
        QTRY_VERIFY(desk.cell(0, DeliveryColumn::deliveryId).startsWith(u"test_"));

        // And one that the listener has to refuse.
        QTRY_VERIFY(!desk.window.findChild<Sheet *>(u"testSheet"_s) && desk.window.isActiveWindow());
        desk.table()->setFocus();
        QTest::keyClick(desk.table(), Qt::Key_T);
        QTRY_VERIFY((sheet = desk.window.findChild<Sheet *>(u"testSheet"_s)) && sheet->isVisible());
        QTest::keyClick(sheet->findChild<Select *>(u"testKind"_s), Qt::Key_Down);
        QTest::keyClick(sheet->findChild<Select *>(u"testKind"_s), Qt::Key_Down);
        QTest::keyClick(sheet, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->findChild<QWidget *>(u"testAnswer"_s), patienceMs);
        QTest::keyClick(sheet, Qt::Key_Escape);
        QTRY_COMPARE_WITH_TIMEOUT(desk.figure("flow_refused"), u"1"_s, patienceMs);
        desk.find<FlowButton>("flow_refused")->click();
        QTRY_COMPARE(desk.cell(0, DeliveryColumn::signature), u"bad signature"_s);
    }

    void oneOfSeveralSourcesIsChosen()
    {
        // The sheet alone: what each source expects follows the choice.
        LiveDesk services(LiveDesk::Story::none);
        QWidget over;
        Source a, b;
        a.slug = u"alpha"_s;
        b.slug = u"beta"_s;
        a.events = QStringList{u"order.paid"_s};
        auto *sheet = new TestSheet(services, {a, b}, &over);
        auto *which = sheet->findChild<Select *>(u"testSource"_s);
        auto *event = sheet->findChild<Field *>(u"testEvent"_s);
        QCOMPARE(which->count(), 2);
        QCOMPARE(event->text(), u"order.paid"_s);
        which->setCurrentIndex(1);
        QCOMPARE(event->text(), u"test"_s);
        delete sheet;
    }

private:
    QTemporaryDir m_settings;
    std::unique_ptr<test::DeskBench> m_bench;
};

QTEST_MAIN(TestDeliveriesDesk)
#include "tst_deliveriesdesk.moc"
