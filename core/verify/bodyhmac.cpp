#include "verify/bodyhmac.h"

#include "base/bytes.h"
#include "verify/match.h"

namespace lazaret::verify {

QByteArrayList BodyHmac::singletonHeaders() const
{
    QByteArrayList names{m_form.signatureHeader};
    if (!m_form.idHeader.isEmpty())
        names.append(m_form.idHeader);
    return names;
}

std::optional<QByteArray> BodyHmac::decode(const QByteArray &header) const
{
    if (!header.startsWith(m_form.prefix))
        return std::nullopt;
    const QByteArray text = header.sliced(m_form.prefix.size());
    const auto bytes = m_form.encoding == Encoding::hex ? decodeHex(text) : decodeBase64(text);
    return bytes && bytes->size() == macSize(m_form.digest) ? bytes : std::nullopt;
}

Verdict BodyHmac::verify(const Signed &request, const QList<Key> &keys) const
{
    const QString step = QStringLiteral("signature");
    if (!m_form.idHeader.isEmpty() && countHeader(request.headers, m_form.idHeader) > 1)
        return refusal(QStringLiteral("id"), QStringLiteral("duplicate_header"));
    const auto header = onlyHeader(request.headers, m_form.signatureHeader, step);
    if (!header)
        return header.error();
    const auto candidate = decode(*header);
    if (!candidate)
        return refusal(step, QStringLiteral("malformed"));
    QList<Mac> macs;
    for (const auto &key : keys) {
        if (isActive(key, request.nowMs))
            macs.append({key.slot, hmac(m_form.digest, key.secret, {request.body})});
    }
    if (macs.isEmpty())
        return refusal(step, QStringLiteral("no_active_key"));
    const int slot = matchingSlot(macs, {*candidate});
    if (slot == 0)
        return refusal(step, QStringLiteral("mismatch"));
    return {true, {}, {}, slot, std::nullopt, {}};
}

Headers BodyHmac::sign(const QByteArray &id, const QByteArray &body, qint64, const QByteArray &secret) const
{
    if (secret.isEmpty())
        return {};
    const QByteArray mac = hmac(m_form.digest, secret, {body});
    Headers headers{{m_form.signatureHeader, m_form.prefix + (m_form.encoding == Encoding::hex ? mac.toHex() : mac.toBase64())}};
    if (!m_form.idHeader.isEmpty())
        headers.append({m_form.idHeader, id});
    return headers;
}

QString BodyHmac::secretProblem(const QByteArray &secret) const
{
    return secret.isEmpty() ? QStringLiteral("is empty: it would let anyone in") : QString();
}

} // namespace lazaret::verify
