// HMAC (RFC 2104) over parts, so that a body is never copied to be joined with what is signed before it.
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <initializer_list>

namespace lazaret::verify {

enum class Digest { sha1, sha256, sha512 };

constexpr qsizetype macSize(Digest digest)
{
    return digest == Digest::sha1 ? 20 : digest == Digest::sha256 ? 32 : 64;
}

// Raw bytes; empty only when the crypto library itself fails.
QByteArray hmac(Digest digest, const QByteArray &key, std::initializer_list<QByteArrayView> parts);

} // namespace lazaret::verify
