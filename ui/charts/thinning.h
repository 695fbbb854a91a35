// What a time chart may draw, decided without a window: few points that keep every peak, round scales, round ticks in the reader's zone.
#pragma once

#include <QList>
#include <QPointF>

namespace lazaret::ui {

// One list per unbroken run: a NaN value is a gap and stays one. Each pixel column keeps its lowest and highest point in time order, so at
// most two points per plot pixel and at most 1,500 in all (append and redraw costs were measured; see the tokens' "chart").
QList<QList<QPointF>> thinned(const QList<QPointF> &points, qint64 fromMs, qint64 toMs, int plotPixels);

struct Scale
{
    double top = 1;
    double step = 1;
};
Scale countScale(double highest);    // from 0; whole numbers; 4 to 5 grid lines
Scale durationScale(double highest); // milliseconds; steps people read: 10 s, 5 min, 6 h, 1 d …

// Ticks on round times of the zone: offsetMs is the zone's offset from UTC. At least minGap apart in time.
QList<qint64> timeTicks(qint64 fromMs, qint64 toMs, qint64 offsetMs, qint64 minGapMs);

} // namespace lazaret::ui
