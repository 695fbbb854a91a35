// Planning a redrive: the selection is frozen, each case is eligible or not with its reason, the canary is chosen. Nothing moves.
#pragma once

#include "base/result.h"
#include "model/records.h"
#include "model/workflow.h"
#include "store/database.h"

namespace lazaret::release {

struct PlanRequest
{
    QString query;           // as recorded: case_selection_query
    QList<CaseId> selection; // what it matched, in order; the plan lists every one of them
    QString targetVersion;
    QString fixReference;
    double ratePerMin = 0; // cases per minute; 0: no limit
    QStringList allow;     // actions that may run; empty: every effect action of the target version
    QStringList stop;      // stop rules; empty: the defaults
    QString owner;         // reconciliation owner; empty: the planner
    QString canary;        // a case id; empty: the plan chooses
    bool acceptIrreversible = false;
    QString by;
    QString osUser;
};

// What planning would record, before anything is: the same eligibility, the same canary. Reads only.
struct Preview
{
    Release release; // with its items; no id yet
    Workflow target;
    QString canaryProblem; // why no canary could be chosen, or why not the asked one; empty: release.canary stands
};
// Errors: as plan, but for what the person has not filled in yet: a missing fix reference is none, a canary problem is told.
Result<Preview> preview(Database &db, const PlanRequest &request, qint64 now);

// Stores the release as `planned`. Errors: refused (cases of several workflows, an irreversible canary without acknowledgement),
// not_found (no such version), usage (an action or stop rule nobody knows).
Result<Release> plan(Database &db, const PlanRequest &request, qint64 now);

// Why this case cannot be released now; empty: it can. Asked at planning and again when its turn comes.
QString ineligible(Database &db, const CaseRecord &c, const Workflow &target, const QString &exceptRelease);

} // namespace lazaret::release
