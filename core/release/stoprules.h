// The words of the stop conditions. A release keeps its rules as text, so that what was approved can be read back.
#pragma once

#include "base/result.h"

#include <QStringList>

#include <optional>

namespace lazaret::release {

// uncertain_effect · canary_not_clean · failures>=3 · failures>=10% (of a step of at least ten) · new_class · live_traffic
QStringList defaultStopRules();

// ErrorCode::usage names the rule nobody knows and lists the known ones.
Result<> checkStopRules(const QStringList &rules);

struct StopRule
{
    enum class Kind { uncertain_effect, canary_not_clean, failures, failure_share, new_class, live_traffic };
    Kind kind;
    double threshold = 0; // failures: a count; failure_share: percent
};
std::optional<StopRule> readStopRule(const QString &text);

} // namespace lazaret::release
