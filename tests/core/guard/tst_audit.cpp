#include "guard/audit.h"
#include "store/auditlog.h"
#include "store/datadirectory.h"
#include "support/fakeclock.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace lazaret;
using namespace lazaret::guard;

class TestAudit : public QObject
{
    Q_OBJECT

    struct Log
    {
        QTemporaryDir dir;
        test::FakeClock clock;
        std::unique_ptr<Database> db;
        Log()
        {
            const auto directory = DataDirectory::open(dir.path(), clock);
            db = std::move(*Database::open(directory->databaseFile(), Database::Access::readWrite));
        }
        void write(int entries)
        {
            Actor actor;
            actor.name = QStringLiteral("ana");
            actor.osUser = QStringLiteral("os-ana");
            db->begin(); // one flush for all of them
            for (int i = 0; i < entries; ++i)
                record(*db, clock.nowMs() + i, actor, QStringLiteral("case.note"), QStringLiteral("case_%1").arg(i),
                       QStringLiteral("{\"n\":%1}").arg(i));
            db->commit();
        }
        void asOwnerOfTheFile(const char *sql)
        {
            db->run("DROP TRIGGER IF EXISTS audit_no_update");
            db->run("DROP TRIGGER IF EXISTS audit_no_delete");
            db->run(sql);
        }
    };

private Q_SLOTS:
    void theHashHasAFixedForm()
    {
        AuditEntry e;
        e.seq = 7;
        e.at = 1700000000123;
        e.actor = QStringLiteral("ana");
        e.osUser = QStringLiteral("os");
        e.action = QStringLiteral("case.note");
        e.object = QStringLiteral("case_1");
        e.details = QStringLiteral("{}");
        e.previousHash = QStringLiteral("ab");
        // printf '["7","1700000000123","ana","os","case.note","case_1","{}","ab"]' | sha256sum
        QCOMPARE(hashOf(e), QStringLiteral("5eaaf146c4c03acf98038a072eafdc74e6b7f7e520b3b60529202c3773be05e0"));
        AuditEntry other = e;
        other.osUser = QStringLiteral("o");
        other.action = QStringLiteral("scase.note");
        QVERIFY(hashOf(other) != hashOf(e)); // fields cannot flow into each other
    }

    void aChainHoldsFromTheFirstEntry()
    {
        Log log;
        QVERIFY(verifyChain(*log.db).intact);
        log.write(2500); // more than one page
        const auto check = verifyChain(*log.db);
        QVERIFY(check.intact);
        QCOMPARE(check.entries, 2500);
        QCOMPARE(check.head, store::lastAudit(*log.db)->hash);
        QCOMPARE(store::auditAfter(*log.db, 0, 1)[0].previousHash, QString());
    }

    void detailsAreScrubbed()
    {
        Log log;
        record(*log.db, 1, pipelineActor(), QStringLiteral("x"), QStringLiteral("y"),
               QStringLiteral("Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789"));
        QVERIFY(!store::lastAudit(*log.db)->details.contains(u"abcdefghijklmnop"));
    }

    void everyTamperingIsFound_data()
    {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<qint64>("at");
        QTest::newRow("changed actor") << QByteArray("UPDATE audit SET actor = 'x' WHERE seq = 3") << qint64(3);
        QTest::newRow("changed time") << QByteArray("UPDATE audit SET at = at + 1 WHERE seq = 3") << qint64(3);
        QTest::newRow("changed os user") << QByteArray("UPDATE audit SET os_user = 'x' WHERE seq = 3") << qint64(3);
        QTest::newRow("changed action") << QByteArray("UPDATE audit SET action = 'x' WHERE seq = 3") << qint64(3);
        QTest::newRow("changed object") << QByteArray("UPDATE audit SET object = 'x' WHERE seq = 3") << qint64(3);
        QTest::newRow("changed details") << QByteArray("UPDATE audit SET details = 'x' WHERE seq = 3") << qint64(3);
        QTest::newRow("changed hash") << QByteArray("UPDATE audit SET hash = 'x' WHERE seq = 3") << qint64(3);
        QTest::newRow("removed") << QByteArray("DELETE FROM audit WHERE seq = 3") << qint64(3);
        QTest::newRow("first removed") << QByteArray("DELETE FROM audit WHERE seq = 1") << qint64(1);
        QTest::newRow("swapped")
            << QByteArray("UPDATE audit SET details = CASE seq WHEN 3 THEN '{\"n\":3}' ELSE '{\"n\":2}' END WHERE seq IN (3, 4)")
            << qint64(3);
    }

    void everyTamperingIsFound()
    {
        QFETCH(QByteArray, sql);
        QFETCH(qint64, at);
        Log log;
        log.write(5);
        log.asOwnerOfTheFile(sql.constData());
        QVERIFY(!log.db->error());
        const auto check = verifyChain(*log.db);
        QVERIFY(!check.intact);
        QCOMPARE(check.firstBroken, at);
        QVERIFY(!check.reason.isEmpty());
    }

    void ourOwnCodeCannotChangeIt_data()
    {
        QTest::addColumn<QByteArray>("sql");
        QTest::newRow("update") << QByteArray("UPDATE audit SET actor = 'x' WHERE seq = 1");
        QTest::newRow("delete") << QByteArray("DELETE FROM audit WHERE seq = 1");
    }

    void ourOwnCodeCannotChangeIt()
    {
        QFETCH(QByteArray, sql);
        Log log;
        log.write(1);
        QVERIFY(!log.db->run(sql.constData()));
        QVERIFY(log.db->error()->detail.contains(u"append-only"));
    }
};

QTEST_GUILESS_MAIN(TestAudit)
#include "tst_audit.moc"
