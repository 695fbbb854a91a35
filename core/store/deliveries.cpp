#include "store/deliveries.h"

namespace lazaret::store {

std::optional<qint64> insertDelivery(Database &db, const Delivery &d, const QByteArray &bodySha256)
{
    Statement insert = db.prepare("INSERT INTO deliveries (source, source_version, delivery_id, event_type, received_at, scheme, key_slot, "
                                  "body_sha256, body_size, replay_suspected) "
                                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (source, delivery_id) DO NOTHING RETURNING seq");
    if (!insert.run(d.source, d.sourceVersion, d.deliveryId, d.eventType, d.receivedAt, d.scheme, d.keySlot, bodySha256, d.bodySize,
                    d.replaySuspected) ||
        !insert.next())
        return std::nullopt;
    return insert.integer(0);
}

void countDuplicate(Database &db, const QString &source, const QString &deliveryId, const QByteArray &bodySha256, qint64 at)
{
    Statement update = db.prepare("UPDATE deliveries SET duplicate_count = duplicate_count + 1, last_duplicate_at = ?, "
                                  "duplicate_differs = max(duplicate_differs, body_sha256 <> ?) WHERE source = ? AND delivery_id = ?");
    update.run(at, bodySha256, source, deliveryId);
}

bool bodySeen(Database &db, const QString &source, const QByteArray &bodySha256)
{
    Statement read = db.prepare("SELECT 1 FROM deliveries WHERE body_sha256 = ? AND source = ? LIMIT 1");
    return read.run(bodySha256, source) && read.next();
}

void countIntake(Database &db, const QString &source, const QString &result, qint64 at, qint64 n)
{
    Statement upsert = db.prepare("INSERT INTO intake_counts (minute, source, result, count) VALUES (?, ?, ?, ?) "
                                  "ON CONFLICT (minute, source, result) DO UPDATE SET count = count + excluded.count");
    upsert.run(at / 60000, notNull(source), result, n);
}

} // namespace lazaret::store
