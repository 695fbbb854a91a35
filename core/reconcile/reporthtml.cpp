#include "reconcile/reportwriters.h"

#include "reconcile/reporttext.h"

#include <algorithm>

namespace lazaret::reconcile {

namespace {

// The light palette of the desk: a report is always light, on paper and on screen.
const char styleSheet[] = R"css(
@page { size: A4; margin: 16mm 15mm 18mm; }
* { box-sizing: border-box; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
html { background: #fff; color: #151a22; font: 13px/1.45 "Lazaret Sans", Inter, "Segoe UI", "SF Pro Text", "Noto Sans", "DejaVu Sans", sans-serif;
       font-variant-numeric: tabular-nums; }
body { max-width: 190mm; margin: 0 auto; padding: 12mm 6mm; }
header.brand { display: flex; justify-content: space-between; align-items: center; gap: 24px; color: #5f6878; font-size: 12px; }
header.brand b { display: flex; align-items: center; gap: 8px; color: #151a22; font-size: 14px; }
h1 { font-size: 26px; line-height: 1.2; font-weight: 600; margin: 28px 0 4px; }
.subtitle { color: #5f6878; font-size: 14px; margin: 0 0 16px; padding-bottom: 16px; border-bottom: 1px solid #d3d8df; overflow-wrap: anywhere; }
h2 { font-size: 15px; font-weight: 600; margin: 26px 0 8px; break-after: avoid; }
h2.headline { font-size: 17px; margin-top: 16px; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
.bar { display: flex; gap: 2px; height: 14px; margin: 22px 0 12px; }
.bar i { min-width: 3px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { text-align: left; font-weight: 500; font-size: 11px; color: #5f6878; padding: 4px 10px 5px 0; border-bottom: 1px solid #858e9c; }
td { vertical-align: top; padding: 6px 10px 6px 0; border-bottom: 1px solid #e3e6eb; overflow-wrap: anywhere; }
th:last-child, td:last-child { padding-right: 0; }
.outcomes td:nth-child(2) { color: #5f6878; width: 40%; }
.outcomes td:last-child { text-align: right; font-weight: 600; width: 5em; }
.swatch { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 10px; }
.facts td { border: 0; padding: 3px 10px 3px 0; font-size: 12px; }
.facts td:first-child { width: 22%; color: #434c5a; font-weight: 500; }
.cases { font-size: 11.5px; }
.cases small { display: block; color: #5f6878; font-size: 10.5px; }
.id { font: 10.5px/1.4 "JetBrains Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace; }
.outcome { font-weight: 600; }
.signatures { display: flex; gap: 48px; margin: 40px 0 0; padding-top: 14px; border-top: 1px solid #d3d8df; break-inside: avoid; }
.signatures div { flex: 1; color: #434c5a; font-size: 11px; font-weight: 500; }
.signatures span { display: block; margin-top: 34px; padding-top: 6px; border-top: 1px solid #858e9c; color: #151a22; font-size: 12px; font-weight: 400;
                   min-height: 2em; }
.every { break-before: page; }
footer { white-space: pre-line; margin-top: 28px; padding-top: 8px; border-top: 1px solid #e3e6eb; color: #5f6878; font-size: 10.5px; overflow-wrap: anywhere; }
.single_execution_confirmed { background: #1f9d66; } .outcome.single_execution_confirmed { background: none; color: #0f6b43; }
.duplicate_blocked { background: #1e5bd6; } .outcome.duplicate_blocked { background: none; color: #1a52c4; }
.partial_settled { background: #c97f00; } .outcome.partial_settled { background: none; color: #7e4e00; }
.recreated_manually { background: #8590a0; } .outcome.recreated_manually { background: none; color: #4a5464; }
.still_uncertain { background: repeating-linear-gradient(135deg, #ba41d4 0 3px, #f6e6fa 3px 5px); }
.outcome.still_uncertain { background: none; color: #862aa0; }
.closed_by_decision { background: #434c5a; } .outcome.closed_by_decision { background: none; color: #434c5a; }
.open { background: #fff; border: 1.5px solid #858e9c; } .outcome.open { border: 0; color: #151a22; }
)css";

QString escaped(const QString &text)
{
    return text.toHtmlEscaped(); // & < > and ", so it is safe between tags and inside quoted attributes
}

// Text from outside keeps its own direction and cannot pull its surroundings along.
QString isolated(const QString &text)
{
    return QStringLiteral("<bdi>%1</bdi>").arg(escaped(text));
}

QString small(const QString &text)
{
    return text.isEmpty() ? QString() : QStringLiteral("<small>%1</small>").arg(isolated(text));
}

QString head(const Report &report)
{
    return QStringLiteral(
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
               "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>Reconciliation report, %1</title>\n<style>%2</style>\n"
               "</head>\n<body>\n"
               "<header class=\"brand\"><b><svg width=\"18\" height=\"18\" viewBox=\"0 0 22 22\" aria-hidden=\"true\"><rect width=\"22\" "
               "height=\"22\" "
               "rx=\"4\" fill=\"#11151c\"/><path d=\"M4 0h7v11H0V4a4 4 0 0 1 4-4zM11 11h11v7a4 4 0 0 1-4 4h-7z\" "
               "fill=\"#f5c518\"/></svg>Lazaret</b>"
               "<span>%3</span></header>\n"
               "<h1>Reconciliation report</h1>\n<p class=\"subtitle\">%4</p>\n")
        .arg(escaped(report.title), QLatin1String(styleSheet), isolated(tenantsLine(report)), isolated(subtitle(report)));
}

QString summary(const Report &report)
{
    QString html = QStringLiteral("<h2 class=\"headline\">%1</h2>\n<p>%2</p>\n").arg(escaped(headline(report)), isolated(story(report)));
    QString bar, rows;
    const auto outcomes = outcomeRows(report);
    for (const auto &o : outcomes) {
        if (o.count)
            bar += QStringLiteral("<i class=\"%1\" style=\"flex:%2\"></i>").arg(o.word).arg(o.count);
        rows += QStringLiteral("<tr data-outcome=\"%1\"><td><span class=\"swatch %1\"></span>%2</td><td>%3</td><td>%4</td></tr>\n")
                    .arg(o.word, escaped(o.label), escaped(o.meaning))
                    .arg(o.count);
    }
    if (!bar.isEmpty())
        html += QStringLiteral("<div class=\"bar\" aria-hidden=\"true\">%1</div>\n").arg(bar);
    return html + QStringLiteral("<table class=\"outcomes\"><tbody>\n%1</tbody></table>\n").arg(rows);
}

QString facts(const Report &report)
{
    QString rows;
    const auto list = howItWasDecided(report);
    for (const auto &fact : list)
        rows += QStringLiteral("<tr><td>%1</td><td>%2</td></tr>\n").arg(escaped(fact.name), isolated(fact.value));
    return QStringLiteral("<h2>How it was decided</h2>\n<table class=\"facts\"><tbody>\n%1</tbody></table>\n").arg(rows);
}

QString outcomeCell(const CaseRow &row)
{
    return QStringLiteral("<span class=\"outcome %1\">%2</span>").arg(row.outcomeWord, escaped(row.outcome));
}

QString caseCell(const CaseRow &row)
{
    return QStringLiteral("%1<div class=\"id\">%2</div>").arg(isolated(row.operation), escaped(row.caseId));
}

QString readers(const QList<CaseRow> &all)
{
    QString rows;
    for (const auto &row : all) {
        if (row.needsReader)
            rows +=
                QStringLiteral("<tr><td>%1</td><td>%2</td><td>%3</td></tr>\n").arg(caseCell(row), outcomeCell(row), isolated(row.known));
    }
    if (rows.isEmpty())
        return QStringLiteral("<h2>Cases that need a reader</h2>\n<p>None.</p>\n");
    return QStringLiteral("<h2>Cases that need a reader</h2>\n<table class=\"cases readers\"><colgroup><col style=\"width:33%\"/>"
                          "<col style=\"width:17%\"/><col/></colgroup>\n"
                          "<thead><tr><th>Case</th><th>Outcome</th><th>What is known</th></tr></thead><tbody>\n%1</tbody></table>\n")
        .arg(rows);
}

QString everyCase(const QList<CaseRow> &all)
{
    QString html =
        QStringLiteral("<h2 class=\"every\">Every case</h2>\n<table class=\"cases\"><colgroup><col style=\"width:29%\"/>"
                       "<col style=\"width:16%\"/><col style=\"width:16%\"/><col style=\"width:17%\"/><col/></colgroup>\n"
                       "<thead><tr><th>Case</th><th>Disposition</th><th>Outcome</th><th>Asked recipient</th><th>Proof</th></tr></thead>"
                       "<tbody>\n");
    for (const auto &row : all)
        html += QStringLiteral("<tr data-case=\"%1\" data-outcome=\"%2\"><td>%3</td><td>%4</td><td>%5</td><td>%6</td><td>%7</td></tr>\n")
                    .arg(escaped(row.caseId), row.outcomeWord, caseCell(row),
                         escaped(row.disposition) + small(row.decidedBy) + small(row.decidedAt), outcomeCell(row) + small(row.status),
                         escaped(row.asked) + small(row.askedAt) + small(row.how), isolated(row.proof));
    return html + QStringLiteral("</tbody></table>\n");
}

QString signatureLines(const Report &report)
{
    QString html;
    const auto list = signatures(report);
    for (const auto &s : list)
        html += QStringLiteral("<div>%1<span>%2</span></div>").arg(escaped(s.role), isolated(s.name));
    return QStringLiteral("<div class=\"signatures\">%1</div>\n").arg(html);
}

} // namespace

QByteArray toHtml(const Report &report)
{
    QList<CaseRow> rows;
    rows.reserve(report.cases.size());
    std::transform(report.cases.begin(), report.cases.end(), std::back_inserter(rows), caseRow);
    const QString html = head(report) + summary(report) + facts(report) + readers(rows) +
                         QStringLiteral("<h2>Receipts before and after</h2>\n<p>%1</p>\n").arg(escaped(receiptsLine(report))) +
                         signatureLines(report) + everyCase(rows) +
                         QStringLiteral("<footer>%1</footer>\n</body>\n</html>\n").arg(escaped(footer(report).join(u'\n')));
    return html.toUtf8();
}

} // namespace lazaret::reconcile
