#include "model/moves.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lazaret {

namespace {

template <typename State, size_t N>
bool has(const std::array<std::pair<State, State>, N> &table, State from, State to)
{
    return std::find(table.begin(), table.end(), std::pair(from, to)) != table.end();
}

} // namespace

bool jobMayMove(JobState from, JobState to)
{
    using enum JobState;
    static constexpr std::array<std::pair<JobState, JobState>, 13> table{{
        {ready, leased},        // lease
        {waiting, leased},      // due: waiting → ready → leased in one commit
        {waiting, ready},       // due, or retry-now
        {leased, done},         // ok, no_op
        {leased, waiting},      // retryable, budget left
        {leased, quarantined},  // budget spent, terminal, manual review; the case opens in the same commit
        {leased, ready},        // lease lost without an intended receipt; graceful stop before any effect
        {quarantined, ready},   // release
        {quarantined, ended},   // a closing disposition other than redrive
        {ready, quarantined},   // abort of a paused release; replay on hold
        {waiting, quarantined}, // abort of a paused release
        {ready, ended},         // cancel
        {waiting, ended},       // cancel
    }};
    return has(table, from, to);
}

bool receiptMayMove(ReceiptState from, ReceiptState to, bool idempotentTarget)
{
    using enum ReceiptState;
    static constexpr std::array<std::pair<ReceiptState, ReceiptState>, 7> table{{
        {intended, confirmed},
        {intended, denied},
        {intended, uncertain},
        {denied, intended},     // the next attempt
        {uncertain, confirmed}, // verification or settlement
        {uncertain, denied},
        {confirmed, compensated},
    }};
    return has(table, from, to) || (idempotentTarget && from == uncertain && to == intended);
}

bool releaseMayMove(ReleaseState from, ReleaseState to)
{
    using enum ReleaseState;
    static constexpr std::array<std::pair<ReleaseState, ReleaseState>, 17> table{{
        {draft, planned},
        {planned, approved},
        {approved, canary},
        {canary, running},
        {canary, paused},
        {canary, reconciling},
        {running, paused},
        {running, reconciling},
        {paused, canary},
        {paused, running},
        {paused, reconciling},
        {reconciling, finished},
        {reconciling, aborted},
        {planned, aborted},
        {approved, aborted},
        {canary, aborted},
        {running, aborted},
    }};
    return has(table, from, to);
}

} // namespace lazaret
