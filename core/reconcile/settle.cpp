#include "reconcile/settle.h"

#include "model/records_json.h"
#include "store/cases.h"
#include "store/configuration.h"
#include "store/jobs.h"
#include "store/releases.h"

namespace lazaret::reconcile {

Result<Subject> subject(Database &db, const CaseId &id)
{
    const auto c = store::loadCase(db, id);
    if (!c)
        return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
    const auto job = store::loadJob(db, c->jobId);
    if (!job)
        return fail(ErrorCode::not_found, QStringLiteral("%1 has no job").arg(id.value));
    const bool byHand = c->closedAt && job->state == JobState::ended;
    if (!byHand && (job->redriveId.isEmpty() || (c->status != CaseStatus::reconciling && !c->closedAt)))
        return fail(ErrorCode::refused, QStringLiteral("there is nothing to reconcile: %1 is %2").arg(id.value, toText(c->status)));
    const auto target = store::workflowVersion(db, job->workflow, job->workflowVersion);
    if (!target)
        return fail(ErrorCode::not_found, QStringLiteral("workflow %1 has no version %2").arg(job->workflow, job->workflowVersion));
    return Subject{*c, *job, *target};
}

namespace {

// Closed by a decision: the outcome stands as decided; asking again only adds what the recipient says now.
Match standing(const CaseRecord &c, const Match &asked)
{
    Match result = asked;
    result.outcome = fromText<Reconciled>(c.outcome);
    const auto &d = c.disposition;
    result.proof = d && d->kind == DispositionKind::manual_completion ? QStringLiteral("completed by hand, recorded at %1").arg(d->link)
                   : d ? QStringLiteral("%1 by %2: %3").arg(toText(d->kind), d->by, d->reason)
                       : QStringLiteral("closed by decision");
    return result;
}

void moveItem(Database &db, const QString &redriveId, const CaseId &id, ReleaseItemState to, qint64 now)
{
    for (const auto from : {ReleaseItemState::settled, ReleaseItemState::isolated}) {
        if (from != to && store::moveItem(db, redriveId, id, from, to, now))
            return;
    }
}

} // namespace

Result<Match> settle(Database &db, const CaseId &id, const QList<Observation> &observations, qint64 now)
{
    const auto s = subject(db, id);
    if (!s)
        return tl::unexpected(s.error());
    const QString redriveId = s->job.redriveId;
    Match found = match(s->target, s->job, s->record.receipts, observations, redriveId);
    const bool decidedOtherwise = s->record.closedAt && s->job.state == JobState::ended && s->record.redriveId.isEmpty();
    if (decidedOtherwise)
        found = standing(s->record, found);
    if (!found.outcome) {
        if (!s->record.closedAt)
            store::leaveRelease(db, s->record, {ReleaseItemState::settled, ReleaseItemState::isolated}, now);
        return found;
    }
    ReconciliationItem item;
    item.caseId = id;
    item.redriveId = decidedOtherwise ? QString() : redriveId;
    item.at = now;
    item.receiptsBefore = receiptsSnapshot(s->record.receipts);
    item.observed = found.observed;
    item.observedAt = found.observedAt;
    item.how = found.how;
    item.outcome = *found.outcome;
    item.proof = found.proof;
    store::insertReconciliation(db, item);
    if (s->record.closedAt)
        return found; // a close is not taken back; what the recipient says now stands recorded beside it
    store::setItemOutcome(db, redriveId, id, *found.outcome);
    if (*found.outcome == Reconciled::still_uncertain) {
        store::setOutcome(db, id, *found.outcome);
        moveItem(db, redriveId, id, ReleaseItemState::isolated, now);
        return found;
    }
    moveItem(db, redriveId, id, ReleaseItemState::reconciled, now);
    store::closeCase(db, id, now, found.outcome);
    store::moveJob(db, s->job.jobId, JobState::quarantined, JobState::ended, toText(*found.outcome), now); // isolated, then proven
    return found;
}

} // namespace lazaret::reconcile
