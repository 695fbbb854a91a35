#include "store/releasefacts.h"

namespace lazaret::store {

std::optional<ReleaseCaseFacts> releaseCaseFacts(Database &db, const CaseId &id, const QString &redriveId)
{
    // +redrive_id: by the case's few reconciliations, not by the release's many.
    // A confirmed effect of an earlier run counts as confirmed: a duplicate is blocked because of it. settled_by tells who said so.
    Statement s = db.prepare(
        "SELECT c.tenant, c.operation_id, c.task_type, c.signature_verified, c.key_slot, c.error_class, c.error_code, c.last_exception, "
        "c.attempt_count, t.settled_at, t.settled_by, CASE WHEN d.kind = 'manual_completion' THEN d.link END, "
        "EXISTS (SELECT 1 FROM receipts o WHERE o.job_id = c.job_id AND o.state IN ('intended', 'uncertain') AND o.idempotent_target = 0), "
        "(SELECT min(o.intended_at) FROM receipts o WHERE o.job_id = c.job_id AND o.redrive_id = ?), "
        "(SELECT max(o.settled_at) FROM receipts o WHERE o.job_id = c.job_id AND o.redrive_id = ? AND o.state = 'confirmed' AND "
        "o.settled_by = 'worker'), "
        "(SELECT coalesce(a.error_code, a.outcome) FROM attempts a WHERE a.job_id = c.job_id AND a.redrive_id = ? AND a.finished_at IS "
        "NOT NULL ORDER BY a.number DESC LIMIT 1), "
        "CASE WHEN r.outcome IN ('single_execution_confirmed', 'duplicate_blocked', 'recreated_manually') THEN coalesce(r.observed_at, "
        "(SELECT max(o.settled_at) FROM receipts o WHERE o.job_id = c.job_id AND o.state = 'confirmed'), r.at) END, r.proof "
        "FROM cases c "
        "LEFT JOIN receipts t ON t.job_id = c.job_id AND t.action = (SELECT o.action FROM receipts o WHERE o.job_id = c.job_id AND "
        "o.settled_at > c.last_failure_at ORDER BY o.settled_at DESC LIMIT 1) "
        "LEFT JOIN dispositions d ON d.id = c.disposition_id "
        "LEFT JOIN reconciliations r ON r.id = (SELECT max(id) FROM reconciliations x WHERE x.case_id = c.case_id AND +x.redrive_id = ?) "
        "WHERE c.case_id = ?");
    const QVariant release = notNull(redriveId);
    if (!s.run(release, release, release, release, id) || !s.next())
        return std::nullopt;
    ReleaseCaseFacts f;
    int c = 0;
    f.tenant = s.text(c++);
    f.operationId = s.text(c++);
    f.taskType = s.text(c++);
    f.signatureVerified = s.flag(c++);
    f.keySlot = int(s.integer(c++));
    f.errorClass = s.word<ErrorClass>(c++);
    f.errorCode = s.text(c++);
    f.lastException = s.text(c++);
    f.attemptCount = int(s.integer(c++));
    f.touchedAt = s.time(c++);
    f.touchedBy = s.text(c++);
    f.manualRecord = s.text(c++);
    f.uncertain = s.flag(c++);
    f.sentAt = s.time(c++);
    f.acceptedAt = s.time(c++);
    f.answer = s.text(c++);
    f.confirmedAt = s.time(c++);
    f.proof = s.text(c++);
    return f;
}

} // namespace lazaret::store
