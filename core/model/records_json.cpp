#include "model/records_json.h"

#include "model/workspace.h"

#include <QDateTime>

namespace lazaret {

namespace {

template <typename E>
QJsonValue wordOrNull(const std::optional<E> &word)
{
    return word ? QJsonValue(toText(*word)) : QJsonValue(QJsonValue::Null);
}

QJsonValue secondsOrNull(const Time &ms)
{
    return ms ? QJsonValue(double(*ms) / 1000) : QJsonValue(QJsonValue::Null);
}

QJsonArray stepsJson(const QList<StepRun> &steps)
{
    QJsonArray array;
    for (const auto &step : steps)
        array.append(QJsonObject{{QStringLiteral("name"), step.name},
                                 {QStringLiteral("kind"), step.kind},
                                 {QStringLiteral("started_at"), timeOrNull(step.startedAt)},
                                 {QStringLiteral("finished_at"), timeOrNull(step.finishedAt)},
                                 {QStringLiteral("result"), textOrNull(step.result)},
                                 {QStringLiteral("target_host"), textOrNull(step.targetHost)},
                                 {QStringLiteral("tool"), QJsonValue::Null}, // no model or command step in this version
                                 {QStringLiteral("model"), QJsonValue::Null},
                                 {QStringLiteral("prompt_hash"), QJsonValue::Null},
                                 {QStringLiteral("cost"), QJsonValue::Null}});
    return array;
}

QJsonObject countersJson(const ReleaseCounters &c)
{
    return {{QStringLiteral("planned"), c.planned},
            {QStringLiteral("released"), c.released},
            {QStringLiteral("succeeded"), c.succeeded},
            {QStringLiteral("no_op"), c.noOp},
            {QStringLiteral("duplicate_blocked"), c.duplicateBlocked},
            {QStringLiteral("failed_again"), c.failedAgain},
            {QStringLiteral("uncertain"), c.uncertain},
            {QStringLiteral("remaining"), c.remaining}};
}

} // namespace

QString isoTime(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

QJsonValue timeOrNull(const Time &time)
{
    return time ? QJsonValue(isoTime(*time)) : QJsonValue(QJsonValue::Null);
}

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text);
}

QJsonObject recordJson(const Delivery &d)
{
    return {{QStringLiteral("source"), d.source},
            {QStringLiteral("source_version"), d.sourceVersion},
            {QStringLiteral("delivery_id"), d.deliveryId},
            {QStringLiteral("event_type"), textOrNull(d.eventType)},
            {QStringLiteral("received_at"), isoTime(d.receivedAt)},
            {QStringLiteral("scheme"), d.scheme},
            {QStringLiteral("key_slot"), d.keySlot},
            {QStringLiteral("body_sha256"), d.bodySha256},
            {QStringLiteral("body_size"), d.bodySize},
            {QStringLiteral("duplicate_count"), d.duplicateCount},
            {QStringLiteral("last_duplicate_at"), timeOrNull(d.lastDuplicateAt)},
            {QStringLiteral("duplicate_differs"), d.duplicateDiffers},
            {QStringLiteral("replay_suspected"), d.replaySuspected}};
}

QJsonObject recordJson(const Job &j, const QString &heldReason)
{
    return {{QStringLiteral("job_id"), j.jobId.value},
            {QStringLiteral("delivery_id"), textOrNull(j.deliveryId)},
            {QStringLiteral("source"), textOrNull(j.source)},
            {QStringLiteral("event_type"), textOrNull(j.eventType)},
            {QStringLiteral("operation_id"), textOrNull(j.operationId)},
            {QStringLiteral("task_id"), textOrNull(j.taskId)},
            {QStringLiteral("task_type"), textOrNull(j.taskType)},
            {QStringLiteral("input_ref"), textOrNull(j.inputRef)},
            {QStringLiteral("input_sha256"), textOrNull(j.inputSha256)},
            {QStringLiteral("tenant"), textOrNull(j.tenant)},
            {QStringLiteral("user_ref"), textOrNull(j.userRef)},
            {QStringLiteral("ordering_key"), textOrNull(j.orderingKey)},
            {QStringLiteral("workflow"), j.workflow},
            {QStringLiteral("workflow_version"), j.workflowVersion},
            {QStringLiteral("state"), heldReason.isEmpty() ? toText(j.state) : QStringLiteral("held")},
            {QStringLiteral("state_reason"), textOrNull(heldReason.isEmpty() ? j.stateReason : heldReason)},
            {QStringLiteral("attempt"), j.attempt},
            {QStringLiteral("due_at"), timeOrNull(j.dueAt)},
            {QStringLiteral("deadline_at"), timeOrNull(j.deadlineAt)},
            {QStringLiteral("lease_owner"), textOrNull(j.leaseOwner)},
            {QStringLiteral("lease_until"), timeOrNull(j.leaseUntil)},
            {QStringLiteral("last_completed_step"), textOrNull(j.lastCompletedStep)},
            {QStringLiteral("cost"), j.cost},
            {QStringLiteral("result_ref"), textOrNull(j.resultRef)},
            {QStringLiteral("created_at"), isoTime(j.createdAt)},
            {QStringLiteral("redrive_id"), textOrNull(j.redriveId)},
            {QStringLiteral("parent_job_id"), textOrNull(j.parentJobId)}};
}

QJsonObject recordJson(const Attempt &a)
{
    return {{QStringLiteral("job_id"), a.jobId.value},
            {QStringLiteral("number"), a.number},
            {QStringLiteral("worker_id"), a.workerId},
            {QStringLiteral("app_version"), a.appVersion},
            {QStringLiteral("workflow_version"), a.workflowVersion},
            {QStringLiteral("policy_version"), a.policyVersion},
            {QStringLiteral("started_at"), isoTime(a.startedAt)},
            {QStringLiteral("finished_at"), timeOrNull(a.finishedAt)},
            {QStringLiteral("outcome"), wordOrNull(a.outcome)},
            {QStringLiteral("error_class"), wordOrNull(a.errorClass)},
            {QStringLiteral("error_code"), textOrNull(a.errorCode)},
            {QStringLiteral("message"), textOrNull(a.message)},
            {QStringLiteral("steps"), stepsJson(a.steps)},
            {QStringLiteral("retry_after"), secondsOrNull(a.retryAfterMs)}, // seconds, as the header has it
            {QStringLiteral("cost"), a.cost},
            {QStringLiteral("redrive_id"), textOrNull(a.redriveId)}};
}

QJsonObject recordJson(const Receipt &r)
{
    return {{QStringLiteral("job_id"), r.jobId.value},
            {QStringLiteral("action"), r.action},
            {QStringLiteral("idempotency_key"), r.idempotencyKey},
            {QStringLiteral("state"), toText(r.state)},
            {QStringLiteral("external_ref"), textOrNull(r.externalRef)},
            {QStringLiteral("intended_at"), isoTime(r.intendedAt)},
            {QStringLiteral("settled_at"), timeOrNull(r.settledAt)},
            {QStringLiteral("evidence"), textOrNull(r.evidence)},
            {QStringLiteral("settled_by"), textOrNull(r.settledBy)},
            {QStringLiteral("attempt"), r.attempt},
            {QStringLiteral("workflow_version"), r.workflowVersion},
            {QStringLiteral("redrive_id"), textOrNull(r.redriveId)}};
}

QJsonArray receiptsSnapshot(const QList<Receipt> &receipts)
{
    QJsonArray array;
    for (const auto &r : receipts)
        array.append(QJsonObject{
            {QStringLiteral("action"), r.action}, {QStringLiteral("state"), toText(r.state)}, {QStringLiteral("evidence"), r.evidence}});
    return array;
}

QJsonObject recordJson(const Disposition &d)
{
    return {{QStringLiteral("case_id"), d.caseId.value},
            {QStringLiteral("kind"), toText(d.kind)},
            {QStringLiteral("state"), toText(d.state)},
            {QStringLiteral("by"), d.by},
            {QStringLiteral("at"), isoTime(d.at)},
            {QStringLiteral("reason"), d.reason},
            {QStringLiteral("authority"), textOrNull(d.authority)},
            {QStringLiteral("requested_by"), textOrNull(d.requestedBy)},
            {QStringLiteral("approved_by"), textOrNull(d.approvedBy)},
            {QStringLiteral("decided_at"), timeOrNull(d.decidedAt)},
            {QStringLiteral("evidence"), textOrNull(d.evidence)},
            {QStringLiteral("until"), timeOrNull(d.until)},
            {QStringLiteral("link"), textOrNull(d.link)},
            {QStringLiteral("incident"), textOrNull(d.incident)},
            {QStringLiteral("self_approved"), d.selfApproved}};
}

QJsonObject recordJson(const Finding &f)
{
    return {{QStringLiteral("case_id"), f.caseId.value},
            {QStringLiteral("step"), f.step == 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(f.step)},
            {QStringLiteral("text"), f.text},
            {QStringLiteral("by"), f.by},
            {QStringLiteral("at"), isoTime(f.at)}};
}

QJsonObject recordJson(const CaseRecord &c)
{
    return {{QStringLiteral("case_id"), c.caseId.value},
            {QStringLiteral("job_id"), c.jobId.value},
            {QStringLiteral("delivery_id"), textOrNull(c.deliveryId)},
            {QStringLiteral("source"), textOrNull(c.source)},
            {QStringLiteral("event_type"), textOrNull(c.eventType)},
            {QStringLiteral("operation_id"), textOrNull(c.operationId)},
            {QStringLiteral("task_id"), textOrNull(c.taskId)},
            {QStringLiteral("task_type"), textOrNull(c.taskType)},
            {QStringLiteral("tenant"), textOrNull(c.tenant)},
            {QStringLiteral("user_ref"), textOrNull(c.userRef)},
            {QStringLiteral("workflow"), c.workflow},
            {QStringLiteral("workflow_version"), c.workflowVersion},
            {QStringLiteral("input_reference"), textOrNull(c.inputReference)},
            {QStringLiteral("input_sha256"), textOrNull(c.inputSha256)},
            {QStringLiteral("error_class"), toText(c.errorClass)},
            {QStringLiteral("error_code"), c.errorCode},
            {QStringLiteral("last_exception"), textOrNull(c.lastException)},
            {QStringLiteral("first_failure_at"), isoTime(c.firstFailureAt)},
            {QStringLiteral("last_failure_at"), isoTime(c.lastFailureAt)},
            {QStringLiteral("attempt_count"), c.attemptCount},
            {QStringLiteral("attempt_authority"), QStringLiteral("counted")}, // we hold the queue; only a broker's count is approximate
            {QStringLiteral("last_completed_step"), textOrNull(c.lastCompletedStep)},
            {QStringLiteral("idempotency_key"), textOrNull(c.idempotencyKey)},
            {QStringLiteral("data_classification"), c.dataClassification},
            {QStringLiteral("worker_id"), textOrNull(c.workerId)},
            {QStringLiteral("app_version"), textOrNull(c.appVersion)},
            {QStringLiteral("signature_verified"), c.signatureVerified},
            {QStringLiteral("key_slot"), c.keySlot == 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(c.keySlot)},
            {QStringLiteral("owner"), textOrNull(c.owner)},
            {QStringLiteral("review_due_at"), timeOrNull(c.reviewDueAt)},
            {QStringLiteral("status"), toText(c.status)},
            {QStringLiteral("closed_at"), timeOrNull(c.closedAt)},
            {QStringLiteral("redrive_id"), textOrNull(c.redriveId)},
            {QStringLiteral("outcome"), textOrNull(c.outcome)},
            {QStringLiteral("disposition"), c.disposition ? QJsonValue(recordJson(*c.disposition)) : QJsonValue(QJsonValue::Null)},
            {QStringLiteral("group"), QJsonValue::Null}, // similar cases are not grouped by this version
            {QStringLiteral("tenant_told"), QJsonValue::Null}};
}

QJsonObject caseDetailJson(const CaseRecord &c)
{
    QJsonObject json = recordJson(c);
    QJsonArray findings, notes;
    for (const auto &finding : c.findings)
        (finding.step == 0 ? notes : findings).append(recordJson(finding));
    json.insert(QStringLiteral("effects_receipts"), recordsJson(c.receipts));
    json.insert(QStringLiteral("findings"), findings);
    json.insert(QStringLiteral("notes"), notes);
    json.insert(QStringLiteral("dispositions"), recordsJson(c.dispositions));
    return json;
}

QJsonObject recordJson(const ReconciliationItem &i)
{
    return {{QStringLiteral("case_id"), i.caseId.value},
            {QStringLiteral("redrive_id"), textOrNull(i.redriveId)},
            {QStringLiteral("at"), isoTime(i.at)},
            {QStringLiteral("receipts_before"), i.receiptsBefore},
            {QStringLiteral("observed"), i.observed},
            {QStringLiteral("observed_at"), timeOrNull(i.observedAt)},
            {QStringLiteral("how"), i.how},
            {QStringLiteral("outcome"), toText(i.outcome)},
            {QStringLiteral("proof"), i.proof}};
}

QJsonObject recordJson(const Release &r)
{
    QJsonArray ladder;
    for (const int step : r.ladder)
        ladder.append(step == 0 ? QJsonValue(QStringLiteral("rest")) : QJsonValue(step));
    return {{QStringLiteral("redrive_id"), r.redriveId.value},
            {QStringLiteral("state"), toText(r.state)},
            {QStringLiteral("state_reason"), textOrNull(r.stateReason)},
            {QStringLiteral("case_selection_query"), r.query},
            {QStringLiteral("approved_case_count"), r.approvedCaseCount},
            {QStringLiteral("workflow"), r.workflow},
            {QStringLiteral("source_version"), textOrNull(r.sourceVersions.join(QStringLiteral(", ")))},
            {QStringLiteral("source_versions"), QJsonArray::fromStringList(r.sourceVersions)},
            {QStringLiteral("target_version"), r.targetVersion},
            {QStringLiteral("fix_reference"), r.fixReference},
            {QStringLiteral("allowed_effects"), QJsonArray::fromStringList(r.allowedEffects)},
            {QStringLiteral("rate_limit"), r.ratePerMin},
            {QStringLiteral("stop_conditions"), QJsonArray::fromStringList(r.stopConditions)},
            {QStringLiteral("planned_by"), r.plannedBy},
            {QStringLiteral("planned_at"), isoTime(r.plannedAt)},
            {QStringLiteral("approver"), textOrNull(r.approver)},
            {QStringLiteral("approved_at"), timeOrNull(r.approvedAt)},
            {QStringLiteral("self_approved"), r.selfApproved},
            {QStringLiteral("reconciliation_owner"), textOrNull(r.reconciliationOwner)},
            {QStringLiteral("plan_version"), r.planVersion},
            {QStringLiteral("ladder"), ladder},
            {QStringLiteral("step"), r.step},
            {QStringLiteral("canary"), textOrNull(r.canary)},
            {QStringLiteral("accept_irreversible"), r.acceptIrreversible},
            {QStringLiteral("started_at"), timeOrNull(r.startedAt)},
            {QStringLiteral("finished_at"), timeOrNull(r.finishedAt)},
            {QStringLiteral("accepted_events"), r.accepted},
            {QStringLiteral("counters"), countersJson(r.counters)}};
}

QJsonObject recordJson(const ReleaseItem &i)
{
    return {{QStringLiteral("position"), i.position},
            {QStringLiteral("case_id"), i.caseId.value},
            {QStringLiteral("job_id"), i.jobId.value},
            {QStringLiteral("eligible"), i.eligible},
            {QStringLiteral("reason"), textOrNull(i.reason)},
            {QStringLiteral("source_version"), textOrNull(i.sourceVersion)},
            {QStringLiteral("error_class"), toText(i.plannedClass)},
            {QStringLiteral("irreversible"), i.irreversible},
            {QStringLiteral("state"), toText(i.state)},
            {QStringLiteral("step"), i.step < 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(i.step)},
            {QStringLiteral("released_at"), timeOrNull(i.releasedAt)},
            {QStringLiteral("settled_at"), timeOrNull(i.settledAt)},
            {QStringLiteral("sent"), i.sent},
            {QStringLiteral("no_op"), i.noOp},
            {QStringLiteral("failed_class"), textOrNull(i.failedClass)},
            {QStringLiteral("outcome"), wordOrNull(i.outcome)}};
}

QJsonObject releaseDetailJson(const Release &r)
{
    QJsonObject json = recordJson(r);
    QJsonArray plan;
    for (const auto &item : r.items)
        plan.append(recordJson(item));
    json.insert(QStringLiteral("plan"), plan);
    return json;
}

QJsonObject recordJson(const Incident &i)
{
    return {{QStringLiteral("incident_id"), i.incidentId.value},
            {QStringLiteral("title"), i.title},
            {QStringLiteral("severity"), textOrNull(i.severity)},
            {QStringLiteral("impact"), textOrNull(i.impact)},
            {QStringLiteral("response"), textOrNull(i.response)},
            {QStringLiteral("learning"), textOrNull(i.learning)},
            {QStringLiteral("opened_at"), isoTime(i.openedAt)},
            {QStringLiteral("opened_by"), i.openedBy},
            {QStringLiteral("closed_at"), timeOrNull(i.closedAt)},
            {QStringLiteral("closed_by"), textOrNull(i.closedBy)},
            {QStringLiteral("cases"), QJsonArray::fromStringList(i.cases)}};
}

QJsonObject recordJson(const AuditEntry &e)
{
    return {{QStringLiteral("seq"), e.seq},
            {QStringLiteral("at"), isoTime(e.at)},
            {QStringLiteral("actor"), e.actor},
            {QStringLiteral("os_user"), e.osUser},
            {QStringLiteral("action"), e.action},
            {QStringLiteral("object"), e.object},
            {QStringLiteral("details"), textOrNull(e.details)},
            {QStringLiteral("previous_hash"), textOrNull(e.previousHash)},
            {QStringLiteral("hash"), e.hash}};
}

QJsonObject recordJson(const Operator &o)
{
    return {{QStringLiteral("name"), o.name},
            {QStringLiteral("role"), toText(o.role)},
            {QStringLiteral("tenants"), QJsonArray::fromStringList(o.tenants)}};
}

QJsonObject recordJson(const Source &source, bool held)
{
    QJsonObject json = toJson(source);
    json.insert(QStringLiteral("version"), source.version);
    json.insert(QStringLiteral("path"), QStringLiteral("/hooks/") + source.slug);
    json.insert(QStringLiteral("hold"), held);
    return json;
}

QJsonObject recordJson(const Workflow &workflow, const QStringList &versions, bool held)
{
    QJsonObject json = toJson(workflow);
    json.insert(QStringLiteral("versions"), QJsonArray::fromStringList(versions));
    json.insert(QStringLiteral("hold"), held);
    return json;
}

} // namespace lazaret
