#include "engine/queries_arrivals.h"

#include "store/configuration.h"

namespace lazaret::queries {

namespace {

bool isRefusal(const store::IntakeCount &count)
{
    return count.result != u"accepted" && count.result != u"duplicate" && count.result != u"not_subscribed";
}

} // namespace

Arrivals arrivals(Database &db, const Viewer &viewer, const QString &source)
{
    Arrivals found;
    store::DeliveryFilter filter;
    filter.source = source;
    const auto rows = deliveryOrder(db, viewer, filter);
    found.count = rows.size();
    if (!rows.isEmpty())
        found.last = store::deliveriesBySeq(db, {rows.first()}).value(0);
    for (const auto &count : store::intakeTotals(db)) {
        if (isRefusal(count) && (count.source == source || count.source.isEmpty()))
            found.refused[count.result] += count.count;
    }
    return found;
}

bool untouched(Database &db)
{
    return store::currentSources(db).isEmpty() && deliveryOrder(db, {}, {}).isEmpty() &&
           caseOrder(db, {}, {}, QStringLiteral("case_id"), false, 0).total == 0;
}

} // namespace lazaret::queries
