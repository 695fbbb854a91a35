#include "reconcile/reportwriters.h"

#include "base/wholefile.h"

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
    return writeWhole(file, bytesOf(report, format));
}

} // namespace lazaret::reconcile
