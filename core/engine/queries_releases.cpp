#include "engine/queries_releases.h"

#include "engine/desk.h"
#include "model/workspace.h"
#include "release/plan.h"
#include "store/auditlog.h"
#include "store/cases.h"
#include "store/configuration.h"
#include "store/releases.h"

#include <QJsonDocument>
#include <QUrl>

#include <algorithm>

namespace lazaret::queries {

namespace {

bool seesRelease(Database &db, const Viewer &viewer, const QString &redriveId)
{
    if (viewer.tenants.contains(QStringLiteral("*")))
        return true;
    const auto tenants = store::tenantsOfRelease(db, redriveId);
    return std::all_of(tenants.begin(), tenants.end(), [&](const QString &tenant) { return visible(viewer, tenant); });
}

PlanContext contextOf(Database &db, const Workflow &target)
{
    PlanContext context;
    context.target = target;
    for (const auto &step : target.steps) {
        const QString host = QUrl(step.url).authority(QUrl::FullyEncoded);
        if (step.effect && !host.isEmpty() && !context.hosts.contains(host))
            context.hosts.append(host);
    }
    context.versions = store::workflowVersions(db, target.name);
    context.fourEyes = fourEyes(db);
    context.operators = store::operators(db);
    return context;
}

QList<ReleaseRow> rowsOf(Database &db, const QList<ReleaseItem> &items, const QString &redriveId)
{
    QList<ReleaseRow> rows;
    rows.reserve(items.size());
    for (const auto &item : items)
        rows.append({item, store::releaseCaseFacts(db, item.caseId, redriveId).value_or(store::ReleaseCaseFacts{})});
    return rows;
}

} // namespace

QList<Release> releases(Database &db, const Viewer &viewer)
{
    QList<Release> list = store::listReleases(db);
    list.removeIf([&](const Release &r) { return !seesRelease(db, viewer, r.redriveId.value); });
    std::reverse(list.begin(), list.end());
    return list;
}

std::optional<ReleaseDetail> releaseDetail(Database &db, const Viewer &viewer, const QString &redriveId, qint64 logAfter)
{
    auto release = store::loadRelease(db, redriveId, true);
    if (!release || !seesRelease(db, viewer, redriveId))
        return std::nullopt;
    ReleaseDetail detail;
    detail.rows = rowsOf(db, std::exchange(release->items, {}), redriveId);
    detail.release = std::move(*release);
    detail.log = store::auditAfter(db, logAfter, 0, redriveId);
    detail.context = contextOf(db, store::workflowVersion(db, detail.release.workflow, detail.release.targetVersion).value_or(Workflow{}));
    return detail;
}

Result<PlanPreview> planPreview(Database &db, const Viewer &viewer, const PlanQuestion &question, qint64 nowMs)
{
    release::PlanRequest request;
    request.selection = distinctCases(question.ids);
    request.targetVersion = question.targetVersion;
    request.canary = question.canary;
    request.acceptIrreversible = question.acceptIrreversible;
    request.allow = question.allow;
    request.by = viewer.me;
    PlanPreview preview;
    for (const auto &id : std::as_const(request.selection)) {
        const auto facts = store::releaseCaseFacts(db, id, {});
        if (!facts || !visible(viewer, facts->tenant)) // another tenant's case does not exist
            return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
        preview.rows.append({{}, *facts});
    }
    if (request.targetVersion.isEmpty() && !request.selection.isEmpty()) {
        const auto first = store::loadCase(db, request.selection.first()).value_or(CaseRecord{});
        const auto current = store::currentWorkflow(db, first.workflow);
        request.targetVersion = current ? current->version : first.workflowVersion;
    }
    auto planned = release::preview(db, request, nowMs);
    if (!planned)
        return tl::unexpected(planned.error());
    const auto items = std::exchange(planned->release.items, {}); // one per case asked about, in their order
    for (qsizetype i = 0; i < items.size(); ++i)
        preview.rows[i].item = items[i];
    preview.release = std::move(planned->release);
    preview.context = contextOf(db, planned->target);
    preview.canaryProblem = planned->canaryProblem;
    return preview;
}

QString workflowText(Database &db, const QString &name, const QString &version)
{
    const auto workflow = store::workflowVersion(db, name, version);
    return workflow ? QString::fromUtf8(QJsonDocument(toJson(*workflow)).toJson(QJsonDocument::Indented)) : QString();
}

} // namespace lazaret::queries
