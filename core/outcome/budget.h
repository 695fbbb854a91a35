// How often and when to try again: the retry budget of one class (3-contracts, "Default retry budget per class"). Pure: time and
// randomness are handed in. The one retry policy of the product (QU-5); neither the HTTP client nor the store retries.
#pragma once

#include "model/workflow.h"

#include <QStringView>

#include <optional>
#include <variant>

namespace lazaret::outcome {

struct BudgetState
{
    int attemptsInRun = 1;     // counted attempts of this run, the failed one included; a redrive starts a new run
    qint64 runStartedAtMs = 0; // first lease of this run
    qint64 nowMs = 0;
    qint64 heldMs = 0; // how long the job was held in this run: neither window nor deadline runs meanwhile
    std::optional<qint64> deadlineAtMs;
    double cost = 0;                    // cumulative over all runs, in the workflow's unit
    std::optional<qint64> retryAfterMs; // what the recipient asked for, from now
};

struct Retry
{
    qint64 dueAtMs = 0;
};

enum class SpentReason { attempts, window, deadline, cost, retry_after_past_deadline };

struct Spent
{
    SpentReason reason = SpentReason::attempts;
};

QString toText(SpentReason reason);

// jitter01: uniform in [0, 1]; 0.5 leaves the delay as it is. Retry-After is a floor, never shortened by the jitter.
std::variant<Retry, Spent> decide(const Budget &budget, const BudgetState &state, double jitter01);

} // namespace lazaret::outcome
