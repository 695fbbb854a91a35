#include "dedupe/record.h"

#include "store/deliveries.h"

namespace lazaret::dedupe {

Recorded record(Database &db, Delivery delivery, const QByteArray &bodySha256, bool idIsSigned)
{
    Recorded recorded;
    recorded.replaySuspected = !idIsSigned && store::bodySeen(db, delivery.source, bodySha256);
    delivery.replaySuspected = recorded.replaySuspected;
    if (const auto seq = store::insertDelivery(db, delivery, bodySha256)) {
        recorded.fresh = true;
        recorded.seq = *seq;
        return recorded;
    }
    recorded.replaySuspected = false;
    if (db.error())
        return recorded;
    store::countDuplicate(db, delivery.source, delivery.deliveryId, bodySha256, delivery.receivedAt);
    store::countIntake(db, delivery.source, QStringLiteral("duplicate"), delivery.receivedAt);
    return recorded;
}

} // namespace lazaret::dedupe
