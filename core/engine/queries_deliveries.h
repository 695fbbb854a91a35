// Deliveries for the page and the command line: a list by query, with what was refused among it, and the flow through the pipeline.
#pragma once

#include "engine/queries.h"
#include "model/source.h"
#include "store/deliverylist.h"

namespace lazaret::queries {

// What a query bar must know of the language it edits.
struct QueryLanguage
{
    QStringList (*keys)();
    QStringList (*values)(const QString &key);
    std::optional<QueryError> (*check)(const QString &text, qint64 nowMs);
};
const QueryLanguage &caseLanguage();
const QueryLanguage &deliveryLanguage();
QString resultOf(const QString &query);                          // accepted, duplicate, refused; empty: all, or it cannot be read
QString withResult(const QString &query, const QString &result); // the same query with this result in place of its own
QHash<QString, QStringList> deliveryWords(Database &db);         // words that occur, by key, for completion

QList<Source> sourcesToSendTo(Database &db); // test deliveries: those in force

// Deliveries and lines of refusals in one order. A refusal is its line's place in `refusals` as -1 - place.
struct DeliveryList
{
    static constexpr int mostRefusals = 20'000; // the newest; the total says what is left out

    QList<qint64> rows;
    QList<store::RefusalRow> refusals;
    qint64 total = 0; // of what is listed here at all, whatever the query
    double tookMs = 0;
    std::optional<QueryError> error; // then rows is empty
};
// Refusals belong to no tenant: who does not see all tenants sees none. In another order than by time they come last.
DeliveryList deliveryList(Database &db, const Viewer &viewer, const QString &query, const QString &sort, bool descending, qint64 nowMs);
QList<store::DeliveryRow> deliveryPage(Database &db, const QList<qint64> &rows, const QList<store::RefusalRow> &refusals);

// Of the deliveries alone, as `deliveries list --query` lists them.
tl::expected<store::DeliveryFilter, QueryError> deliveryFilter(const Viewer &viewer, const QString &query, qint64 nowMs);

} // namespace lazaret::queries
