#include "queue/queue.h"

#include "store/configuration.h"
#include "store/jobs.h"

namespace lazaret::queue {

Job enqueue(Database &db, const Message &m, qint64 now)
{
    Job job;
    job.jobId = newJobId(now);
    job.deliverySeq = m.deliverySeq;
    job.source = m.source;
    job.eventType = m.eventType;
    job.operationId = m.fields.value(QStringLiteral("operation_id"));
    job.taskId = m.fields.value(QStringLiteral("task_id"));
    job.taskType = m.taskType;
    job.inputRef = m.fields.value(QStringLiteral("input_ref"));
    job.tenant = m.fields.value(QStringLiteral("tenant"));
    job.userRef = m.fields.value(QStringLiteral("user_ref"));
    job.orderingKey = m.fields.value(QStringLiteral("ordering_key"));
    job.workflow = m.workflow;
    job.workflowVersion = m.workflowVersion;
    job.state = JobState::ready;
    job.dueAt = now;
    job.createdAt = now;
    store::insertJob(db, job);
    if (!job.tenant.isEmpty())
        store::tenantSeen(db, job.tenant, now);
    return job;
}

QList<Claimed> claim(Database &db, const QString &workflow, int limit, const Worker &worker, qint64 leaseMs, const QString &policyVersion,
                     qint64 now)
{
    QList<Claimed> claimed;
    const auto jobs = store::leaseDue(db, workflow, limit, now, worker.id, now + leaseMs);
    for (const Job &job : jobs) {
        Attempt attempt;
        attempt.jobId = job.jobId;
        attempt.number = job.attempt;
        attempt.workerId = worker.id;
        attempt.appVersion = worker.appVersion;
        attempt.workflowVersion = job.workflowVersion;
        attempt.policyVersion = policyVersion;
        attempt.startedAt = now;
        attempt.redriveId = job.redriveId;
        store::insertAttempt(db, attempt);
        claimed.append({job, store::receiptsOf(db, job.jobId)});
    }
    return claimed;
}

bool heartbeat(Database &db, const Job &job, const Worker &worker, qint64 leaseMs, qint64 now)
{
    return store::extendLease(db, job.jobId, job.attempt, worker.id, now + leaseMs);
}

bool holdsLease(Database &db, const Job &job, const Worker &worker)
{
    const auto now = store::loadJob(db, job.jobId);
    return now && now->state == JobState::leased && now->leaseOwner == worker.id && now->attempt == job.attempt;
}

} // namespace lazaret::queue
