// Reading what reconciliation found: the releases that have something to reconcile, and the report of one of them or of a query. The
// command line and the desk read the same report here, so their figures cannot differ.
#pragma once

#include "engine/queries.h"
#include "engine/report.h"

namespace lazaret::queries {

// Releases that were started and whose every case this viewer may see, the newest first. Without their items.
QList<Release> startedReleases(Database &db, const Viewer &viewer);

// Errors: not_found for a release that does not exist or holds a case of a tenant this viewer may not see; usage for a query that cannot
// be read.
Result<reconcile::Report> reportOfRelease(Database &db, const Viewer &viewer, const QString &redriveId, qint64 nowMs);
Result<reconcile::Report> reportOfQuery(Database &db, const Viewer &viewer, const QString &query, qint64 nowMs);

} // namespace lazaret::queries
