// The selection language over deliveries: the query bar of the deliveries page and `deliveries list --query`.
//   source:shop-orders age:<6h result:accepted now:waiting dup:>0 event:order.* id:evt_7f31c2 -tenant:acme "words"
// A delivery that was refused is not kept, only counted: by minute, source and reason. A query that names anything else is not asked of
// those counts. Pure.
#pragma once

#include "cases/selectionquery.h"

namespace lazaret::cases {

struct DeliveryQuery
{
    QString result;              // accepted, duplicate, refused; empty: all
    std::optional<Query> stored; // over deliveries
    std::optional<Query> refused;
};
tl::expected<DeliveryQuery, QueryError> parseDeliveryQuery(const QString &text);

// The same query with this result in place of its own; empty: with none. A query that cannot be read is replaced.
QString withResult(const QString &text, const QString &result);

} // namespace lazaret::cases
