#include "reconcile/match.h"

#include <algorithm>

namespace lazaret::reconcile {

namespace {

const Receipt *receiptOf(const QList<Receipt> &receipts, const QString &action)
{
    const auto it = std::find_if(receipts.begin(), receipts.end(), [&](const Receipt &r) { return r.action == action; });
    return it == receipts.end() ? nullptr : &*it;
}

const Observation *observationOf(const QList<Observation> &observations, const QString &action)
{
    const auto it = std::find_if(observations.begin(), observations.end(), [&](const Observation &o) { return o.action == action; });
    return it == observations.end() ? nullptr : &*it;
}

void noteObservation(Match &match, const Observation *observation)
{
    static const QStringList weakestFirst{QStringLiteral("absent"), QStringLiteral("unclear"), QStringLiteral("completed"),
                                          QStringLiteral("not_asked")};
    if (!observation)
        return;
    if (match.observed.isEmpty() || weakestFirst.indexOf(observation->observed) < weakestFirst.indexOf(match.observed))
        match.observed = observation->observed;
    match.how += (match.how.isEmpty() ? QString() : QStringLiteral("; ")) + observation->action + QStringLiteral(": ") + observation->how;
    match.observedAt = std::max(match.observedAt, observation->at);
}

} // namespace

Match match(const Workflow &target, const Job &job, const QList<Receipt> &receipts, const QList<Observation> &observations,
            const QString &redriveId)
{
    Match result;
    QStringList sentNow, sentBefore, uncertain, missing, contradicted;
    for (const auto &step : target.steps) {
        if (!step.effect)
            continue;
        const Receipt *receipt = receiptOf(receipts, step.action);
        const Observation *observation = observationOf(observations, step.action);
        noteObservation(result, observation);
        if (!receipt || receipt->state == ReceiptState::denied)
            missing.append(step.action);
        else if (receipt->state == ReceiptState::uncertain || receipt->state == ReceiptState::intended)
            uncertain.append(step.action);
        else if (observation && observation->observed != u"completed")
            contradicted.append(step.action); // the receipt stays; the recipient does not bear it out
        else if (!redriveId.isEmpty() && receipt->redriveId == redriveId)
            sentNow.append(step.action);
        else
            sentBefore.append(step.action);
    }
    if (result.observed.isEmpty())
        result.observed = QStringLiteral("not_asked");
    if (result.how.isEmpty())
        result.how = QStringLiteral("the recorded expected answer");
    const QString list = QStringLiteral(", ");
    if (!uncertain.isEmpty()) {
        result.outcome = Reconciled::still_uncertain;
        result.proof = QStringLiteral("not known whether %1 happened").arg(uncertain.join(list));
    } else if (!contradicted.isEmpty()) {
        result.outcome = Reconciled::still_uncertain;
        result.proof = QStringLiteral("confirmed here, but the recipient does not show %1").arg(contradicted.join(list));
    } else if (!missing.isEmpty() || job.state != JobState::done) {
        // Every effect may stand confirmed by verification while the job itself could not end: then the work is done all the same.
        if (missing.isEmpty() && !(sentNow + sentBefore).isEmpty()) {
            result.outcome = Reconciled::single_execution_confirmed;
            result.proof = QStringLiteral("%1 confirmed once").arg((sentNow + sentBefore).join(list));
        } else {
            result.proof = QStringLiteral("%1 did not happen").arg(missing.isEmpty() ? QStringLiteral("the work") : missing.join(list));
        }
    } else if (!sentNow.isEmpty()) {
        result.outcome = Reconciled::single_execution_confirmed;
        result.proof = QStringLiteral("%1 sent once in this release and confirmed").arg(sentNow.join(list));
        if (!sentBefore.isEmpty())
            result.proof += QStringLiteral("; %1 was complete before and was not repeated").arg(sentBefore.join(list));
    } else if (!sentBefore.isEmpty()) {
        result.outcome = Reconciled::duplicate_blocked;
        result.proof = QStringLiteral("%1 was complete before; nothing was sent in this release").arg(sentBefore.join(list));
    } else {
        result.outcome = Reconciled::single_execution_confirmed;
        result.proof = QStringLiteral("the job completed; version %1 has no outside effect").arg(target.version);
    }
    return result;
}

} // namespace lazaret::reconcile
