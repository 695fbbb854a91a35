// Every record as the JSON of the contract: each field present under its contract name, null when unknown, times ISO 8601 UTC with
// milliseconds. The one place where a record becomes JSON; the command line and the reports' consumers read these shapes.
#pragma once

#include "model/records.h"
#include "model/source.h"
#include "model/workflow.h"

namespace lazaret {

QString isoTime(qint64 ms);
QJsonValue timeOrNull(const Time &time);
QJsonValue textOrNull(const QString &text);

QJsonObject recordJson(const Delivery &delivery);
// heldReason: from store::heldReason; not empty: the job is shown as held, for that reason.
QJsonObject recordJson(const Job &job, const QString &heldReason);
QJsonObject recordJson(const Attempt &attempt);
QJsonObject recordJson(const Receipt &receipt);
QJsonArray receiptsSnapshot(const QList<Receipt> &receipts); // what a reconciliation keeps of them: action, state, evidence
QJsonObject recordJson(const Disposition &disposition);
QJsonObject recordJson(const Finding &finding);
QJsonObject recordJson(const CaseRecord &c);     // every scalar and the current disposition
QJsonObject caseDetailJson(const CaseRecord &c); // and effects_receipts, findings, notes, dispositions
QJsonObject recordJson(const ReconciliationItem &item);
QJsonObject recordJson(const Release &release); // without the plan
QJsonObject recordJson(const ReleaseItem &item);
QJsonObject releaseDetailJson(const Release &release);
QJsonObject recordJson(const Incident &incident);
QJsonObject recordJson(const AuditEntry &entry);
QJsonObject recordJson(const Operator &op);
QJsonObject recordJson(const Source &source, bool held);
QJsonObject recordJson(const Workflow &workflow, const QStringList &versions, bool held);

template <typename Record>
QJsonArray recordsJson(const QList<Record> &records)
{
    QJsonArray array;
    for (const auto &record : records)
        array.append(recordJson(record));
    return array;
}

} // namespace lazaret
