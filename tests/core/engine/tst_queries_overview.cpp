// The charts of the overview over known cases: depth, oldest age, inflow and drain per bucket, per class, per tenant, and what happened.
#include "core/store/freshstore.h"
#include "engine/queries_overview.h"
#include "guard/audit.h"
#include "store/configuration.h"
#include "store/figures.h"

#include <QTest>

#include <numeric>

using namespace lazaret;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 hour = 3'600'000;
constexpr qint64 now = 1'773'748'800'000; // on an hour
const queries::Viewer all{u"ana"_s, {u"*"_s}};

} // namespace

class TestQueriesOverview : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        // opened and closed, in hours before now
        add(u"acme"_s, ErrorClass::transient, 30, -1);
        add(u"acme"_s, ErrorClass::policy, 5.5, 0.5);
        add(u"acme"_s, ErrorClass::policy, 0.75, 0.25);
        add(u"northwind"_s, ErrorClass::transient, 2.5, 1.5);
        add(u"northwind"_s, ErrorClass::transient, 0.5, -1);
        add(u"northwind"_s, ErrorClass::quality, 100, 90); // before the range
    }

    void bucketsCountWhatOpenedAndClosed()
    {
        const auto found = queries::history(*m_store.db, all, {now - 6 * hour, now, 13, hour});
        QCOMPARE(found.bucketMs, hour);
        QCOMPARE(found.flow.size(), 7); // the last one begins now
        QStringList flow;
        for (const auto &bucket : found.flow)
            flow << u"%1:+%2-%3"_s.arg((bucket.at - now) / hour).arg(bucket.opened).arg(bucket.closed);
        QCOMPARE(flow.join(u' '), u"-6:+1-0 -5:+0-0 -4:+0-0 -3:+1-0 -2:+0-1 -1:+2-2 0:+0-0"_s);
        QCOMPARE(found.depth.last().value, 2.0);
        QCOMPARE(found.depth.first().value, 1.0);
        QCOMPARE(found.oldestAgeMs.last().value, double(30 * hour));
        // What went in less what came out is the difference between the ends of the curve.
        const auto net = std::accumulate(found.flow.begin(), found.flow.end(), qint64(0),
                                         [](qint64 sum, const auto &bucket) { return sum + bucket.opened - bucket.closed; });
        QCOMPARE(double(net), found.depth.last().value - found.depth.first().value);
    }

    void bucketsStandOnRoundTimesWhileTimePasses()
    {
        const auto found = queries::history(*m_store.db, all, {now - 6 * hour + 123'456, now + 123'456, 13, hour});
        for (const auto &bucket : found.flow)
            QCOMPARE(bucket.at % hour, 0);
        QVERIFY(found.flow.first().at <= now - 6 * hour + 123'456);
        QCOMPARE(found.flow.first().opened, 1); // of the whole bucket, also before the range
    }

    void classesAreCountedForTheHourAndTheRange()
    {
        const auto found = queries::history(*m_store.db, all, {now - 6 * hour, now, 13, hour});
        QCOMPARE(words(found.lastHour), u"policy +1-2, transient +1-0"_s);
        QCOMPARE(words(found.inRange), u"policy +2-2, transient +2-1"_s);
    }

    void aReaderSeesTheirTenantsOnly()
    {
        const queries::Viewer acme{u"ana"_s, {u"acme"_s}};
        const auto found = queries::history(*m_store.db, acme, {now - 6 * hour, now, 13, hour});
        QCOMPARE(found.depth.last().value, 1.0);
        QCOMPARE(words(found.lastHour), u"policy +1-2"_s);
        QVERIFY(found.events.isEmpty());
        const queries::Viewer nobody{u"ben"_s, {}};
        const auto none = queries::history(*m_store.db, nobody, {now - 6 * hour, now, 13, hour});
        QCOMPARE(none.depth.last().value, 0.0);
        QVERIFY(none.lastHour.isEmpty());
    }

    void theLimitIsAnAlertOrADay()
    {
        const auto limit = [this] { return queries::history(*m_store.db, all, {now - hour, now, 3, hour}).oldestLimitMs; };
        QCOMPARE(limit(), 24 * hour);
        QVERIFY(m_store.write([](Database &db) {
            store::putSetting(db, u"alerts"_s,
                              u"[{\"metric\":\"dlq_depth\",\"above\":5},{\"metric\":\"dlq_oldest_age_seconds\",\"above\":7200}]"_s);
        }));
        QCOMPARE(limit(), 2 * hour);
    }

    void whatHappenedIsTold()
    {
        QVERIFY(m_store.write([](Database &db) {
            for (
                const auto *sql :
                {"INSERT INTO workflows VALUES ('cards', '1', '{}', 'a', %1)", "INSERT INTO workflows VALUES ('cards', '2', '{}', 'b', %2)",
                 "INSERT INTO sources VALUES ('shop', 1, '{}', %2)", "INSERT INTO sources VALUES ('shop', 2, '{}', %3)",
                 "INSERT INTO releases (redrive_id, state, resume_to, case_selection_query, workflow, source_versions, target_version, "
                 "fix_reference, allowed_effects, rate_limit, stop_conditions, planned_by, planned_os, planned_at, reconciliation_owner, "
                 "plan_version, ladder, started_at, approved_case_count) VALUES ('rdv_1', 'paused', 'running', '', 'cards', '[]', '2', '', "
                 "'[]', 1, '{}', 'ana', 'ana', %2, 'ana', 1, '[]', %3, 0)"})
                db.prepareOnce(QString::fromLatin1(sql)
                                   .replace(u"%1"_s, QString::number(now - 50 * hour))
                                   .replace(u"%2"_s, QString::number(now - 3 * hour))
                                   .replace(u"%3"_s, QString::number(now - 2 * hour)))
                    .run();
            guard::record(db, now - 2 * hour, guard::pipelineActor(), u"release.start"_s, u"rdv_1"_s);
            guard::record(db, now - hour, guard::pipelineActor(), u"release.paused"_s, u"rdv_1"_s);
            guard::record(db, now - hour, guard::pipelineActor(), u"release.case"_s, u"rdv_1"_s);
        }));
        using enum store::FlowEvent::Kind;
        const auto found = queries::history(*m_store.db, all, {now - 6 * hour, now, 13, hour}).events;
        QCOMPARE(found.size(), 4); // the first versions of a workflow and a source change nothing
        QCOMPARE(found[0].kind, workflowChanged);
        QCOMPARE(found[0].about, u"cards@2"_s);
        QCOMPARE(found.last().kind, releasePaused);
        QCOMPARE(found.last().about, u"rdv_1"_s);
        QVERIFY(queries::history(*m_store.db, all, {now - hour / 2, now, 3, hour}).events.isEmpty());
    }

private:
    static QString words(QList<store::ClassFlow> flow)
    {
        QStringList each;
        for (const auto &of : flow)
            each << u"%1 +%2-%3"_s.arg(toText(of.errorClass)).arg(of.opened).arg(of.closed);
        each.sort();
        return each.join(u", "_s);
    }
    void add(const QString &tenant, ErrorClass errorClass, double openedHoursAgo, double closedHoursAgo)
    {
        const bool added = m_store.write([&](Database &db) {
            CaseRecord c;
            c.caseId.value = u"case_%1"_s.arg(++m_cases);
            c.jobId = m_store.arrive(db).jobId;
            c.tenant = tenant;
            c.workflow = u"cards"_s;
            c.workflowVersion = u"1"_s;
            c.errorClass = errorClass;
            c.errorCode = u"x"_s;
            c.firstFailureAt = c.lastFailureAt = now - qint64(openedHoursAgo * hour);
            store::insertCase(db, c, c.firstFailureAt);
            if (closedHoursAgo >= 0)
                db.prepareOnce(u"UPDATE cases SET closed_at = %1 WHERE case_id = '%2'"_s.arg(now - qint64(closedHoursAgo * hour))
                                   .arg(c.caseId.value))
                    .run();
        });
        QVERIFY(added);
    }

    test::FreshStore m_store;
    int m_cases = 0;
};

QTEST_GUILESS_MAIN(TestQueriesOverview)
#include "tst_queries_overview.moc"
