#include "cases/selectionquery.h"

#include <QRandomGenerator>
#include <QSet>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

using namespace lazaret::cases;

namespace {

constexpr qint64 hour = 3'600'000;
constexpr qint64 day = 24 * hour;
constexpr qint64 now = 1'796'083'200'000; // 2026-12-01 00:00 UTC; the rows are told apart from here
constexpr qint64 noon = now + 12 * hour;

const QStringList columns{QStringLiteral("case_id"),          QStringLiteral("job_id"),
                          QStringLiteral("delivery_id"),      QStringLiteral("source"),
                          QStringLiteral("event_type"),       QStringLiteral("operation_id"),
                          QStringLiteral("task_id"),          QStringLiteral("task_type"),
                          QStringLiteral("tenant"),           QStringLiteral("user_ref"),
                          QStringLiteral("workflow"),         QStringLiteral("workflow_version"),
                          QStringLiteral("input_reference"),  QStringLiteral("error_class"),
                          QStringLiteral("error_code"),       QStringLiteral("last_exception"),
                          QStringLiteral("first_failure_at"), QStringLiteral("last_failure_at"),
                          QStringLiteral("attempt_count"),    QStringLiteral("owner"),
                          QStringLiteral("review_due_at"),    QStringLiteral("status"),
                          QStringLiteral("disposition"),      QStringLiteral("redrive_id"),
                          QStringLiteral("case_group")};

// Kinds and texts of the tokens, as one line: "key:class colon value:policy".
QString tokenLine(const QString &text)
{
    static const char *names[]{"key", "colon", "comma", "value", "phrase", "word", "or", "minus", "open", "close", "unfinished"};
    QStringList line;
    for (const auto &token : tokenize(text))
        line.append(QStringLiteral("%1[%2+%3]%4")
                        .arg(QLatin1String(names[size_t(token.kind)]))
                        .arg(token.start)
                        .arg(token.length)
                        .arg(token.kind == TokenKind::phrase ? u'=' + token.text : QString()));
    return line.join(u' ');
}

QString repeated(const QString &text, int times)
{
    return text.repeated(times);
}

} // namespace

class tst_SelectionQuery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void tokens_data();
    void tokens();
    void tokensCoverTheText();
    void errors_data();
    void errors();
    void rows_data();
    void rows();
    void everyKeyReachesItsColumn();
    void valuesAreBoundNeverSpliced();
    void onlyOpen_data();
    void onlyOpen();
    void manyTerms();
    void deepNesting_data();
    void deepNesting();
    void manyNegations();
    void randomTreesMeanWhatTheySay();
    void randomTextIsAnsweredAndRuns();

private:
    QString matches(const QString &text, QString *error = nullptr);
    void insert(const QVariantMap &values);
    QSqlDatabase m_db;
};

void tst_SelectionQuery::initTestCase()
{
    m_db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"));
    m_db.setDatabaseName(QStringLiteral(":memory:"));
    QVERIFY(m_db.open());
    QSqlQuery sql(m_db);
    QVERIFY2(sql.exec(QStringLiteral("CREATE TABLE case_view (%1)").arg(columns.join(QStringLiteral(", ")))),
             qPrintable(sql.lastError().text()));

    const auto row = [this](const char *id, std::initializer_list<std::pair<const char *, QVariant>> values) {
        QVariantMap map{{QStringLiteral("case_id"), QLatin1String(id)},
                        {QStringLiteral("error_class"), QStringLiteral("unknown_defect")},
                        {QStringLiteral("error_code"), QStringLiteral("http.500")},
                        {QStringLiteral("workflow"), QStringLiteral("cards")},
                        {QStringLiteral("workflow_version"), QStringLiteral("12")},
                        {QStringLiteral("status"), QStringLiteral("open")},
                        {QStringLiteral("attempt_count"), 1},
                        {QStringLiteral("first_failure_at"), noon - hour}};
        for (const auto &[key, value] : values)
            map.insert(QLatin1String(key), value);
        insert(map);
    };
    const auto text = [](const char *s) { return QVariant(QString::fromUtf8(s)); };
    row("A", {{"tenant", text("acme")}, {"owner", text("ana")}, {"error_class", text("policy")}, {"error_code", text("http.403")}});
    row("B", {{"tenant", text("beta")}, {"owner", text("ben")}, {"attempt_count", 5}, {"first_failure_at", noon - 3 * hour}});
    row("C",
        {{"status", text("closed")}, {"disposition", text("redrive_approved")}, {"workflow_version", text("13")}, {"attempt_count", 3}});
    row("D", {{"workflow", text("videos")}, {"last_exception", text("Disk 100% full at C:\\tmp_1")}, {"first_failure_at", noon - 5 * day}});
    row("E", {{"review_due_at", now - 1}, {"last_exception", text("it said \"no\"; DROP TABLE case_view --")}});
    row("F", {{"review_due_at", now}, {"tenant", text("none")}, {"user_ref", text("user-42")}});
    row("G", {{"review_due_at", now + day}, {"error_code", text("http.5")}, {"last_exception", text("tmpX1 overflow or underflow")}});
    row("H",
        {{"review_due_at", now + 2 * day}, {"error_code", text("lease.lost")}, {"error_class", text("quality")}, {"tenant", text("ac*")}});
}

void tst_SelectionQuery::cleanupTestCase()
{
    m_db.close();
}

void tst_SelectionQuery::insert(const QVariantMap &values)
{
    QSqlQuery sql(m_db);
    QStringList marks;
    for (qsizetype i = 0; i < values.size(); ++i)
        marks.append(QStringLiteral("?"));
    QVERIFY(sql.prepare(QStringLiteral("INSERT INTO case_view (%1) VALUES (%2)").arg(values.keys().join(u','), marks.join(u','))));
    for (const auto &value : values)
        sql.addBindValue(value);
    QVERIFY(sql.exec());
}

// The ids of the matching rows, in order: "ABD".
QString tst_SelectionQuery::matches(const QString &text, QString *error)
{
    const auto query = parseQuery(text);
    if (!query) {
        if (error)
            *error = query.error().text();
        return QStringLiteral("refused: ") + query.error().text();
    }
    const CompiledQuery compiled = compile(*query, {QStringLiteral("ana"), noon});
    QSqlQuery sql(m_db);
    sql.setForwardOnly(true);
    if (!sql.prepare(QStringLiteral("SELECT case_id FROM case_view WHERE (tenant IS NULL OR tenant <> '') AND (%1) ORDER BY case_id")
                         .arg(compiled.where)))
        return QStringLiteral("not SQL: ") + sql.lastError().text().left(200);
    for (const auto &value : compiled.bindings)
        sql.addBindValue(value);
    if (!sql.exec())
        return QStringLiteral("not run: ") + sql.lastError().text().left(200);
    QString ids;
    while (sql.next())
        ids += sql.value(0).toString();
    return ids;
}

void tst_SelectionQuery::tokens_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *text, const char *expected) {
        QTest::newRow(*text ? text : "empty") << QString::fromUtf8(text) << QString::fromUtf8(expected);
    };
    row("", "");
    row(" \t\n ", "");
    row("word", "word[0+4]");
    row("class:policy", "key[0+5] colon[5+1] value[6+6]");
    row("class:policy,quality x", "key[0+5] colon[5+1] value[6+6] comma[12+1] value[13+7] word[21+1]");
    row("source:\"a b\",c", "key[0+6] colon[6+1] phrase[7+5]=a b comma[12+1] value[13+1]");
    row("a or OR orb", "word[0+1] or[2+2] or[5+2] word[8+3]");
    row("\"or\"", "phrase[0+4]=or");
    row("-(a -b)", "minus[0+1] open[1+1] word[2+1] minus[4+1] word[5+1] close[6+1]");
    row("re-try a-b", "word[0+6] word[7+3]");
    row("age:>2h", "key[0+3] colon[3+1] value[4+3]");
    row("12:30 job_1:save a1:b", "word[0+5] word[6+10] word[17+4]");
    row("\"a \\\" \\\\ \\n\"", "phrase[0+12]=a \" \\ \\n");
    row("x \"open end", "word[0+1] unfinished[2+9]");
    row("class:", "key[0+5] colon[5+1]");
    row("class:)", "key[0+5] colon[5+1] close[6+1]");
    row("при:вет \xf0\x9f\x98\x80", "key[0+3] colon[3+1] value[4+3] word[8+2]");
}

void tst_SelectionQuery::tokens()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(tokenLine(text), expected);
}

void tst_SelectionQuery::tokensCoverTheText()
{
    const QString text = QStringLiteral("-(class:policy,\"x y\" or  a\"b\"c) age:>2h :: ,, \"end");
    qsizetype at = 0;
    for (const auto &token : tokenize(text)) {
        QVERIFY(token.start >= at && token.length > 0);
        QVERIFY(text.mid(at, token.start - at).trimmed().isEmpty());
        at = token.start + token.length;
    }
    QCOMPARE(at, text.size());
}

void tst_SelectionQuery::errors_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("position");
    QTest::addColumn<int>("length");
    QTest::addColumn<QString>("message"); // part of message and hint
    const auto row = [](const char *text, int position, int length, const char *message) {
        QTest::newRow(text) << QString::fromUtf8(text) << position << length << QString::fromUtf8(message);
    };
    row("x clas:policy", 2, 4, "unknown key \"clas\"; did you mean class?");
    row("workflw:x", 0, 7, "did you mean workflow?");
    row("http://host", 0, 4, "in quotes it is searched as text");
    row("class:plicy", 6, 5, "\"plicy\" is no class; did you mean policy?");
    row("class:Policy", 6, 6, "did you mean policy?");
    row("class:none", 6, 4, "is no class");
    row("status:open,shut", 12, 4, "\"shut\" is no status; one of: open, in_inspection");
    row("disposition:redrive", 12, 7, "did you mean redrive_approved?");
    row("class:", 0, 6, "class needs a value; one of: transient");
    row("x class: policy", 2, 6, "class needs a value");
    row("class:policy,", 0, 13, "needs a value");
    row("class:policy, quality", 0, 13, "needs a value");
    row("class:,policy", 0, 6, "needs a value");
    row("group:\"\"", 0, 6, "group needs a value; for example group:something");
    row("(tenant:)", 1, 7, "tenant needs a value");
    row("tenant:a\"b\"", 8, 3, "a comma or a space is missing");
    row("tenant:\"a\"b", 10, 1, "a comma or a space is missing");
    row("age:2h", 4, 2, "an age is compared");
    row("age:=2h", 4, 3, "an age is compared");
    row("age:>2", 4, 2, "units s m h d w");
    row("age:>2y", 4, 3, "units s m h d w");
    row("age:>-2h", 4, 4, "an age is compared");
    row("age:>9999999999h", 4, 12, "an age is compared");
    row("attempts:many", 9, 4, "a whole number is wanted; for example attempts:>=3");
    row("attempts:>=", 9, 2, "a whole number is wanted");
    row("attempts:-1", 9, 2, "a whole number is wanted");
    row("attempts:1.5", 9, 3, "a whole number is wanted");
    row("due:soon", 4, 4, "a day is wanted");
    row("due:<2026-13-01", 4, 11, "a day is wanted");
    row("due:<2026-02-30", 4, 11, "a day is wanted");
    row("due:<none", 4, 5, "a day is wanted");
    row("workflow:cards@", 9, 6, "name or version is missing");
    row("workflow:@12", 9, 3, "name or version is missing");
    row("(a", 0, 1, "never closed; add ) at the end");
    row("a (b (c)", 2, 1, "never closed");
    row("a)", 1, 1, "closes nothing");
    row("()", 1, 1, "something to look for is missing");
    row("or a", 0, 2, "something to look for is missing");
    row("a or", 4, 0, "something to look for is missing");
    row("a or or b", 5, 2, "something to look for is missing");
    row("a -", 3, 0, "something to leave out is missing");
    row("-)", 1, 1, "something to leave out is missing");
    row("a \"b", 2, 2, "never closed; add \" at the end");
    row("tenant:\"b", 7, 2, "never closed");
    row("tenant:a,\"b", 9, 2, "never closed");
    QTest::newRow("a value without end") << QStringLiteral("x ") + QString(1001, u'y') << 2 << 1001 << QStringLiteral("longer than 1000");
    QTest::newRow("too many terms") << repeated(QStringLiteral("x "), 10001) << 20000 << 1 << QStringLiteral("more than 10000 terms");
    QTest::newRow("list items are terms") << QStringLiteral("tenant:x") + repeated(QStringLiteral(",x"), 10000) << 20007 << 1
                                          << QStringLiteral("more than 10000 terms");
    QTest::newRow("too deep") << repeated(QStringLiteral("("), 101) + u'x' << 100 << 1 << QStringLiteral("deeper than 100");
    QTest::newRow("absurdly deep") << repeated(QStringLiteral("-("), 500000) << 201 << 1 << QStringLiteral("deeper than 100");
}

void tst_SelectionQuery::errors()
{
    QFETCH(QString, text);
    QFETCH(int, position);
    QFETCH(int, length);
    QFETCH(QString, message);
    const auto query = parseQuery(text);
    QVERIFY(!query);
    const QString line = query.error().text();
    QVERIFY2(line.contains(message), qPrintable(line));
    QVERIFY2(query.error().position == position && query.error().length == length,
             qPrintable(QStringLiteral("%1+%2 %3").arg(query.error().position).arg(query.error().length).arg(line)));
    QVERIFY(line.startsWith(QStringLiteral("at character %1: ").arg(position + 1)));
}

void tst_SelectionQuery::rows_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *text, const char *expected) {
        QTest::newRow(*text ? text : "empty") << QString::fromUtf8(text) << QString::fromUtf8(expected);
    };
    row("", "ABCDEFGH");
    row("class:policy", "A");
    row("class:policy,quality", "AH");
    row("CLASS:policy", "A");
    row("class:\"policy\"", "A");
    row("workflow:cards", "ABCEFGH");
    row("workflow:cards@12", "ABEFGH");
    row("workflow:cards@13,videos", "CD");
    row("workflow:c*@13", "C");
    row("workflow:\"cards@12\"", "");
    row("code:http.403", "A");
    row("code:http.*", "ABCDEFG");
    row("code:http.5*", "BCDEFG");
    row("code:HTTP.*", "");
    row("code:*", "ABCDEFGH");
    row("code:http.4*,lease.lost", "AH");
    row("tenant:acme", "A");
    row("tenant:ac*", "AH");
    row("tenant:\"ac*\"", "H");
    row("tenant:none", "CDEG");
    row("tenant:\"none\"", "F");
    row("tenant:acme,none", "ACDEG");
    row("-tenant:acme", "BCDEFGH");
    row("-tenant:none", "ABFH");
    row("--tenant:acme", "A");
    row("owner:me", "A");
    row("owner:none", "CDEFGH");
    row("owner:ben", "B");
    row("owner:\"me\"", "");
    row("-owner:me", "BCDEFGH");
    row("status:open", "ABDEFGH");
    row("status:closed", "C");
    row("disposition:redrive_approved", "C");
    row("disposition:none", "ABDEFGH");
    row("age:>2h", "BD");
    row("age:<2h", "ACEFGH");
    row("age:>=3h", "BD");
    row("age:>3h", "D");
    row("age:<=3h", "ABCEFGH");
    row("age:>180m age:<3d", "");
    row("age:>=10800s age:<1w", "BD");
    row("age:>0.5d", "D");
    row("attempts:>=3", "BC");
    row("attempts:>3", "B");
    row("attempts:<3", "ADEFGH");
    row("attempts:<=3", "ACDEFGH");
    row("attempts:3", "C");
    row("attempts:=5", "B");
    row("attempts:3,5", "BC");
    row("due:<today", "E");
    row("due:today", "F");
    row("due:=today", "F");
    row("due:<=today", "EF");
    row("due:yesterday", "E");
    row("due:tomorrow", "G");
    row("due:>tomorrow", "H");
    row("due:>=tomorrow", "GH");
    row("due:<2026-12-01", "E");
    row("due:2026-12-02", "G");
    row("due:none", "ABCD");
    row("-due:<today", "ABCDFGH"); // a case without a date is not overdue
    row("disk", "D");
    row("DISK full", "D");
    row("\"disk full\"", "");
    row("\"100% full\"", "D");
    row("100%full", "");
    row("tmp_1", "D"); // _ is itself, not any character
    row("C:\\tmp", "refused");
    row("\"C:\\\\tmp\"", "D");
    row("\"said \\\"no\\\"\"", "E");
    row("\"'\"", "");
    row("\"overflow or underflow\"", "G");
    row("user-42", "F");
    row("lease.lost", "H");
    row("acme or beta", "AB");
    row("acme or beta attempts:5", "AB");
    row("(acme or beta) attempts:5", "B");
    row("class:policy or class:quality or disk", "ADH");
    row("-(acme or beta)", "CDEFGH");
    row("-(status:open -class:policy)", "AC");
    row("(((acme)))", "A");
    row("status:open,closed -age:<2h", "BD");
}

void tst_SelectionQuery::rows()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const QString got = matches(text);
    if (expected == u"refused")
        QVERIFY2(got.startsWith(u"refused"), qPrintable(got));
    else
        QCOMPARE(got, expected);
}

void tst_SelectionQuery::everyKeyReachesItsColumn()
{
    const QMap<QString, QString> column{{QStringLiteral("tenant"), QStringLiteral("tenant")},
                                        {QStringLiteral("group"), QStringLiteral("case_group")},
                                        {QStringLiteral("source"), QStringLiteral("source")},
                                        {QStringLiteral("event"), QStringLiteral("event_type")},
                                        {QStringLiteral("operation"), QStringLiteral("operation_id")},
                                        {QStringLiteral("task"), QStringLiteral("task_id")},
                                        {QStringLiteral("job"), QStringLiteral("job_id")},
                                        {QStringLiteral("case"), QStringLiteral("case_id")},
                                        {QStringLiteral("delivery"), QStringLiteral("delivery_id")},
                                        {QStringLiteral("user"), QStringLiteral("user_ref")},
                                        {QStringLiteral("release"), QStringLiteral("redrive_id")},
                                        {QStringLiteral("input"), QStringLiteral("input_reference")},
                                        {QStringLiteral("code"), QStringLiteral("error_code")},
                                        {QStringLiteral("owner"), QStringLiteral("owner")},
                                        {QStringLiteral("workflow"), QStringLiteral("workflow")}};
    QVERIFY(m_db.transaction());
    for (auto it = column.begin(); it != column.end(); ++it) {
        QVariantMap values{{QStringLiteral("case_id"), QStringLiteral("Z")}};
        values.insert(it.value(), QStringLiteral("the-one"));
        insert(values);
        const QString expected = it.key() == u"case" ? QStringLiteral("the-one") : QStringLiteral("Z");
        QCOMPARE(matches(it.key() + QStringLiteral(":the-one")), expected);
        QSqlQuery(m_db).exec(QStringLiteral("DELETE FROM case_view WHERE case_id IN ('Z', 'the-one')"));
    }
    QVERIFY(m_db.rollback());
    for (const auto &key : queryKeys())
        QVERIFY(column.contains(key) || !queryValues(key).isEmpty() || key == u"age" || key == u"attempts" || key == u"due");
}

void tst_SelectionQuery::valuesAreBoundNeverSpliced()
{
    const QString evil = QStringLiteral("x' OR '1'='1");
    for (const auto &key : queryKeys()) {
        const auto query = parseQuery(QStringLiteral("%1:\"%2\" or \"%2\"").arg(key, evil));
        if (!query)
            continue; // keys with a closed vocabulary refuse it
        const CompiledQuery compiled = compile(*query, {});
        QVERIFY2(!compiled.where.contains(QStringLiteral("'1'")), qPrintable(compiled.where));
        QCOMPARE(compiled.where.count(u'?'), compiled.bindings.size());
        QVERIFY(compiled.bindings.contains(evil));
    }
    QCOMPARE(matches(u'"' + evil + u'"'), QString());
    QCOMPARE(matches(QStringLiteral("\"DROP TABLE\"")), QStringLiteral("E"));
}

void tst_SelectionQuery::onlyOpen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *text, bool expected) { QTest::newRow(*text ? text : "empty") << QString::fromUtf8(text) << expected; };
    row("", false);
    row("status:open", true);
    row("status:closed", false);
    row("status:open,blocked", true);
    row("status:open,closed", false);
    row("-status:closed", true);
    row("-status:open", false);
    row("--status:closed", false);
    row("class:policy status:open", true);
    row("class:policy or status:open", false);
    row("(status:open class:policy) or -status:closed", true);
    row("-(status:closed or acme)", false); // true in fact, but not cheap to know
    row("\"status:open\"", false);
}

void tst_SelectionQuery::onlyOpen()
{
    QFETCH(QString, text);
    QFETCH(bool, expected);
    const auto query = parseQuery(text);
    QVERIFY(query.has_value());
    QCOMPARE(compile(*query, {}).onlyOpen, expected);
    if (expected)
        QVERIFY(!matches(text).contains(u'C')); // C is the closed one
}

void tst_SelectionQuery::manyTerms()
{
    QCOMPARE(matches(repeated(QStringLiteral("-zzz "), 9999) + QStringLiteral("disk")), QStringLiteral("D"));
    QCOMPARE(matches(repeated(QStringLiteral("zzz or "), 9999) + QStringLiteral("disk")), QStringLiteral("D"));
    QCOMPARE(matches(QStringLiteral("tenant:acme") + repeated(QStringLiteral(",x"), 9999)), QStringLiteral("A"));
}

void tst_SelectionQuery::deepNesting_data()
{
    QTest::addColumn<QString>("level"); // one level of a hundred, up to its opening parenthesis
    QTest::addColumn<QString>("innermost");
    QTest::addColumn<QString>("expected");
    const QString disk = QStringLiteral("disk");
    const QString others = QStringLiteral("ABCEFGH");
    QTest::newRow("parentheses alone") << QStringLiteral("(") << disk << QStringLiteral("D");
    QTest::newRow("negations") << QStringLiteral("-(") << disk << QStringLiteral("D");
    QTest::newRow("or inside and") << QStringLiteral("acme or disk (") << disk << QStringLiteral("AD");
    QTest::newRow("or inside and, alternating") << QStringLiteral("acme (disk or ") << QStringLiteral("acme") << QStringLiteral("A");
    QTest::newRow("or inside and, negated") << QStringLiteral("zzz or -zzz -(") << disk << QStringLiteral("D");
    QTest::newRow("as wide as deep") << QStringLiteral("-(") + repeated(QStringLiteral("zzz "), 40) +
                                            repeated(QStringLiteral("or zzz "), 40) + QStringLiteral("or ")
                                     << disk << QStringLiteral("D");
    QTest::newRow("empty fields") << QStringLiteral("-(tenant:acme or ") << QStringLiteral("tenant:beta") << QStringLiteral("B");
}

void tst_SelectionQuery::deepNesting()
{
    QFETCH(QString, level);
    QFETCH(QString, innermost);
    QFETCH(QString, expected);
    const int levels = int(100 / level.count(u'('));
    QString got = matches(repeated(level, levels) + innermost + repeated(QStringLiteral(")"), levels * int(level.count(u'('))));
    QCOMPARE(got, expected);
}

void tst_SelectionQuery::manyNegations()
{
    QCOMPARE(matches(QString(9999, u'-') + QStringLiteral("disk")), QStringLiteral("ABCEFGH"));
}

// The same tree evaluated here and by SQLite, from random queries deep and wide enough to cross from AND/OR to &/|.
void tst_SelectionQuery::randomTreesMeanWhatTheySay()
{
    QRandomGenerator random(11);
    const QMap<QString, QString> terms{
        {QStringLiteral("tenant:acme"), QStringLiteral("A")},   {QStringLiteral("tenant:none"), QStringLiteral("CDEG")},
        {QStringLiteral("owner:me"), QStringLiteral("A")},      {QStringLiteral("due:<=today"), QStringLiteral("EF")},
        {QStringLiteral("attempts:>=3"), QStringLiteral("BC")}, {QStringLiteral("code:http.5*"), QStringLiteral("BCDEFG")}};
    const QString all = QStringLiteral("ABCDEFGH");
    int longest = 0;
    for (int round = 0; round < 300; ++round) {
        QString text = terms.firstKey();
        QSet<QChar> set;
        for (const QChar c : terms.first())
            set.insert(c);
        for (int level = random.bounded(0, 100); level > 0; --level) {
            const QString term = terms.keys().at(random.bounded(int(terms.size())));
            QSet<QChar> other;
            for (const QChar c : terms[term])
                other.insert(c);
            switch (random.bounded(3)) {
            case 0:
                text = u'(' + text + QStringLiteral(") ") + term;
                set.intersect(other);
                break;
            case 1:
                text = term + QStringLiteral(" or (") + text + u')';
                set.unite(other);
                break;
            default: {
                text = QStringLiteral("-(") + text + u')';
                QSet<QChar> rest;
                for (const QChar c : all) {
                    if (!set.contains(c))
                        rest.insert(c);
                }
                set = rest;
            }
            }
        }
        QString expected;
        for (const QChar c : all) {
            if (set.contains(c))
                expected += c;
        }
        longest = std::max(longest, int(compile(*parseQuery(text), {QStringLiteral("ana"), noon}).where.count(QStringLiteral(" IS TRUE"))));
        const QString got = matches(text);
        QVERIFY2(got == expected, qPrintable(text + QStringLiteral(" gives ") + got + QStringLiteral(", not ") + expected));
    }
    QVERIFY(longest > 10); // the deep form was in play
}

// Whatever is typed is either refused with a place inside the text or gives SQL that runs with as many values as marks.
void tst_SelectionQuery::randomTextIsAnsweredAndRuns()
{
    const QStringList pieces{QStringLiteral("class:"),
                             QStringLiteral("policy"),
                             QStringLiteral(","),
                             QStringLiteral("("),
                             QStringLiteral(")"),
                             QStringLiteral("-"),
                             QStringLiteral(" or "),
                             QStringLiteral("\""),
                             QStringLiteral(" "),
                             QStringLiteral("age:>2h"),
                             QStringLiteral("due:"),
                             QStringLiteral("none"),
                             QStringLiteral("x*"),
                             QStringLiteral("workflow:a@1"),
                             QStringLiteral("\\"),
                             QStringLiteral("%_'?"),
                             QStringLiteral("tenant:"),
                             QStringLiteral(":"),
                             QString::fromUcs4(U"\U0001F600\u0000", 2)};
    QRandomGenerator random(7);
    int accepted = 0;
    for (int round = 0; round < 5000; ++round) {
        QString text;
        for (int n = random.bounded(1, 12); n > 0; --n)
            text += pieces[random.bounded(int(pieces.size()))];
        const auto query = parseQuery(text);
        if (!query) {
            QVERIFY2(query.error().position >= 0 && query.error().position + query.error().length <= text.size(), qPrintable(text));
            continue;
        }
        ++accepted;
        const QString got = matches(text);
        QVERIFY2(!got.startsWith(u"not "), qPrintable(text + u' ' + got));
    }
    QVERIFY(accepted > 500);
}

QTEST_GUILESS_MAIN(tst_SelectionQuery)
#include "tst_selectionquery.moc"
