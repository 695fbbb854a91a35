#include "verify/standardwebhooks.h"

#include "base/bytes.h"
#include "verify/hmac.h"
#include "verify/match.h"

#include <algorithm>

namespace lazaret::verify {

namespace {

constexpr qsizetype kShortestKey = 24; // bytes a sender should generate; Svix and others have issued shorter ones, which verify

const QByteArray &idHeader()
{
    static const QByteArray name("webhook-id");
    return name;
}

const QByteArray &timestampHeader()
{
    static const QByteArray name("webhook-timestamp");
    return name;
}

// Here the part after whsec_ is base64; for Stripe the same prefix belongs to the key. The rule is the scheme's, never the prefix's.
std::optional<QByteArray> decodeKey(const QByteArray &secret)
{
    const QByteArray prefix = QByteArrayLiteral("whsec_");
    const auto key = decodeBase64(secret.startsWith(prefix) ? secret.sliced(prefix.size()) : secret);
    return key && !key->isEmpty() ? key : std::nullopt;
}

QByteArray macOf(const QByteArray &key, const QByteArray &id, const QByteArray &timestamp, const QByteArray &body)
{
    return hmac(Digest::sha256, key, {id, ".", timestamp, ".", body});
}

// A dot in the id would let parts shift: "a.1" + "." + "2" signs the same bytes as "a" + "." + "1.2". The specification forbids it.
bool isId(const QByteArray &id)
{
    return !id.isEmpty() && std::all_of(id.begin(), id.end(), [](char c) { return c > ' ' && c < '\x7f' && c != '.'; });
}

// "v1,<base64> v1a,<base64> …": other versions and undecodable entries are passed over.
QByteArrayList candidatesIn(const QByteArray &header)
{
    QByteArrayList candidates;
    for (const auto &entry : header.split(' ')) {
        const auto bytes = entry.startsWith("v1,") ? decodeBase64(entry.sliced(3)) : std::nullopt;
        if (bytes && bytes->size() == macSize(Digest::sha256))
            candidates.append(*bytes);
    }
    return candidates;
}

} // namespace

StandardWebhooks::StandardWebhooks(const SchemeSettings &settings)
    : m_signatureHeader(settings.signatureHeader.isEmpty() ? QByteArrayLiteral("webhook-signature") : settings.signatureHeader.toLatin1()),
      m_toleranceS(settings.toleranceS)
{
}

QByteArrayList StandardWebhooks::requiredHeaders() const
{
    return {m_signatureHeader, timestampHeader(), idHeader()};
}

Verdict StandardWebhooks::verify(const Signed &request, const QList<Key> &keys) const
{
    const QString signatureStep = QStringLiteral("signature"), timestampStep = QStringLiteral("timestamp"), idStep = QStringLiteral("id");
    const QString malformed = QStringLiteral("malformed");
    const auto header = onlyHeader(request.headers, m_signatureHeader, signatureStep);
    const auto timestampText = onlyHeader(request.headers, timestampHeader(), timestampStep);
    const auto id = onlyHeader(request.headers, idHeader(), idStep);
    for (const auto *field : {&header, &timestampText, &id}) {
        if (!*field)
            return field->error();
    }
    const auto candidates = candidatesIn(*header);
    const auto timestamp = parseTimestamp(*timestampText);
    if (candidates.isEmpty())
        return refusal(signatureStep, malformed);
    if (!timestamp)
        return refusal(timestampStep, malformed);
    if (!isId(*id))
        return refusal(idStep, malformed);

    QList<Mac> macs;
    bool undecodable = false;
    int shortSlots = 0; // bit per slot
    for (const auto &key : keys) {
        if (!isActive(key, request.nowMs))
            continue;
        const auto bytes = decodeKey(key.secret);
        undecodable |= !bytes;
        if (!bytes)
            continue;
        macs.append({key.slot, macOf(*bytes, *id, *timestampText, request.body)});
        shortSlots |= bytes->size() < kShortestKey ? 1 << key.slot : 0;
    }
    const int slot = matchingSlot(macs, candidates);
    if (slot == 0 && undecodable)
        return refusal(QStringLiteral("secret"), QStringLiteral("not_base64"));
    if (macs.isEmpty())
        return refusal(signatureStep, QStringLiteral("no_active_key"));
    if (slot == 0)
        return refusal(signatureStep, QStringLiteral("mismatch"));
    const QString outside = outsideWindow(*timestamp, request.nowMs, m_toleranceS);
    return {outside.isEmpty(),
            outside.isEmpty() ? QString() : timestampStep,
            outside,
            slot,
            *timestamp * 1000 - request.nowMs,
            shortSlots & (1 << slot) ? QStringLiteral("short_key") : QString()};
}

Headers StandardWebhooks::sign(const QByteArray &id, const QByteArray &body, qint64 nowMs, const QByteArray &secret) const
{
    const auto key = decodeKey(secret);
    if (!key)
        return {};
    const QByteArray timestamp = QByteArray::number(nowMs / 1000);
    return {{idHeader(), id}, {timestampHeader(), timestamp}, {m_signatureHeader, "v1," + macOf(*key, id, timestamp, body).toBase64()}};
}

QString StandardWebhooks::secretProblem(const QByteArray &secret) const
{
    if (secret.isEmpty())
        return QStringLiteral("is empty: it would let anyone in");
    return decodeKey(secret) ? QString() : QStringLiteral("is not base64 (standard alphabet, after an optional whsec_)");
}

} // namespace lazaret::verify
