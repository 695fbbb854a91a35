// Lists of cases: every page follows the one before without a gap or a repetition, whatever the order and whatever is null or equal.
#include "core/store/freshstore.h"
#include "store/figures.h"

#include <QRandomGenerator>
#include <QTest>

using namespace lazaret;

class TestCaseList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void pagesJoin_data();
    void pagesJoin();
    void aConditionNarrows();
    void anUnknownOrderIsById();
    void rowsByNumber();

private:
    static constexpr int kCases = 40;
    std::unique_ptr<test::FreshStore> m_store;
};

void TestCaseList::initTestCase()
{
    m_store = std::make_unique<test::FreshStore>();
    QRandomGenerator random(7);
    const auto few = [&](const char *stem) { // equal ones, and nulls
        const int n = random.bounded(4);
        return n == 0 ? QString() : QLatin1String(stem) + QString::number(n);
    };
    QVERIFY(m_store->write([&](Database &db) {
        for (int i = 0; i < kCases; ++i) {
            CaseRecord c;
            c.jobId = m_store->arrive(db).jobId;
            c.caseId = newCaseId(m_store->clock.nowMs());
            c.workflow = QStringLiteral("w%1").arg(random.bounded(3));
            c.workflowVersion = QStringLiteral("1");
            c.errorClass = ErrorClass(random.bounded(7));
            c.errorCode = QStringLiteral("http.%1").arg(500 + random.bounded(3));
            c.operationId = few("op");
            c.tenant = few("tenant");
            c.owner = few("owner");
            c.attemptCount = random.bounded(3);
            c.firstFailureAt = 1000 + random.bounded(4);
            c.lastFailureAt = 2000 + random.bounded(4);
            c.reviewDueAt = random.bounded(3) == 0 ? Time() : Time(random.bounded(3));
            store::insertCase(db, c, 1);
            if (i % 3 == 0)
                store::insertFinding(db, {0, c.caseId, 1, QStringLiteral("seen"), QStringLiteral("ana"), 5000});
        }
    }));
}

void TestCaseList::pagesJoin_data()
{
    QTest::addColumn<QString>("order");
    QTest::addColumn<bool>("descending");
    for (const auto &column : store::caseSortColumns()) {
        QTest::addRow("%s", qPrintable(column)) << column << false;
        QTest::addRow("%s, descending", qPrintable(column)) << column << true;
    }
}

void TestCaseList::pagesJoin()
{
    QFETCH(QString, order);
    QFETCH(bool, descending);
    Database &db = *m_store->db;
    store::CasePage page;
    page.orderBy = order;
    page.descending = descending;
    page.limit = 0;
    QStringList whole;
    for (const auto &c : store::listCases(db, page))
        whole.append(c.caseId.value);
    QCOMPARE(whole.size(), kCases);
    page.limit = 7;
    QStringList paged;
    for (int pages = 0; pages <= kCases; ++pages) {
        const auto cases = store::listCases(db, page);
        if (cases.isEmpty())
            break;
        for (const auto &c : cases)
            paged.append(c.caseId.value);
        page.afterCase = paged.last();
    }
    QVERIFY(!db.error());
    QCOMPARE(paged, whole);
}

void TestCaseList::aConditionNarrows()
{
    Database &db = *m_store->db;
    store::CasePage page;
    page.where = QStringLiteral("status = ? OR status = ?"); // the page's own condition must not slip between its parts
    page.bindings = {QStringLiteral("in_inspection"), QStringLiteral("closed")};
    page.limit = 5;
    qsizetype seen = 0;
    for (auto cases = store::listCases(db, page); !cases.isEmpty(); cases = store::listCases(db, page)) {
        for (const auto &c : cases)
            QCOMPARE(c.status, CaseStatus::in_inspection);
        seen += cases.size();
        page.afterCase = cases.last().caseId.value;
    }
    QCOMPARE(seen, (kCases + 2) / 3);
    QCOMPARE(store::countCases(db, page.where, page.bindings), seen);
    QCOMPARE(store::matchingCases(db, page.where, page.bindings).size(), seen);
    QCOMPARE(store::countCases(db, {}, {}), kCases);
}

void TestCaseList::anUnknownOrderIsById()
{
    store::CasePage page;
    page.orderBy = QStringLiteral("case_id; DROP TABLE cases");
    const auto cases = store::listCases(*m_store->db, page);
    QCOMPARE(cases.size(), kCases);
    QVERIFY(std::is_sorted(cases.begin(), cases.end(), [](const auto &a, const auto &b) { return a.caseId < b.caseId; }));
}

void TestCaseList::rowsByNumber()
{
    Database &db = *m_store->db;
    auto rows =
        store::caseRows(db, QStringLiteral("error_code = ?"), {QStringLiteral("http.501")}, QStringLiteral("last_failure_at"), true);
    QVERIFY(rows.size() > 2);
    const auto cases = store::casesByRow(db, rows);
    QCOMPARE(cases.size(), rows.size());
    QVERIFY(std::is_sorted(cases.begin(), cases.end(), [](const auto &a, const auto &b) { return a.lastFailureAt > b.lastFailureAt; }));
    std::reverse(rows.begin(), rows.end());
    QCOMPARE(store::casesByRow(db, rows).first().caseId, cases.last().caseId); // in the order asked
    QCOMPARE(store::casesByRow(db, {rows[0], 999999, rows[1]}).size(), 2);     // a vanished row is left out
}

QTEST_GUILESS_MAIN(TestCaseList)
#include "tst_caselist.moc"
