#include "store/flow.h"

#include "store/figures.h"

namespace lazaret::store {

namespace {

QString scope(const QStringList &tenants, QVariantList &bindings)
{
    const QString condition = tenantCondition(tenants, bindings);
    return condition.isEmpty() ? condition : QStringLiteral(" AND ") + condition;
}

} // namespace

QList<CaseSpan> caseSpans(Database &db, const QStringList &tenants, qint64 from, qint64 to)
{
    QVariantList bindings{to};
    const QString open = scope(tenants, bindings);
    bindings += {from, to};
    const QString closed = scope(tenants, bindings);
    Statement read =
        db.prepareOnce(QStringLiteral("SELECT first_failure_at, closed_at FROM cases WHERE closed_at IS NULL AND first_failure_at <= ?%1 "
                                      "UNION ALL SELECT first_failure_at, closed_at FROM cases WHERE closed_at >= ? AND closed_at IS NOT "
                                      "NULL AND first_failure_at <= ?%2 ORDER BY 1")
                           .arg(open, closed));
    read.runWith(bindings);
    QList<CaseSpan> spans;
    while (read.next())
        spans.append({read.integer(0), read.time(1)});
    return spans;
}

QList<ClassFlow> classFlow(Database &db, const QStringList &tenants, qint64 since)
{
    // What opened since has failed since: last_failure_at leads cases_open to it.
    QVariantList bindings{since, since};
    const QString open = scope(tenants, bindings);
    bindings += {since, since};
    const QString closed = scope(tenants, bindings);
    Statement read = db.prepareOnce(QStringLiteral("SELECT error_class, sum(opened), sum(closed) FROM ("
                                                   "SELECT error_class, 1 AS opened, 0 AS closed FROM cases WHERE closed_at IS NULL AND "
                                                   "last_failure_at >= ? AND first_failure_at >= ?%1 UNION ALL "
                                                   "SELECT error_class, first_failure_at >= ?, 1 FROM cases WHERE closed_at >= ? AND "
                                                   "closed_at IS NOT NULL%2) GROUP BY error_class")
                                        .arg(open, closed));
    read.runWith(bindings);
    QList<ClassFlow> flow;
    while (read.next())
        flow.append({read.word<ErrorClass>(0), read.integer(1), read.integer(2)});
    return flow;
}

QList<FlowEvent> flowEvents(Database &db, qint64 from, qint64 to)
{
    // Releases and versions are few. A release's entries are found by the audit log's index over (object, seq).
    using enum FlowEvent::Kind;
    Statement read = db.prepare(
        "SELECT a.at, CASE a.action WHEN 'release.start' THEN ? ELSE ? END, r.redrive_id FROM releases r CROSS JOIN audit a ON a.object = "
        "r.redrive_id WHERE r.started_at <= ? AND (r.finished_at IS NULL OR r.finished_at >= ?) AND a.at BETWEEN ? AND ? AND a.action IN "
        "('release.start', 'release.pause', 'release.paused') "
        "UNION ALL SELECT created_at, ?, name || '@' || version FROM workflows w WHERE created_at BETWEEN ? AND ? AND EXISTS (SELECT 1 "
        "FROM workflows o WHERE o.name = w.name AND o.created_at < w.created_at) "
        "UNION ALL SELECT created_at, ?, slug FROM sources s WHERE created_at BETWEEN ? AND ? AND version > 1 ORDER BY 1");
    read.run(int(releaseStarted), int(releasePaused), to, from, from, to, int(workflowChanged), from, to, int(sourceChanged), from, to);
    QList<FlowEvent> events;
    while (read.next())
        events.append({FlowEvent::Kind(read.integer(1)), read.integer(0), read.text(2)});
    return events;
}

} // namespace lazaret::store
