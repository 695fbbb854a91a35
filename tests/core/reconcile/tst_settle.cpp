// Writing what reconciliation found: it closes what is proven, isolates what is not, lets go what failed, and may be repeated.
#include "reconcile/settle.h"

#include "core/store/freshstore.h"
#include "store/configuration.h"
#include "store/releases.h"

#include <QTest>

using namespace lazaret;

namespace {

const QString rdv = QStringLiteral("rdv_1");

// One case out in a release whose job has settled; its one effect's receipt as asked for.
class Settled
{
public:
    explicit Settled(std::optional<ReceiptState> receipt, JobState end = JobState::done, bool inThisRelease = true)
    {
        const bool kept = s.write([&](Database &db) {
            Workflow w;
            w.name = QStringLiteral("cards");
            w.version = QStringLiteral("2");
            Step step;
            step.name = step.action = QStringLiteral("save");
            step.url = QStringLiteral("http://127.0.0.1/");
            w.steps.append(step);
            store::putWorkflow(db, w, 1);
            job = s.arrive(db);
            CaseRecord c;
            c.jobId = job.jobId;
            c.caseId = id = newCaseId(s.clock.nowMs());
            c.workflow = w.name;
            c.workflowVersion = QStringLiteral("1");
            c.errorCode = QStringLiteral("http.422");
            store::moveJob(db, job.jobId, JobState::ready, JobState::quarantined, {}, 1);
            store::insertCase(db, c, 1);
            Disposition d;
            d.caseId = id;
            d.kind = DispositionKind::redrive_approved;
            d.by = QStringLiteral("ana");
            disposition = store::insertDisposition(db, d, {});
            store::setCurrentDisposition(db, id, disposition);
            Release r;
            r.redriveId.value = rdv;
            r.state = ReleaseState::running;
            r.workflow = w.name;
            r.targetVersion = w.version;
            r.plannedBy = QStringLiteral("ana");
            ReleaseItem item;
            item.caseId = id;
            item.jobId = job.jobId;
            item.eligible = true;
            item.state = ReleaseItemState::settled;
            r.items.append(item);
            store::insertRelease(db, r);
            store::releaseJob(db, job.jobId, rdv, w.version, 2);
            store::holdForRelease(db, id, rdv);
            const Job leased = store::leaseDue(db, w.name, 1, 3, QStringLiteral("w"), 99).value(0);
            store::endLease(db, leased.jobId, leased.attempt, QStringLiteral("w"), {end, {}, {}, 4});
            if (!receipt)
                return;
            Receipt entry;
            entry.jobId = job.jobId;
            entry.action = step.action;
            entry.idempotencyKey = QStringLiteral("key");
            entry.workflowVersion = w.version;
            entry.redriveId = inThisRelease ? rdv : QString();
            store::intendReceipt(db, entry);
            entry.evidence = QStringLiteral("HTTP 201");
            if (*receipt != ReceiptState::intended)
                store::settleReceipt(db, job.jobId, step.action, ReceiptState::intended, *receipt, entry);
        });
        if (!kept)
            qFatal("the transaction was lost");
    }

    Result<reconcile::Match> settle(const QString &observed = {})
    {
        Result<reconcile::Match> found;
        QList<reconcile::Observation> observations;
        if (!observed.isEmpty())
            observations.append({QStringLiteral("save"), observed, Time(s.clock.nowMs()), QStringLiteral("verify: HTTP")});
        s.write([&](Database &db) { found = reconcile::settle(db, id, observations, s.clock.nowMs()); });
        return found;
    }
    CaseRecord record() { return *store::loadCase(*s.db, id); }
    ReleaseItem item() { return store::releaseItems(*s.db, rdv).value(0); }

    test::FreshStore s;
    Job job;
    CaseId id;
    qint64 disposition = 0;
};

} // namespace

class TestSettle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void closesWhatIsProven_data();
    void closesWhatIsProven();
    void isolatesWhatIsNotKnown();
    void isolatedThenProven();
    void lettingGo_data();
    void lettingGo();
    void mayBeRepeated();
    void nothingToReconcile();
};

void TestSettle::closesWhatIsProven_data()
{
    QTest::addColumn<bool>("inThisRelease");
    QTest::addColumn<QString>("observed");
    QTest::addColumn<Reconciled>("outcome");
    QTest::newRow("sent now") << true << QString() << Reconciled::single_execution_confirmed;
    QTest::newRow("sent now and shown by the recipient") << true << QStringLiteral("completed") << Reconciled::single_execution_confirmed;
    QTest::newRow("sent before") << false << QString() << Reconciled::duplicate_blocked;
}

void TestSettle::closesWhatIsProven()
{
    QFETCH(bool, inThisRelease);
    QFETCH(QString, observed);
    QFETCH(Reconciled, outcome);
    Settled q(ReceiptState::confirmed, JobState::done, inThisRelease);
    const auto found = q.settle(observed);
    QVERIFY(found);
    QCOMPARE(found->outcome, std::optional(outcome));
    QCOMPARE(q.record().status, CaseStatus::closed);
    QCOMPARE(q.record().outcome, toText(outcome));
    QCOMPARE(q.item().state, ReleaseItemState::reconciled);
    QCOMPARE(q.item().outcome, std::optional(outcome));
    const auto proofs = store::reconciliationsOf(*q.s.db, q.id);
    QCOMPARE(proofs.size(), 1);
    QCOMPARE(proofs[0].redriveId, rdv);
    QCOMPARE(proofs[0].receiptsBefore.size(), 1);
    QVERIFY(!proofs[0].proof.isEmpty());
}

void TestSettle::isolatesWhatIsNotKnown()
{
    Settled q(ReceiptState::confirmed);
    const auto found = q.settle(QStringLiteral("absent"));
    QCOMPARE(found->outcome, std::optional(Reconciled::still_uncertain));
    QCOMPARE(q.item().state, ReleaseItemState::isolated);
    QCOMPARE(q.record().status, CaseStatus::reconciling);
    QVERIFY(!q.record().closedAt);
    QCOMPARE(q.record().receipts.value(0).state, ReceiptState::confirmed); // the receipt stays
    QCOMPARE(q.record().redriveId, rdv);
}

void TestSettle::isolatedThenProven()
{
    Settled q(ReceiptState::confirmed);
    QVERIFY(q.settle(QStringLiteral("unclear")));
    const auto found = q.settle(QStringLiteral("completed"));
    QCOMPARE(found->outcome, std::optional(Reconciled::single_execution_confirmed));
    QCOMPARE(q.item().state, ReleaseItemState::reconciled);
    QCOMPARE(q.record().status, CaseStatus::closed);
    QCOMPARE(store::reconciliationsOf(*q.s.db, q.id).size(), 2); // both answers are kept
}

void TestSettle::lettingGo_data()
{
    QTest::addColumn<std::optional<ReceiptState>>("receipt");
    QTest::newRow("denied") << std::optional(ReceiptState::denied);
    QTest::newRow("never sent") << std::optional<ReceiptState>();
}

void TestSettle::lettingGo()
{
    QFETCH(std::optional<ReceiptState>, receipt);
    Settled q(receipt, JobState::quarantined);
    const auto found = q.settle();
    QVERIFY(found);
    QCOMPARE(found->outcome, std::nullopt);
    QCOMPARE(q.item().state, ReleaseItemState::failed_again);
    const CaseRecord c = q.record();
    QCOMPARE(c.status, CaseStatus::open);
    QVERIFY(!c.disposition && c.redriveId.isNull() && !c.closedAt);
    QCOMPARE(store::loadDisposition(*q.s.db, q.disposition)->state, DispositionState::spent);
    QVERIFY(store::reconciliationsOf(*q.s.db, q.id).isEmpty());
}

void TestSettle::mayBeRepeated()
{
    Settled q(ReceiptState::confirmed);
    QVERIFY(q.settle());
    const qint64 closedAt = *q.record().closedAt;
    q.s.clock.advance(5000);
    const auto again = q.settle(QStringLiteral("completed"));
    QVERIFY(again);
    QCOMPARE(again->outcome, std::optional(Reconciled::single_execution_confirmed));
    QCOMPARE(q.record().closedAt, Time(closedAt));
    const auto contradicted = q.settle(QStringLiteral("absent")); // recorded, but a close is not taken back
    QCOMPARE(contradicted->outcome, std::optional(Reconciled::still_uncertain));
    QCOMPARE(q.record().status, CaseStatus::closed);
    QCOMPARE(q.record().outcome, QStringLiteral("single_execution_confirmed"));
    QCOMPARE(q.item().state, ReleaseItemState::reconciled);
    QCOMPARE(store::reconciliationsOf(*q.s.db, q.id).size(), 3);
}

void TestSettle::nothingToReconcile()
{
    test::FreshStore s;
    CaseRecord c;
    QVERIFY(s.write([&](Database &db) {
        c.jobId = s.arrive(db).jobId;
        c.caseId = newCaseId(1);
        c.workflow = QStringLiteral("cards");
        c.workflowVersion = QStringLiteral("1");
        c.errorCode = QStringLiteral("x");
        store::insertCase(db, c, 1);
        const auto never = reconcile::settle(db, c.caseId, {}, 1);
        QVERIFY(!never);
        QCOMPARE(never.error().code, ErrorCode::refused);
        QCOMPARE(reconcile::settle(db, {QStringLiteral("case_none")}, {}, 1).error().code, ErrorCode::not_found);
    }));
}

QTEST_GUILESS_MAIN(TestSettle)
#include "tst_settle.moc"
