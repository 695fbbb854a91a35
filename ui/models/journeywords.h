// What the journey of a delivery says, box by box and in one headline. Pure.
#pragma once

#include "engine/queries_journey.h"
#include "support/format.h"

namespace lazaret::ui {

struct JourneyText
{
    QString key{}; // "arrival", "attempts", "case", "release", "reconciled"
    QString title{}, when{};
    QString below{};    // one line under the lane
    QString tone{};     // of that line
    QString missing{};  // instead of the lane: what is not there, and why
    QString sentence{}; // for screen readers
    QList<queries::JourneySpan> spans{};
};
// Five, in order.
QList<JourneyText> journeyTexts(const queries::Journey &journey, const TimeView &view);
// "1 h 48 min from arrival to proof: 37 s of work, 44 min of waits, 1 h 02 min with people"
QString journeyHeadline(const queries::Journey &journey);
QString lengthText(qint64 ms);          // a duration; below a tenth of a second in milliseconds
QString shortCode(const QString &code); // "http.503" is 503

} // namespace lazaret::ui
