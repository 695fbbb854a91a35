#include "base/printable.h"
#include "reconcile/reportwriters.h"

#include <QDateTime>

namespace lazaret::reconcile {

namespace {

// OWASP "CSV Injection": what a spreadsheet takes for the start of a formula, full-width forms included.
bool wouldExecute(const QString &text)
{
    return !text.isEmpty() && QStringView(u"=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20").contains(text.front());
}

QString time(Time ms)
{
    return ms ? QDateTime::fromMSecsSinceEpoch(*ms, Qt::UTC).toString(Qt::ISODateWithMs) : QString();
}

QString flag(bool value)
{
    return value ? QStringLiteral("true") : QStringLiteral("false");
}

// "save_card:confirmed; notify:uncertain"
QString receipts(const QJsonArray &snapshot)
{
    QStringList list;
    for (const auto &value : snapshot) {
        const auto r = value.toObject();
        list.append(r.value(QLatin1String("action")).toString() + u':' + r.value(QLatin1String("state")).toString());
    }
    return list.join(QLatin1String("; "));
}
QString receipts(const QList<Receipt> &all)
{
    QStringList list;
    for (const auto &r : all)
        list.append(r.action + u':' + toText(r.state));
    return list.join(QLatin1String("; "));
}

struct Row
{
    const Report &report;
    const ReportCase &c;
    qsizetype number;
    const ReleaseItem &item;                  // an empty one without a release
    const Disposition &decision;              // an empty one while undecided
    const ReconciliationItem &reconciliation; // an empty one while not reconciled
};

struct Column
{
    const char *name;
    QString (*value)(const Row &);
};

const Column columns[] = {
    {"row", [](const Row &r) { return QString::number(r.number); }},
    {"case_id", [](const Row &r) { return r.c.record.caseId.value; }},
    {"job_id", [](const Row &r) { return r.c.record.jobId.value; }},
    {"delivery_id", [](const Row &r) { return r.c.record.deliveryId; }},
    {"event_type", [](const Row &r) { return r.c.record.eventType; }},
    {"operation_id", [](const Row &r) { return r.c.record.operationId; }},
    {"task_id", [](const Row &r) { return r.c.record.taskId; }},
    {"tenant", [](const Row &r) { return r.c.record.tenant; }},
    {"workflow", [](const Row &r) { return r.c.record.workflow; }},
    {"workflow_version", [](const Row &r) { return r.c.record.workflowVersion; }},
    {"error_class", [](const Row &r) { return toText(r.c.record.errorClass); }},
    {"error_code", [](const Row &r) { return r.c.record.errorCode; }},
    {"last_exception", [](const Row &r) { return r.c.record.lastException; }},
    {"first_failure_at", [](const Row &r) { return time(r.c.record.firstFailureAt); }},
    {"last_failure_at", [](const Row &r) { return time(r.c.record.lastFailureAt); }},
    {"attempt_count", [](const Row &r) { return QString::number(r.c.record.attemptCount); }},
    {"status", [](const Row &r) { return toText(r.c.record.status); }},
    {"closed_at", [](const Row &r) { return time(r.c.record.closedAt); }},
    {"disposition", [](const Row &r) { return r.c.decision ? toText(r.decision.kind) : QString(); }},
    {"disposition_state", [](const Row &r) { return r.c.decision ? toText(r.decision.state) : QString(); }},
    {"disposition_by", [](const Row &r) { return r.decision.by; }},
    {"disposition_at", [](const Row &r) { return r.c.decision ? time(r.decision.at) : QString(); }},
    {"disposition_reason", [](const Row &r) { return r.decision.reason; }},
    {"authority", [](const Row &r) { return r.decision.authority; }},
    {"requested_by", [](const Row &r) { return r.decision.requestedBy; }},
    {"approved_by", [](const Row &r) { return r.decision.approvedBy; }},
    {"until", [](const Row &r) { return time(r.decision.until); }},
    {"link", [](const Row &r) { return r.decision.link; }},
    {"incident", [](const Row &r) { return r.decision.incident; }},
    {"eligible", [](const Row &r) { return r.c.item ? flag(r.item.eligible) : QString(); }},
    {"eligible_reason", [](const Row &r) { return r.item.reason; }},
    {"release_state", [](const Row &r) { return r.c.item ? toText(r.item.state) : QString(); }},
    {"released_at", [](const Row &r) { return time(r.item.releasedAt); }},
    {"settled_at", [](const Row &r) { return time(r.item.settledAt); }},
    {"sent", [](const Row &r) { return r.c.item ? flag(r.item.sent) : QString(); }},
    {"no_op", [](const Row &r) { return r.c.item ? flag(r.item.noOp) : QString(); }},
    {"failed_class", [](const Row &r) { return r.item.failedClass; }},
    {"outcome", [](const Row &r) { return r.c.outcome ? toText(*r.c.outcome) : QString(); }},
    {"proof", [](const Row &r) { return r.c.proof; }},
    {"observed", [](const Row &r) { return r.reconciliation.observed; }},
    {"observed_at", [](const Row &r) { return time(r.reconciliation.observedAt); }},
    {"how", [](const Row &r) { return r.reconciliation.how; }},
    {"reconciled_at", [](const Row &r) { return r.c.reconciliation ? time(r.reconciliation.at) : QString(); }},
    {"receipts_before", [](const Row &r) { return receipts(r.c.receiptsBefore); }},
    {"receipts_now", [](const Row &r) { return receipts(r.c.record.receipts); }},
    {"needs_reader", [](const Row &r) { return r.c.attention; }},
    // A table has no footer that every reader skips, so what signs it stands on each row.
    {"redrive_id", [](const Row &r) { return r.report.release ? r.report.release->redriveId.value : QString(); }},
    {"generated_at", [](const Row &r) { return time(r.report.generatedAt); }},
    {"audit_first", [](const Row &r) { return QString::number(r.report.auditFirst); }},
    {"audit_last", [](const Row &r) { return QString::number(r.report.auditLast); }},
    {"report_sha256", [](const Row &r) { return r.report.sha256; }},
};

} // namespace

// RFC 4180 §2: fields with line breaks, quotes or commas are quoted, quotes doubled.
QByteArray csvCell(const QString &text)
{
    QString value = printable(text);
    if (wouldExecute(value.trimmed()))
        value.prepend(u'\'');
    if (value.contains(u',') || value.contains(u'"') || value.contains(u'\n') || value.contains(u'\r'))
        value = u'"' + value.replace(u'"', QLatin1String("\"\"")) + u'"';
    return value.toUtf8();
}

QByteArray toCsv(const Report &report)
{
    QByteArray csv("\xEF\xBB\xBF");
    const auto separator = [&csv](const Column &column) { csv += &column == std::end(columns) - 1 ? "\r\n" : ","; };
    for (const auto &column : columns) {
        csv += column.name;
        separator(column);
    }
    qsizetype number = 0;
    for (const auto &c : report.cases) {
        const ReleaseItem item = c.item.value_or(ReleaseItem{});
        const Disposition decision = c.decision.value_or(Disposition{});
        const ReconciliationItem reconciliation = c.reconciliation.value_or(ReconciliationItem{});
        const Row row{report, c, ++number, item, decision, reconciliation};
        for (const auto &column : columns) {
            csv += csvCell(column.value(row));
            separator(column);
        }
    }
    return csv;
}

} // namespace lazaret::reconcile
