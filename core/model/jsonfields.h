// Reads the fields of one JSON object, collecting problems with their JSON path: wrong types, missing and unknown keys.
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QSet>
#include <QString>

namespace lazaret {

struct Problem;

class JsonFields
{
public:
    JsonFields(QJsonObject object, QString path, QList<Problem> &problems);

    bool has(const QString &key) const { return m_object.contains(key) && !m_object.value(key).isNull(); }
    QString pathOf(const QString &key) const;
    void problem(const QString &key, const QString &message);

    QString requiredText(const QString &key);
    QString text(const QString &key, const QString &fallback = {});
    QString word(const QString &key, const QStringList &allowed, const QString &fallback);
    bool flag(const QString &key, bool fallback);
    qint64 whole(const QString &key, qint64 fallback, qint64 least, qint64 most);
    double number(const QString &key, double fallback, double least, double most);
    QJsonObject object(const QString &key);
    QJsonArray array(const QString &key);
    QStringList texts(const QString &key, const QStringList &fallback);
    QJsonValue value(const QString &key); // any type
    void ignore(const QString &key) { m_seen.insert(key); }
    // Every key nobody asked for is a problem. Call last.
    void refuseUnknown();

private:
    QJsonObject m_object;
    QString m_path;
    QList<Problem> &m_problems;
    QSet<QString> m_seen;
};

} // namespace lazaret
