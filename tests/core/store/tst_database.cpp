// One connection: its settings, its sticky errors, and the writer that commands use.
#include "store/database.h"

#include "core/store/freshstore.h"
#include "store/writer.h"

#include <QTest>

#include <future>

using namespace lazaret;

class TestDatabase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void settings_data();
    void settings();
    void readOnlyWritesNothing();
    void theFirstErrorSticks();
    void codes_data();
    void codes();
    void emptyTextIsNull();
    void beginWaitsForTheOtherWriter();
    void dataVersionShowsOthersCommits();
    void interruptEndsARunningStatement();
    void directWriterKeepsThePromise();
};

void TestDatabase::settings_data()
{
    QTest::addColumn<Database::Access>("access");
    QTest::addColumn<QString>("pragma");
    QTest::addColumn<QString>("expected");
    const auto write = Database::Access::readWrite;
    const auto read = Database::Access::readOnly;
    QTest::newRow("write-ahead log") << write << QStringLiteral("journal_mode") << QStringLiteral("wal");
    QTest::newRow("every commit flushed") << write << QStringLiteral("synchronous") << QStringLiteral("2");
    QTest::newRow("foreign keys") << write << QStringLiteral("foreign_keys") << QStringLiteral("1");
    QTest::newRow("waits for locks") << write << QStringLiteral("busy_timeout") << QStringLiteral("5000");
    QTest::newRow("reader: write-ahead log") << read << QStringLiteral("journal_mode") << QStringLiteral("wal");
    QTest::newRow("reader: waits for locks") << read << QStringLiteral("busy_timeout") << QStringLiteral("5000");
}

void TestDatabase::settings()
{
    QFETCH(Database::Access, access);
    QFETCH(QString, pragma);
    const test::FreshStore store;
    auto db = Database::open(store.directory->databaseFile(), access);
    QVERIFY(db);
    Statement ask = (*db)->prepareOnce(QStringLiteral("PRAGMA ") + pragma);
    QVERIFY(ask.run() && ask.next());
    QTEST(ask.text(0), "expected");
}

void TestDatabase::readOnlyWritesNothing()
{
    const test::FreshStore store;
    auto db = Database::open(store.directory->databaseFile(), Database::Access::readOnly);
    QVERIFY(!(*db)->run("INSERT INTO meta (key, value) VALUES ('a', '')"));
    QVERIFY((*db)->error());
}

void TestDatabase::theFirstErrorSticks()
{
    test::FreshStore store;
    Database &db = *store.db;
    QVERIFY(db.begin());
    QVERIFY(db.run("INSERT INTO meta (key, value) VALUES ('a', '')"));
    QVERIFY(!db.run("INSERT INTO nowhere VALUES (1)"));
    const QString why = db.error()->detail;
    QVERIFY(why.contains(QStringLiteral("nowhere")));
    QVERIFY(!db.run("INSERT INTO meta (key, value) VALUES ('b', '')")); // good, but nothing goes on
    {
        Statement read = db.prepare("SELECT count(*) FROM meta");
        QVERIFY(!read.run() && !read.next());
    }
    QVERIFY(!db.run("INSERT INTO elsewhere VALUES (1)"));
    QCOMPARE(db.error()->detail, why); // the first, which is the cause
    QVERIFY(!db.commit());
    db.rollback();
    QCOMPARE(db.error()->detail, why); // kept until somebody has read it
    db.clearError();
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key IN ('a', 'b')")), 0);
    QVERIFY(db.begin());
    QVERIFY(db.run("INSERT INTO meta (key, value) VALUES ('c', '')"));
    QVERIFY(db.commit());
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key = 'c'")), 1);
}

void TestDatabase::codes_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("constraint") << QStringLiteral("INSERT INTO meta (key, value) VALUES ('epoch', '')") << ErrorCode::internal;
    QTest::newRow("syntax") << QStringLiteral("INSERT INSERT") << ErrorCode::internal;
    QTest::newRow("foreign key") << QStringLiteral("INSERT INTO findings (case_id, step, text, by, at) VALUES ('none', 1, '', '', 1)")
                                 << ErrorCode::internal;
    QTest::newRow("full") << QStringLiteral("INSERT INTO meta (key, value) VALUES ('x', zeroblob(1000000))") << ErrorCode::sealed;
}

void TestDatabase::codes()
{
    QFETCH(QString, sql);
    test::FreshStore store;
    store.number(QStringLiteral("PRAGMA max_page_count = 1")); // full at its present size
    QVERIFY(!store.db->prepareOnce(sql).run());
    QTEST(store.db->error()->code, "code");
}

void TestDatabase::emptyTextIsNull()
{
    test::FreshStore store;
    QVERIFY(store.write([](Database &db) {
        db.prepare("INSERT INTO tenants (name, owner, notes, created_at) VALUES (?, ?, ?, ?)")
            .run(QStringLiteral("acme"), QString(), notNull(QString()), std::optional<qint64>(7));
    }));
    Statement read = store.db->prepare("SELECT owner, notes, created_at FROM tenants");
    QVERIFY(read.run() && read.next());
    QVERIFY(read.isNull(0));
    QVERIFY(!read.isNull(1));
    QCOMPARE(read.time(0), std::nullopt);
    QCOMPARE(read.time(2), std::optional<qint64>(7));
}

void TestDatabase::beginWaitsForTheOtherWriter()
{
    test::FreshStore store;
    const auto other = store.connect();
    QVERIFY(store.db->begin());
    QVERIFY(store.db->run("INSERT INTO meta (key, value) VALUES ('first', '')"));
    std::promise<void> asking;
    auto second = std::async(std::launch::async, [&] {
        const auto mine = store.connect();
        asking.set_value();
        return mine->begin() && mine->run("INSERT INTO meta (key, value) VALUES ('second', '')") && mine->commit();
    });
    asking.get_future().wait();
    QVERIFY(store.db->commit());
    QVERIFY(second.get());
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key IN ('first', 'second')")), 2);
}

void TestDatabase::dataVersionShowsOthersCommits()
{
    test::FreshStore store;
    const auto other = store.connect();
    const qint64 before = other->dataVersion();
    QCOMPARE(other->dataVersion(), before);
    QVERIFY(store.write([](Database &db) { db.run("INSERT INTO meta (key, value) VALUES ('a', '')"); }));
    QVERIFY(other->dataVersion() != before);
}

void TestDatabase::interruptEndsARunningStatement()
{
    const test::FreshStore store;
    std::promise<Database *> opened;
    std::promise<void> finished;
    auto code = std::async(std::launch::async, [&]() -> std::optional<ErrorCode> {
        auto db = Database::open(store.directory->databaseFile(), Database::Access::readOnly);
        opened.set_value(db->get());
        std::optional<ErrorCode> result;
        {
            Statement endless = (*db)->prepare("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n");
            endless.run();
            endless.next();
        }
        if ((*db)->error())
            result = (*db)->error()->code;
        finished.get_future().wait(); // the connection lives until nobody interrupts it any more
        return result;
    });
    Database *db = opened.get_future().get();
    for (int i = 0; i < 200; ++i) { // an interrupt before the statement runs does nothing: so it is repeated
        db->interrupt();
        if (code.wait_for(std::chrono::milliseconds(5)) == std::future_status::ready)
            break;
    }
    finished.set_value();
    QCOMPARE(code.get(), std::optional(ErrorCode::cancelled));
}

void TestDatabase::directWriterKeepsThePromise()
{
    test::FreshStore store;
    DirectWriter writer(*store.db);
    const auto put = [&](const QString &key, const Result<> &answer) {
        return writer.writeNow([=](Database &db) -> Result<> {
            db.prepare("INSERT INTO meta (key, value) VALUES (?, '')").run(key);
            return answer;
        });
    };
    QVERIFY(put(QStringLiteral("a"), {}));
    QCOMPARE(put(QStringLiteral("b"), fail(ErrorCode::refused, QStringLiteral("no"))).error().code, ErrorCode::refused);
    QCOMPARE(put(QStringLiteral("a"), {}).error().code, ErrorCode::internal);
    QVERIFY2(put(QStringLiteral("c"), {}), "an earlier failure is over");
    const auto number = writer.writeNow<int>([](Database &) -> Result<int> { return 7; });
    QCOMPARE(number.value_or(0), 7);
    store.db->setCommitFault([] { return Error{ErrorCode::sealed, QStringLiteral("no space left")}; });
    QCOMPARE(put(QStringLiteral("d"), {}).error().code, ErrorCode::sealed);
    store.db->setCommitFault({});
    QVERIFY(put(QStringLiteral("e"), {}));
    QCOMPARE(store.text(QStringLiteral("SELECT group_concat(key) FROM (SELECT key FROM meta WHERE length(key) = 1 ORDER BY key)")),
             QStringLiteral("a,c,e"));
}

QTEST_GUILESS_MAIN(TestDatabase)
#include "tst_database.moc"
