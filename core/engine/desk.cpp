#include "engine/desk.h"

#include "cases/selectionquery.h"
#include "guard/audit.h"
#include "store/cases.h"
#include "store/configuration.h"
#include "store/jobs.h"
#include "store/releases.h"

#include <QJsonDocument>
#include <QSet>

#include <latch>

namespace lazaret {

namespace {

// Submitted together, so that a grouping writer commits them together; bounded, so that its queue cannot fill.
constexpr qsizetype kCasesAtOnce = 1000;

ItemResult itemFor(const CaseId &id, const Result<QString> &result)
{
    if (result)
        return {id.value, QStringLiteral("done"), *result};
    switch (result.error().code) {
    case ErrorCode::not_found:
        return {id.value, QStringLiteral("not_found"), result.error().detail};
    case ErrorCode::refused:
    case ErrorCode::conflict:
        return {id.value, QStringLiteral("refused"), result.error().detail};
    default:
        return {id.value, QStringLiteral("failed"), result.error().detail};
    }
}

} // namespace

BulkResult BulkResult::fromAnswers(const QJsonArray &answers)
{
    BulkResult bulk;
    for (const auto &answer : answers) {
        const QJsonObject o = answer.toObject();
        bulk.items.append({o.value(QStringLiteral("id")).toString(), o.value(QStringLiteral("result")).toString(),
                           o.value(QStringLiteral("reason")).toString()});
    }
    return bulk;
}

qsizetype BulkResult::refused() const
{
    return std::count_if(items.begin(), items.end(), [](const ItemResult &item) {
        return item.result == u"refused" || item.result == u"not_found" || item.result == u"failed";
    });
}

qsizetype BulkResult::stopped() const
{
    return std::count_if(items.begin(), items.end(), [](const ItemResult &item) { return item.result == u"stopped"; });
}

Desk::Desk(Writer &writer, const Clock &clock, guard::SecretStore &secrets, Person person)
    : m_writer(writer), m_clock(clock), m_secrets(secrets), m_person(std::move(person))
{
}

Result<CaseRecord> visibleCase(Database &db, const guard::Actor &actor, const CaseId &id)
{
    auto c = store::loadCase(db, id);
    if (!c || !actor.sees(c->tenant))
        return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
    return *c;
}

Result<Job> visibleJob(Database &db, const guard::Actor &actor, const JobId &id)
{
    auto job = store::loadJob(db, id);
    if (!job || !actor.sees(job->tenant))
        return fail(ErrorCode::not_found, QStringLiteral("no job %1").arg(id.value));
    return *job;
}

Error queryError(const queries::QueryError &e)
{
    return {ErrorCode::usage, QStringLiteral("query, ") + cases::QueryError{e.position, e.length, e.message, e.hint}.text()};
}

bool fourEyes(Database &db)
{
    return store::setting(db, QStringLiteral("four_eyes")) == u"true";
}

void Desk::record(Database &db, const Actor &actor, const QString &action, const QString &object, const QJsonObject &details) const
{
    QJsonObject told = details;
    if (actor.owner)
        told.insert(QStringLiteral("as"), QStringLiteral("owner of the data directory; no operator exists"));
    guard::record(db, m_clock.nowMs(), actor, action, object, QString::fromUtf8(QJsonDocument(told).toJson(QJsonDocument::Compact)));
}

QList<CaseId> distinctCases(const QStringList &ids)
{
    QList<CaseId> cases;
    QSet<QString> known;
    for (const auto &id : ids) {
        if (known.contains(id))
            continue;
        known.insert(id);
        cases.append(CaseId{id});
    }
    return cases;
}

Result<QList<CaseId>> Desk::freeze(Database &db, const Actor &actor, const Selection &selection, Expect expect) const
{
    if (!selection.ids.isEmpty())
        return distinctCases(selection.ids);
    if (!selection.expect && expect == Expect::required)
        return fail(ErrorCode::usage, QStringLiteral("a query needs --expect N: the number of cases you saw it match"));
    const auto condition = queries::condition({actor.name, actor.tenants}, selection.query, m_clock.nowMs());
    if (!condition)
        return tl::unexpected(queryError(condition.error()));
    const auto cases = store::matchingCases(db, condition->where, condition->bindings);
    if (selection.expect && cases.size() != *selection.expect)
        return fail(ErrorCode::refused,
                    QStringLiteral("the query matches %1 cases now, not %2; nothing was changed. Look at them again: cases "
                                   "list --query, then give the new number with --expect")
                        .arg(cases.size())
                        .arg(*selection.expect));
    return cases;
}

Result<QList<CaseId>> Desk::freeze(guard::Right right, const QString &doing, const Selection &selection)
{
    return act<QList<CaseId>>(right, doing, [&](Database &db, const Actor &actor) { return freeze(db, actor, selection); });
}

Result<BulkResult> Desk::forEach(guard::Right right, const QString &doing, const QList<CaseId> &ids, const CaseAct &work)
{
    // Who may not act at all is told so once; each write asks again, for a right may be taken away meanwhile.
    if (const auto may = act<bool>(right, doing, [](Database &, const Actor &) -> Result<bool> { return true; }); !may)
        return tl::unexpected(may.error());
    BulkResult bulk;
    bulk.items.resize(ids.size());
    std::optional<Error> malformed; // the same for every case: said once, as the answer
    bool stopped = false;
    for (qsizetype first = 0; first < ids.size() && !malformed; first += kCasesAtOnce) {
        const qsizetype end = std::min(first + kCasesAtOnce, ids.size());
        std::latch answered(end - first);
        for (qsizetype i = first; i < end; ++i) {
            stopped = stopped || (m_progress && !m_progress(i, ids.size()));
            if (stopped) {
                bulk.items[i] = {ids[i].value, QStringLiteral("stopped"), QStringLiteral("stopped before it was reached")};
                answered.count_down();
                continue;
            }
            m_writer.write<QString>(
                [&, i](Database &db) -> Result<QString> {
                    const auto actor = guard::resolveActor(db, m_person.name, m_person.osUser);
                    if (!actor)
                        return tl::unexpected(actor.error());
                    if (const auto may = guard::require(*actor, right, doing); !may)
                        return tl::unexpected(may.error());
                    const auto c = visibleCase(db, *actor, ids[i]);
                    if (!c)
                        return tl::unexpected(c.error());
                    return work(db, *actor, *c);
                },
                [&, i](const Result<QString> &result) {
                    bulk.items[i] = itemFor(ids[i], result);
                    if (!result && result.error().code == ErrorCode::usage)
                        malformed = result.error();
                    answered.count_down();
                });
        }
        answered.wait();
    }
    if (malformed)
        return tl::unexpected(*malformed);
    return bulk;
}

Result<qint64> Desk::ask(Database &db, const Actor &actor, const QString &kind, const QList<CaseId> &cases, const QString &redriveId) const
{
    store::Request request;
    request.kind = kind;
    for (const auto &id : cases)
        request.subjects.append(id.value);
    request.redriveId = redriveId;
    request.actor = actor.name;
    request.osUser = actor.osUser;
    return store::insertRequest(db, request, m_clock.nowMs());
}

} // namespace lazaret
