#include "outcome/budget.h"

#include <algorithm>
#include <limits>

namespace lazaret::outcome {

namespace {

qint64 delayMs(const Budget &budget, int attemptsInRun, double jitter01)
{
    if (budget.delaysS.isEmpty())
        return 0;
    const qsizetype index = std::clamp<qsizetype>(attemptsInRun - 1, 0, budget.delaysS.size() - 1);
    const double factor = 1 + budget.jitter * (2 * std::clamp(jitter01, 0.0, 1.0) - 1);
    return qint64(budget.delaysS[index] * 1000 * factor);
}

// The last moment at which a try may begin; nullopt: no limit.
struct Limit
{
    qint64 atMs = std::numeric_limits<qint64>::max();
    SpentReason reason = SpentReason::window;
};

Limit limitOf(const Budget &budget, const BudgetState &state)
{
    Limit limit;
    if (budget.windowS > 0)
        limit.atMs = state.runStartedAtMs + budget.windowS * 1000 + state.heldMs;
    if (state.deadlineAtMs && *state.deadlineAtMs + state.heldMs < limit.atMs)
        limit = {*state.deadlineAtMs + state.heldMs, SpentReason::deadline};
    return limit;
}

} // namespace

QString toText(SpentReason reason)
{
    switch (reason) {
    case SpentReason::attempts:
        return QStringLiteral("attempts");
    case SpentReason::window:
        return QStringLiteral("window");
    case SpentReason::deadline:
        return QStringLiteral("deadline");
    case SpentReason::cost:
        return QStringLiteral("cost");
    case SpentReason::retry_after_past_deadline:
        break;
    }
    return QStringLiteral("retry_after_past_deadline");
}

std::variant<Retry, Spent> decide(const Budget &budget, const BudgetState &state, double jitter01)
{
    if (state.attemptsInRun >= budget.attempts)
        return Spent{SpentReason::attempts};
    if (budget.cost && state.cost >= *budget.cost)
        return Spent{SpentReason::cost};

    const Limit limit = limitOf(budget, state);
    const qint64 own = delayMs(budget, state.attemptsInRun, jitter01);
    if (own > limit.atMs - state.nowMs)
        return Spent{limit.reason};
    const qint64 asked = state.retryAfterMs.value_or(0);
    if (asked > limit.atMs - state.nowMs)
        return Spent{SpentReason::retry_after_past_deadline};
    return Retry{state.nowMs + std::max(own, asked)};
}

} // namespace lazaret::outcome
