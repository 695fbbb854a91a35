#include "reconcile/reportwriters.h"

#include <QSaveFile>

namespace lazaret::reconcile {

namespace {

QByteArray bytesOf(const Report &report, ReportFormat format)
{
    switch (format) {
    case ReportFormat::html:
        return toHtml(report);
    case ReportFormat::csv:
        return toCsv(report);
    case ReportFormat::json:
        break;
    }
    return toJson(report);
}

} // namespace

Result<> writeReport(const Report &report, ReportFormat format, const QString &file)
{
    const QByteArray bytes = bytesOf(report, format);
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.flush() || !out.commit())
        return fail(ErrorCode::io, QStringLiteral("cannot write %1: %2").arg(file, out.errorString()));
    return {};
}

} // namespace lazaret::reconcile
