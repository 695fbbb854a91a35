#include "store/cases.h"

#include "store/jobs.h"

namespace lazaret::store {

#define CASE_COLUMNS                                                                                                                       \
    "case_id, job_id, delivery_id, source, event_type, operation_id, task_id, task_type, tenant, user_ref, workflow, workflow_version, "   \
    "input_reference, input_sha256, "                                                                                                      \
    "error_class, error_code, last_exception, first_failure_at, last_failure_at, attempt_count, last_completed_step, idempotency_key, "    \
    "data_classification, worker_id, "                                                                                                     \
    "app_version, signature_verified, key_slot, owner, review_due_at, status, closed_at, last_finding_at, redrive_id, outcome, "           \
    "disposition_id, disposition, disposition_state, "                                                                                     \
    "disposition_until"

namespace {

CaseRecord readCase(const Statement &s)
{
    CaseRecord c;
    int i = 0;
    c.caseId.value = s.text(i++);
    c.jobId.value = s.text(i++);
    c.deliveryId = s.text(i++);
    c.source = s.text(i++);
    c.eventType = s.text(i++);
    c.operationId = s.text(i++);
    c.taskId = s.text(i++);
    c.taskType = s.text(i++);
    c.tenant = s.text(i++);
    c.userRef = s.text(i++);
    c.workflow = s.text(i++);
    c.workflowVersion = s.text(i++);
    c.inputReference = s.text(i++);
    c.inputSha256 = s.text(i++);
    c.errorClass = s.word<ErrorClass>(i++);
    c.errorCode = s.text(i++);
    c.lastException = s.text(i++);
    c.firstFailureAt = s.integer(i++);
    c.lastFailureAt = s.integer(i++);
    c.attemptCount = int(s.integer(i++));
    c.lastCompletedStep = s.text(i++);
    c.idempotencyKey = s.text(i++);
    c.dataClassification = s.text(i++);
    c.workerId = s.text(i++);
    c.appVersion = s.text(i++);
    c.signatureVerified = s.flag(i++);
    c.keySlot = int(s.integer(i++));
    c.owner = s.text(i++);
    c.reviewDueAt = s.time(i++);
    c.status = s.word<CaseStatus>(i++);
    c.closedAt = s.time(i++);
    c.lastFindingAt = s.integer(i++);
    c.redriveId = s.text(i++);
    c.outcome = s.text(i++);
    const auto dispositionId = s.time(i++);
    if (dispositionId) {
        Disposition d;
        d.id = *dispositionId;
        d.caseId = c.caseId;
        d.kind = s.word<DispositionKind>(i++);
        d.state = s.word<DispositionState>(i++);
        d.until = s.time(i++);
        c.disposition = d;
    }
    return c;
}

#define DISPOSITION_COLUMNS                                                                                                                \
    "id, case_id, kind, state, by, at, reason, authority, requested_by, approved_by, decided_at, evidence, until, link, incident, "        \
    "self_approved"

Disposition readDisposition(const Statement &s)
{
    Disposition d;
    int i = 0;
    d.id = s.integer(i++);
    d.caseId.value = s.text(i++);
    d.kind = s.word<DispositionKind>(i++);
    d.state = s.word<DispositionState>(i++);
    d.by = s.text(i++);
    d.at = s.integer(i++);
    d.reason = s.text(i++);
    d.authority = s.text(i++);
    d.requestedBy = s.text(i++);
    d.approvedBy = s.text(i++);
    d.decidedAt = s.time(i++);
    d.evidence = s.text(i++);
    d.until = s.time(i++);
    d.link = s.text(i++);
    d.incident = s.text(i++);
    d.selfApproved = s.flag(i++);
    return d;
}

} // namespace

void insertCase(Database &db, const CaseRecord &c, qint64 now)
{
    db.prepare(
          "INSERT INTO cases (case_id, job_id, delivery_id, source, event_type, operation_id, task_id, task_type, tenant, user_ref, "
          "workflow, "
          "workflow_version, input_reference, input_sha256, error_class, error_code, last_exception, first_failure_at, last_failure_at, "
          "attempt_count, last_completed_step, idempotency_key, data_classification, worker_id, app_version, signature_verified, key_slot, "
          "owner, "
          "review_due_at, opened_at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?, "
          "(SELECT coalesce(max(d.key_slot), 0) FROM jobs j JOIN deliveries d ON d.seq = j.delivery_seq WHERE j.job_id = ?), ?,?,?)")
        .run(c.caseId, c.jobId, c.deliveryId, c.source, c.eventType, c.operationId, c.taskId, c.taskType, c.tenant, c.userRef, c.workflow,
             c.workflowVersion, c.inputReference, c.inputSha256, c.errorClass, c.errorCode, c.lastException, c.firstFailureAt,
             c.lastFailureAt, c.attemptCount, c.lastCompletedStep, c.idempotencyKey, notNull(c.dataClassification), c.workerId,
             c.appVersion, c.signatureVerified, c.jobId, c.owner, c.reviewDueAt, now);
}

void failCaseAgain(Database &db, const CaseRecord &c, bool isolated)
{
    if (!isolated) {
        db.prepare("UPDATE dispositions SET state = 'spent' WHERE state IN ('standing', 'requested') AND id = (SELECT disposition_id FROM "
                   "cases WHERE job_id = ?)")
            .run(c.jobId);
        db.prepare("UPDATE cases SET disposition_id = NULL, redrive_id = NULL, outcome = NULL WHERE job_id = ?").run(c.jobId);
    }
    db.prepare("UPDATE cases SET workflow_version = ?, error_class = ?, error_code = ?, last_exception = ?, last_failure_at = ?, "
               "attempt_count = ?, last_completed_step = ?, idempotency_key = ?, "
               "worker_id = ?, app_version = ?, review_due_at = ? WHERE job_id = ?")
        .run(c.workflowVersion, c.errorClass, c.errorCode, c.lastException, c.lastFailureAt, c.attemptCount, c.lastCompletedStep,
             c.idempotencyKey, c.workerId, c.appVersion, c.reviewDueAt, c.jobId);
}

std::optional<CaseRecord> loadCase(Database &db, const CaseId &id)
{
    std::optional<CaseRecord> c;
    {
        Statement read = db.prepare("SELECT " CASE_COLUMNS " FROM case_view WHERE case_id = ?");
        if (!read.run(id) || !read.next())
            return std::nullopt;
        c = readCase(read);
    }
    {
        Statement read = db.prepare("SELECT id, step, text, by, at FROM findings WHERE case_id = ? ORDER BY id");
        read.run(id);
        while (read.next())
            c->findings.append({read.integer(0), id, int(read.integer(1)), read.text(2), read.text(3), read.integer(4)});
    }
    {
        Statement read = db.prepare("SELECT " DISPOSITION_COLUMNS " FROM dispositions WHERE case_id = ? ORDER BY id");
        read.run(id);
        while (read.next())
            c->dispositions.append(readDisposition(read));
    }
    if (c->disposition) {
        for (const auto &d : std::as_const(c->dispositions)) {
            if (d.id == c->disposition->id)
                c->disposition = d;
        }
    }
    c->receipts = receiptsOf(db, c->jobId);
    return c;
}

std::optional<CaseId> caseOfJob(Database &db, const JobId &id)
{
    Statement read = db.prepare("SELECT case_id FROM cases WHERE job_id = ?");
    if (!read.run(id) || !read.next())
        return std::nullopt;
    return CaseId{read.text(0)};
}

const QStringList &caseSortColumns()
{
    static const QStringList columns{QStringLiteral("case_id"),       QStringLiteral("error_class"),      QStringLiteral("error_code"),
                                     QStringLiteral("workflow"),      QStringLiteral("operation_id"),     QStringLiteral("tenant"),
                                     QStringLiteral("attempt_count"), QStringLiteral("first_failure_at"), QStringLiteral("last_failure_at"),
                                     QStringLiteral("owner"),         QStringLiteral("review_due_at"),    QStringLiteral("status")};
    return columns;
}

namespace {

// A page continues by comparing with the row before it, and nothing compares with null: such columns are ordered by a value in its place.
QString orderTerm(const QString &column)
{
    if (column == u"operation_id" || column == u"tenant" || column == u"owner")
        return QStringLiteral("coalesce(%1, '')").arg(column);
    if (column == u"review_due_at")
        return QStringLiteral("coalesce(review_due_at, 0)");
    return caseSortColumns().contains(column) ? column : QStringLiteral("case_id");
}

} // namespace

QList<CaseRecord> listCases(Database &db, const CasePage &page)
{
    const QString order = orderTerm(page.orderBy);
    const QString direction = page.descending ? QStringLiteral("DESC") : QStringLiteral("ASC");
    const QString beyond = page.descending ? QStringLiteral("<") : QStringLiteral(">");
    const bool byId = order == u"case_id";
    QVariantList bindings = page.bindings;
    QString where = page.where.isEmpty() ? QStringLiteral("1") : QStringLiteral("(%1)").arg(page.where);
    if (!page.afterCase.isEmpty()) {
        where += byId ? QStringLiteral(" AND case_id %1 ?").arg(beyond)
                      : QStringLiteral(" AND (%1, case_id) %2 (SELECT %1, case_id FROM case_view WHERE case_id = ?)").arg(order, beyond);
        bindings.append(page.afterCase);
    }
    const QString by = byId ? QStringLiteral("case_id %1").arg(direction) : QStringLiteral("%1 %2, case_id %2").arg(order, direction);
    QString sql = QStringLiteral("SELECT " CASE_COLUMNS " FROM case_view WHERE %1 ORDER BY %2").arg(where, by);
    if (page.limit > 0)
        sql += QStringLiteral(" LIMIT %1").arg(page.limit);
    if (page.offset > 0)
        sql += QStringLiteral("%1 OFFSET %2").arg(page.limit > 0 ? QString() : QStringLiteral(" LIMIT -1")).arg(page.offset);
    QList<CaseRecord> list;
    Statement read = db.prepareOnce(sql);
    read.runWith(bindings);
    while (read.next())
        list.append(readCase(read));
    return list;
}

QList<CaseId> matchingCases(Database &db, const QString &where, const QVariantList &bindings)
{
    QList<CaseId> list;
    Statement read = db.prepareOnce(
        QStringLiteral("SELECT case_id FROM case_view WHERE %1 ORDER BY case_id").arg(where.isEmpty() ? QStringLiteral("1") : where));
    read.runWith(bindings);
    while (read.next())
        list.append(CaseId{read.text(0)});
    return list;
}

qint64 countCases(Database &db, const QString &where, const QVariantList &bindings)
{
    // Without a condition the table itself is counted: the view's joins would be walked for nothing.
    Statement read = db.prepareOnce(where.isEmpty() ? QStringLiteral("SELECT count(*) FROM cases")
                                                    : QStringLiteral("SELECT count(*) FROM case_view WHERE %1").arg(where));
    return read.runWith(bindings) && read.next() ? read.integer(0) : 0;
}

bool setOwner(Database &db, const CaseId &id, const QString &owner)
{
    Statement update = db.prepare("UPDATE cases SET owner = ? WHERE case_id = ? AND owner IS NOT ?");
    return update.run(owner, id, owner) && update.changes() == 1;
}

bool setReviewDue(Database &db, const CaseId &id, Time due)
{
    Statement update = db.prepare("UPDATE cases SET review_due_at = ? WHERE case_id = ?");
    return update.run(due, id) && update.changes() == 1;
}

void insertFinding(Database &db, const Finding &f)
{
    db.prepare("INSERT INTO findings (case_id, step, text, by, at) VALUES (?, ?, ?, ?, ?)")
        .run(f.caseId, f.step, notNull(f.text), f.by, f.at);
    if (f.step > 0)
        db.prepare("UPDATE cases SET last_finding_at = max(?, last_failure_at + 1) WHERE case_id = ?").run(f.at, f.caseId);
}

QList<int> stepsFound(Database &db, const CaseId &id)
{
    QList<int> steps;
    Statement read = db.prepare("SELECT DISTINCT f.step FROM findings f JOIN cases c USING (case_id) WHERE f.case_id = ? AND f.step > 0 "
                                "AND f.at >= c.last_failure_at ORDER BY f.step");
    read.run(id);
    while (read.next())
        steps.append(int(read.integer(0)));
    return steps;
}

qint64 insertDisposition(Database &db, const Disposition &d, const QString &os)
{
    Statement insert = db.prepare("INSERT INTO dispositions (case_id, kind, state, by, at, reason, authority, requested_by, requested_os, "
                                  "approved_by, decided_at, evidence, until, link, incident, self_approved) "
                                  "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) RETURNING id");
    if (!insert.run(d.caseId, d.kind, d.state, d.by, d.at, notNull(d.reason), d.authority, d.requestedBy, os, d.approvedBy, d.decidedAt,
                    d.evidence, d.until, d.link, d.incident, d.selfApproved) ||
        !insert.next())
        return 0;
    return insert.integer(0);
}

std::optional<Disposition> loadDisposition(Database &db, qint64 id)
{
    Statement read = db.prepare("SELECT " DISPOSITION_COLUMNS " FROM dispositions WHERE id = ?");
    if (!read.run(id) || !read.next())
        return std::nullopt;
    return readDisposition(read);
}

void setCurrentDisposition(Database &db, const CaseId &id, std::optional<qint64> disposition)
{
    db.prepare("UPDATE cases SET disposition_id = ? WHERE case_id = ?").run(disposition, id);
}

bool moveDisposition(Database &db, qint64 id, DispositionState from, DispositionState to, const QString &approvedBy, qint64 at,
                     bool selfApproved)
{
    Statement update = db.prepare("UPDATE dispositions SET state = ?, approved_by = coalesce(?, approved_by), decided_at = ?, "
                                  "self_approved = ? WHERE id = ? AND state = ?");
    return update.run(to, approvedBy, at, selfApproved, id, from) && update.changes() == 1;
}

void restoreDisposition(Database &db, qint64 id)
{
    db.prepare(
          "UPDATE dispositions SET state = CASE WHEN requested_by IS NOT NULL AND approved_by IS NULL THEN 'requested' ELSE 'standing' "
          "END, decided_at = CASE WHEN approved_by IS NULL THEN NULL ELSE decided_at END WHERE id = ? AND state = 'replaced'")
        .run(id);
}

QString requestedOs(Database &db, qint64 disposition)
{
    Statement read = db.prepare("SELECT requested_os FROM dispositions WHERE id = ?");
    return read.run(disposition) && read.next() ? read.text(0) : QString();
}

bool closeCase(Database &db, const CaseId &id, qint64 at, std::optional<Reconciled> outcome)
{
    Statement update = db.prepare("UPDATE cases SET closed_at = ?, outcome = coalesce(?, outcome) WHERE case_id = ? AND closed_at IS NULL");
    return update.run(at, outcome, id) && update.changes() == 1;
}

void setOutcome(Database &db, const CaseId &id, Reconciled outcome)
{
    db.prepare("UPDATE cases SET outcome = ? WHERE case_id = ?").run(outcome, id);
}

void holdForRelease(Database &db, const CaseId &id, const QString &redriveId)
{
    db.prepare("UPDATE cases SET redrive_id = ? WHERE case_id = ?").run(redriveId, id);
}

void insertIncident(Database &db, const Incident &i)
{
    db.prepare(
          "INSERT INTO incidents (incident_id, title, severity, impact, response, learning, opened_at, opened_by) VALUES (?,?,?,?,?,?,?,?)")
        .run(i.incidentId, notNull(i.title), i.severity, i.impact, i.response, i.learning, i.openedAt, i.openedBy);
}

bool closeIncident(Database &db, const IncidentId &id, const QString &learning, const QString &by, qint64 at)
{
    Statement update =
        db.prepare("UPDATE incidents SET learning = ?, closed_by = ?, closed_at = ? WHERE incident_id = ? AND closed_at IS NULL");
    return update.run(learning, by, at, id) && update.changes() == 1;
}

namespace {

#define INCIDENT_COLUMNS "incident_id, title, severity, impact, response, learning, opened_at, opened_by, closed_at, closed_by"

Incident readIncident(const Statement &s)
{
    return {{s.text(0)}, s.text(1), s.text(2), s.text(3), s.text(4), s.text(5), s.integer(6), s.text(7), s.time(8), s.text(9), {}};
}

void readIncidentCases(Database &db, Incident &incident)
{
    Statement read = db.prepare("SELECT DISTINCT case_id FROM dispositions WHERE incident = ? ORDER BY case_id");
    read.run(incident.incidentId);
    while (read.next())
        incident.cases.append(read.text(0));
}

} // namespace

std::optional<Incident> loadIncident(Database &db, const IncidentId &id)
{
    std::optional<Incident> incident;
    {
        Statement read = db.prepare("SELECT " INCIDENT_COLUMNS " FROM incidents WHERE incident_id = ?");
        if (!read.run(id) || !read.next())
            return std::nullopt;
        incident = readIncident(read);
    }
    readIncidentCases(db, *incident);
    return incident;
}

QList<Incident> incidents(Database &db)
{
    QList<Incident> list;
    {
        Statement read = db.prepare("SELECT " INCIDENT_COLUMNS " FROM incidents ORDER BY incident_id");
        read.run();
        while (read.next())
            list.append(readIncident(read));
    }
    for (auto &incident : list)
        readIncidentCases(db, incident);
    return list;
}

QList<CaseId> openCasesOfIncident(Database &db, const IncidentId &id)
{
    QList<CaseId> list;
    Statement read = db.prepare("SELECT c.case_id FROM dispositions d JOIN cases c ON c.disposition_id = d.id WHERE d.incident = ? AND "
                                "c.closed_at IS NULL ORDER BY c.case_id");
    read.run(id);
    while (read.next())
        list.append(CaseId{read.text(0)});
    return list;
}

} // namespace lazaret::store
