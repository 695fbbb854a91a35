#include "verify/match.h"

#include "base/bytes.h"

#include <algorithm>

namespace lazaret::verify {

namespace {

constexpr qsizetype kMostDigits = 15; // keeps seconds × 1000 within 64 bits

} // namespace

tl::expected<QByteArray, Verdict> onlyHeader(const Headers &headers, const QByteArray &name, const QString &step)
{
    switch (countHeader(headers, name)) {
    case 0:
        return tl::unexpected(refusal(step, QStringLiteral("missing_header")));
    case 1:
        return *findHeader(headers, name);
    default:
        return tl::unexpected(refusal(step, QStringLiteral("duplicate_header")));
    }
}

bool isActive(const Key &key, qint64 nowMs)
{
    return !key.secret.isEmpty() && (!key.expiresAtMs || nowMs < *key.expiresAtMs);
}

int matchingSlot(const QList<Mac> &macs, const QByteArrayList &candidates)
{
    int slot = 0;
    for (const auto &mac : macs) {
        for (const auto &candidate : candidates) {
            const bool equal = !mac.bytes.isEmpty() && equalConstantTime(mac.bytes, candidate);
            slot = equal && slot == 0 ? mac.slot : slot;
        }
    }
    return slot;
}

std::optional<qint64> parseTimestamp(const QByteArray &text)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (text.isEmpty() || text.size() > kMostDigits || !std::all_of(text.begin(), text.end(), isDigit))
        return std::nullopt;
    return text.toLongLong();
}

QString outsideWindow(qint64 timestampS, qint64 nowMs, qint64 toleranceS)
{
    const qint64 skewS = timestampS - nowMs / 1000;
    if (toleranceS == 0 || (skewS >= -toleranceS && skewS <= toleranceS))
        return {};
    return skewS < 0 ? QStringLiteral("too_old") : QStringLiteral("too_new");
}

} // namespace lazaret::verify
