// Rows of what arrived. All functions run inside the caller's transaction.
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::store {

// nullopt: this source already has that delivery id (the row is untouched).
std::optional<qint64> insertDelivery(Database &db, const Delivery &delivery, const QByteArray &bodySha256);
// Counts a repetition; other bytes under the same id are flagged.
void countDuplicate(Database &db, const QString &source, const QString &deliveryId, const QByteArray &bodySha256, qint64 at);
// Another delivery of this source with the same bytes (index deliveries_body).
bool bodySeen(Database &db, const QString &source, const QByteArray &bodySha256);
void countIntake(Database &db, const QString &source, const QString &result, qint64 at, qint64 n = 1);

} // namespace lazaret::store
