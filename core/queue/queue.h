// The durable queue: at-least-once with leases. Every function runs inside the caller's transaction; false and empty answers are
// lost races, a normal thing.
#pragma once

#include "model/records.h"
#include "store/database.h"

#include <QMap>

namespace lazaret::queue {

// The compact, safe message (IN-4): mapped fields only, never a body.
struct Message
{
    qint64 deliverySeq = 0;
    QString source;
    QString eventType;
    QMap<QString, QString> fields; // mappableFields() → value
    QString workflow;
    QString workflowVersion;
    QString taskType;
};

// Makes the job `ready`, due now.
Job enqueue(Database &db, const Message &message, qint64 now);

struct Worker
{
    QString id; // this process's run of the pipeline
    QString appVersion;
};

struct Claimed
{
    Job job;
    QList<Receipt> receipts; // as they stand at the lease: what must not be repeated
};

// Leases up to `limit` due jobs; the attempt is counted and its row begun in the same commit, before anything is sent (a crash
// between must not give attempts away for free).
QList<Claimed> claim(Database &db, const QString &workflow, int limit, const Worker &worker, qint64 leaseMs, const QString &policyVersion,
                     qint64 now);

bool heartbeat(Database &db, const Job &job, const Worker &worker, qint64 leaseMs, qint64 now);

// The lease is still ours: whoever lost it may not settle anything.
bool holdsLease(Database &db, const Job &job, const Worker &worker);

} // namespace lazaret::queue
