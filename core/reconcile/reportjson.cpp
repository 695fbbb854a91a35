#include "reconcile/reportwriters.h"

#include "base/bytes.h"

#include <QDateTime>
#include <QJsonDocument>

namespace lazaret::reconcile {

namespace {

QJsonValue text(const QString &value)
{
    return value.isEmpty() ? QJsonValue() : QJsonValue(value);
}

QJsonValue time(Time ms)
{
    return ms ? QJsonValue(QDateTime::fromMSecsSinceEpoch(*ms, Qt::UTC).toString(Qt::ISODateWithMs)) : QJsonValue();
}

QJsonObject countersOf(const ReleaseCounters &c)
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

QJsonObject releaseOf(const Release &r)
{
    QJsonArray ladder;
    for (const int step : r.ladder)
        ladder.append(step ? QJsonValue(step) : QJsonValue(QStringLiteral("rest")));
    return {{QStringLiteral("redrive_id"), r.redriveId.value},
            {QStringLiteral("state"), toText(r.state)},
            {QStringLiteral("state_reason"), text(r.stateReason)},
            {QStringLiteral("case_selection_query"), r.query},
            {QStringLiteral("approved_case_count"), r.approvedCaseCount},
            {QStringLiteral("workflow"), r.workflow},
            {QStringLiteral("source_versions"), QJsonArray::fromStringList(r.sourceVersions)},
            {QStringLiteral("target_version"), r.targetVersion},
            {QStringLiteral("fix_reference"), text(r.fixReference)},
            {QStringLiteral("allowed_effects"), QJsonArray::fromStringList(r.allowedEffects)},
            {QStringLiteral("rate_limit"), r.ratePerMin},
            {QStringLiteral("ladder"), ladder},
            {QStringLiteral("stop_conditions"), QJsonArray::fromStringList(r.stopConditions)},
            {QStringLiteral("canary"), text(r.canary)},
            {QStringLiteral("plan_version"), r.planVersion},
            {QStringLiteral("planned_by"), text(r.plannedBy)},
            {QStringLiteral("planned_at"), time(r.plannedAt)},
            {QStringLiteral("approver"), text(r.approver)},
            {QStringLiteral("approved_at"), time(r.approvedAt)},
            {QStringLiteral("self_approved"), r.selfApproved},
            {QStringLiteral("reconciliation_owner"), text(r.reconciliationOwner)},
            {QStringLiteral("started_at"), time(r.startedAt)},
            {QStringLiteral("finished_at"), time(r.finishedAt)},
            {QStringLiteral("counters"), countersOf(r.counters)}};
}

QJsonValue dispositionOf(const std::optional<Disposition> &d)
{
    if (!d)
        return {};
    return QJsonObject{{QStringLiteral("kind"), toText(d->kind)},
                       {QStringLiteral("state"), toText(d->state)},
                       {QStringLiteral("by"), text(d->by)},
                       {QStringLiteral("at"), time(d->at)},
                       {QStringLiteral("reason"), text(d->reason)},
                       {QStringLiteral("authority"), text(d->authority)},
                       {QStringLiteral("requested_by"), text(d->requestedBy)},
                       {QStringLiteral("approved_by"), text(d->approvedBy)},
                       {QStringLiteral("decided_at"), time(d->decidedAt)},
                       {QStringLiteral("self_approved"), d->selfApproved},
                       {QStringLiteral("evidence"), text(d->evidence)},
                       {QStringLiteral("until"), time(d->until)},
                       {QStringLiteral("link"), text(d->link)},
                       {QStringLiteral("incident"), text(d->incident)}};
}

QJsonArray receiptsNow(const QList<Receipt> &receipts)
{
    QJsonArray array;
    for (const auto &r : receipts)
        array.append(QJsonObject{{QStringLiteral("action"), r.action},
                                 {QStringLiteral("idempotency_key"), r.idempotencyKey},
                                 {QStringLiteral("state"), toText(r.state)},
                                 {QStringLiteral("external_ref"), text(r.externalRef)},
                                 {QStringLiteral("intended_at"), time(r.intendedAt)},
                                 {QStringLiteral("settled_at"), time(r.settledAt)},
                                 {QStringLiteral("settled_by"), text(r.settledBy)},
                                 {QStringLiteral("evidence"), text(r.evidence)},
                                 {QStringLiteral("redrive_id"), text(r.redriveId)}});
    return array;
}

void addRecord(QJsonObject &o, const CaseRecord &r)
{
    o[QStringLiteral("case_id")] = r.caseId.value;
    o[QStringLiteral("job_id")] = r.jobId.value;
    o[QStringLiteral("delivery_id")] = text(r.deliveryId);
    o[QStringLiteral("event_type")] = text(r.eventType);
    o[QStringLiteral("operation_id")] = text(r.operationId);
    o[QStringLiteral("task_id")] = text(r.taskId);
    o[QStringLiteral("tenant")] = text(r.tenant);
    o[QStringLiteral("workflow")] = r.workflow;
    o[QStringLiteral("workflow_version")] = r.workflowVersion;
    o[QStringLiteral("input_reference")] = text(r.inputReference);
    o[QStringLiteral("input_sha256")] = text(r.inputSha256);
    o[QStringLiteral("error_class")] = toText(r.errorClass);
    o[QStringLiteral("error_code")] = r.errorCode;
    o[QStringLiteral("last_exception")] = text(r.lastException);
    o[QStringLiteral("first_failure_at")] = time(r.firstFailureAt);
    o[QStringLiteral("last_failure_at")] = time(r.lastFailureAt);
    o[QStringLiteral("attempt_count")] = r.attemptCount;
    o[QStringLiteral("signature_verified")] = r.signatureVerified;
    o[QStringLiteral("data_classification")] = text(r.dataClassification);
    o[QStringLiteral("owner")] = text(r.owner);
    o[QStringLiteral("review_due_at")] = time(r.reviewDueAt);
    o[QStringLiteral("status")] = toText(r.status);
    o[QStringLiteral("closed_at")] = time(r.closedAt);
}

QJsonValue itemOf(const std::optional<ReleaseItem> &i)
{
    if (!i)
        return {};
    return QJsonObject{{QStringLiteral("eligible"), i->eligible},
                       {QStringLiteral("reason"), text(i->reason)},
                       {QStringLiteral("state"), toText(i->state)},
                       {QStringLiteral("step"), i->step < 0 ? QJsonValue() : QJsonValue(i->step)},
                       {QStringLiteral("released_at"), time(i->releasedAt)},
                       {QStringLiteral("settled_at"), time(i->settledAt)},
                       {QStringLiteral("sent"), i->sent},
                       {QStringLiteral("no_op"), i->noOp},
                       {QStringLiteral("failed_class"), text(i->failedClass)},
                       {QStringLiteral("outcome"), i->outcome ? QJsonValue(toText(*i->outcome)) : QJsonValue()}};
}

QJsonObject caseOf(const ReportCase &c)
{
    const auto &r = c.reconciliation;
    QJsonObject o;
    addRecord(o, c.record);
    o[QStringLiteral("release")] = itemOf(c.item);
    o[QStringLiteral("disposition")] = dispositionOf(c.decision);
    o[QStringLiteral("outcome")] = c.outcome ? QJsonValue(toText(*c.outcome)) : QJsonValue();
    o[QStringLiteral("proof")] = text(c.proof);
    o[QStringLiteral("observed")] = r ? text(r->observed) : QJsonValue();
    o[QStringLiteral("observed_at")] = r ? time(r->observedAt) : QJsonValue();
    o[QStringLiteral("how")] = r ? text(r->how) : QJsonValue();
    o[QStringLiteral("reconciled_at")] = r ? time(r->at) : QJsonValue();
    o[QStringLiteral("receipts_before")] = c.receiptsBefore;
    o[QStringLiteral("receipts_now")] = receiptsNow(c.record.receipts);
    o[QStringLiteral("needs_reader")] = text(c.attention);
    return o;
}

QJsonObject numbers(const QMap<QString, int> &counts)
{
    QJsonObject o;
    for (auto it = counts.begin(); it != counts.end(); ++it)
        o[it.key()] = it.value();
    return o;
}

QJsonObject figuresOf(const Report &r)
{
    return {{QStringLiteral("cases"), r.cases.size()},
            {QStringLiteral("closed"), r.closed},
            {QStringLiteral("closed_with_proof"), r.closedWithProof},
            {QStringLiteral("confirmed_before"), r.confirmedBefore},
            {QStringLiteral("confirmed_now"), r.confirmedNow},
            {QStringLiteral("sent"), r.sent},
            {QStringLiteral("outcomes"), numbers(r.outcomes)},
            {QStringLiteral("dispositions"), numbers(r.dispositions)}};
}

QJsonArray stopsOf(const QList<AuditEntry> &stops)
{
    QJsonArray array;
    for (const auto &s : stops)
        array.append(QJsonObject{{QStringLiteral("seq"), s.seq},
                                 {QStringLiteral("at"), time(s.at)},
                                 {QStringLiteral("actor"), s.actor},
                                 {QStringLiteral("action"), s.action},
                                 {QStringLiteral("details"), text(s.details)}});
    return array;
}

} // namespace

QJsonObject jsonContent(const Report &report)
{
    QJsonArray cases;
    for (const auto &c : report.cases)
        cases.append(caseOf(c));
    const QJsonObject audit{{QStringLiteral("first"), report.auditFirst},
                            {QStringLiteral("last"), report.auditLast},
                            {QStringLiteral("head"), report.auditHead},
                            {QStringLiteral("head_hash"), text(report.auditHeadHash)}};
    return {{QStringLiteral("lazaret_report"), 1},
            {QStringLiteral("app_version"), QStringLiteral(LAZARET_VERSION)},
            {QStringLiteral("title"), report.title},
            {QStringLiteral("query"), report.query},
            {QStringLiteral("generated_at"), time(report.generatedAt)},
            {QStringLiteral("release"), report.release ? QJsonValue(releaseOf(*report.release)) : QJsonValue()},
            {QStringLiteral("figures"), figuresOf(report)},
            {QStringLiteral("stops"), stopsOf(report.stops)},
            {QStringLiteral("cases"), cases},
            {QStringLiteral("audit"), audit}};
}

// QJsonDocument writes keys sorted: the compact form is canonical.
QString digestOf(const QJsonObject &content)
{
    return sha256Hex(QJsonDocument(content).toJson(QJsonDocument::Compact));
}

QByteArray toJson(const Report &report)
{
    QJsonObject content = jsonContent(report);
    content[QStringLiteral("sha256")] = report.sha256;
    return QJsonDocument(content).toJson(QJsonDocument::Indented);
}

} // namespace lazaret::reconcile
