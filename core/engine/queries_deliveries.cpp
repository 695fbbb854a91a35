#include "engine/queries_deliveries.h"

#include "cases/deliveryquery.h"
#include "store/configuration.h"

#include <QElapsedTimer>

#include <algorithm>

namespace lazaret::queries {

namespace {

QueryError ours(const cases::QueryError &error)
{
    return {error.position, error.length, error.message, error.hint};
}

std::optional<QueryError> checkDeliveries(const QString &text, qint64)
{
    const auto query = cases::parseDeliveryQuery(text);
    return query ? std::nullopt : std::optional(ours(query.error()));
}

store::DeliveryFilter filterOf(const Viewer &viewer, const cases::DeliveryQuery &query, qint64 nowMs)
{
    const auto compiled = cases::compile(*query.stored, {viewer.me, nowMs});
    store::DeliveryFilter filter;
    filter.tenants = viewer.tenants;
    filter.duplicatesOnly = query.result == u"duplicate";
    if (!query.stored->root.children.isEmpty() || query.stored->root.kind != cases::Node::Kind::all) {
        filter.where = compiled.where;
        filter.bindings = compiled.bindings;
    }
    return filter;
}

// A minute's refusals stand after the last delivery received within it.
QList<qint64> merged(Database &db, const QList<qint64> &seqs, const QList<store::RefusalRow> &refusals, bool descending)
{
    QList<qint64> rows;
    rows.reserve(seqs.size() + refusals.size());
    qsizetype at = 0; // of refusals, which come newest first
    const qsizetype count = refusals.size();
    const auto placeOf = [&](qsizetype i) { return descending ? i : count - 1 - i; };
    QHash<qint64, qint64> lastOf; // minute → seq
    const auto lastSeq = [&](qsizetype place) {
        const qint64 minute = refusals[place].minute;
        auto it = lastOf.find(minute);
        if (it == lastOf.end())
            it = lastOf.insert(minute, store::lastSeqBefore(db, (minute + 1) * 60000));
        return *it;
    };
    for (const qint64 seq : seqs) {
        while (at < count && (descending ? lastSeq(placeOf(at)) >= seq : lastSeq(placeOf(at)) < seq))
            rows.append(-1 - placeOf(at++));
        rows.append(seq);
    }
    while (at < count)
        rows.append(-1 - placeOf(at++));
    return rows;
}

} // namespace

const QueryLanguage &caseLanguage()
{
    static const QueryLanguage language{queryKeys, queryValues, checkQuery};
    return language;
}

const QueryLanguage &deliveryLanguage()
{
    static const QueryLanguage language{[] { return cases::queryKeys(cases::Subject::deliveries); },
                                        [](const QString &key) { return cases::queryValues(key, cases::Subject::deliveries); },
                                        checkDeliveries};
    return language;
}

QString resultOf(const QString &query)
{
    const auto parsed = cases::parseDeliveryQuery(query);
    return parsed ? parsed->result : QString();
}

QString withResult(const QString &query, const QString &result)
{
    return cases::withResult(query, result);
}

QHash<QString, QStringList> deliveryWords(Database &db)
{
    QHash<QString, QStringList> words;
    for (const auto &source : store::currentSources(db)) {
        words[QStringLiteral("source")].append(source.slug);
        if (source.events)
            words[QStringLiteral("event")] += *source.events;
    }
    for (const auto &count : store::deliveryFlow(db, {QStringLiteral("*")}, QDateTime::currentMSecsSinceEpoch()).reasons)
        words[QStringLiteral("reason")].append(count.first);
    return words;
}

QList<Source> sourcesToSendTo(Database &db)
{
    return store::currentSources(db);
}

DeliveryList deliveryList(Database &db, const Viewer &viewer, const QString &query, const QString &sort, bool descending, qint64 nowMs)
{
    QElapsedTimer timer;
    timer.start();
    DeliveryList list;
    const auto parsed = cases::parseDeliveryQuery(query);
    if (!parsed) {
        list.error = ours(parsed.error());
        return list;
    }
    if (parsed->stored) {
        auto filter = filterOf(viewer, *parsed, nowMs);
        filter.sort = sort;
        filter.descending = descending;
        list.rows = store::deliveryRows(db, filter);
    }
    const bool all = viewer.tenants.contains(QStringLiteral("*"));
    if (parsed->refused && all) {
        const auto compiled = cases::compile(*parsed->refused, {viewer.me, nowMs});
        list.refusals = store::refusals(db, compiled.where, compiled.bindings, DeliveryList::mostRefusals);
        const bool byTime = sort == u"received" || !store::deliverySorts().contains(sort);
        if (byTime) {
            list.rows = merged(db, list.rows, list.refusals, descending);
        } else {
            for (qsizetype i = 0; i < list.refusals.size(); ++i)
                list.rows.append(-1 - i);
        }
    }
    const bool onlyRefused = !parsed->stored, onlyStored = parsed->result == u"accepted" || parsed->result == u"duplicate";
    list.total = (onlyRefused ? 0 : store::countDeliveries(db, viewer.tenants)) + (onlyStored || !all ? 0 : store::countRefusals(db));
    list.tookMs = double(timer.nsecsElapsed()) / 1e6;
    return list;
}

QList<store::DeliveryRow> deliveryPage(Database &db, const QList<qint64> &rows, const QList<store::RefusalRow> &refusals)
{
    QList<qint64> seqs;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(seqs), [](qint64 row) { return row > 0; });
    QHash<qint64, store::DeliveryRow> stored;
    for (const auto &row : store::deliveriesBySeq(db, seqs))
        stored.insert(row.delivery.seq, row);
    QList<store::DeliveryRow> page;
    for (const qint64 row : rows) {
        if (row > 0) {
            if (const auto found = stored.constFind(row); found != stored.constEnd())
                page.append(*found);
            continue;
        }
        const auto &refusal = refusals.at(-1 - row);
        store::DeliveryRow line;
        line.delivery.source = refusal.source;
        line.delivery.receivedAt = refusal.minute * 60000;
        line.refused = refusal.count;
        line.refusedReason = refusal.reason;
        page.append(line);
    }
    return page;
}

tl::expected<store::DeliveryFilter, QueryError> deliveryFilter(const Viewer &viewer, const QString &query, qint64 nowMs)
{
    const auto parsed = cases::parseDeliveryQuery(query);
    if (!parsed)
        return tl::unexpected(ours(parsed.error()));
    if (!parsed->stored)
        return tl::unexpected(QueryError{0, query.size(), QStringLiteral("refused deliveries are not kept, only counted"),
                                         QStringLiteral("the metrics count them by source and reason")});
    return filterOf(viewer, *parsed, nowMs);
}

} // namespace lazaret::queries
