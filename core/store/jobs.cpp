#include "store/jobs.h"

#include "model/moves.h"

#include <QJsonDocument>

namespace lazaret::store {

#define JOB_COLUMNS                                                                                                                        \
    "j.job_id, j.delivery_seq, d.delivery_id, j.source, j.event_type, j.operation_id, j.task_id, j.task_type, j.input_ref, "               \
    "j.input_sha256, j.tenant, j.user_ref, "                                                                                               \
    "j.ordering_key, j.workflow, j.workflow_version, j.state, j.state_reason, j.attempt, j.due_at, j.deadline_at, j.run_started_at, "      \
    "j.run_first_attempt, j.lease_owner, "                                                                                                 \
    "j.lease_until, j.last_completed_step, j.cost, j.result_ref, j.created_at, j.redrive_id, j.parent_job_id"

namespace {

Job readJob(const Statement &s)
{
    Job j;
    int c = 0;
    j.jobId.value = s.text(c++);
    j.deliverySeq = s.time(c++);
    j.deliveryId = s.text(c++);
    j.source = s.text(c++);
    j.eventType = s.text(c++);
    j.operationId = s.text(c++);
    j.taskId = s.text(c++);
    j.taskType = s.text(c++);
    j.inputRef = s.text(c++);
    j.inputSha256 = s.text(c++);
    j.tenant = s.text(c++);
    j.userRef = s.text(c++);
    j.orderingKey = s.text(c++);
    j.workflow = s.text(c++);
    j.workflowVersion = s.text(c++);
    j.state = s.word<JobState>(c++);
    j.stateReason = s.text(c++);
    j.attempt = int(s.integer(c++));
    j.dueAt = s.time(c++);
    j.deadlineAt = s.time(c++);
    j.runStartedAt = s.time(c++);
    j.runFirstAttempt = int(s.integer(c++));
    j.leaseOwner = s.text(c++);
    j.leaseUntil = s.time(c++);
    j.lastCompletedStep = s.text(c++);
    j.cost = s.real(c++);
    j.resultRef = s.text(c++);
    j.createdAt = s.integer(c++);
    j.redriveId = s.text(c++);
    j.parentJobId = s.text(c++);
    return j;
}

} // namespace

void insertJob(Database &db, const Job &j)
{
    Statement insert = db.prepare("INSERT INTO jobs (job_id, delivery_seq, source, event_type, operation_id, task_id, task_type, "
                                  "input_ref, input_sha256, tenant, user_ref, "
                                  "ordering_key, workflow, workflow_version, state, state_reason, due_at, created_at, parent_job_id) "
                                  "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    insert.run(j.jobId, j.deliverySeq, j.source, j.eventType, j.operationId, j.taskId, notNull(j.taskType), j.inputRef, j.inputSha256,
               j.tenant, j.userRef, j.orderingKey, j.workflow, j.workflowVersion, j.state, j.stateReason, j.dueAt, j.createdAt,
               j.parentJobId);
}

std::optional<Job> loadJob(Database &db, const JobId &id)
{
    Statement read = db.prepare("SELECT " JOB_COLUMNS " FROM jobs j LEFT JOIN deliveries d ON d.seq = j.delivery_seq WHERE j.job_id = ?");
    if (!read.run(id) || !read.next())
        return std::nullopt;
    return readJob(read);
}

std::optional<JobId> jobOfDelivery(Database &db, qint64 deliverySeq)
{
    Statement read = db.prepare("SELECT job_id FROM jobs WHERE delivery_seq = ?");
    if (!read.run(deliverySeq) || !read.next())
        return std::nullopt;
    return JobId{read.text(0)};
}

// What a lease may take, and so what counts as due: were these two not the same, the dispatcher would claim nothing without end.
#define LEASABLE                                                                                                                           \
    "state IN ('ready', 'waiting') "                                                                                                       \
    "AND (source IS NULL OR NOT EXISTS (SELECT 1 FROM holds h WHERE h.kind = 'source' AND h.name = jobs.source)) "                         \
    "AND (redrive_id IS NULL OR NOT EXISTS (SELECT 1 FROM releases r WHERE r.redrive_id = jobs.redrive_id AND r.state = 'paused'))"

QList<Job> leaseDue(Database &db, const QString &workflow, int limit, qint64 now, const QString &owner, qint64 until)
{
    QStringList ids;
    {
        Statement find = db.prepare("SELECT job_id FROM jobs WHERE workflow = ? AND due_at <= ? AND " LEASABLE " ORDER BY due_at LIMIT ?");
        if (!find.run(workflow, now, limit))
            return {};
        while (find.next())
            ids.append(find.text(0));
    }
    QList<Job> leased;
    for (const QString &id : std::as_const(ids)) {
        {
            Statement lease = db.prepare(
                "UPDATE jobs SET state = 'leased', state_reason = NULL, lease_owner = ?, lease_until = ?, attempt = attempt + 1, "
                "run_started_at = coalesce(run_started_at, ?) WHERE job_id = ? AND state IN ('ready', 'waiting')");
            if (!lease.run(owner, until, now, id) || lease.changes() == 0)
                continue;
        }
        if (auto job = loadJob(db, JobId{id}))
            leased.append(*job);
    }
    return leased;
}

std::optional<qint64> nextDue(Database &db, const QString &workflow)
{
    Statement read = db.prepare("SELECT due_at FROM jobs WHERE workflow = ? AND " LEASABLE " ORDER BY due_at LIMIT 1");
    if (!read.run(workflow) || !read.next())
        return std::nullopt;
    return read.integer(0);
}

bool extendLease(Database &db, const JobId &id, int attempt, const QString &owner, qint64 until)
{
    Statement update =
        db.prepare("UPDATE jobs SET lease_until = ? WHERE job_id = ? AND state = 'leased' AND lease_owner = ? AND attempt = ?");
    return update.run(until, id, owner, attempt) && update.changes() == 1;
}

bool endLease(Database &db, const JobId &id, int attempt, const QString &owner, const LeaseEnd &end)
{
    Q_ASSERT(jobMayMove(JobState::leased, end.to));
    const bool settled = end.to == JobState::done || end.to == JobState::quarantined;
    Statement update =
        db.prepare("UPDATE jobs SET state = ?, state_reason = ?, due_at = ?, lease_owner = NULL, lease_until = NULL, settled_at = ? "
                   "WHERE job_id = ? AND state = 'leased' AND lease_owner = ? AND attempt = ?");
    return update.run(end.to, end.reason, end.dueAt, settled ? Time(end.at) : Time(), id, owner, attempt) && update.changes() == 1;
}

bool moveJob(Database &db, const JobId &id, JobState from, JobState to, const QString &reason, qint64 at)
{
    Q_ASSERT(jobMayMove(from, to));
    const bool settled = to == JobState::done || to == JobState::quarantined || to == JobState::ended;
    Statement update = db.prepare("UPDATE jobs SET state = ?, state_reason = ?, due_at = CASE WHEN ? THEN NULL ELSE coalesce(due_at, ?) "
                                  "END, settled_at = ? WHERE job_id = ? AND state = ?");
    return update.run(to, reason, settled, at, settled ? Time(at) : Time(), id, from) && update.changes() == 1;
}

bool makeDue(Database &db, const JobId &id, qint64 at)
{
    Statement update =
        db.prepare("UPDATE jobs SET state = 'ready', state_reason = NULL, due_at = ? WHERE job_id = ? AND state = 'waiting'");
    return update.run(at, id) && update.changes() == 1;
}

bool releaseJob(Database &db, const JobId &id, const QString &redriveId, const QString &version, qint64 at)
{
    Statement update = db.prepare(
        "UPDATE jobs SET state = 'ready', state_reason = NULL, due_at = ?, settled_at = NULL, redrive_id = ?, workflow_version = ?, "
        "run_started_at = NULL, run_first_attempt = attempt + 1 WHERE job_id = ? AND state = 'quarantined'");
    return update.run(at, redriveId, version, id) && update.changes() == 1;
}

void setLastCompletedStep(Database &db, const JobId &id, const QString &step)
{
    db.prepare("UPDATE jobs SET last_completed_step = ? WHERE job_id = ?").run(step, id);
}

QList<Job> leasedJobs(Database &db)
{
    QList<Job> list;
    Statement read =
        db.prepare("SELECT " JOB_COLUMNS " FROM jobs j LEFT JOIN deliveries d ON d.seq = j.delivery_seq WHERE j.state = 'leased'");
    read.run();
    while (read.next())
        list.append(readJob(read));
    return list;
}

namespace {

QString stepsText(const QList<StepRun> &steps)
{
    QJsonArray array;
    for (const auto &step : steps) {
        array.append(QJsonObject{{QStringLiteral("name"), step.name},
                                 {QStringLiteral("kind"), step.kind},
                                 {QStringLiteral("started_at"), step.startedAt ? QJsonValue(*step.startedAt) : QJsonValue()},
                                 {QStringLiteral("finished_at"), step.finishedAt ? QJsonValue(*step.finishedAt) : QJsonValue()},
                                 {QStringLiteral("result"), step.result},
                                 {QStringLiteral("target_host"), step.targetHost}});
    }
    return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

QList<StepRun> stepsFrom(const QString &text)
{
    QList<StepRun> steps;
    const QJsonArray array = QJsonDocument::fromJson(text.toUtf8()).array();
    const auto time = [](const QJsonValue &value) { return value.isDouble() ? Time(value.toInteger()) : Time(); };
    for (const auto &value : array) {
        const QJsonObject o = value.toObject();
        steps.append({o.value(QStringLiteral("name")).toString(), o.value(QStringLiteral("kind")).toString(),
                      time(o.value(QStringLiteral("started_at"))), time(o.value(QStringLiteral("finished_at"))),
                      o.value(QStringLiteral("result")).toString(), o.value(QStringLiteral("target_host")).toString()});
    }
    return steps;
}

} // namespace

void insertAttempt(Database &db, const Attempt &a)
{
    db.prepare("INSERT INTO attempts (job_id, number, worker_id, app_version, workflow_version, policy_version, started_at, redrive_id) "
               "VALUES (?,?,?,?,?,?,?,?)")
        .run(a.jobId, a.number, a.workerId, a.appVersion, a.workflowVersion, a.policyVersion, a.startedAt, a.redriveId);
}

void finishAttempt(Database &db, const Attempt &a)
{
    db.prepare("UPDATE attempts SET finished_at = ?, outcome = ?, error_class = ?, error_code = ?, message = ?, steps = ?, retry_after_ms "
               "= ?, cost = ? WHERE job_id = ? AND number = ? AND finished_at IS NULL")
        .run(a.finishedAt, a.outcome, a.errorClass, a.errorCode, a.message, stepsText(a.steps), a.retryAfterMs, a.cost, a.jobId, a.number);
}

QList<Attempt> attemptsOf(Database &db, const JobId &id)
{
    QList<Attempt> list;
    Statement s = db.prepare("SELECT number, worker_id, app_version, workflow_version, policy_version, started_at, finished_at, outcome, "
                             "error_class, error_code, message, steps, "
                             "retry_after_ms, cost, redrive_id FROM attempts WHERE job_id = ? ORDER BY number");
    s.run(id);
    while (s.next()) {
        Attempt a;
        int c = 0;
        a.jobId = id;
        a.number = int(s.integer(c++));
        a.workerId = s.text(c++);
        a.appVersion = s.text(c++);
        a.workflowVersion = s.text(c++);
        a.policyVersion = s.text(c++);
        a.startedAt = s.integer(c++);
        a.finishedAt = s.time(c++);
        a.outcome = s.wordOrNull<OutcomeKind>(c++);
        a.errorClass = s.wordOrNull<ErrorClass>(c++);
        a.errorCode = s.text(c++);
        a.message = s.text(c++);
        a.steps = stepsFrom(s.text(c++));
        a.retryAfterMs = s.time(c++);
        a.cost = s.real(c++);
        a.redriveId = s.text(c++);
        list.append(a);
    }
    return list;
}

bool intendReceipt(Database &db, const Receipt &r)
{
    Statement upsert =
        db.prepare("INSERT INTO receipts (job_id, action, idempotency_key, state, intended_at, attempt, workflow_version, redrive_id, "
                   "idempotent_target) VALUES (?,?,?, 'intended', ?,?,?,?,?) "
                   "ON CONFLICT (job_id, action) DO UPDATE SET state = 'intended', intended_at = excluded.intended_at, settled_at = NULL, "
                   "evidence = NULL, settled_by = NULL, "
                   "attempt = excluded.attempt, workflow_version = excluded.workflow_version, redrive_id = excluded.redrive_id, "
                   "idempotent_target = excluded.idempotent_target WHERE receipts.state = 'denied' OR (excluded.idempotent_target AND "
                   "receipts.state IN ('uncertain', 'intended'))");
    return upsert.run(r.jobId, r.action, r.idempotencyKey, r.intendedAt, r.attempt, r.workflowVersion, r.redriveId, r.idempotentTarget) &&
           upsert.changes() == 1;
}

bool settleReceipt(Database &db, const JobId &id, const QString &action, ReceiptState from, ReceiptState to, const Receipt &facts)
{
    Q_ASSERT(receiptMayMove(from, to, false));
    Statement update = db.prepare("UPDATE receipts SET state = ?, settled_at = ?, evidence = ?, settled_by = ?, external_ref = coalesce(?, "
                                  "external_ref) WHERE job_id = ? AND action = ? AND state = ?");
    return update.run(to, facts.settledAt, facts.evidence, facts.settledBy, facts.externalRef, id, action, from) && update.changes() == 1;
}

#define RECEIPT_COLUMNS                                                                                                                    \
    "action, idempotency_key, state, external_ref, intended_at, settled_at, evidence, settled_by, attempt, workflow_version, redrive_id, " \
    "idempotent_target"

namespace {

Receipt readReceipt(const Statement &s, const JobId &id)
{
    Receipt r;
    int c = 0;
    r.jobId = id;
    r.action = s.text(c++);
    r.idempotencyKey = s.text(c++);
    r.state = s.word<ReceiptState>(c++);
    r.externalRef = s.text(c++);
    r.intendedAt = s.integer(c++);
    r.settledAt = s.time(c++);
    r.evidence = s.text(c++);
    r.settledBy = s.text(c++);
    r.attempt = int(s.integer(c++));
    r.workflowVersion = s.text(c++);
    r.redriveId = s.text(c++);
    r.idempotentTarget = s.flag(c++);
    return r;
}

} // namespace

QList<Receipt> receiptsOf(Database &db, const JobId &id)
{
    QList<Receipt> list;
    Statement read = db.prepare("SELECT " RECEIPT_COLUMNS " FROM receipts WHERE job_id = ? ORDER BY intended_at, action");
    read.run(id);
    while (read.next())
        list.append(readReceipt(read, id));
    return list;
}

std::optional<Receipt> receiptOf(Database &db, const JobId &id, const QString &action)
{
    Statement read = db.prepare("SELECT " RECEIPT_COLUMNS " FROM receipts WHERE job_id = ? AND action = ?");
    if (!read.run(id, action) || !read.next())
        return std::nullopt;
    return readReceipt(read, id);
}

} // namespace lazaret::store
