// Where the boxes of a journey and the spans in them stand. Pure: lengths in, places out. Widths grow with the logarithm of a length, so
// that two seconds of work and three days of waiting are both seen.
#pragma once

#include "engine/queries_journey.h"

#include <array>

namespace lazaret::ui {

struct JourneyPiece
{
    double left = 0, width = 0; // within its box
    qsizetype span = -1;        // which of the box's; -1: those left out for want of room
    int leftOut = 0;            // how many they are
};
struct JourneyBox
{
    double left = 0, width = 0;
    QList<JourneyPiece> pieces;
};

double spanWidth(qint64 ms, bool work); // what it asks for

inline constexpr double journeyGap = 18, journeyPad = 12, journeyLeast = 148;
// boxes: the spans of each. The width is used up.
QList<JourneyBox> layOut(const QList<QList<queries::JourneySpan>> &boxes, double width);

} // namespace lazaret::ui
