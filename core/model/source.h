// Source: one webhook endpoint: how its sender proves itself, what is taken from a delivery, which workflow works on it.
#pragma once

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace lazaret {

struct SecretRef
{
    QString ref;                     // key in the secret store; never the value
    std::optional<qint64> expiresAt; // UTC ms; after it the slot no longer verifies
};

// Where the delivery id or the event type is read.
struct FieldRule
{
    enum class From { header, pointer, body_hash, none };
    From from = From::none;
    QString name; // header name or JSON Pointer
};

struct Source
{
    QString slug; // path /hooks/<slug>
    int version = 0;
    QString scheme;
    QList<SecretRef> secrets; // one or two
    QString signatureHeader;  // empty: the scheme's own
    qint64 toleranceS = 300;
    QString publicUrl;
    int ackStatus = 202;
    std::optional<QStringList> events; // nullopt: every event makes a job
    FieldRule deliveryId;
    FieldRule eventType;
    QMap<QString, QString> map; // field name → JSON Pointer; what is not here is not kept
    qint64 maxBodyBytes = 1048576;
    qint64 ratePerS = 0; // 0: no limit
    bool replayHold = false;
    bool hold = false;
    bool enabled = true;
    QString workflow;
};

// The fields a mapping may fill, in contract order.
inline const QStringList &mappableFields()
{
    static const QStringList fields{QStringLiteral("operation_id"), QStringLiteral("task_id"),     QStringLiteral("operation_status"),
                                    QStringLiteral("occurred_at"),  QStringLiteral("input_ref"),   QStringLiteral("tenant"),
                                    QStringLiteral("user_ref"),     QStringLiteral("ordering_key")};
    return fields;
}

} // namespace lazaret
