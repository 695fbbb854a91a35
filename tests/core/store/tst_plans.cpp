// The hot statements search by their indexes. The statements are the real ones: SQLite tells what the store's functions ran.
#include "core/store/freshstore.h"
#include "store/configuration.h"
#include "store/figures.h"
#include "store/flow.h"
#include "store/releasefacts.h"
#include "store/releases.h"

#include <QTest>

#include <sqlite3.h>

using namespace lazaret;

namespace {

QStringList traced; // statements since the last clear, as written

int onStatement(unsigned, void *, void *statement, void *)
{
    const QString sql = QString::fromUtf8(sqlite3_sql(static_cast<sqlite3_stmt *>(statement))).simplified();
    if (!traced.contains(sql) && !sql.startsWith(u"PRAGMA") && !sql.startsWith(u"--"))
        traced.append(sql);
    return 0;
}

int traceEach(sqlite3 *db, const char **, const sqlite3_api_routines *)
{
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, onStatement, nullptr);
}

} // namespace

class TestPlans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void plans_data();
    void plans();
};

void TestPlans::initTestCase()
{
    QCOMPARE(sqlite3_auto_extension(reinterpret_cast<void (*)()>(traceEach)), SQLITE_OK);
}

using Call = std::function<void(Database &)>;
Q_DECLARE_METATYPE(Call)

void TestPlans::plans_data()
{
    QTest::addColumn<Call>("call");
    QTest::addColumn<QStringList>("searches"); // each must be in a plan; no plan may scan a table that grows
    const QString w = QStringLiteral("cards");
    const JobId job{QStringLiteral("job_1")};
    const CaseId c{QStringLiteral("case_1")};
    const QString rdv = QStringLiteral("rdv_1");
    const auto row = [](const char *name, Call call, QStringList searches) { QTest::newRow(name) << call << searches; };
    row("lease", [=](Database &db) { store::leaseDue(db, w, 8, 1, w, 2); },
        {QStringLiteral("SEARCH jobs USING INDEX jobs_due (workflow=? AND due_at<?)")});
    row("next due", [=](Database &db) { store::nextDue(db, w); }, {QStringLiteral("SEARCH jobs USING INDEX jobs_due (workflow=?)")});
    row("job", [=](Database &db) { store::loadJob(db, job); }, {QStringLiteral("SEARCH j USING INDEX sqlite_autoindex_jobs_1 (job_id=?)")});
    row("all leases", [](Database &db) { store::leasedJobs(db); }, {QStringLiteral("j USING INDEX jobs_leased")});
    row("job of a delivery", [](Database &db) { store::jobOfDelivery(db, 1); }, {QStringLiteral("USING INDEX jobs_delivery")});
    row("heartbeat", [=](Database &db) { store::extendLease(db, job, 1, w, 2); }, {QStringLiteral("sqlite_autoindex_jobs_1")});
    row("end of a lease", [=](Database &db) { store::endLease(db, job, 1, w, {}); }, {QStringLiteral("sqlite_autoindex_jobs_1")});
    row("a repeated delivery", [=](Database &db) { store::countDuplicate(db, w, w, {}, 1); },
        {QStringLiteral("SEARCH deliveries USING INDEX deliveries_identity (source=? AND delivery_id=?)")});
    row("bytes seen before", [=](Database &db) { store::bodySeen(db, w, {}); },
        {QStringLiteral("SEARCH deliveries USING INDEX deliveries_body (body_sha256=?)")});
    row("receipts", [=](Database &db) { store::receiptsOf(db, job); }, {QStringLiteral("SEARCH receipts USING PRIMARY KEY (job_id=?)")});
    row("attempts", [=](Database &db) { store::attemptsOf(db, job); }, {QStringLiteral("SEARCH attempts USING PRIMARY KEY (job_id=?)")});
    row("case", [=](Database &db) { store::loadCase(db, c); },
        {QStringLiteral("SEARCH c USING INDEX sqlite_autoindex_cases_1 (case_id=?)")});
    row("case of a job", [=](Database &db) { store::caseOfJob(db, job); }, {QStringLiteral("sqlite_autoindex_cases_2 (job_id=?)")});
    row("findings since the failure", [=](Database &db) { store::stepsFound(db, c); }, {QStringLiteral("INDEX findings_case (case_id=?)")});
    row("release item of a job", [=](Database &db) { store::openItemOfJob(db, job); },
        {QStringLiteral("release_items USING INDEX release_items_case (redrive_id=? AND case_id=?)")});
    row("another release with the case", [=](Database &db) { store::openReleaseHolding(db, c, rdv); },
        {QStringLiteral("INDEX release_items_of_case (case_id=?)")});
    row("release items", [=](Database &db) { store::releaseItems(db, rdv); },
        {QStringLiteral("SEARCH release_items USING PRIMARY KEY (redrive_id=?)")});
    row("a case of a release", [=](Database &db) { store::releaseCaseFacts(db, c, rdv); },
        {QStringLiteral("SEARCH c USING INDEX sqlite_autoindex_cases_1 (case_id=?)"), QStringLiteral("USING PRIMARY KEY (job_id=?)"),
         QStringLiteral("INDEX reconciliations_case (case_id=?)")});
    row("active releases", [](Database &db) { store::activeReleases(db); }, {QStringLiteral("INDEX releases_state (state=?)")});
    row("open requests", [=](Database &db) { store::openRequests(db, w); }, {QStringLiteral("INDEX requests_open")});
    row("reconciliations", [=](Database &db) { store::reconciliationsOf(db, c); }, {QStringLiteral("INDEX reconciliations_case")});
    row("a page of cases",
        [](Database &db) {
            store::listCases(db, {{}, {}, QStringLiteral("case_id"), false, QStringLiteral("case_1")});
        },
        {QStringLiteral("SEARCH c USING INDEX sqlite_autoindex_cases_1 (case_id>?)")});
    row("curves of the overview", [](Database &db) { store::caseSpans(db, {QStringLiteral("*")}, 1, 2); },
        {QStringLiteral("SCAN cases USING INDEX cases_review"), // of the open ones only
         QStringLiteral("SEARCH cases USING INDEX cases_closed (closed_at>?)")});
    row("curves of some tenants", [=](Database &db) { store::caseSpans(db, {w}, 1, 2); },
        {QStringLiteral("SCAN cases USING INDEX cases_review"), // of the open ones only
         QStringLiteral("SEARCH cases USING INDEX cases_closed (closed_at>?)")});
    row("inflow and drain by class", [=](Database &db) { store::classFlow(db, {w}, 1); },
        {QStringLiteral("SEARCH cases USING INDEX cases_open (last_failure_at>?)"),
         QStringLiteral("SEARCH cases USING INDEX cases_closed (closed_at>?)")});
    row("events of the overview", [](Database &db) { store::flowEvents(db, 1, 2); },
        {QStringLiteral("SEARCH a USING INDEX audit_object (object=?)")});
    row("starving live traffic", [](Database &db) { store::liveTrafficStarves(db, 1); },
        {QStringLiteral("SEARCH j USING INDEX jobs_due (workflow=? AND due_at<?)")});
}

void TestPlans::plans()
{
    QFETCH(Call, call);
    QFETCH(QStringList, searches);
    test::FreshStore store;
    const bool filled = store.write([&](Database &db) { // so that functions go on to their later statements
        store.arrive(db);
        CaseRecord c;
        c.caseId.value = QStringLiteral("case_1");
        c.jobId = store.arrive(db).jobId;
        c.workflow = QStringLiteral("cards");
        c.workflowVersion = QStringLiteral("1");
        c.errorCode = QStringLiteral("x");
        store::insertCase(db, c, 1);
    });
    QVERIFY(filled);
    traced.clear();
    call(*store.db);
    QVERIFY2(!store.db->error(), store.db->error() ? qPrintable(store.db->error()->detail) : "");
    const QStringList statements = traced;
    QVERIFY(!statements.isEmpty());
    QStringList plan;
    for (const auto &sql : statements) {
        Statement explain = store.db->prepareOnce(QStringLiteral("EXPLAIN QUERY PLAN ") + sql);
        QVERIFY(explain.run());
        while (explain.next())
            plan.append(explain.text(3));
    }
    const QString all = plan.join(u'\n');
    for (const auto &search : std::as_const(searches))
        QVERIFY2(all.contains(search), qPrintable(QStringLiteral("wanted %1 in:\n%2").arg(search, all)));
    for (const auto *table :
         {"jobs", "j", "deliveries", "d", "receipts", "attempts", "cases", "c", "release_items", "findings", "audit", "a"}) {
        const QString scan = QStringLiteral("SCAN %1").arg(QLatin1String(table));
        const bool scans = std::any_of(plan.begin(), plan.end(), [&](const QString &line) { return line == scan; });
        QVERIFY2(!scans, qPrintable(all));
    }
}

QTEST_GUILESS_MAIN(TestPlans)
#include "tst_plans.moc"
