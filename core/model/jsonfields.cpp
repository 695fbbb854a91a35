#include "model/jsonfields.h"

#include "model/workspace.h"

#include <cmath>

namespace lazaret {

JsonFields::JsonFields(QJsonObject object, QString path, QList<Problem> &problems)
    : m_object(std::move(object)), m_path(std::move(path)), m_problems(problems)
{
}

QString JsonFields::pathOf(const QString &key) const
{
    QString escaped = key;
    escaped.replace(u'~', QStringLiteral("~0")).replace(u'/', QStringLiteral("~1")); // RFC 6901 section 3
    return m_path + u'/' + escaped;
}

void JsonFields::problem(const QString &key, const QString &message)
{
    m_problems.append({pathOf(key), message});
}

QString JsonFields::requiredText(const QString &key)
{
    m_seen.insert(key);
    if (!has(key))
        problem(key, QStringLiteral("is required"));
    else if (!m_object.value(key).isString() || m_object.value(key).toString().isEmpty())
        problem(key, QStringLiteral("must be a non-empty text"));
    return m_object.value(key).toString();
}

QString JsonFields::text(const QString &key, const QString &fallback)
{
    m_seen.insert(key);
    if (!has(key))
        return fallback;
    if (!m_object.value(key).isString())
        problem(key, QStringLiteral("must be a text"));
    return m_object.value(key).toString();
}

QString JsonFields::word(const QString &key, const QStringList &allowed, const QString &fallback)
{
    const QString given = text(key, fallback);
    if (has(key) && !allowed.contains(given))
        problem(key, QStringLiteral("must be one of: %1").arg(allowed.join(QStringLiteral(", "))));
    return given;
}

bool JsonFields::flag(const QString &key, bool fallback)
{
    m_seen.insert(key);
    if (!has(key))
        return fallback;
    if (!m_object.value(key).isBool())
        problem(key, QStringLiteral("must be true or false"));
    return m_object.value(key).toBool();
}

qint64 JsonFields::whole(const QString &key, qint64 fallback, qint64 least, qint64 most)
{
    const double given = number(key, double(fallback), double(least), double(most));
    if (given != std::floor(given)) {
        problem(key, QStringLiteral("must be a whole number"));
        return fallback;
    }
    return qint64(given);
}

double JsonFields::number(const QString &key, double fallback, double least, double most)
{
    m_seen.insert(key);
    if (!has(key))
        return fallback;
    const QJsonValue given = m_object.value(key);
    if (!given.isDouble()) {
        problem(key, QStringLiteral("must be a number"));
        return fallback;
    }
    if (given.toDouble() < least || given.toDouble() > most) {
        problem(key, QStringLiteral("must be between %1 and %2").arg(least, 0, 'g', 12).arg(most, 0, 'g', 12));
        return fallback;
    }
    return given.toDouble();
}

QJsonObject JsonFields::object(const QString &key)
{
    m_seen.insert(key);
    if (has(key) && !m_object.value(key).isObject())
        problem(key, QStringLiteral("must be an object"));
    return m_object.value(key).toObject();
}

QJsonArray JsonFields::array(const QString &key)
{
    m_seen.insert(key);
    if (has(key) && !m_object.value(key).isArray())
        problem(key, QStringLiteral("must be an array"));
    return m_object.value(key).toArray();
}

QStringList JsonFields::texts(const QString &key, const QStringList &fallback)
{
    const QJsonArray given = array(key);
    if (!has(key))
        return fallback;
    QStringList list;
    for (qsizetype i = 0; i < given.size(); ++i) {
        if (given[i].isString())
            list.append(given[i].toString());
        else
            m_problems.append({QStringLiteral("%1/%2").arg(pathOf(key)).arg(i), QStringLiteral("must be a text")});
    }
    return list;
}

QJsonValue JsonFields::value(const QString &key)
{
    m_seen.insert(key);
    return m_object.value(key);
}

void JsonFields::refuseUnknown()
{
    for (auto it = m_object.begin(); it != m_object.end(); ++it) {
        if (!m_seen.contains(it.key()))
            problem(it.key(), QStringLiteral("unknown key"));
    }
}

} // namespace lazaret
