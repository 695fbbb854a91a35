#include "reconcile/reportwriters.h"

#include "base/bytes.h"
#include "model/records_json.h"

#include <QJsonDocument>

namespace lazaret::reconcile {

namespace {

// The contract's record, with what this report adds. A report travels further than the store: who the task was for stays behind.
QJsonObject caseOf(const ReportCase &c)
{
    const auto &r = c.reconciliation;
    QJsonObject o = recordJson(c.record);
    o.remove(QStringLiteral("user_ref"));
    o[QStringLiteral("release")] = c.item ? QJsonValue(recordJson(*c.item)) : QJsonValue();
    o[QStringLiteral("disposition")] = c.decision ? QJsonValue(recordJson(*c.decision)) : QJsonValue();
    o[QStringLiteral("outcome")] = c.outcome ? QJsonValue(toText(*c.outcome)) : QJsonValue();
    o[QStringLiteral("proof")] = textOrNull(c.proof);
    o[QStringLiteral("observed")] = r ? textOrNull(r->observed) : QJsonValue();
    o[QStringLiteral("observed_at")] = r ? timeOrNull(r->observedAt) : QJsonValue();
    o[QStringLiteral("how")] = r ? textOrNull(r->how) : QJsonValue();
    o[QStringLiteral("reconciled_at")] = r ? timeOrNull(r->at) : QJsonValue();
    o[QStringLiteral("receipts_before")] = c.receiptsBefore;
    o[QStringLiteral("receipts_now")] = recordsJson(c.record.receipts);
    o[QStringLiteral("needs_reader")] = textOrNull(c.attention);
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

} // namespace

QJsonObject jsonContent(const Report &report)
{
    QJsonArray cases;
    for (const auto &c : report.cases)
        cases.append(caseOf(c));
    const QJsonObject audit{{QStringLiteral("first"), report.auditFirst},
                            {QStringLiteral("last"), report.auditLast},
                            {QStringLiteral("head"), report.auditHead},
                            {QStringLiteral("head_hash"), textOrNull(report.auditHeadHash)}};
    return {{QStringLiteral("lazaret_report"), 1},
            {QStringLiteral("app_version"), QStringLiteral(LAZARET_VERSION)},
            {QStringLiteral("title"), report.title},
            {QStringLiteral("query"), report.query},
            {QStringLiteral("generated_at"), timeOrNull(report.generatedAt)},
            {QStringLiteral("release"), report.release ? QJsonValue(recordJson(*report.release)) : QJsonValue()},
            {QStringLiteral("figures"), figuresOf(report)},
            {QStringLiteral("stops"), recordsJson(report.stops)},
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
