// Figures of what is configured: what arrives at a source, what a host answered. Counted from rows; all times UTC ms.
#pragma once

#include "model/records.h"
#include "store/database.h"

#include <QHash>

namespace lazaret::store {

// The last delivery of a source; nullopt: none yet. Cheap for a busy one (it is among the newest) and for a quiet one (it has few).
Time lastDelivery(Database &db, const QString &source);

struct Arrivals
{
    qint64 accepted = 0, duplicates = 0, refused = 0, notSubscribed = 0;
};
// Since a time, by source; whole minutes for what was not accepted. Meant for minutes: reads every delivery since.
QHash<QString, Arrivals> arrivalsSince(Database &db, qint64 since);

QHash<QString, qint64> refusedSince(Database &db, qint64 since); // by source, whole minutes

bool versionHasRun(Database &db, const QString &workflow, const QString &version); // jobs were made for it, or worked under it
qint64 openCasesOf(Database &db, const QString &workflow);

struct SlotUse
{
    int slot = 1;
    qint64 lastMatched = 0;
};
struct ArrivalHistory
{
    QList<qint64> accepted; // per interval
    QList<qint64> refused;
    Arrivals total;
    QList<SlotUse> slotUse;
    QList<std::pair<QString, qint64>> reasons; // of refusals, most first
};
// `intervals` equal parts of [from, to) of one source. Reads every delivery in it (index deliveries_received).
ArrivalHistory arrivalHistory(Database &db, const QString &source, qint64 from, qint64 to, int intervals);

struct HostAnswer
{
    QString host;   // as work::hostOf writes it
    QString result; // "201", "http.503", "http.no_answer" …; empty: none yet
    qint64 count = 0;
    qint64 lastAt = 0;
};
QList<HostAnswer> hostAnswersSince(Database &db, qint64 since); // steps of attempts begun since (index attempts_started)

} // namespace lazaret::store
