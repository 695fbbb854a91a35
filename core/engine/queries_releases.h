// The releases as a person sees them: the list, one release with its cases, and what planning would record. Read side, as
// engine/queries.h: reader thread, tenants checked, nothing written.
#pragma once

#include "engine/queries.h"
#include "model/workflow.h"
#include "store/releasefacts.h"

namespace lazaret::queries {

// Newest first. A release of cases of which some belong to a tenant this viewer may not see does not exist for them.
QList<Release> releases(Database &db, const Viewer &viewer);

struct ReleaseRow
{
    ReleaseItem item;
    store::ReleaseCaseFacts facts;
};

// What frames a plan, recorded or not.
struct PlanContext
{
    Workflow target;
    QStringList hosts;    // where its effects go
    QStringList versions; // of the workflow, oldest first
    bool fourEyes = false;
    QList<Operator> operators;
};

struct ReleaseDetail
{
    Release release; // without items: they are in the rows
    QList<ReleaseRow> rows;
    QList<AuditEntry> log; // of the release itself, after logAfter, oldest first
    PlanContext context;
};
std::optional<ReleaseDetail> releaseDetail(Database &db, const Viewer &viewer, const QString &redriveId, qint64 logAfter);

// What planRelease would record for this selection: from the function it uses itself (release::preview).
struct PlanQuestion
{
    QStringList ids;       // the frozen selection
    QString targetVersion; // empty: the version in force
    QString canary;
    bool acceptIrreversible = false;
    QStringList allow;
};
struct PlanPreview
{
    Release release; // without items
    QList<ReleaseRow> rows;
    PlanContext context;
    QString canaryProblem;
};
Result<PlanPreview> planPreview(Database &db, const Viewer &viewer, const PlanQuestion &question, qint64 nowMs);

// The stored definition, indented; empty: there is none.
QString workflowText(Database &db, const QString &name, const QString &version);

} // namespace lazaret::queries
