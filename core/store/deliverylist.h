// What the deliveries page counts beside the deliveries themselves: refusals, which are kept as counts per minute, and the flow from the
// listener to done. Counted from rows; times UTC ms.
#pragma once

#include "store/figures.h"

namespace lazaret::store {

struct RefusalRow
{
    qint64 minute = 0; // since the epoch
    QString source;    // empty: an address no source has
    QString reason;
    qint64 count = 0;
};
// The newest `most` lines. where: over intake_counts r, or empty.
QList<RefusalRow> refusals(Database &db, const QString &where, const QVariantList &bindings, int most);
qint64 countRefusals(Database &db); // lines, whatever their counts
qint64 countDeliveries(Database &db, const QStringList &tenants);
qint64 lastSeqBefore(Database &db, qint64 time); // of deliveries received before it; 0: none

struct DeliveryFlow
{
    qint64 since = 0, now = 0;            // what is counted over time; a whole minute's beginning, as refusals are kept
    bool complete = true;                 // false: for some tenants only; then nothing is known of what made no job
    qint64 fresh = 0, keyA = 0, keyB = 0; // deliveries kept, and the key that verified them
    qint64 duplicates = 0, notListed = 0; // answered without a job
    qint64 refused = 0;
    QList<std::pair<QString, qint64>> reasons; // of refusals, most first
    qint64 ready = 0, leased = 0, waiting = 0; // now
    Time oldestReady, nextDue;                 // due since; due at
    qint64 done = 0;
    qint64 openCases = 0, opened = 0; // now; of them since

    qint64 verified() const { return fresh + duplicates + notListed; }
    qint64 received() const { return verified() + refused; }
};
// From the beginning of the minute before this one until now. Plan at 1 M deliveries and jobs: searches of deliveries_received,
// intake_counts' key, jobs_settled and jobs_leased; jobs_due and cases_open are walked, they hold only what is under way.
DeliveryFlow deliveryFlow(Database &db, const QStringList &tenants, qint64 now);

} // namespace lazaret::store
