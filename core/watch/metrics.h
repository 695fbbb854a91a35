// The figures as Prometheus text (exposition format 0.0.4). Counted from the database at each scrape, so they are the same after a
// restart and whoever asks: /metrics of the admin port and `lazaretctl metrics`.
#pragma once

#include "store/database.h"

#include <QByteArray>

namespace lazaret::watch {

QByteArray metricsText(Database &db, qint64 nowMs);

} // namespace lazaret::watch
