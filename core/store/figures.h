// The read side's SQL: counts and lists for the desk, the metrics and the command line. Every figure is counted from rows.
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::store {

// --- windows over large lists: the order is taken once as row numbers (8 bytes each), pages are then read by number.
QList<qint64> caseRows(Database &db, const QString &where, const QVariantList &bindings, const QString &orderBy, bool descending);
QStringList caseIdsByRow(Database &db, const QList<qint64> &rows);     // likewise
QList<CaseRecord> casesByRow(Database &db, const QList<qint64> &rows); // in the order asked; a vanished row is left out

struct DeliveryRow
{
    Delivery delivery;
    JobId jobId; // empty: no job (event not subscribed)
    std::optional<JobState> jobState;
    QString jobReason;
    int attempt = 0;
    Time dueAt;
    std::optional<ErrorClass> errorClass; // of its case, while quarantined
    CaseId caseId;
    QString outcome;    // of its case
    int confirmed = 0;  // effects of its job
    qint64 refused = 0; // not 0: no delivery but so many refused within this minute, for this reason (store/deliverylist.h)
    QString refusedReason{};
};
struct DeliveryFilter
{
    QString source; // empty: all
    bool duplicatesOnly = false;
    QStringList tenants{QStringLiteral("*")}; // only deliveries whose job is of one of these; "*": all
    QString where{};                          // over deliveries d, their job j and its case c; empty: no condition
    QVariantList bindings{};
    QString sort{QStringLiteral("received")}; // a word of deliverySorts()
    bool descending = true;
};
QList<qint64> deliveryRows(Database &db, const DeliveryFilter &filter);
QStringList deliverySorts();
QList<DeliveryRow> deliveriesBySeq(Database &db, const QList<qint64> &seqs);
QList<DeliveryRow> findDeliveries(Database &db, const QString &deliveryId);

struct JobFilter
{
    QString state;      // one of the stored words, "held" (derived), or empty
    QString afterId;    // keyset
    qint64 limit = 100; // 0: all
    QStringList tenants{QStringLiteral("*")};
};
// A held job is listed as held, not as ready or waiting.
QList<Job> listJobs(Database &db, const JobFilter &filter);
qint64 countJobs(Database &db, const QString &state, const QStringList &tenants = {QStringLiteral("*")});
// Why a ready or waiting job is not being worked: the derived `held` reasons. Empty: it is not held.
QString heldReason(Database &db, const Job &job);

// Empty: no narrowing ("*"). Otherwise a condition on the column, its values appended to the bindings.
QString tenantCondition(const QStringList &tenants, QVariantList &bindings, const QString &column = QStringLiteral("tenant"));

// --- figures
struct ClassCount
{
    ErrorClass errorClass;
    qint64 open = 0;
};
QList<ClassCount> openByClass(Database &db);

struct PipelineFigures
{
    qint64 acceptedLastMinute = 0, refusedLastMinute = 0, duplicatesLastMinute = 0;
    qint64 ready = 0, waiting = 0, leased = 0;
    Time oldestReadySince; // created_at of the job that waits longest for a worker
    qint64 doneLastMinute = 0;
    qint64 openCases = 0, closedCases = 0;
    Time oldestCaseAt; // first failure of the oldest open case
    CaseId oldestCase;
    qint64 uncertain = 0;        // open cases with an uncertain receipt or class
    qint64 overdue = 0;          // open cases past their review time
    qint64 awaitingApproval = 0; // cases; releases are counted apart
    qint64 releasesToApprove = 0, releasesPaused = 0, releasesRunning = 0;
    qint64 sources = 0, workflows = 0, heldSources = 0;
};
// A live job (not one of a release) has been due, and not held, for five minutes without a lease.
bool liveTrafficStarves(Database &db, qint64 now);
qint64 queueDepth(Database &db); // ready and waiting

PipelineFigures pipelineFigures(Database &db, qint64 now);

struct IntakeCount
{
    QString source;
    QString result;
    qint64 count = 0;
};
QList<IntakeCount> intakeTotals(Database &db); // accepted, duplicate, and each refusal reason
struct AttemptCount
{
    QString outcome;
    QString errorClass;
    qint64 count = 0;
};
QList<AttemptCount> attemptTotals(Database &db);

} // namespace lazaret::store
