// Filling of {placeholders} from a job's safe fields. JSON bodies are filled as JSON values, URLs percent-encoded. A field that
// is null makes the whole an error: never an empty string (a request about nothing is worse than none).
#pragma once

#include "base/result.h"
#include "model/records.h"

#include <QByteArray>
#include <QJsonValue>

namespace lazaret::work {

class Placeholders
{
public:
    Placeholders(const Job &job, QString idempotencyKey) : m_job(job), m_key(std::move(idempotencyKey)) {}

    // Errors: ErrorCode::usage, the detail names the placeholder.
    Result<QString> text(const QString &templ) const;
    Result<QByteArray> url(const QString &templ) const;
    Result<QJsonValue> json(const QJsonValue &templ) const;

private:
    Result<QString> valueOf(const QString &name) const;
    template <typename Encode>
    Result<QString> fill(const QString &templ, Encode encode) const;

    const Job &m_job;
    const QString m_key;
};

} // namespace lazaret::work
