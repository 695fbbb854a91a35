// What has come to one source so far: for whoever connects a webhook and watches its first delivery arrive, or be refused.
#pragma once

#include "engine/queries.h"

namespace lazaret::queries {

struct Arrivals
{
    qint64 count = 0;                       // deliveries kept
    std::optional<store::DeliveryRow> last; // the newest of them
    // By reason, since the beginning: this source's, and those sent to an address that is no source's ("unknown_source").
    QMap<QString, qint64> refused;
};
Arrivals arrivals(Database &db, const Viewer &viewer, const QString &source);

// No source, no delivery, no case: nobody has begun here.
bool untouched(Database &db);

} // namespace lazaret::queries
