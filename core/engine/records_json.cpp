#include "engine/records_json.h"

namespace lazaret::store {

QJsonObject recordJson(const DeliveryRow &row)
{
    QJsonObject json = lazaret::recordJson(row.delivery);
    json.insert(QStringLiteral("job_id"), textOrNull(row.jobId.value));
    json.insert(QStringLiteral("job_state"), row.jobState ? QJsonValue(toText(*row.jobState)) : QJsonValue(QJsonValue::Null));
    json.insert(QStringLiteral("case_id"), textOrNull(row.caseId.value));
    return json;
}

} // namespace lazaret::store
