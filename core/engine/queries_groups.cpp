#include "engine/queries_groups.h"

#include "cases/fault.h"
#include "store/casegroups.h"
#include "store/cases.h"
#include "store/configuration.h"

#include <QElapsedTimer>

namespace lazaret::queries {

namespace {

store::CaseKeyPart partOf(GroupBy by)
{
    return by == GroupBy::errorClass ? store::CaseKeyPart::errorClass
           : by == GroupBy::code     ? store::CaseKeyPart::code
           : by == GroupBy::workflow ? store::CaseKeyPart::workflow
                                     : store::CaseKeyPart::fault;
}

// Collects rows into groups in the order of their first row.
class Grouping
{
public:
    explicit Grouping(GroupBy by) : m_by(by) {}

    void add(const store::CaseKey &key)
    {
        const qsizetype at = placeOf(key);
        auto &group = m_groups[at];
        if (group.count++ == 0) {
            group.firstFailureAt = group.lastFailureAt = key.failedAt;
            group.errorClass = fromText<ErrorClass>(key.errorClass).value_or(ErrorClass::unknown_defect);
            group.title = titleOf(key);
        } else {
            group.firstFailureAt = std::min(group.firstFailureAt, key.failedAt);
            group.lastFailureAt = std::max(group.lastFailureAt, key.failedAt);
            if (m_by == GroupBy::fault && group.title != key.exception.section(u'\n', 0, 0))
                group.title = cases::faultOf(key.exception);
        }
        m_rows[at].append(key.row);
    }

    GroupedCases take()
    {
        GroupedCases all;
        all.groups = m_groups;
        for (const auto &rows : std::as_const(m_rows))
            all.order.rows += rows;
        return all;
    }

private:
    qsizetype placeOf(const store::CaseKey &key)
    {
        const QString text = textOf(key);
        const auto known = m_places.constFind(text);
        if (known != m_places.constEnd())
            return *known;
        m_places.insert(text, m_groups.size());
        m_groups.append(CaseGroup{});
        m_rows.append(QList<qint64>());
        return m_groups.size() - 1;
    }

    QString textOf(const store::CaseKey &key)
    {
        switch (m_by) {
        case GroupBy::errorClass:
            return key.errorClass;
        case GroupBy::code:
            return key.errorCode;
        case GroupBy::workflow:
            return key.workflow;
        default:
            return QStringList{key.errorClass, key.errorCode, key.workflow, faultOf(key.exception)}.join(QChar(0x1f));
        }
    }

    // Failures repeat themselves word by word far more often than not.
    const QString &faultOf(const QString &exception)
    {
        const auto known = m_faults.constFind(exception);
        return known != m_faults.constEnd() ? *known : *m_faults.insert(exception, cases::faultOf(exception));
    }

    QString titleOf(const store::CaseKey &key) const
    {
        if (m_by != GroupBy::fault)
            return m_by == GroupBy::errorClass ? key.errorClass : m_by == GroupBy::code ? key.errorCode : key.workflow;
        const QString said = key.exception.section(u'\n', 0, 0);
        return said.isEmpty() ? key.errorCode : said;
    }

    const GroupBy m_by;
    QHash<QString, qsizetype> m_places;
    QHash<QString, QString> m_faults;
    QList<CaseGroup> m_groups;
    QList<QList<qint64>> m_rows;
};

} // namespace

GroupedCases caseGroups(Database &db, const Viewer &viewer, const QString &query, GroupBy by, const QString &sortColumn, bool descending,
                        qint64 nowMs)
{
    if (by == GroupBy::none)
        return {caseOrder(db, viewer, query, sortColumn, descending, nowMs), {}};
    QElapsedTimer timer;
    timer.start();
    GroupedCases all;
    const Seen before = seen(db, nowMs);
    const auto where = condition(viewer, query, nowMs);
    if (!where) {
        all.order.error = where.error();
        return all;
    }
    Grouping grouping(by);
    store::caseKeys(db, where->where, where->bindings, sortColumn, descending, partOf(by),
                    [&](const store::CaseKey &key) { grouping.add(key); });
    all = grouping.take();
    const auto everything = condition(viewer, {}, nowMs);
    all.order.total = store::countCases(db, everything->where, everything->bindings);
    all.order.seen = before;
    all.order.tookMs = double(timer.nsecsElapsed()) / 1e6;
    return all;
}

FrozenCases freezeCases(Database &db, const Viewer &viewer, const QString &query, qint64 nowMs)
{
    FrozenCases frozen;
    frozen.seen = seen(db, nowMs);
    const auto where = condition(viewer, query, nowMs);
    if (!where) {
        frozen.error = where.error();
        return frozen;
    }
    const auto cases = store::matchingCases(db, where->where, where->bindings);
    for (const auto &id : cases)
        frozen.ids.append(id.value);
    return frozen;
}

FrozenCases casesAlike(Database &db, const Viewer &viewer, const QString &query, const CaseId &id, qint64 nowMs)
{
    FrozenCases frozen;
    frozen.seen = seen(db, nowMs);
    const auto like = store::loadCase(db, id);
    const auto where = condition(viewer, query, nowMs);
    if (!where)
        frozen.error = where.error();
    if (!where || !like || !visible(viewer, like->tenant))
        return frozen;
    QString narrowed = QStringLiteral("error_class = ? AND error_code = ? AND workflow = ? AND workflow_version = ?");
    if (!where->where.isEmpty())
        narrowed += QStringLiteral(" AND (%1)").arg(where->where);
    const QVariantList bindings = QVariantList{toText(like->errorClass), like->errorCode, like->workflow, like->workflowVersion};
    const QString fault = cases::faultOf(like->lastException);
    store::caseKeys(db, narrowed, bindings + where->bindings, {}, false, store::CaseKeyPart::fault, [&](const store::CaseKey &key) {
        if (cases::faultOf(key.exception) == fault)
            frozen.ids.append(key.caseId);
    });
    return frozen;
}

QStringList caseIds(Database &db, const QList<qint64> &rows)
{
    return store::caseIdsByRow(db, rows);
}

QList<qint64> caseCounts(Database &db, const Viewer &viewer, const QStringList &queries, qint64 nowMs)
{
    QList<qint64> counts;
    for (const auto &query : queries) {
        const auto where = condition(viewer, query, nowMs);
        counts.append(where ? store::countCases(db, where->where, where->bindings) : -1);
    }
    return counts;
}

QHash<QString, QStringList> queryWords(Database &db, const Viewer &viewer, qint64 nowMs)
{
    constexpr int most = 200;
    static const QHash<QString, QString> columns{
        {QStringLiteral("workflow"), QStringLiteral("workflow")}, {QStringLiteral("tenant"), QStringLiteral("tenant")},
        {QStringLiteral("owner"), QStringLiteral("owner")},       {QStringLiteral("source"), QStringLiteral("source")},
        {QStringLiteral("event"), QStringLiteral("event_type")},  {QStringLiteral("code"), QStringLiteral("error_code")}};
    QHash<QString, QStringList> words;
    const auto scope = condition(viewer, {}, nowMs);
    for (auto it = columns.begin(); scope && it != columns.end(); ++it)
        words.insert(it.key(), store::caseValues(db, it.value(), scope->where, scope->bindings, most));
    return words;
}

QStringList operatorNames(Database &db)
{
    QStringList names;
    const auto operators = store::operators(db);
    for (const auto &op : operators)
        names.append(op.name);
    return names;
}

QList<Incident> openIncidents(Database &db, const Viewer &viewer)
{
    QList<Incident> open;
    for (const auto &incident : store::incidents(db)) {
        if (!incident.closedAt && (viewer.tenants.contains(QStringLiteral("*")) || incident.openedBy == viewer.me))
            open.append(incident);
    }
    return open;
}

} // namespace lazaret::queries
