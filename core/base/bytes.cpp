#include "base/bytes.h"

#include <QCryptographicHash>
#include <QString>

#include <openssl/crypto.h>

namespace lazaret {

QByteArray sha256(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

QString sha256Hex(const QByteArray &bytes)
{
    return QString::fromLatin1(sha256(bytes).toHex());
}

bool equalConstantTime(const QByteArray &a, const QByteArray &b)
{
    return a.size() == b.size() && CRYPTO_memcmp(a.constData(), b.constData(), size_t(a.size())) == 0;
}

std::optional<QByteArray> decodeHex(const QByteArray &text)
{
    const auto isHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
    if (text.size() % 2 != 0 || !std::all_of(text.begin(), text.end(), isHex))
        return std::nullopt;
    return QByteArray::fromHex(text);
}

std::optional<QByteArray> decodeBase64(const QByteArray &text)
{
    const auto result = QByteArray::fromBase64Encoding(text, QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!result || result.decoded.toBase64() != text)
        return std::nullopt; // Qt accepts missing padding and dangling bits; the signer's form is the canonical one
    return result.decoded;
}

std::optional<QByteArray> decodeBase64Url(const QByteArray &text)
{
    const auto options = QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors;
    const auto result = QByteArray::fromBase64Encoding(text, options);
    if (!result)
        return std::nullopt;
    return result.decoded;
}

} // namespace lazaret
