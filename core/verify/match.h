// What every scheme needs: the one value of a header, the keys that still count, the comparison that tells nothing, the time window.
#pragma once

#include "verify/scheme.h"

namespace lazaret::verify {

// The single value of a header, or the verdict that it is missing or repeated.
tl::expected<QByteArray, Verdict> onlyHeader(const Headers &headers, const QByteArray &name, const QString &step);

bool isActive(const Key &key, qint64 nowMs);

inline Verdict refusal(const QString &step, const QString &reason)
{
    return {false, step, reason, 0, std::nullopt, {}};
}

struct Mac
{
    int slot = 0;
    QByteArray bytes;
};

// Slot of the first key one of whose MACs equals one of the candidates; 0 when none does. Looks at all of them either way.
int matchingSlot(const QList<Mac> &macs, const QByteArrayList &candidates);

// A Unix time in seconds: ASCII digits only, so that 1.6e9, -1, 0x5f and Infinity are malformed.
std::optional<qint64> parseTimestamp(const QByteArray &text);

// Empty when within the tolerance, else too_old or too_new. Whole seconds, as the senders' own libraries compare.
QString outsideWindow(qint64 timestampS, qint64 nowMs, qint64 toleranceS);

} // namespace lazaret::verify
