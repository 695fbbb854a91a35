#include "engine/queries_reconciliation.h"
#include "output.h"
#include "session.h"

#ifdef LAZARET_PRINT
#include "print/pdf.h"
#endif

namespace lazaret::ctl {

namespace {

Result<reconcile::Report> build(Session &session, const guard::Actor &actor, const Invocation &invocation)
{
    const queries::Viewer viewer{actor.name, actor.tenants};
    const qint64 now = session.clock().nowMs();
    if (!invocation.has(QStringLiteral("query")))
        return queries::reportOfRelease(session.database(), viewer, invocation.arguments[0], now);
    return queries::reportOfQuery(session.database(), viewer, invocation.value(QStringLiteral("query")), now);
}

Result<> write(const reconcile::Report &report, const QString &format, const QString &file)
{
    using enum reconcile::ReportFormat;
    if (format != u"pdf")
        return reconcile::writeReport(report, format == u"html" ? html : format == u"csv" ? csv : json, file);
#ifdef LAZARET_PRINT
    return print::writePdf(report, file);
#else
    return fail(ErrorCode::usage, QStringLiteral("this build has no PDF; html, csv or json"));
#endif
}

} // namespace

int runReport(const Invocation &invocation)
{
    if (invocation.has(QStringLiteral("query")) == !invocation.arguments.isEmpty())
        return misuse(QStringLiteral("report takes a release, or --query Q"));
    const QString format = invocation.value(QStringLiteral("format"));
    const QString file = invocation.value(QStringLiteral("out"));
    static const QStringList formats{QStringLiteral("html"), QStringLiteral("pdf"), QStringLiteral("csv"), QStringLiteral("json")};
    if (!formats.contains(format))
        return misuse(QStringLiteral("--format must be one of: %1").arg(formats.join(QStringLiteral(", "))));
    if (file.isEmpty())
        return misuse(QStringLiteral("report needs --out FILE"));
    return reading(invocation, QStringLiteral("reading a report"), [&](Session &session, const guard::Actor &actor) {
        const auto report = build(session, actor, invocation);
        if (!report)
            return failed(report.error());
        if (auto written = write(*report, format, file); !written)
            return failed(written.error());
        if (!invocation.json) // the file cannot hold its own digest
            printText(
                QStringLiteral("sha256 is of the report's content, the same in every format: jq -jcS 'del(.sha256)' of its JSON form\n"));
        return showRecord(invocation, {{QStringLiteral("out"), file},
                                       {QStringLiteral("format"), format},
                                       {QStringLiteral("cases"), report->cases.size()},
                                       {QStringLiteral("closed_with_proof"), report->closedWithProof},
                                       {QStringLiteral("sha256"), report->sha256}});
    });
}

} // namespace lazaret::ctl
