#include "store/attention.h"

#include <QVariant>

namespace lazaret::store {

namespace {

// " AND <column> IN (?, …)", or nothing for a reader of all tenants.
QString scoped(const QStringList &tenants, const QString &column, QVariantList &bindings)
{
    if (tenants.contains(QStringLiteral("*")))
        return {};
    for (const auto &tenant : tenants)
        bindings.append(tenant);
    return QStringLiteral(" AND %1 IN (%2)").arg(column, QStringList(tenants.size(), QStringLiteral("?")).join(u','));
}

// A release with a single case of another tenant is not for this reader.
QString scopedRelease(const QStringList &tenants, QVariantList &bindings)
{
    const auto inside = scoped(tenants, QStringLiteral("c.tenant"), bindings);
    return inside.isEmpty() ? QString()
                            : QStringLiteral(" AND NOT EXISTS (SELECT 1 FROM release_items i JOIN cases c ON c.case_id = i.case_id WHERE "
                                             "i.redrive_id = r.redrive_id AND NOT (1%1))")
                                  .arg(inside);
}

qint64 count(Database &db, const QString &sql, const QVariantList &bindings)
{
    Statement read = db.prepareOnce(sql);
    return read.runWith(bindings) && read.next() ? read.integer(0) : 0;
}

// The columns id, about, at; `most` rows.
void collect(QList<Notice> &into, Database &db, NoticeKind kind, const QString &sql, QVariantList bindings, int most)
{
    Statement read = db.prepareOnce(sql + QStringLiteral(" ORDER BY 3 DESC LIMIT ?"));
    read.runWith(bindings << most);
    while (read.next())
        into.append({kind, read.text(0), read.text(1), read.integer(2)});
}

QString likePattern(const QString &text, bool anywhere)
{
    QString escaped = text;
    for (const auto *special : {u"\\", u"%", u"_"})
        escaped.replace(QString::fromUtf16(special), u'\\' + QString::fromUtf16(special));
    return u'%' + escaped + (anywhere ? QStringLiteral("%") : QString());
}

} // namespace

Attention attention(Database &db, const QStringList &tenants, const QString &me)
{
    Attention result;
    QVariantList bindings;
    QString scope = scoped(tenants, QStringLiteral("tenant"), bindings);
    result.openCases = count(db, QStringLiteral("SELECT count(*) FROM cases WHERE closed_at IS NULL") + scope, bindings);
    result.toReconcile =
        count(db,
              QStringLiteral("SELECT count(*) FROM release_items i JOIN releases r ON r.redrive_id = i.redrive_id "
                             "JOIN cases c ON c.case_id = i.case_id WHERE r.state IN ('canary', 'running', 'paused', 'reconciling') "
                             "AND i.state IN ('settled', 'isolated')") +
                  scope.replace(QStringLiteral("tenant"), QStringLiteral("c.tenant")),
              bindings);
    bindings = {me};
    result.releasesToApprove = count(db,
                                     QStringLiteral("SELECT count(*) FROM releases r WHERE state = 'planned' AND planned_by <> ?") +
                                         scopedRelease(tenants, bindings),
                                     bindings);
    bindings.clear();
    result.releasesPaused =
        count(db, QStringLiteral("SELECT count(*) FROM releases r WHERE state = 'paused'") + scopedRelease(tenants, bindings), bindings);
    return result;
}

QList<Notice> noticesSince(Database &db, const QStringList &tenants, const QString &me, qint64 since, qint64 now, int most)
{
    QList<Notice> notices;
    const auto ask = [&](NoticeKind kind, const QString &sql, QVariantList bindings, bool ofRelease) {
        const QString scope = ofRelease ? scopedRelease(tenants, bindings) : scoped(tenants, QStringLiteral("c.tenant"), bindings);
        collect(notices, db, kind, sql + scope, bindings, most);
    };
    ask(NoticeKind::releasePaused,
        QStringLiteral("SELECT r.redrive_id, r.state_reason, r.planned_at FROM releases r WHERE r.state = 'paused'"), {}, true);
    ask(NoticeKind::releaseAsked,
        QStringLiteral(
            "SELECT r.redrive_id, r.planned_by, r.planned_at FROM releases r WHERE r.state = 'planned' AND r.planned_by <> ? AND "
            "r.planned_at >= ?"),
        {me, since}, true);
    ask(NoticeKind::requestAsked,
        QStringLiteral("SELECT c.case_id, d.kind, d.at FROM dispositions d JOIN cases c ON c.disposition_id = d.id WHERE d.state = "
                       "'requested' AND d.requested_by <> ? AND d.at >= ? AND c.closed_at IS NULL"),
        {me, since}, false);
    ask(NoticeKind::uncertainEffect,
        QStringLiteral(
            "SELECT c.case_id, c.workflow || '@' || c.workflow_version, c.last_failure_at FROM cases c WHERE c.closed_at IS NULL AND "
            "c.error_class = 'uncertain_effect' AND c.last_failure_at >= ?"),
        {since}, false);
    ask(NoticeKind::overdue,
        QStringLiteral(
            "SELECT c.case_id, c.workflow || '@' || c.workflow_version, c.review_due_at FROM cases c WHERE c.closed_at IS NULL AND "
            "c.review_due_at >= ? AND c.review_due_at < ?"),
        {since, now}, false);
    return notices;
}

QList<FoundCase> findCases(Database &db, const QStringList &tenants, const QString &text, int most)
{
    const auto anywhere = likePattern(text, true);
    QVariantList bindings{likePattern(text, false), anywhere, anywhere};
    const auto scope = scoped(tenants, QStringLiteral("tenant"), bindings);
    Statement read =
        db.prepareOnce(QStringLiteral("SELECT case_id, operation_id, workflow || '@' || workflow_version, error_class, error_code, "
                                      "closed_at IS NULL FROM cases WHERE (case_id LIKE ? ESCAPE '\\' OR operation_id LIKE ? "
                                      "ESCAPE '\\' OR delivery_id LIKE ? ESCAPE '\\')%1 "
                                      "ORDER BY closed_at IS NOT NULL, last_failure_at DESC LIMIT ?")
                           .arg(scope));
    read.runWith(bindings << most);
    QList<FoundCase> found;
    while (read.next())
        found.append({CaseId{read.text(0)}, read.text(1), read.text(2), read.word<ErrorClass>(3), read.text(4), read.flag(5)});
    return found;
}

} // namespace lazaret::store
