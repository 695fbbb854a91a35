// How the desk writes times, durations, counts and ids: pure functions, so that every view, axis and export says the same. Times are UTC
// milliseconds since the epoch.
#pragma once

#include "model/records.h"

#include <QLocale>
#include <QString>

namespace lazaret::ui {

// What a reader sees times in. Passed by value to whatever writes one.
struct TimeView
{
    bool utc = true;
    qint64 nowMs = 0;
};

QString clockTime(qint64 ms, const TimeView &view);  // "11:42"
QString shortTime(qint64 ms, const TimeView &view);  // today "11:42", older "16 Mar 18:02", another year "16 Mar 2024"
QString exactTime(qint64 ms, const TimeView &view);  // today "11:42:07.118", older "16 Mar 11:42:07.118"
QString secondTime(qint64 ms, const TimeView &view); // "11:42:07"
QString timeTooltip(qint64 ms);                      // ISO 8601 UTC and local
QString zoneWord(const TimeView &view);              // "UTC", or the abbreviation of the local zone

QString duration(qint64 ms);                      // two units at most: "0.4 s", "38 s", "41 min", "1 h 05 min", "2 d 3 h"
QString dueText(qint64 dueMs, qint64 nowMs);      // "in 2 h 18 min", "17 h late"
QString shortDueText(qint64 dueMs, qint64 nowMs); // for narrow columns: "in 2 h 18", "17 h late"

QString countText(qint64 n);                  // by the locale: "1,284"
QString headlineText(qint64 n);               // from 10,000 on "12.4 k"; the exact number belongs in the tooltip
QString bytesText(qint64 n);                  // "812 B", "4.1 KB"
QString shareText(qint64 part, qint64 whole); // "32 %"; "<1 %" when it is not zero

QString tailOfId(const QString &id);   // "…7Q4K": enough to tell neighbours apart
QString middleOfId(const QString &id); // "case_01JPHX3M…T77Q4K"
QString initials(const QString &name); // "Mara Ionescu" and "mara.ionescu" are MI, "ana" is AN

} // namespace lazaret::ui
