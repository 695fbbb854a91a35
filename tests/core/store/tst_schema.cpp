// The schema refuses words that are not in the vocabulary, and derives a case's status as the contract's table says.
#include "core/store/freshstore.h"
#include "store/figures.h"

#include <QRegularExpression>
#include <QTest>

using namespace lazaret;

namespace {

using Row = QMap<QString, QString>; // column → SQL literal

// A good row of each table that has a CHECK; the tests spoil one column at a time.
const QMap<QString, Row> &goodRows()
{
    static const QMap<QString, Row> rows = [] {
        const auto row = [](std::initializer_list<std::pair<const char *, const char *>> columns) {
            Row result;
            for (const auto &[name, literal] : columns)
                result.insert(QString::fromLatin1(name), QString::fromLatin1(literal));
            return result;
        };
        return QMap<QString, Row>{
            {QStringLiteral("source_current"), row({{"slug", "'s'"}, {"version", "1"}, {"removed", "0"}})},
            {QStringLiteral("workflow_current"), row({{"name", "'w'"}, {"version", "'1'"}, {"removed", "0"}})},
            {QStringLiteral("operators"), row({{"name", "'ana'"}, {"role", "'viewer'"}, {"tenants", "'[]'"}, {"created_at", "1"}})},
            {QStringLiteral("holds"), row({{"kind", "'source'"}, {"name", "'s'"}, {"since", "1"}, {"by", "'ana'"}})},
            {QStringLiteral("deliveries"), row({{"source", "'s'"},
                                                {"source_version", "1"},
                                                {"delivery_id", "'d'"},
                                                {"received_at", "1"},
                                                {"scheme", "'x'"},
                                                {"key_slot", "1"},
                                                {"body_sha256", "x'00'"},
                                                {"body_size", "1"},
                                                {"duplicate_differs", "0"},
                                                {"replay_suspected", "0"}})},
            {QStringLiteral("jobs"), row({{"job_id", "'j'"},
                                          {"task_type", "'t'"},
                                          {"workflow", "'w'"},
                                          {"workflow_version", "'1'"},
                                          {"state", "'done'"},
                                          {"created_at", "1"},
                                          {"due_at", "1"},
                                          {"lease_owner", "NULL"}})},
            {QStringLiteral("attempts"), row({{"job_id", "'j'"},
                                              {"number", "1"},
                                              {"worker_id", "'w'"},
                                              {"app_version", "'1'"},
                                              {"workflow_version", "'1'"},
                                              {"policy_version", "'1'"},
                                              {"started_at", "1"},
                                              {"outcome", "'done'"},
                                              {"error_class", "NULL"}})},
            {QStringLiteral("receipts"), row({{"job_id", "'j'"},
                                              {"action", "'a'"},
                                              {"idempotency_key", "'k'"},
                                              {"state", "'intended'"},
                                              {"intended_at", "1"},
                                              {"attempt", "1"},
                                              {"workflow_version", "'1'"},
                                              {"idempotent_target", "0"}})},
            {QStringLiteral("cases"), row({{"case_id", "'c'"},
                                           {"job_id", "'j'"},
                                           {"workflow", "'w'"},
                                           {"workflow_version", "'1'"},
                                           {"error_class", "'policy'"},
                                           {"error_code", "'x'"},
                                           {"first_failure_at", "1"},
                                           {"last_failure_at", "1"},
                                           {"attempt_count", "1"},
                                           {"data_classification", "'internal'"},
                                           {"signature_verified", "1"},
                                           {"key_slot", "1"},
                                           {"opened_at", "1"}})},
            {QStringLiteral("findings"), row({{"case_id", "'c'"}, {"step", "1"}, {"text", "'t'"}, {"by", "'ana'"}, {"at", "1"}})},
            {QStringLiteral("dispositions"), row({{"case_id", "'c'"},
                                                  {"kind", "'manual_completion'"},
                                                  {"state", "'standing'"},
                                                  {"by", "'ana'"},
                                                  {"at", "1"},
                                                  {"reason", "'r'"}})},
            {QStringLiteral("releases"), row({{"redrive_id", "'r'"},
                                              {"state", "'planned'"},
                                              {"resume_to", "'canary'"},
                                              {"case_selection_query", "''"},
                                              {"workflow", "'w'"},
                                              {"source_versions", "'[]'"},
                                              {"target_version", "'2'"},
                                              {"fix_reference", "'f'"},
                                              {"allowed_effects", "'[]'"},
                                              {"rate_limit", "0"},
                                              {"stop_conditions", "'[]'"},
                                              {"planned_by", "'ana'"},
                                              {"planned_os", "'ana'"},
                                              {"planned_at", "1"},
                                              {"reconciliation_owner", "'ana'"},
                                              {"plan_version", "1"},
                                              {"ladder", "'[]'"},
                                              {"approved_case_count", "1"}})},
            {QStringLiteral("release_items"), row({{"redrive_id", "'r'"},
                                                   {"position", "0"},
                                                   {"case_id", "'c'"},
                                                   {"job_id", "'j'"},
                                                   {"eligible", "1"},
                                                   {"state", "'planned'"},
                                                   {"source_version", "'1'"},
                                                   {"planned_class", "'policy'"}})},
            {QStringLiteral("reconciliations"), row({{"case_id", "'c'"},
                                                     {"at", "1"},
                                                     {"receipts_before", "'[]'"},
                                                     {"observed", "'not_asked'"},
                                                     {"how", "''"},
                                                     {"outcome", "'duplicate_blocked'"},
                                                     {"proof", "''"}})},
            {QStringLiteral("requests"), row({{"kind", "'reconcile'"},
                                              {"subjects", "'[]'"},
                                              {"actor", "'ana'"},
                                              {"os_user", "'ana'"},
                                              {"at", "1"},
                                              {"state", "'asked'"}})},
        };
    }();
    return rows;
}

QString insertOf(const QString &table, const Row &row)
{
    return QStringLiteral("INSERT INTO %1 (%2) VALUES (%3)").arg(table, row.keys().join(u','), row.values().join(u','));
}

template <typename E>
QStringList wordsOf()
{
    QStringList words;
    for (const auto word : Vocabulary<E>::words)
        words.append(QStringLiteral("'%1'").arg(QString::fromLatin1(word.data(), qsizetype(word.size()))));
    return words;
}

} // namespace

class TestSchema : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCheckIsKnownHere();
    void checks_data();
    void checks();
    void aLeaseHasAnOwner_data();
    void aLeaseHasAnOwner();
    void theAuditLogOnlyGrows();
    void status_data();
    void status();

private:
    static int s_checks;
};

int TestSchema::s_checks = 0;

void TestSchema::everyCheckIsKnownHere()
{
    test::FreshStore store;
    const QString all = store.text(QStringLiteral("SELECT group_concat(sql, ' ') FROM sqlite_master WHERE type = 'table'"));
    checks_data();              // counts
    constexpr int jobRules = 2; // aLeaseHasAnOwner
    QCOMPARE(int(all.count(QRegularExpression(QStringLiteral("\\bCHECK\\b")))), s_checks + jobRules);
}

void TestSchema::checks_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("column");
    QTest::addColumn<QStringList>("good");
    QTest::addColumn<QStringList>("bad");
    s_checks = 0;
    const auto check = [](const char *table, const char *column, const QStringList &good, QStringList bad = {}) {
        if (bad.isEmpty())
            bad = {QStringLiteral("'nonsense'"), QStringLiteral("''"), good.first().toUpper(), QStringLiteral("' ready'")};
        QTest::addRow("%s.%s", table, column) << QString::fromLatin1(table) << QString::fromLatin1(column) << good << bad;
        ++s_checks;
    };
    const QStringList flag{QStringLiteral("0"), QStringLiteral("1")};
    const QStringList noFlag{QStringLiteral("2"), QStringLiteral("-1"), QStringLiteral("'yes'")};
    check("source_current", "removed", flag, noFlag);
    check("workflow_current", "removed", flag, noFlag);
    check("operators", "role", wordsOf<Role>());
    check("holds", "kind", {QStringLiteral("'source'"), QStringLiteral("'workflow'")});
    check("deliveries", "duplicate_differs", flag, noFlag);
    check("deliveries", "replay_suspected", flag, noFlag);
    QStringList unleased = wordsOf<JobState>();
    unleased.removeAll(QStringLiteral("'leased'")); // which wants an owner: aLeaseHasAnOwner
    check("jobs", "state", unleased);
    check("attempts", "outcome", wordsOf<OutcomeKind>());
    check("attempts", "error_class", wordsOf<ErrorClass>());
    check("receipts", "state", wordsOf<ReceiptState>());
    check("receipts", "idempotent_target", flag, noFlag);
    check("cases", "error_class", wordsOf<ErrorClass>());
    check("findings", "step", {QStringLiteral("0"), QStringLiteral("6")}, {QStringLiteral("7"), QStringLiteral("-1")});
    check("dispositions", "kind", wordsOf<DispositionKind>());
    check("dispositions", "state", wordsOf<DispositionState>());
    check("releases", "state", wordsOf<ReleaseState>());
    check("release_items", "state", wordsOf<ReleaseItemState>());
    check("reconciliations", "outcome", wordsOf<Reconciled>());
    check("requests", "kind", {QStringLiteral("'verify_effect'"), QStringLiteral("'reconcile'")});
    check("requests", "state", {QStringLiteral("'asked'"), QStringLiteral("'taken'"), QStringLiteral("'answered'")});
}

void TestSchema::checks()
{
    QFETCH(QString, table);
    QFETCH(QString, column);
    QFETCH(QStringList, good);
    QFETCH(QStringList, bad);
    test::FreshStore store;
    Database &db = *store.db;
    QVERIFY(db.run("PRAGMA foreign_keys = OFF")); // one rule at a time
    Row row = goodRows().value(table);
    for (const auto &literal : std::as_const(good)) {
        row[column] = literal;
        QVERIFY(db.begin());
        QVERIFY2(db.prepareOnce(insertOf(table, row)).run(), qPrintable(literal));
        db.rollback();
    }
    for (const auto &literal : std::as_const(bad)) {
        row[column] = literal;
        QVERIFY2(!db.prepareOnce(insertOf(table, row)).run(), qPrintable(literal));
        QVERIFY2(db.error()->detail.contains(QStringLiteral("CHECK constraint")), qPrintable(db.error()->detail));
        db.clearError();
    }
}

void TestSchema::aLeaseHasAnOwner_data()
{
    QTest::addColumn<QString>("state");
    QTest::addColumn<bool>("owner");
    QTest::addColumn<bool>("due");
    QTest::addColumn<bool>("holds");
    for (const auto &state : wordsOf<JobState>()) {
        const bool leased = state == u"'leased'";
        const bool waits = state == u"'ready'" || state == u"'waiting'";
        for (const bool owner : {false, true}) {
            for (const bool due : {false, true})
                QTest::addRow("%s%s%s", qPrintable(state), owner ? ", owned" : "", due ? ", due" : "")
                    << state << owner << due << (owner == leased && (due || !waits));
        }
    }
}

void TestSchema::aLeaseHasAnOwner()
{
    QFETCH(QString, state);
    QFETCH(bool, owner);
    QFETCH(bool, due);
    test::FreshStore store;
    Row row = goodRows().value(QStringLiteral("jobs"));
    row[QStringLiteral("state")] = state;
    row[QStringLiteral("lease_owner")] = owner ? QStringLiteral("'w'") : QStringLiteral("NULL");
    row[QStringLiteral("due_at")] = due ? QStringLiteral("1") : QStringLiteral("NULL");
    QTEST(store.db->prepareOnce(insertOf(QStringLiteral("jobs"), row)).run(), "holds");
}

void TestSchema::theAuditLogOnlyGrows()
{
    test::FreshStore store;
    Database &db = *store.db;
    QVERIFY(db.run("INSERT INTO audit (at, actor, os_user, action, object, details, previous_hash, hash) VALUES (1, 'a', 'a', 'b', 'c', "
                   "'d', '', 'h')"));
    for (const char *sql : {"UPDATE audit SET actor = 'x'", "DELETE FROM audit"}) {
        QVERIFY(!db.run(sql));
        QVERIFY(db.error()->detail.contains(QStringLiteral("append-only")));
        db.clearError();
    }
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM audit WHERE actor = 'a'")), 1);
}

void TestSchema::status_data()
{
    QTest::addColumn<QString>("set");         // what is different from a case that just opened
    QTest::addColumn<QString>("disposition"); // kind, state, until
    QTest::addColumn<QString>("item");        // state in its release
    QTest::addColumn<CaseStatus>("expected");
    const auto row = [](const char *name, const char *set, const char *disposition, const char *item, CaseStatus expected) {
        QTest::newRow(name) << QString::fromLatin1(set) << QString::fromLatin1(disposition) << QString::fromLatin1(item) << expected;
    };
    using enum CaseStatus;
    row("just opened", "", "", "", open);
    row("a finding since the failure", "last_finding_at = 2000", "", "", in_inspection);
    row("failed again since the finding", "last_finding_at = 2000, last_failure_at = 3000", "", "", open);
    row("a redrive asked for", "last_finding_at = 2000", "'redrive_approved', 'requested', NULL", "", awaiting_approval);
    row("a discard asked for", "", "'discard_business_valid', 'requested', NULL", "", awaiting_approval);
    row("a redrive approved", "last_finding_at = 2000", "'redrive_approved', 'standing', NULL", "", approved);
    row("out", "", "'redrive_approved', 'standing', NULL", "'released'", releasing);
    row("its job is settled", "", "'redrive_approved', 'standing', NULL", "'settled'", reconciling);
    row("isolated", "", "'redrive_approved', 'standing', NULL", "'isolated'", reconciling);
    row("planned, not started", "", "'redrive_approved', 'standing', NULL", "'planned'", approved);
    row("closed", "closed_at = 5000", "'redrive_approved', 'standing', NULL", "'reconciled'", closed);
    row("closed while anything else holds", "closed_at = 5000, last_finding_at = 2000", "'manual_completion', 'requested', NULL",
        "'released'", closed);
    row("blocked until a day far off", "", "'blocked_evidence', 'standing', 253370764800000", "", blocked);
    row("blocked, and the day has come", "", "'blocked_evidence', 'standing', 1000", "", open);
    row("waits for its incident", "last_finding_at = 2000", "'incident_opened', 'standing', NULL", "", open);
    row("by hand, waiting for its receipt", "", "'manual_completion', 'standing', NULL", "", open);
}

void TestSchema::status()
{
    QFETCH(QString, set);
    QFETCH(QString, disposition);
    QFETCH(QString, item);
    test::FreshStore store;
    Database &db = *store.db;
    QVERIFY(db.run("PRAGMA foreign_keys = OFF"));
    const auto run = [&](const QString &sql) { QVERIFY2(db.prepareOnce(sql).run(), qPrintable(sql)); };
    Row row = goodRows().value(QStringLiteral("cases"));
    row[QStringLiteral("last_failure_at")] = QStringLiteral("1000");
    run(insertOf(QStringLiteral("cases"), row));
    if (!set.isEmpty())
        run(QStringLiteral("UPDATE cases SET ") + set);
    if (!disposition.isEmpty()) {
        run(QStringLiteral("INSERT INTO dispositions (id, case_id, by, at, reason, kind, state, until) VALUES (7, 'c', 'ana', 1, 'r', %1)")
                .arg(disposition));
        run(QStringLiteral("UPDATE cases SET disposition_id = 7"));
    }
    if (!item.isEmpty()) {
        Row entry = goodRows().value(QStringLiteral("release_items"));
        entry[QStringLiteral("state")] = item;
        run(insertOf(QStringLiteral("release_items"), entry));
        if (item != u"'planned'")
            run(QStringLiteral("UPDATE cases SET redrive_id = 'r'"));
    }
    const auto c = store::loadCase(db, {QStringLiteral("c")});
    QVERIFY(c);
    QTEST(c->status, "expected");
    QCOMPARE(store::matchingCases(db, QStringLiteral("status = ?"), {toText(c->status)}).size(), 1);
}

QTEST_GUILESS_MAIN(TestSchema)
#include "tst_schema.moc"
