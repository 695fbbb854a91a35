// Whether a delivery is new: the row is the answer (unique per source and delivery id). Runs inside the caller's transaction.
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::dedupe {

struct Recorded
{
    bool fresh = false;
    qint64 seq = 0;               // of the new row
    bool replaySuspected = false; // new id, same bytes, on a source whose id is not covered by the signature
};

// Records the delivery, or counts the repetition of one already there.
Recorded record(Database &db, Delivery delivery, const QByteArray &bodySha256, bool idIsSigned);

} // namespace lazaret::dedupe
