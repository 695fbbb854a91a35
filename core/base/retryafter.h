// Retry-After (RFC 9110 section 10.2.3) as a delay, and the HTTP-date it may be written in (section 5.6.7).
#pragma once

#include "base/headers.h"

#include <QByteArray>

#include <optional>

namespace lazaret {

// Milliseconds to wait, never negative. Dates count from the response's own Date when it has a readable one, so that a recipient's wrong
// clock does no harm. nullopt: absent, or to be ignored (negative, fraction, garbage, given twice). Absurdly long waits are capped at
// about 31,000 years, so that adding one to a time cannot overflow; the caller's deadline decides.
std::optional<qint64> retryAfterMs(const Headers &response, qint64 nowMs);

// UTC milliseconds; all three forms a recipient must accept. nowMs resolves the two-digit year of the RFC 850 form.
std::optional<qint64> parseHttpDate(const QByteArray &text, qint64 nowMs);

} // namespace lazaret
