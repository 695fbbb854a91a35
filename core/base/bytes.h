// Bytes: digests, constant-time comparison and strict decodings. Strict means: a wrong character is an error, never skipped.
#pragma once

#include <QByteArray>

#include <optional>

namespace lazaret {

QByteArray sha256(const QByteArray &bytes); // 32 raw bytes
QString sha256Hex(const QByteArray &bytes); // 64 lower-case hex digits

// Compares without revealing where the first difference is (CRYPTO_memcmp); different lengths are unequal.
bool equalConstantTime(const QByteArray &a, const QByteArray &b);

std::optional<QByteArray> decodeHex(const QByteArray &text);       // either case, even length
std::optional<QByteArray> decodeBase64(const QByteArray &text);    // standard alphabet, canonical padding
std::optional<QByteArray> decodeBase64Url(const QByteArray &text); // URL alphabet, padding optional

} // namespace lazaret
