// Rows of the queue: jobs, attempts, receipts. Every move names the state it expects; false means somebody else was first.
// All functions run inside the caller's transaction.
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::store {

void insertJob(Database &db, const Job &job);
std::optional<Job> loadJob(Database &db, const JobId &id);
std::optional<JobId> jobOfDelivery(Database &db, qint64 deliverySeq);

// Leases up to `limit` due jobs of one workflow, oldest due first; held sources and paused releases are passed over.
// Each comes back with its attempt counted and its run started. Plan at 1 M rows: SEARCH jobs USING INDEX jobs_due.
QList<Job> leaseDue(Database &db, const QString &workflow, int limit, qint64 now, const QString &owner, qint64 until);
// The next time leaseDue would find a job of this workflow, now included.
std::optional<qint64> nextDue(Database &db, const QString &workflow);
bool extendLease(Database &db, const JobId &id, int attempt, const QString &owner, qint64 until);

struct LeaseEnd
{
    JobState to = JobState::done;
    QString reason;
    Time dueAt; // for waiting and ready
    qint64 at = 0;
};
// Ends a lease that is still this worker's for this attempt.
bool endLease(Database &db, const JobId &id, int attempt, const QString &owner, const LeaseEnd &end);
bool moveJob(Database &db, const JobId &id, JobState from, JobState to, const QString &reason, qint64 at);
bool makeDue(Database &db, const JobId &id, qint64 at); // waiting → ready, due now instead of later
// quarantined → ready under a new version and release; a new run with a new budget begins.
bool releaseJob(Database &db, const JobId &id, const QString &redriveId, const QString &version, qint64 at);
void setLastCompletedStep(Database &db, const JobId &id, const QString &step);
QList<Job> leasedJobs(Database &db); // every lease there is, whoever holds it

void insertAttempt(Database &db, const Attempt &attempt);
void finishAttempt(Database &db, const Attempt &attempt);
QList<Attempt> attemptsOf(Database &db, const JobId &id);

// denied or none → intended; on an idempotent target also uncertain → intended. False: the receipt is in another state.
bool intendReceipt(Database &db, const Receipt &receipt);
bool settleReceipt(Database &db, const JobId &id, const QString &action, ReceiptState from, ReceiptState to, const Receipt &facts);
QList<Receipt> receiptsOf(Database &db, const JobId &id);
std::optional<Receipt> receiptOf(Database &db, const JobId &id, const QString &action);

} // namespace lazaret::store
