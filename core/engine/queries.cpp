#include "engine/queries.h"

#include "cases/casebook.h"
#include "cases/selectionquery.h"
#include "store/auditlog.h"
#include "store/cases.h"
#include "store/configuration.h"
#include "store/jobs.h"
#include "store/releases.h"

#include <QElapsedTimer>

namespace lazaret::queries {

namespace {

QString kindName(cases::TokenKind kind)
{
    using enum cases::TokenKind;
    switch (kind) {
    case key:
        return QStringLiteral("key");
    case value:
        return QStringLiteral("value");
    case phrase:
    case word:
        return QStringLiteral("text");
    case open:
    case close:
        return QStringLiteral("parenthesis");
    case unfinished:
        return QStringLiteral("error");
    case colon:
    case comma:
    case or_:
    case minus:
        break;
    }
    return QStringLiteral("operator");
}

} // namespace

QList<QueryToken> queryTokens(const QString &text)
{
    QList<QueryToken> tokens;
    const auto found = cases::tokenize(text);
    for (const auto &token : found)
        tokens.append({token.start, token.length, kindName(token.kind)});
    return tokens;
}

QStringList queryKeys()
{
    return cases::queryKeys();
}

QStringList queryValues(const QString &key)
{
    return cases::queryValues(key);
}

std::optional<QueryError> checkQuery(const QString &text, qint64)
{
    if (const auto query = cases::parseQuery(text); !query)
        return QueryError{query.error().position, query.error().length, query.error().message, query.error().hint};
    return std::nullopt;
}

tl::expected<Condition, QueryError> condition(const Viewer &viewer, const QString &query, qint64 nowMs)
{
    const auto parsed = cases::parseQuery(query);
    if (!parsed)
        return tl::unexpected(QueryError{parsed.error().position, parsed.error().length, parsed.error().message, parsed.error().hint});
    const auto compiled = cases::compile(*parsed, {viewer.me, nowMs});
    Condition result{compiled.where, compiled.bindings};
    if (!viewer.tenants.contains(QStringLiteral("*"))) {
        // Another tenant's case behaves like one that does not exist.
        QStringList marks;
        for (const auto &tenant : viewer.tenants) {
            marks.append(QStringLiteral("?"));
            result.bindings.append(tenant);
        }
        const QString scope = QStringLiteral("tenant IN (%1)").arg(marks.join(u','));
        result.where = result.where.isEmpty() ? scope : QStringLiteral("(%1) AND %2").arg(result.where, scope);
    }
    return result;
}

Seen seen(Database &db, qint64 nowMs)
{
    const auto last = store::lastAudit(db);
    return {last ? last->seq : 0, nowMs};
}

CaseOrder caseOrder(Database &db, const Viewer &viewer, const QString &query, const QString &sortColumn, bool descending, qint64 nowMs)
{
    QElapsedTimer timer;
    timer.start();
    CaseOrder order;
    const auto where = condition(viewer, query, nowMs);
    if (!where) {
        order.error = where.error();
        return order;
    }
    order.seen = seen(db, nowMs);
    order.rows = store::caseRows(db, where->where, where->bindings, sortColumn, descending);
    const auto all = condition(viewer, {}, nowMs);
    order.total = store::countCases(db, all->where, all->bindings);
    order.tookMs = double(timer.nsecsElapsed()) / 1e6;
    return order;
}

QList<CaseRecord> casePage(Database &db, const QList<qint64> &rows)
{
    return store::casesByRow(db, rows);
}

bool visible(const Viewer &viewer, const QString &tenant)
{
    return viewer.tenants.contains(QStringLiteral("*")) || viewer.tenants.contains(tenant);
}

std::optional<CaseDetail> caseDetail(Database &db, const Viewer &viewer, const CaseId &id, qint64 nowMs)
{
    const Seen before = seen(db, nowMs);
    const auto record = store::loadCase(db, id);
    if (!record || !visible(viewer, record->tenant))
        return std::nullopt;
    CaseDetail detail;
    detail.record = *record;
    detail.job = store::loadJob(db, record->jobId).value_or(Job{});
    detail.attempts = store::attemptsOf(db, record->jobId);
    detail.reconciliations = store::reconciliationsOf(db, id);
    detail.audit = store::auditAfter(db, 0, 0, id.value);
    detail.workflow = store::workflowVersion(db, record->workflow, record->workflowVersion);
    if (const auto current = store::currentWorkflow(db, record->workflow))
        detail.currentVersion = current->version;
    if (detail.job.deliverySeq) {
        for (const auto &row : store::deliveriesBySeq(db, {*detail.job.deliverySeq}))
            detail.delivery = row.delivery;
    }
    if (record->disposition && record->disposition->state == DispositionState::requested)
        detail.requestedOs = store::requestedOs(db, record->disposition->id);
    const auto found = store::stepsFound(db, id);
    for (size_t kind = 0; kind < Vocabulary<DispositionKind>::words.size(); ++kind)
        detail.locked.append(cases::lockedReason(*record, DispositionKind(kind), found));
    for (const auto &note : record->findings) {
        if (cases::isWithdrawn(*record, note))
            detail.withdrawnNotes.append(note.id);
    }
    detail.fourEyes = store::setting(db, QStringLiteral("four_eyes")) == u"true";
    for (const auto &[redriveId, item] : store::itemsOfCase(db, id))
        detail.releases.append({redriveId, item});
    detail.seen = before;
    return detail;
}

QList<qint64> deliveryOrder(Database &db, const Viewer &viewer, const store::DeliveryFilter &filter)
{
    store::DeliveryFilter scoped = filter;
    scoped.tenants = viewer.tenants;
    return store::deliveryRows(db, scoped);
}

QList<store::DeliveryRow> deliveryPage(Database &db, const QList<qint64> &seqs)
{
    return store::deliveriesBySeq(db, seqs);
}

namespace {

qint64 countMatching(Database &db, const Viewer &viewer, const QString &query, qint64 nowMs)
{
    const auto where = condition(viewer, query, nowMs);
    return where ? store::countCases(db, where->where, where->bindings) : 0;
}

// Someone who sees some tenants counts their cases and no others'.
void narrowToTenants(Database &db, const Viewer &viewer, Overview &o)
{
    o.figures.openCases = countMatching(db, viewer, QStringLiteral("-status:closed"), o.now);
    o.figures.closedCases = countMatching(db, viewer, QStringLiteral("status:closed"), o.now);
    o.figures.uncertain = countMatching(db, viewer, QStringLiteral("class:uncertain_effect -status:closed"), o.now);
    o.figures.awaitingApproval = countMatching(db, viewer, QStringLiteral("status:awaiting_approval"), o.now);
    o.figures.overdue = needsYou(db, viewer, o.now, 100000).overdue.size();
    o.figures.oldestCaseAt.reset();
    o.figures.oldestCase = {};
    for (auto &entry : o.openByClass)
        entry.open = countMatching(db, viewer, QStringLiteral("class:%1 -status:closed").arg(toText(entry.errorClass)), o.now);
}

} // namespace

Overview overview(Database &db, const Viewer &viewer, qint64 nowMs)
{
    Overview o{store::pipelineFigures(db, nowMs), store::openByClass(db), nowMs};
    if (!viewer.tenants.contains(QStringLiteral("*")))
        narrowToTenants(db, viewer, o);
    return o;
}

namespace {

QList<CaseRecord> firstCases(Database &db, const Viewer &viewer, const QString &query, const QString &orderBy, qint64 nowMs, int most)
{
    const auto where = condition(viewer, query, nowMs);
    if (!where)
        return {};
    store::CasePage page;
    page.where = where->where;
    page.bindings = where->bindings;
    page.orderBy = orderBy;
    page.limit = most;
    return store::listCases(db, page);
}

} // namespace

NeedsYou needsYou(Database &db, const Viewer &viewer, qint64 nowMs, int most)
{
    NeedsYou needs;
    needs.uncertain =
        firstCases(db, viewer, QStringLiteral("class:uncertain_effect -status:closed"), QStringLiteral("last_failure_at"), nowMs, most);
    store::CasePage overdue;
    if (const auto scope = condition(viewer, {}, nowMs)) {
        overdue.where = scope->where.isEmpty() ? QStringLiteral("closed_at IS NULL AND review_due_at < ?")
                                               : QStringLiteral("closed_at IS NULL AND review_due_at < ? AND (%1)").arg(scope->where);
        overdue.bindings = QVariantList{nowMs} + scope->bindings;
    }
    overdue.orderBy = QStringLiteral("review_due_at");
    overdue.limit = most;
    needs.overdue = store::listCases(db, overdue);
    needs.awaitingApproval =
        firstCases(db, viewer, QStringLiteral("status:awaiting_approval"), QStringLiteral("last_failure_at"), nowMs, most);
    return needs;
}

} // namespace lazaret::queries
