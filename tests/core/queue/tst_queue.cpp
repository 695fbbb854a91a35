// Claims and leases on the expected state: who lost a race gets a normal answer and settles nothing.
#include "queue/queue.h"

#include "core/store/freshstore.h"
#include "store/configuration.h"
#include "store/releases.h"

#include <QTest>

using namespace lazaret;

namespace {

const QString cards = QStringLiteral("cards");
const QString policy = QStringLiteral("1");
const queue::Worker first{QStringLiteral("pipeline_1"), QStringLiteral("0.1.0")};
const queue::Worker second{QStringLiteral("pipeline_2"), QStringLiteral("0.1.0")};

QStringList idsOf(const QList<queue::Claimed> &claimed)
{
    QStringList ids;
    for (const auto &c : claimed)
        ids.append(c.job.jobId.value);
    return ids;
}

store::LeaseEnd ended(JobState to, qint64 at)
{
    return {to, QStringLiteral("because"), to == JobState::waiting || to == JobState::ready ? Time(at + 1000) : Time(), at};
}

} // namespace

class TestQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void enqueueKeepsOnlyTheMessage();
    void claimsOldestDueFirst();
    void claimBeginsTheAttempt();
    void claimBringsTheReceipts();
    void heldSourcesArePassedOver();
    void pausedReleasesArePassedOver();
    void nextDueSeesWhatAClaimWouldTake();
    void heartbeatOnlyWithTheLease();
    void aLostLeaseSettlesNothing_data();
    void aLostLeaseSettlesNothing();
    void leasesEndAsTold_data();
    void leasesEndAsTold();
    void movesNeedTheExpectedState();
    void twoConnectionsNeverLeaseTheSameJob();
    void receiptsMoveOnlyAsAllowed_data();
    void receiptsMoveOnlyAsAllowed();
};

void TestQueue::enqueueKeepsOnlyTheMessage()
{
    test::FreshStore s;
    queue::Message message;
    message.source = QStringLiteral("shop");
    message.eventType = QStringLiteral("card.saved");
    message.fields = {{QStringLiteral("operation_id"), QStringLiteral("op1")}, {QStringLiteral("task_id"), QStringLiteral("t1")},
                      {QStringLiteral("input_ref"), QStringLiteral("in1")},    {QStringLiteral("tenant"), QStringLiteral("acme")},
                      {QStringLiteral("user_ref"), QStringLiteral("u1")},      {QStringLiteral("ordering_key"), QStringLiteral("o1")}};
    message.workflow = cards;
    message.workflowVersion = QStringLiteral("12");
    message.taskType = QStringLiteral("save");
    Job made;
    QVERIFY(s.write([&](Database &db) {
        Delivery d;
        d.source = message.source;
        d.deliveryId = QStringLiteral("d");
        d.scheme = QStringLiteral("x");
        message.deliverySeq = *store::insertDelivery(db, d, "hash");
        made = queue::enqueue(db, message, s.clock.nowMs());
    }));
    const auto job = store::loadJob(*s.db, made.jobId);
    QVERIFY(job);
    QCOMPARE(job->state, JobState::ready);
    QCOMPARE(job->dueAt, Time(s.clock.nowMs()));
    QCOMPARE(job->attempt, 0);
    QCOMPARE(job->deliveryId, QStringLiteral("d"));
    QCOMPARE((QStringList{job->operationId, job->taskId, job->inputRef, job->tenant, job->userRef, job->orderingKey, job->workflowVersion,
                          job->taskType, job->eventType}),
             (QStringList{QStringLiteral("op1"), QStringLiteral("t1"), QStringLiteral("in1"), QStringLiteral("acme"), QStringLiteral("u1"),
                          QStringLiteral("o1"), QStringLiteral("12"), QStringLiteral("save"), QStringLiteral("card.saved")}));
    QVERIFY(job->leaseOwner.isNull() && job->redriveId.isNull() && job->lastCompletedStep.isNull());
    QCOMPARE(store::tenants(*s.db).size(), 1); // a tenant first seen is created
}

void TestQueue::claimsOldestDueFirst()
{
    test::FreshStore s;
    QStringList due;
    QVERIFY(s.write([&](Database &db) {
        for (int i = 0; i < 4; ++i) {
            due.append(s.arrive(db).jobId.value);
            s.clock.advance(10);
        }
        s.arrive(db, QStringLiteral("other"));
        Job later = s.arrive(db);
        store::leaseDue(db, cards, 0, s.clock.nowMs(), first.id, 0);
        db.prepare("UPDATE jobs SET due_at = due_at + 60000 WHERE job_id = ?").run(later.jobId);
    }));
    QStringList got;
    QVERIFY(s.write([&](Database &db) { got = idsOf(queue::claim(db, cards, 3, first, 60000, policy, s.clock.nowMs())); }));
    QCOMPARE(got, due.mid(0, 3));
    QVERIFY(s.write([&](Database &db) { got = idsOf(queue::claim(db, cards, 3, first, 60000, policy, s.clock.nowMs())); }));
    QCOMPARE(got, due.mid(3));
    QCOMPARE(store::nextDue(*s.db, cards), std::optional<qint64>(s.clock.nowMs() + 60000));
    s.clock.advance(60000);
    QVERIFY(s.write([&](Database &db) { got = idsOf(queue::claim(db, cards, 3, first, 60000, policy, s.clock.nowMs())); }));
    QCOMPARE(got.size(), 1);
    QCOMPARE(store::nextDue(*s.db, cards), std::nullopt);
}

void TestQueue::claimBeginsTheAttempt()
{
    test::FreshStore s;
    QList<queue::Claimed> claimed;
    QVERIFY(s.write([&](Database &db) {
        s.arrive(db);
        claimed = queue::claim(db, cards, 9, first, 60000, policy, s.clock.nowMs());
    }));
    QCOMPARE(claimed.size(), 1);
    const Job &job = claimed[0].job;
    QCOMPARE(job.state, JobState::leased);
    QCOMPARE(job.attempt, 1);
    QCOMPARE(job.leaseOwner, first.id);
    QCOMPARE(job.leaseUntil, Time(s.clock.nowMs() + 60000));
    QCOMPARE(job.runStartedAt, Time(s.clock.nowMs()));
    const auto attempts = store::attemptsOf(*s.db, job.jobId);
    QCOMPARE(attempts.size(), 1);
    QCOMPARE(attempts[0].workerId, first.id);
    QCOMPARE(attempts[0].policyVersion, policy);
    QVERIFY(!attempts[0].finishedAt && !attempts[0].outcome);
    // The next lease keeps the run's beginning: the window counts from the first.
    const qint64 began = s.clock.nowMs();
    QVERIFY(s.write([&](Database &db) { QVERIFY(store::endLease(db, job.jobId, 1, first.id, ended(JobState::waiting, began))); }));
    s.clock.advance(5000);
    QVERIFY(s.write([&](Database &db) { claimed = queue::claim(db, cards, 9, second, 60000, policy, s.clock.nowMs()); }));
    QCOMPARE(claimed.value(0).job.attempt, 2);
    QCOMPARE(claimed.value(0).job.runStartedAt, Time(began));
}

void TestQueue::claimBringsTheReceipts()
{
    test::FreshStore s;
    QList<queue::Claimed> claimed;
    QVERIFY(s.write([&](Database &db) {
        const Job job = s.arrive(db);
        Receipt receipt;
        receipt.jobId = job.jobId;
        receipt.action = QStringLiteral("save");
        receipt.idempotencyKey = QStringLiteral("key");
        receipt.workflowVersion = QStringLiteral("1");
        QVERIFY(store::intendReceipt(db, receipt));
        claimed = queue::claim(db, cards, 9, first, 60000, policy, s.clock.nowMs());
    }));
    QCOMPARE(claimed.value(0).receipts.size(), 1);
    QCOMPARE(claimed.value(0).receipts.value(0).state, ReceiptState::intended);
}

void TestQueue::heldSourcesArePassedOver()
{
    test::FreshStore s;
    QList<queue::Claimed> claimed;
    QVERIFY(s.write([&](Database &db) {
        s.arrive(db, cards, QStringLiteral("shop"));
        s.arrive(db, cards, QStringLiteral("bank"));
        store::setHold(db, QStringLiteral("source"), QStringLiteral("shop"), true, QStringLiteral("ana"), 1);
        claimed = queue::claim(db, cards, 9, first, 60000, policy, s.clock.nowMs());
    }));
    QCOMPARE(claimed.size(), 1);
    QCOMPARE(claimed[0].job.source, QStringLiteral("bank"));
    QVERIFY(s.write([&](Database &db) {
        store::setHold(db, QStringLiteral("source"), QStringLiteral("shop"), false, QStringLiteral("ana"), 1);
        claimed = queue::claim(db, cards, 9, first, 60000, policy, s.clock.nowMs());
    }));
    QCOMPARE(claimed.size(), 1);
    QCOMPARE(claimed[0].job.source, QStringLiteral("shop"));
}

namespace {

// A quarantined job sent out under a release, which is then in the given state.
Job released(test::FreshStore &s, Database &db, ReleaseState state)
{
    Release r;
    r.redriveId = newRedriveId(s.clock.nowMs());
    r.state = ReleaseState::planned;
    r.workflow = cards;
    r.targetVersion = QStringLiteral("2");
    r.plannedBy = QStringLiteral("ana");
    store::insertRelease(db, r);
    store::moveRelease(db, r.redriveId.value, ReleaseState::planned, state, {});
    const Job job = s.arrive(db);
    store::moveJob(db, job.jobId, JobState::ready, JobState::quarantined, {}, s.clock.nowMs());
    store::releaseJob(db, job.jobId, r.redriveId.value, QStringLiteral("2"), s.clock.nowMs());
    return *store::loadJob(db, job.jobId);
}

} // namespace

void TestQueue::pausedReleasesArePassedOver()
{
    test::FreshStore s;
    QList<queue::Claimed> claimed;
    Job job;
    QVERIFY(s.write([&](Database &db) {
        job = released(s, db, ReleaseState::paused);
        claimed = queue::claim(db, cards, 9, first, 60000, policy, s.clock.nowMs());
    }));
    QVERIFY(claimed.isEmpty());
    QVERIFY(s.write([&](Database &db) {
        store::moveRelease(db, job.redriveId, ReleaseState::paused, ReleaseState::running, {});
        claimed = queue::claim(db, cards, 9, first, 60000, policy, s.clock.nowMs());
    }));
    QCOMPARE(claimed.size(), 1);
    QCOMPARE(claimed[0].job.workflowVersion, QStringLiteral("2"));
    QCOMPARE(claimed[0].job.runFirstAttempt, 1);
}

// The dispatcher claims whenever nextDue says now: if it counted what a claim passes over, it would claim without end.
void TestQueue::nextDueSeesWhatAClaimWouldTake()
{
    test::FreshStore s;
    QVERIFY(s.write([&](Database &db) {
        s.arrive(db, cards, QStringLiteral("shop"));
        store::setHold(db, QStringLiteral("source"), QStringLiteral("shop"), true, QStringLiteral("ana"), 1);
        released(s, db, ReleaseState::paused);
        store::setHold(db, QStringLiteral("source"), QStringLiteral("shop"), true, QStringLiteral("ana"), 1);
    }));
    QCOMPARE(store::nextDue(*s.db, cards), std::nullopt);
    qint64 due = 0;
    QVERIFY(s.write([&](Database &db) {
        s.clock.advance(500);
        due = *s.arrive(db, cards, QStringLiteral("bank")).dueAt;
    }));
    QCOMPARE(store::nextDue(*s.db, cards), std::optional<qint64>(due));
}

void TestQueue::heartbeatOnlyWithTheLease()
{
    test::FreshStore s;
    QVERIFY(s.write([&](Database &db) {
        s.arrive(db);
        const Job job = queue::claim(db, cards, 1, first, 60000, policy, s.clock.nowMs())[0].job;
        s.clock.advance(20000);
        QVERIFY(queue::heartbeat(db, job, first, 60000, s.clock.nowMs()));
        QCOMPARE(store::loadJob(db, job.jobId)->leaseUntil, Time(s.clock.nowMs() + 60000));
        QVERIFY(queue::holdsLease(db, job, first));
        QVERIFY(!queue::heartbeat(db, job, second, 60000, s.clock.nowMs()));
        QVERIFY(!queue::holdsLease(db, job, second));
        Job earlier = job;
        earlier.attempt = 0;
        QVERIFY(!queue::heartbeat(db, earlier, first, 60000, s.clock.nowMs()));
        QVERIFY(store::endLease(db, job.jobId, job.attempt, first.id, ended(JobState::done, s.clock.nowMs())));
        QVERIFY(!queue::heartbeat(db, job, first, 60000, s.clock.nowMs()));
        QVERIFY(!queue::holdsLease(db, job, first));
    }));
}

void TestQueue::aLostLeaseSettlesNothing_data()
{
    QTest::addColumn<int>("attempt");
    QTest::addColumn<QString>("owner");
    QTest::newRow("somebody else's") << 2 << first.id;
    QTest::newRow("an earlier attempt's") << 1 << second.id;
    QTest::newRow("both") << 1 << first.id;
}

void TestQueue::aLostLeaseSettlesNothing()
{
    QFETCH(int, attempt);
    QFETCH(QString, owner);
    test::FreshStore s;
    QVERIFY(s.write([&](Database &db) {
        s.arrive(db);
        const Job job = queue::claim(db, cards, 1, first, 60000, policy, s.clock.nowMs())[0].job;
        QVERIFY(store::endLease(db, job.jobId, 1, first.id, ended(JobState::ready, s.clock.nowMs()))); // taken from it
        s.clock.advance(1000);
        const Job again = queue::claim(db, cards, 1, second, 60000, policy, s.clock.nowMs())[0].job;
        for (const auto to : {JobState::done, JobState::waiting, JobState::quarantined, JobState::ready})
            QVERIFY(!store::endLease(db, job.jobId, attempt, owner, ended(to, s.clock.nowMs())));
        const auto now = store::loadJob(db, job.jobId);
        QCOMPARE(now->state, JobState::leased);
        QCOMPARE(now->leaseOwner, second.id);
        QCOMPARE(now->leaseUntil, again.leaseUntil);
        QVERIFY(store::endLease(db, job.jobId, 2, second.id, ended(JobState::done, s.clock.nowMs())));
        QVERIFY2(!store::endLease(db, job.jobId, 2, second.id, ended(JobState::done, s.clock.nowMs())), "only once");
    }));
}

void TestQueue::leasesEndAsTold_data()
{
    QTest::addColumn<JobState>("to");
    QTest::addColumn<bool>("settles");
    QTest::newRow("done") << JobState::done << true;
    QTest::newRow("quarantined") << JobState::quarantined << true;
    QTest::newRow("waiting") << JobState::waiting << false;
    QTest::newRow("ready") << JobState::ready << false;
}

void TestQueue::leasesEndAsTold()
{
    QFETCH(JobState, to);
    QFETCH(bool, settles);
    test::FreshStore s;
    Job job;
    QVERIFY(s.write([&](Database &db) {
        s.arrive(db);
        job = queue::claim(db, cards, 1, first, 60000, policy, s.clock.nowMs())[0].job;
        QVERIFY(store::endLease(db, job.jobId, 1, first.id, ended(to, s.clock.nowMs())));
    }));
    const auto now = store::loadJob(*s.db, job.jobId);
    QCOMPARE(now->state, to);
    QCOMPARE(now->stateReason, QStringLiteral("because"));
    QVERIFY(now->leaseOwner.isNull() && !now->leaseUntil);
    QCOMPARE(now->dueAt.has_value(), !settles);
    QCOMPARE(s.number(QStringLiteral("SELECT settled_at IS NOT NULL FROM jobs")), qint64(settles));
}

void TestQueue::movesNeedTheExpectedState()
{
    test::FreshStore s;
    QVERIFY(s.write([&](Database &db) {
        const Job job = s.arrive(db);
        const qint64 now = s.clock.nowMs();
        QVERIFY2(!store::moveJob(db, job.jobId, JobState::waiting, JobState::ended, {}, now), "it is ready, not waiting");
        QVERIFY2(!store::makeDue(db, job.jobId, now), "retry-now is for waiting jobs");
        QVERIFY2(!store::releaseJob(db, job.jobId, QStringLiteral("rdv_1"), QStringLiteral("2"), now), "it is not quarantined");
        QVERIFY(store::moveJob(db, job.jobId, JobState::ready, JobState::quarantined, {}, now));
        QVERIFY2(!store::moveJob(db, job.jobId, JobState::ready, JobState::ended, {}, now), "the first move won");
        QVERIFY(store::releaseJob(db, job.jobId, QStringLiteral("rdv_1"), QStringLiteral("2"), now));
        QVERIFY2(!store::releaseJob(db, job.jobId, QStringLiteral("rdv_1"), QStringLiteral("2"), now), "released once");
        const auto out = store::loadJob(db, job.jobId);
        QCOMPARE(out->state, JobState::ready);
        QCOMPARE(out->redriveId, QStringLiteral("rdv_1"));
        QCOMPARE(out->workflowVersion, QStringLiteral("2"));
        QVERIFY(!out->runStartedAt); // a new run with a new budget
        QCOMPARE(out->runFirstAttempt, 1);
    }));
}

void TestQueue::twoConnectionsNeverLeaseTheSameJob()
{
    test::FreshStore s;
    constexpr int jobs = 300;
    QVERIFY(s.write([&](Database &db) {
        for (int i = 0; i < jobs; ++i)
            s.arrive(db);
    }));
    const auto take = [&](const queue::Worker &worker) {
        const auto db = s.connect();
        QStringList mine;
        for (;;) {
            if (!db->begin())
                break;
            const auto got = idsOf(queue::claim(*db, cards, 7, worker, 60000, policy, s.clock.nowMs()));
            if (!db->commit())
                break;
            if (got.isEmpty())
                return mine;
            mine += got;
        }
        qWarning("%s", qPrintable(db->error()->detail));
        return mine;
    };
    auto other = std::async(std::launch::async, [&] { return take(second); });
    const QStringList mine = take(first);
    const QStringList theirs = other.get();
    QCOMPARE(mine.size() + theirs.size(), jobs);
    QSet<QString> all(mine.begin(), mine.end());
    all.unite(QSet<QString>(theirs.begin(), theirs.end()));
    QCOMPARE(all.size(), jobs);
    QCOMPARE(s.number(QStringLiteral("SELECT count(*) FROM attempts")), qint64(jobs));
    QCOMPARE(s.number(QStringLiteral("SELECT count(*) FROM jobs WHERE state = 'leased' AND attempt = 1")), qint64(jobs));
}

void TestQueue::receiptsMoveOnlyAsAllowed_data()
{
    QTest::addColumn<ReceiptState>("from");
    QTest::addColumn<bool>("idempotent");
    QTest::addColumn<bool>("mayIntendAgain");
    for (const bool idempotent : {false, true}) {
        const char *target = idempotent ? ", idempotent target" : "";
        QTest::addRow("denied%s", target) << ReceiptState::denied << idempotent << true;
        QTest::addRow("confirmed%s", target) << ReceiptState::confirmed << idempotent << false;
        QTest::addRow("uncertain%s", target) << ReceiptState::uncertain << idempotent << idempotent;
        QTest::addRow("intended%s", target) << ReceiptState::intended << idempotent << idempotent;
    }
}

void TestQueue::receiptsMoveOnlyAsAllowed()
{
    QFETCH(ReceiptState, from);
    QFETCH(bool, idempotent);
    QFETCH(bool, mayIntendAgain);
    test::FreshStore s;
    QVERIFY(s.write([&](Database &db) {
        Receipt receipt;
        receipt.jobId = s.arrive(db).jobId;
        receipt.action = QStringLiteral("save");
        receipt.idempotencyKey = QStringLiteral("key");
        receipt.workflowVersion = QStringLiteral("1");
        receipt.intendedAt = 100;
        receipt.attempt = 1;
        receipt.idempotentTarget = idempotent;
        QVERIFY(store::intendReceipt(db, receipt));
        Receipt facts;
        facts.settledAt = 200;
        facts.evidence = QStringLiteral("HTTP 201");
        facts.settledBy = QStringLiteral("worker");
        if (from != ReceiptState::intended) {
            QVERIFY(store::settleReceipt(db, receipt.jobId, receipt.action, ReceiptState::intended, from, facts));
            QVERIFY2(!store::settleReceipt(db, receipt.jobId, receipt.action, ReceiptState::intended, from, facts), "settled once");
        }
        Receipt again = receipt;
        again.intendedAt = 300;
        again.attempt = 2;
        QCOMPARE(store::intendReceipt(db, again), mayIntendAgain);
        const auto now = store::receiptOf(db, receipt.jobId, receipt.action);
        QCOMPARE(now->state, mayIntendAgain ? ReceiptState::intended : from);
        QCOMPARE(now->attempt, mayIntendAgain ? 2 : 1);
        QCOMPARE(now->idempotencyKey, QStringLiteral("key"));
        if (mayIntendAgain)
            QVERIFY(!now->settledAt && now->evidence.isNull());
    }));
}

QTEST_GUILESS_MAIN(TestQueue)
#include "tst_queue.moc"
