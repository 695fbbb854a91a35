// Writing what reconciliation found: the item, the case's outcome, its close, and its release's item, in one transaction.
#pragma once

#include "base/result.h"
#include "reconcile/match.h"
#include "store/database.h"

namespace lazaret::reconcile {

struct Subject // what is asked before the recipient is
{
    CaseRecord record;
    Job job;
    Workflow target;
};
// Errors: refused when there is nothing to reconcile (never released, still running); the reason says which.
Result<Subject> subject(Database &db, const CaseId &id);

// The facts are read again inside this transaction, so a late change wins over an early answer.
Result<Match> settle(Database &db, const CaseId &id, const QList<Observation> &observations, qint64 now);

} // namespace lazaret::reconcile
