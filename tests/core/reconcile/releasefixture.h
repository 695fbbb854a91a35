// A real database with one release told to its end through the store's own functions: what the report tests read.
#pragma once

#include "base/bytes.h"
#include "store/auditlog.h"
#include "store/cases.h"
#include "store/datadirectory.h"
#include "store/jobs.h"
#include "store/releases.h"
#include "support/fakeclock.h"

#include <QTemporaryDir>

namespace lazaret::test {

struct Story
{
    int redriven = 9;
    int byHand = 3;
    int uncertain = 0;   // of the redriven: the last ones stay uncertain
    int failedAgain = 0; // of the redriven: the first ones failed again
    int discarded = 0;   // further cases, closed by decision alone
    int open = 0;        // further cases nobody has decided
    QString tenant = QStringLiteral("acme");
    QString reason = QStringLiteral("the schema wants a currency");
    QString proof = QStringLiteral("save_card sent once in this release and confirmed");
    QString exception = QStringLiteral("price.currency is required");
    QString operation = QStringLiteral("card_%1");
    QString query = QStringLiteral("class:invalid_input workflow:cards@12");
    QString planner = QStringLiteral("Mara Ionescu");
    QString approver = QStringLiteral("Daniel Okafor");
};

class ReleaseFixture
{
public:
    static constexpr qint64 start = 1'790'000'000'000; // 2026-09-21 14:13:20 UTC
    static constexpr qint64 now = start + 3'600'000;

    explicit ReleaseFixture(const Story &told) : story(told)
    {
        auto directory = DataDirectory::open(m_dir.filePath(QStringLiteral("data")), m_clock);
        if (!directory)
            qFatal("%s", qPrintable(directory.error().detail));
        file = directory->databaseFile();
        db = std::move(*Database::open(file, Database::Access::readWrite));
        db->begin();
        tell();
        if (!db->commit())
            qFatal("%s", qPrintable(db->error()->detail));
    }

    Story story;
    QString file;
    std::unique_ptr<Database> db;
    RedriveId redriveId{QStringLiteral("rdv_01K5PQ0000AAAABBBBCCCCDDDD")};
    QList<CaseId> cases; // in the order of the selection

    void audit(const QString &action, const QString &object, qint64 at, const QString &actor, const QString &details = {})
    {
        AuditEntry e;
        e.seq = ++m_seq;
        e.at = at;
        e.actor = actor;
        e.osUser = QStringLiteral("tester");
        e.action = action;
        e.object = object;
        e.details = details;
        e.previousHash = m_hash;
        m_hash = e.hash = sha256Hex((m_hash + action + object).toUtf8());
        store::insertAudit(*db, e);
    }

private:
    void tell()
    {
        audit(QStringLiteral("workspace.apply"), QStringLiteral("workspace"), start, QStringLiteral("root"));
        const int all = story.redriven + story.byHand + story.discarded + story.open;
        for (int i = 0; i < all; ++i)
            openCase(i);
        for (int i = 0; i < story.redriven; ++i)
            decide(i, DispositionKind::redrive_approved);
        for (int i = 0; i < story.byHand; ++i)
            completeByHand(story.redriven + i);
        for (int i = 0; i < story.discarded; ++i)
            discard(story.redriven + story.byHand + i);
        plan();
        run();
        audit(QStringLiteral("workspace.apply"), QStringLiteral("workspace"), now - 1, QStringLiteral("root")); // not about this release
    }

    JobId jobOf(int i) const { return {QStringLiteral("job_%1").arg(i, 26, 10, QLatin1Char('0'))}; }

    void openCase(int i)
    {
        Job job;
        job.jobId = jobOf(i);
        job.taskType = QStringLiteral("save_card");
        job.workflow = QStringLiteral("cards");
        job.workflowVersion = QStringLiteral("12");
        job.state = JobState::ready;
        job.dueAt = start;
        job.createdAt = start;
        store::insertJob(*db, job);
        store::moveJob(*db, job.jobId, JobState::ready, JobState::quarantined, QStringLiteral("http.422"), start);

        CaseRecord c;
        c.caseId.value = QStringLiteral("case_%1").arg(i, 26, 10, QLatin1Char('0'));
        c.jobId = job.jobId;
        c.deliveryId = QStringLiteral("delivery-%1").arg(i);
        c.source = QStringLiteral("shop");
        c.eventType = QStringLiteral("card.changed");
        c.operationId = story.operation.arg(88000 + i);
        c.tenant = story.tenant;
        c.workflow = job.workflow;
        c.workflowVersion = job.workflowVersion;
        c.errorClass = ErrorClass::invalid_input;
        c.errorCode = QStringLiteral("http.422");
        c.lastException = story.exception;
        c.firstFailureAt = c.lastFailureAt = start + i * 1000;
        c.attemptCount = 1;
        c.dataClassification = QStringLiteral("internal");
        c.signatureVerified = true;
        c.keySlot = 1;
        c.owner = story.planner;
        c.reviewDueAt = now + 86'400'000;
        store::insertCase(*db, c, start);
        cases.append(c.caseId);
        settleEffect(i, ReceiptState::denied, {}, start);
    }

    void settleEffect(int i, ReceiptState state, const QString &redriveOfReceipt, qint64 at)
    {
        Receipt r;
        r.jobId = jobOf(i);
        r.action = QStringLiteral("save_card");
        r.idempotencyKey = r.jobId.value + QStringLiteral(":save_card");
        r.intendedAt = at;
        r.attempt = redriveOfReceipt.isEmpty() ? 1 : 2;
        r.workflowVersion = redriveOfReceipt.isEmpty() ? QStringLiteral("12") : QStringLiteral("13");
        r.redriveId = redriveOfReceipt;
        store::intendReceipt(*db, r);
        r.settledAt = at + 20;
        r.settledBy = QStringLiteral("worker");
        r.evidence = state == ReceiptState::confirmed ? QStringLiteral("HTTP 201") : QStringLiteral("HTTP 422");
        store::settleReceipt(*db, r.jobId, r.action, ReceiptState::intended, state, r);
    }

    Disposition decide(int i, DispositionKind kind)
    {
        Disposition d;
        d.caseId = cases.at(i);
        d.kind = kind;
        d.by = story.planner;
        d.at = start + 600'000 + i;
        d.reason = story.reason;
        d.approvedBy = story.approver;
        d.decidedAt = d.at + 1000;
        if (kind == DispositionKind::manual_completion)
            d.link = QStringLiteral("https://erp.example/records/%1").arg(20900 + i);
        d.id = store::insertDisposition(*db, d, QStringLiteral("tester"));
        store::setCurrentDisposition(*db, d.caseId, d.id);
        audit(QStringLiteral("case.dispose"), d.caseId.value, d.at, d.by, toText(kind));
        return d;
    }

    void reconcile(int i, Reconciled outcome, const QString &observed, const QString &how, const QString &proof, const QString &redrive)
    {
        ReconciliationItem item;
        item.caseId = cases.at(i);
        item.redriveId = redrive;
        item.at = now - 120'000 + i;
        for (const auto &r : store::receiptsOf(*db, jobOf(i)))
            item.receiptsBefore.append(QJsonObject{{QStringLiteral("action"), r.action}, {QStringLiteral("state"), toText(r.state)}});
        item.observed = observed;
        if (observed != u"not_asked")
            item.observedAt = item.at - 5;
        item.how = how;
        item.outcome = outcome;
        item.proof = proof;
        store::insertReconciliation(*db, item);
        if (outcome == Reconciled::still_uncertain)
            store::setOutcome(*db, item.caseId, outcome);
        else
            store::closeCase(*db, item.caseId, item.at, outcome);
    }

    void completeByHand(int i)
    {
        const auto d = decide(i, DispositionKind::manual_completion);
        reconcile(i, Reconciled::recreated_manually, QStringLiteral("not_asked"), QStringLiteral("decision of ") + d.by,
                  QStringLiteral("completed by hand, recorded at ") + d.link, {});
    }

    void discard(int i)
    {
        decide(i, DispositionKind::discard_business_valid);
        store::closeCase(*db, cases.at(i), now - 130'000, std::nullopt);
    }

    void plan()
    {
        Release r;
        r.redriveId = redriveId;
        r.state = ReleaseState::planned;
        r.query = story.query;
        r.workflow = QStringLiteral("cards");
        r.sourceVersions = QStringList{QStringLiteral("12")};
        r.targetVersion = QStringLiteral("13");
        r.fixReference = QStringLiteral("PR 482");
        r.allowedEffects = QStringList{QStringLiteral("save_card"), QStringLiteral("notify_owner")};
        r.ratePerMin = 12;
        r.stopConditions = QStringList{QStringLiteral("uncertain_effect"), QStringLiteral("canary_not_clean")};
        r.plannedBy = story.planner;
        r.plannedByOs = QStringLiteral("tester");
        r.plannedAt = start + 1'200'000;
        r.reconciliationOwner = story.planner;
        r.canary = cases.value(0).value;
        r.approvedCaseCount = story.redriven;
        for (int i = 0; i < cases.size(); ++i) {
            ReleaseItem item;
            item.position = i;
            item.caseId = cases.at(i);
            item.jobId = jobOf(i);
            item.eligible = i < story.redriven;
            item.reason = item.eligible ? QString() : QStringLiteral("no approved redrive");
            item.sourceVersion = QStringLiteral("12");
            item.plannedClass = ErrorClass::invalid_input;
            r.items.append(item);
        }
        store::insertRelease(*db, r);
        audit(QStringLiteral("release.plan"), redriveId.value, r.plannedAt, story.planner);
        store::setReleaseApproval(*db, redriveId.value, story.approver, r.plannedAt + 60'000, story.approver == story.planner);
        audit(QStringLiteral("release.approve"), redriveId.value, r.plannedAt + 60'000, story.approver);
    }

    void run()
    {
        using enum ReleaseState;
        const QString id = redriveId.value;
        const auto move = [&](ReleaseState from, ReleaseState to) { store::moveRelease(*db, id, from, to, {}); };
        store::setReleaseStarted(*db, id, start + 1'800'000);
        move(planned, approved);
        move(approved, canary);
        for (int i = 0; i < story.redriven; ++i)
            redrive(i);
        if (story.uncertain + story.failedAgain > 0) {
            audit(QStringLiteral("release.pause"), id, start + 1'900'000, QStringLiteral("lazaret"),
                  QStringLiteral("uncertain_effect: one"));
            audit(QStringLiteral("release.resume"), id, start + 2'000'000, story.planner,
                  QStringLiteral(R"({"accepted_events":2,"reason":"seen"})"));
        }
        move(canary, running);
        move(running, reconciling);
        move(reconciling, finished);
        store::setReleaseFinished(*db, id, now - 60'000);
        audit(QStringLiteral("release.finish"), id, now - 60'000, QStringLiteral("lazaret"));
    }

    void redrive(int i)
    {
        using enum ReleaseItemState;
        const QString id = redriveId.value;
        const qint64 at = start + 1'800'000 + i * 100;
        store::moveItem(*db, id, cases.at(i), planned, released, at);
        store::holdForRelease(*db, cases.at(i), id);
        if (i < story.failedAgain) {
            settleEffect(i, ReceiptState::denied, id, at);
            store::setItemFacts(*db, id, cases.at(i), true, false, QStringLiteral("invalid_input"));
            store::moveItem(*db, id, cases.at(i), released, failed_again, at + 50);
            CaseRecord c = *store::loadCase(*db, cases.at(i));
            c.lastFailureAt = at + 40;
            store::failCaseAgain(*db, c, false);
            return;
        }
        const bool unclear = i >= story.redriven - story.uncertain;
        settleEffect(i, unclear ? ReceiptState::uncertain : ReceiptState::confirmed, id, at);
        store::setItemFacts(*db, id, cases.at(i), true, false, {});
        store::moveItem(*db, id, cases.at(i), released, settled, at + 50);
        const auto outcome = unclear ? Reconciled::still_uncertain : Reconciled::single_execution_confirmed;
        store::setItemOutcome(*db, id, cases.at(i), outcome);
        store::moveItem(*db, id, cases.at(i), settled, unclear ? isolated : reconciled, at + 60);
        reconcile(i, outcome, unclear ? QStringLiteral("unclear") : QStringLiteral("completed"),
                  QStringLiteral("save_card: verify: HTTP %1").arg(unclear ? 503 : 200),
                  unclear ? QStringLiteral("not known whether save_card happened") : story.proof, id);
    }

    QTemporaryDir m_dir;
    FakeClock m_clock{start};
    qint64 m_seq = 0;
    QString m_hash;
};

} // namespace lazaret::test
