// The charts of the overview, computed from when cases opened and closed, so that a restart changes nothing.
#pragma once

#include "engine/queries.h"
#include "store/flow.h"

namespace lazaret::queries {

struct HistoryQuestion
{
    qint64 from = 0, to = 0;
    int points = 0;      // evenly spaced times, the last at `to`
    qint64 bucketMs = 0; // of the flow
};
struct HistoryPoint
{
    qint64 at = 0;
    double value = 0;
};
struct FlowBucket
{
    qint64 at = 0; // begins; ends bucketMs later, the last one at `to`
    qint64 opened = 0, closed = 0;
};
struct History
{
    QList<HistoryPoint> depth;       // open cases at each time
    QList<HistoryPoint> oldestAgeMs; // age of the oldest open case at each time; 0 while none is open
    qint64 bucketMs = 0;
    QList<FlowBucket> flow; // on multiples of bucketMs, the first around `from`: bars stand still while time passes
    QList<store::ClassFlow> lastHour, inRange;
    QList<store::FlowEvent> events; // in order of time; none for a reader of some tenants
    qint64 oldestLimitMs = 0;       // an alert on dlq_oldest_age_seconds, else a day
};
History history(Database &db, const Viewer &viewer, const HistoryQuestion &question);

} // namespace lazaret::queries
