// What goes in and what comes out, decided without a window: mirrored bars around nought, and when the quarantine will be empty.
#pragma once

#include "charts/thinning.h"

#include <QRectF>

#include <optional>

namespace lazaret::ui {

struct FlowBar
{
    qint64 from = 0, to = 0;
    qint64 up = 0, down = 0;
};

struct MirroredScale
{
    double low = 0, top = 1, step = 1; // low ≤ 0
};
MirroredScale mirroredScale(const QList<FlowBar> &bars); // round steps; both ends on one

// The parts of a bar within the plot, upwards and downwards from the line of nought. What is not nothing is at least a pixel high.
struct BarPlaces
{
    QRectF up, down;
};
BarPlaces placesOf(const FlowBar &bar, const QRectF &plot, qint64 fromMs, qint64 toMs, const MirroredScale &scale);

// The parts of a line above a limit, each from where it crosses to where it crosses back.
QList<QList<QPointF>> partsAbove(const QList<QPointF> &run, double limit);

// At these rates per hour.
struct Outlook
{
    enum class Kind { nothingWaits, empties, growsOrStays };
    Kind kind = Kind::nothingWaits;
    qint64 emptyInMs = 0;
    qint64 morePerHour = 0;
};
Outlook outlook(qint64 open, qint64 openedPerHour, qint64 closedPerHour);

} // namespace lazaret::ui
