// A delivery as the lists show it: its record (model/records_json.h) with the job and the case it became. In its own namespace, where
// recordsJson looks for it.
#pragma once

#include "model/records_json.h"
#include "store/figures.h"

namespace lazaret::store {

QJsonObject recordJson(const DeliveryRow &row);

} // namespace lazaret::store
