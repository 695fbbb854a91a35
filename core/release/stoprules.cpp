#include "release/stoprules.h"

#include <QRegularExpression>

namespace lazaret::release {

QStringList defaultStopRules()
{
    return {QStringLiteral("uncertain_effect"), QStringLiteral("canary_not_clean"), QStringLiteral("failures>=3"),
            QStringLiteral("failures>=10%"),    QStringLiteral("new_class"),        QStringLiteral("live_traffic")};
}

std::optional<StopRule> readStopRule(const QString &text)
{
    using enum StopRule::Kind;
    if (text == u"uncertain_effect")
        return StopRule{uncertain_effect};
    if (text == u"canary_not_clean")
        return StopRule{canary_not_clean};
    if (text == u"new_class")
        return StopRule{new_class};
    if (text == u"live_traffic")
        return StopRule{live_traffic};
    static const QRegularExpression failuresForm(QStringLiteral("^failures>=([0-9]{1,6})(%?)$"));
    if (const auto match = failuresForm.match(text); match.hasMatch() && match.captured(1).toInt() > 0)
        return StopRule{match.captured(2).isEmpty() ? failures : failure_share, match.captured(1).toDouble()};
    return std::nullopt;
}

Result<> checkStopRules(const QStringList &rules)
{
    for (const auto &rule : rules) {
        if (!readStopRule(rule))
            return fail(ErrorCode::usage, QStringLiteral("--stop %1: no such rule; known are %2, with any number")
                                              .arg(rule, defaultStopRules().join(QStringLiteral(", "))));
    }
    return {};
}

} // namespace lazaret::release
