#include "engine/queries_reconciliation.h"

#include "engine/desk.h"
#include "store/cases.h"
#include "store/releases.h"

#include <algorithm>

namespace lazaret::queries {

namespace {

bool seesAllOf(Database &db, const Viewer &viewer, const QString &redriveId)
{
    const auto tenants = store::tenantsOfRelease(db, redriveId);
    return std::all_of(tenants.begin(), tenants.end(), [&](const QString &tenant) { return visible(viewer, tenant); });
}

} // namespace

QList<Release> startedReleases(Database &db, const Viewer &viewer)
{
    auto all = store::listReleases(db);
    all.removeIf([&](const Release &r) { return !r.startedAt || !seesAllOf(db, viewer, r.redriveId.value); });
    std::sort(all.begin(), all.end(), [](const Release &a, const Release &b) { return *a.startedAt > *b.startedAt; });
    return all;
}

Result<reconcile::Report> reportOfRelease(Database &db, const Viewer &viewer, const QString &redriveId, qint64 nowMs)
{
    if (!seesAllOf(db, viewer, redriveId))
        return fail(ErrorCode::not_found, QStringLiteral("no release %1").arg(redriveId));
    return reconcile::buildForRelease(db, redriveId, nowMs);
}

Result<reconcile::Report> reportOfQuery(Database &db, const Viewer &viewer, const QString &query, qint64 nowMs)
{
    const auto where = condition(viewer, query, nowMs);
    if (!where)
        return tl::unexpected(queryError(where.error()));
    return reconcile::buildForCases(db, query, store::matchingCases(db, where->where, where->bindings), nowMs);
}

} // namespace lazaret::queries
