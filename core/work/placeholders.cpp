#include "work/placeholders.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QUrl>

namespace lazaret::work {

Result<QString> Placeholders::valueOf(const QString &name) const
{
    QString value;
    if (name == u"input_ref")
        value = m_job.inputRef;
    else if (name == u"operation_id")
        value = m_job.operationId;
    else if (name == u"task_id")
        value = m_job.taskId;
    else if (name == u"tenant")
        value = m_job.tenant;
    else if (name == u"user_ref")
        value = m_job.userRef;
    else if (name == u"job_id")
        value = m_job.jobId.value;
    else if (name == u"attempt")
        value = QString::number(m_job.attempt);
    else if (name == u"idempotency_key")
        value = m_key;
    if (value.isEmpty())
        return fail(ErrorCode::usage, QStringLiteral("the delivery gave no value for {%1}").arg(name));
    return value;
}

template <typename Encode>
Result<QString> Placeholders::fill(const QString &templ, Encode encode) const
{
    static const QRegularExpression form(QStringLiteral("\\{([a-z_]+)\\}"));
    QString filled;
    qsizetype from = 0;
    for (auto it = form.globalMatch(templ); it.hasNext();) {
        const auto match = it.next();
        const auto value = valueOf(match.captured(1));
        if (!value)
            return tl::unexpected(value.error());
        filled += templ.mid(from, match.capturedStart() - from) + encode(*value);
        from = match.capturedEnd();
    }
    return filled + templ.mid(from);
}

Result<QString> Placeholders::text(const QString &templ) const
{
    return fill(templ, [](const QString &value) { return value; });
}

Result<QByteArray> Placeholders::url(const QString &templ) const
{
    const auto filled = fill(templ, [](const QString &value) { return QString::fromLatin1(QUrl::toPercentEncoding(value)); });
    if (!filled)
        return tl::unexpected(filled.error());
    return filled->toUtf8();
}

Result<QJsonValue> Placeholders::json(const QJsonValue &templ) const
{
    if (templ.isString()) {
        const auto filled = text(templ.toString());
        if (!filled)
            return tl::unexpected(filled.error());
        return QJsonValue(*filled);
    }
    if (templ.isArray()) {
        QJsonArray result;
        const QJsonArray array = templ.toArray();
        for (const auto &value : array) {
            const auto filled = json(value);
            if (!filled)
                return filled;
            result.append(*filled);
        }
        return QJsonValue(result);
    }
    if (templ.isObject()) {
        QJsonObject result;
        const QJsonObject object = templ.toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            const auto filled = json(it.value());
            if (!filled)
                return filled;
            result.insert(it.key(), *filled);
        }
        return QJsonValue(result);
    }
    return templ;
}

} // namespace lazaret::work
