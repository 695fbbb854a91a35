// A clock that stands still until a test moves it. Thread-safe.
#pragma once

#include "base/clock.h"

#include <atomic>

namespace lazaret::test {

class FakeClock final : public Clock
{
public:
    explicit FakeClock(qint64 nowMs = 1'790'000'000'000) : m_now(nowMs) {}
    qint64 nowMs() const override { return m_now.load(); }
    qint64 monotonicMs() const override { return m_mono.load(); }
    void advance(qint64 ms)
    {
        m_now += ms;
        m_mono += ms;
    }
    void jumpWall(qint64 ms) { m_now += ms; } // the wall clock jumps, the monotonic one does not

private:
    std::atomic<qint64> m_now;
    std::atomic<qint64> m_mono{0};
};

} // namespace lazaret::test
