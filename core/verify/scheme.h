// How a sender proves itself: one Scheme per signature scheme of the source's configuration. Immutable after construction, pure, safe from
// any thread. Only the raw bytes as they arrived are ever verified; nothing here parses a body.
#pragma once

#include "base/headers.h"
#include "base/result.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace lazaret::verify {

struct Signed
{
    Headers headers;
    QByteArray body;
    QByteArray method;
    QByteArray url; // the source's public URL with the request's path and query, for schemes that sign it
    qint64 nowMs = 0;
};

struct Key
{
    int slot = 1; // 1 or 2
    QByteArray secret;
    std::optional<qint64> expiresAtMs; // from then on it verifies nothing
};

// The words are stable: step signature (mismatch, missing_header, duplicate_header, malformed, no_active_key), timestamp (missing_header,
// duplicate_header, malformed, too_old, too_new), id (missing_header, duplicate_header, malformed), secret (not_base64: ours to repair).
struct Verdict
{
    bool valid = false;
    QString step; // empty when valid
    QString reason;
    int keySlot = 0;              // the key that verified it
    std::optional<qint64> skewMs; // sender's timestamp − now; only from a timestamp whose signature was right
    QString warning;              // short_key
};

struct SchemeSettings
{
    QString signatureHeader; // empty: the scheme's own
    qint64 toleranceS = 300; // either way; 0: any age
};

class Scheme
{
public:
    virtual ~Scheme() = default;

    // Both can be asked before the body is read: fields that may appear at most once, and those without which no body can verify.
    virtual QByteArrayList singletonHeaders() const = 0;
    virtual QByteArrayList requiredHeaders() const = 0;

    // Every candidate signature is compared with every active key, in constant time and without early exit. An empty secret is no key.
    virtual Verdict verify(const Signed &request, const QList<Key> &keys) const = 0;

    // What this scheme's sender adds to a delivery, the id's header included where it has one. Empty when the secret is unusable.
    virtual Headers sign(const QByteArray &id, const QByteArray &body, qint64 nowMs, const QByteArray &secret) const = 0;

    // Why a secret cannot be a key of this scheme, for configuration checks; empty when it can.
    virtual QString secretProblem(const QByteArray &secret) const = 0;
};

// github-sha256, standard-webhooks-v1, generic-hmac:<sha1|sha256|sha512>:<hex|base64>[:prefix=<text>].
// Errors: not_found for a scheme this version does not have, usage for settings it cannot work with.
Result<std::unique_ptr<Scheme>> makeScheme(const QString &name, const SchemeSettings &settings);

} // namespace lazaret::verify
