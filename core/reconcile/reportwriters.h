// The report's written forms that need no paper: JSON, CSV, HTML. The same report always gives the same bytes.
#pragma once

#include "reconcile/report.h"

#include <QByteArray>
#include <QJsonObject>

namespace lazaret::reconcile {

enum class ReportFormat { html, csv, json };

// Everything but `sha256`; what the digest is taken over.
QJsonObject jsonContent(const Report &report);
QString digestOf(const QJsonObject &content);

QByteArray toJson(const Report &report);
// RFC 4180, one row per case, with a byte order mark: a spreadsheet takes UTF-8 without one for the machine's old code page and garbles
// Cyrillic names. Scripts read the JSON form; for those that read this one the first column is a mere number, so a reader that
// keeps the mark in its name loses nothing. A cell that a spreadsheet would execute begins with an apostrophe.
QByteArray toCsv(const Report &report);
QByteArray csvCell(const QString &text);
// One self-contained file: no script, nothing loaded, prints on A4. It is well-formed XML as well, so that it can be read back.
QByteArray toHtml(const Report &report);

// The file appears whole or not at all; one that was there stays until then. ErrorCode::io.
Result<> writeReport(const Report &report, ReportFormat format, const QString &file);

} // namespace lazaret::reconcile
