// The deliveries page's questions over a real store: the list with refusals in it, the flow, and the journey of a delivery.
#include "core/engine/deskbench.h"
#include "engine/queries_deliveries.h"
#include "engine/queries_journey.h"

using namespace lazaret;
using namespace lazaret::queries;
using namespace Qt::StringLiterals;
using Kind = JourneySpan::Kind;

namespace {

const Viewer everyone{u"root"_s, {u"*"_s}};

JourneyFacts quarantined()
{
    JourneyFacts facts;
    facts.now = 10'000'000;
    facts.row.delivery.receivedAt = 1'000'000;
    facts.job.jobId.value = u"job_1"_s;
    facts.job.state = JobState::quarantined;
    Attempt first;
    first.number = 1;
    first.startedAt = 1'000'500;
    first.finishedAt = 1'002'500;
    first.errorClass = ErrorClass::transient;
    first.errorCode = u"http.503"_s;
    Attempt second = first;
    second.number = 2;
    second.startedAt = 1'062'500;
    second.finishedAt = 1'063'500;
    facts.attempts = {first, second};
    facts.record = CaseRecord{};
    facts.record->findings = {{1, {}, 1, u"seen"_s, u"ana"_s, 2'063'500}};
    return facts;
}

QString told(const QList<JourneySpan> &spans)
{
    static const char *names[]{"work", "wait", "unattended", "people"};
    QStringList words;
    for (const auto &span : spans)
        words.append(u"%1 %2%3"_s.arg(QLatin1String(names[size_t(span.kind)])).arg(span.length()).arg(span.running ? u"+"_s : QString()));
    return words.join(u", ");
}

} // namespace

class TestQueriesDeliveries : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void refusalsStandAmongTheDeliveriesOfTheirMinute()
    {
        test::DeskBench bench;
        bench.setUp();
        const Job early = bench.makeJob();
        refuse(bench, u"shop"_s, u"signature"_s, 3);
        bench.clock.advance(120'000);
        const Job late = bench.makeJob();
        bench.clock.advance(60'000);
        refuse(bench, {}, u"unknown_source"_s, 1);

        auto list = deliveryList(bench.db(), everyone, {}, u"received"_s, true, bench.clock.nowMs());
        QCOMPARE(list.rows, (QList<qint64>{-1, *late.deliverySeq, -2, *early.deliverySeq}));
        QCOMPARE(list.total, 4);
        const auto page = deliveryPage(bench.db(), list.rows, list.refusals);
        QCOMPARE(page.size(), 4);
        QCOMPARE(page[2].refused, 3);
        QCOMPARE(page[2].refusedReason, u"signature"_s);
        QCOMPARE(page[2].delivery.source, u"shop"_s);
        QCOMPARE(page[1].jobId, late.jobId);

        list = deliveryList(bench.db(), everyone, {}, u"received"_s, false, bench.clock.nowMs());
        QCOMPARE(list.rows, (QList<qint64>{*early.deliverySeq, -2, *late.deliverySeq, -1}));
        list = deliveryList(bench.db(), everyone, u"result:refused reason:signature"_s, u"received"_s, true, bench.clock.nowMs());
        QCOMPARE(list.rows, (QList<qint64>{-1}));
        QCOMPARE(list.total, 2);
        list = deliveryList(bench.db(), everyone, u"result:accepted age:<2m"_s, u"received"_s, true, bench.clock.nowMs());
        QCOMPARE(list.rows, (QList<qint64>{*late.deliverySeq}));
        QCOMPARE(list.total, 2);
        list = deliveryList(bench.db(), everyone, u"now:done"_s, u"now"_s, true, bench.clock.nowMs());
        QVERIFY(list.rows.isEmpty());
        list = deliveryList(bench.db(), everyone, u"sorce:x"_s, u"received"_s, true, bench.clock.nowMs());
        QVERIFY(list.error && list.error->position == 0);
    }

    void everySortAndQueryOfDeliveriesRuns()
    {
        test::DeskBench bench;
        bench.setUp();
        const auto id = bench.makeCase();
        for (const auto &sort : store::deliverySorts()) {
            for (const auto *query :
                 {"", "class:invalid_input", "case:case_*", "words", "-outcome:none", "tenant:acme attempts:>=1 key:1"}) {
                const auto list = deliveryList(bench.db(), everyone, QLatin1String(query), sort, false, bench.clock.nowMs());
                QVERIFY2(!list.error && !bench.db().error(), query);
            }
        }
        QCOMPARE(deliveryList(bench.db(), everyone, u"case:"_s + id.value, u"received"_s, true, 0).rows.size(), 1);
        const Viewer acme{u"olga"_s, {u"acme"_s}}, other{u"olga"_s, {u"beta"_s}};
        refuse(bench, u"shop"_s, u"signature"_s, 1);
        QCOMPARE(deliveryList(bench.db(), acme, {}, u"received"_s, true, 0).rows.size(), 1); // refusals belong to no tenant
        QCOMPARE(deliveryList(bench.db(), other, {}, u"received"_s, true, 0).rows.size(), 0);
        QVERIFY(!journey(bench.db(), other, 1, 0));
    }

    void theFlowIsWhatTheStoreCounts()
    {
        test::DeskBench bench;
        bench.setUp();
        bench.makeCase(); // too long ago for what is counted over time
        bench.clock.advance(600'000);
        bench.makeCase();
        bench.makeJob();
        bench.makeJob(u"beta"_s);
        refuse(bench, u"shop"_s, u"signature"_s, 2);
        refuse(bench, {}, u"unknown_source"_s, 1);
        refuse(bench, u"shop"_s, u"duplicate"_s, 4);
        refuse(bench, u"shop"_s, u"not_subscribed"_s, 5);
        const auto flow = store::deliveryFlow(bench.db(), {u"*"_s}, bench.clock.nowMs());
        QCOMPARE(flow.since % 60'000, 0);
        QCOMPARE(flow.fresh, 3);
        QCOMPARE(flow.keyA, 3);
        QCOMPARE(flow.verified(), 12);
        QCOMPARE(flow.refused, 3);
        QCOMPARE(flow.received(), 15);
        QCOMPARE(flow.reasons.first(), (std::pair<QString, qint64>(u"signature"_s, 2)));
        QCOMPARE(flow.openCases, 2);
        QCOMPARE(flow.opened, 1);
        QCOMPARE(flow.ready, 2);
        QCOMPARE(flow.oldestReady, Time(bench.clock.nowMs()));
        QCOMPARE(flow.leased + flow.waiting + flow.done, 0);
        const auto acme = store::deliveryFlow(bench.db(), {u"beta"_s}, bench.clock.nowMs());
        QVERIFY(!acme.complete);
        QCOMPARE(acme.received(), 1);
        QCOMPARE(acme.openCases, 0);
    }

    void aJourneyWithoutACase()
    {
        JourneyFacts facts = quarantined();
        facts.record.reset();
        facts.job.state = JobState::done;
        facts.attempts.last().errorClass.reset();
        facts.attempts.last().errorCode.clear();
        facts.attempts.last().steps = {{u"save"_s, u"http"_s, {}, {}, u"201"_s, {}}};
        const auto story = tellJourney(facts);
        QCOMPARE(told(story.attempts), u"wait 500, work 2000, wait 60000, work 1000"_s);
        QCOMPARE(story.attempts.last().code, u"201"_s);
        QVERIFY(!story.attempts.last().failed && story.attempts[1].failed);
        QVERIFY(story.ended && story.people.isEmpty() && story.release.isEmpty() && story.proof.isEmpty());
        addsUp(story);

        facts.job.state = JobState::waiting;
        const auto waiting = tellJourney(facts);
        QVERIFY(!waiting.ended);
        QCOMPARE(waiting.attempts.last().kind, Kind::wait);
        QVERIFY(waiting.attempts.last().running);
        QCOMPARE(waiting.endedAt, facts.now);
        addsUp(waiting);
    }

    void aJourneyThroughAReleaseToItsProof()
    {
        JourneyFacts facts = quarantined();
        const auto waiting = tellJourney(facts);
        QCOMPARE(told(waiting.people), u"unattended 1000000, people 7936500+"_s);
        addsUp(waiting);

        Attempt third = facts.attempts.last();
        third.number = 3;
        third.startedAt = 3'001'000;
        third.finishedAt = 3'002'000;
        third.redriveId = u"rdv_1"_s;
        third.errorClass.reset();
        facts.attempts.append(third);
        facts.job.state = JobState::done;
        ReleaseRun run{u"rdv_1"_s, {}};
        run.item.releasedAt = 3'000'000;
        run.item.state = ReleaseItemState::settled;
        facts.releases = {run};
        const auto settled = tellJourney(facts);
        QCOMPARE(told(settled.people), u"unattended 1000000, people 936500"_s);
        QCOMPARE(told(settled.release), u"wait 1000, work 1000"_s);
        QCOMPARE(told(settled.proof), u"wait 6998000+"_s);
        addsUp(settled);

        ReconciliationItem proof;
        proof.at = 3'090'000;
        proof.redriveId = u"rdv_1"_s;
        proof.outcome = Reconciled::single_execution_confirmed;
        facts.reconciliations = {proof};
        facts.record->closedAt = 3'090'000;
        facts.releases[0].item.state = ReleaseItemState::reconciled;
        const auto proven = tellJourney(facts);
        QCOMPARE(told(proven.proof), u"wait 88000"_s);
        QVERIFY(proven.ended);
        QCOMPARE(proven.endedAt, 3'090'000);
        QCOMPARE(proven.workMs, 4000);
        QCOMPARE(proven.peopleMs, 1'936'500);
        addsUp(proven);
    }

    void aCaseOfTheStoreIsTold()
    {
        test::DeskBench bench;
        bench.setUp();
        const auto id = bench.makeCase();
        bench.clock.advance(60'000);
        bench.inspect({id.value});
        bench.clock.advance(30'000);
        const auto story = journey(bench.db(), everyone, 1, bench.clock.nowMs());
        QVERIFY(story);
        QCOMPARE(story->record->caseId, id);
        QCOMPARE(told(story->people), u"unattended 60000, people 30000+"_s);
        QVERIFY(story->release.isEmpty() && !story->ended);
        addsUp(*story);
        QVERIFY(!journey(bench.db(), everyone, 99, 0));
    }

private:
    static void addsUp(const Journey &story)
    {
        QCOMPARE(story.workMs + story.waitMs + story.peopleMs, story.endedAt - story.row.delivery.receivedAt);
    }
    static void refuse(test::DeskBench &bench, const QString &source, const QString &reason, qint64 count)
    {
        bench.db().begin();
        store::countIntake(bench.db(), source, reason, bench.clock.nowMs(), count);
        QVERIFY(bench.db().commit());
    }
};

QTEST_GUILESS_MAIN(TestQueriesDeliveries)
#include "tst_queries_deliveries.moc"
