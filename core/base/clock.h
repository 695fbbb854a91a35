// Time as an injected dependency, so that tests move it and clock jumps can be simulated.
#pragma once

#include <QtGlobal>

namespace lazaret {

class Clock
{
public:
    virtual ~Clock() = default;
    // Wall clock, UTC milliseconds since the epoch. May jump.
    virtual qint64 nowMs() const = 0;
    // Monotonic milliseconds from an arbitrary origin; never goes back within a process.
    virtual qint64 monotonicMs() const = 0;
};

class SystemClock final : public Clock
{
public:
    qint64 nowMs() const override;
    qint64 monotonicMs() const override;
};

} // namespace lazaret
