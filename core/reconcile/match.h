// The matcher: from a case's receipts and what the recipient says to one of the five outcomes. Pure.
#pragma once

#include "model/records.h"
#include "model/workflow.h"

namespace lazaret::reconcile {

// What the recipient said about one action, when it was asked.
struct Observation
{
    QString action;
    QString observed; // completed | absent | unclear
    Time at;
    QString how; // "verify: HTTP 200 in 3 ms, body sha256 …"
};

struct Match
{
    // nullopt: the work is not done; the case leaves its release and is open again.
    std::optional<Reconciled> outcome;
    QString observed; // completed | absent | unclear | not_asked: the weakest of the answers
    QString how;
    QString proof; // one sentence: what shows it
    Time observedAt;
};

// `target`: the version the job ran under. `redriveId`: the release being reconciled, to tell what was sent in it from what was
// there before.
Match match(const Workflow &target, const Job &job, const QList<Receipt> &receipts, const QList<Observation> &observations,
            const QString &redriveId);

} // namespace lazaret::reconcile
