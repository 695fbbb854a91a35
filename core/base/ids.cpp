#include "base/ids.h"

#include <QRandomGenerator>

#include <array>
#include <mutex>

namespace lazaret {

namespace {

constexpr char kCrockford[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

struct UlidState
{
    std::mutex mutex;
    qint64 lastMs = -1;
    std::array<quint8, 10> random{};
};

UlidState &state()
{
    static UlidState instance;
    return instance;
}

void increment(std::array<quint8, 10> &bytes)
{
    for (auto it = bytes.rbegin(); it != bytes.rend(); ++it) {
        if (++*it != 0)
            return;
    }
}

} // namespace

QString newUlid(qint64 nowMs)
{
    auto &s = state();
    std::array<quint8, 10> random;
    {
        const std::lock_guard lock(s.mutex);
        if (nowMs == s.lastMs) {
            increment(s.random);
        } else {
            s.lastMs = nowMs;
            for (auto &byte : s.random)
                byte = quint8(QRandomGenerator::system()->bounded(256));
            s.random[0] &= 0x7f; // room to count up within the millisecond without wrapping
        }
        random = s.random;
    }
    QString text(26, QLatin1Char('0'));
    auto ms = quint64(nowMs);
    for (int i = 9; i >= 0; --i, ms >>= 5)
        text[i] = QLatin1Char(kCrockford[ms & 31]);
    quint32 window = 0;
    int bits = 0;
    int at = 10;
    for (const quint8 byte : random) {
        window = (window << 8) | byte;
        bits += 8;
        while (bits >= 5) {
            bits -= 5;
            text[at++] = QLatin1Char(kCrockford[(window >> bits) & 31]);
        }
    }
    return text;
}

} // namespace lazaret
