#include "guard/rights.h"
#include "store/configuration.h"
#include "store/datadirectory.h"
#include "support/fakeclock.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace lazaret;
using namespace lazaret::guard;

class TestRights : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rolesAreCumulative_data()
    {
        QTest::addColumn<int>("right");
        QTest::addColumn<int>("least");
        const auto row = [](const char *name, Right right, Role least) { QTest::newRow(name) << int(right) << int(least); };
        row("read", Right::read, Role::viewer);
        row("inspect", Right::inspect, Role::operator_);
        row("verify effects", Right::verifyEffect, Role::operator_);
        row("dispose", Right::dispose, Role::operator_);
        row("plan", Right::planRelease, Role::operator_);
        row("pause", Right::pauseRelease, Role::operator_);
        row("test delivery", Right::testDelivery, Role::operator_);
        row("incident", Right::incident, Role::operator_);
        row("approve", Right::approve, Role::approver);
        row("run a release", Right::runRelease, Role::approver);
        row("control a job", Right::controlJob, Role::approver);
        row("export", Right::exportData, Role::approver);
        row("configure", Right::configure, Role::administrator);
    }

    void rolesAreCumulative()
    {
        QFETCH(int, right);
        QFETCH(int, least);
        for (const Role role : {Role::viewer, Role::operator_, Role::approver, Role::administrator}) {
            QCOMPARE(mayDo(role, Right(right)), int(role) >= least);
            Actor actor;
            actor.name = QStringLiteral("somebody");
            actor.role = role;
            const auto asked = require(actor, Right(right), QStringLiteral("doing this"));
            QCOMPARE(asked.has_value(), int(role) >= least);
            if (!asked) {
                QCOMPARE(asked.error().code, ErrorCode::refused);
                QVERIFY(asked.error().detail.contains(QStringLiteral("doing this needs the role ") + toText(Role(least))));
            }
        }
    }

    void sameHandsByNameOrBySeat_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("osUser");
        QTest::addColumn<bool>("same");
        QTest::newRow("same person") << QStringLiteral("ana") << QStringLiteral("os-ana") << true;
        QTest::newRow("same name elsewhere") << QStringLiteral("ana") << QStringLiteral("os-x") << true;
        QTest::newRow("other name, same seat") << QStringLiteral("ben") << QStringLiteral("os-ana") << true;
        QTest::newRow("another person") << QStringLiteral("ben") << QStringLiteral("os-ben") << false;
        QTest::newRow("another person, seat unknown") << QStringLiteral("ben") << QString() << false;
    }

    void sameHandsByNameOrBySeat()
    {
        QFETCH(QString, name);
        QFETCH(QString, osUser);
        QFETCH(bool, same);
        Actor actor;
        actor.name = QStringLiteral("ana");
        actor.osUser = QStringLiteral("os-ana");
        QCOMPARE(sameHands(actor, name, osUser), same);
    }

    void whoActsIsResolvedAgainstTheInstallation()
    {
        QTemporaryDir dir;
        test::FakeClock clock;
        const auto directory = DataDirectory::open(dir.path(), clock);
        QVERIFY(directory.has_value());
        const auto db = Database::open(directory->databaseFile(), Database::Access::readWrite);
        QVERIFY(db.has_value());
        const auto owner = resolveActor(**db, {}, QStringLiteral("mia"));
        QVERIFY(owner && owner->owner && owner->role == Role::administrator);
        QCOMPARE(owner->name, QStringLiteral("mia"));
        QVERIFY(owner->sees(QStringLiteral("anyone")));
        store::putOperator(**db, {QStringLiteral("olga"), Role::operator_, {QStringLiteral("acme")}}, clock.nowMs());
        const auto olga = resolveActor(**db, QStringLiteral("olga"), QStringLiteral("mia"));
        QVERIFY(olga && !olga->owner && olga->role == Role::operator_);
        QVERIFY(olga->sees(QStringLiteral("acme")) && !olga->sees(QStringLiteral("other")) && !olga->sees({}));
        const auto stranger = resolveActor(**db, {}, QStringLiteral("mia"));
        QVERIFY(!stranger);
        QCOMPARE(stranger.error().code, ErrorCode::refused);
    }
};

QTEST_GUILESS_MAIN(TestRights)
#include "tst_rights.moc"
