#include "release/ladder.h"

#include "release/stoprules.h"

#include <QJsonArray>

#include <algorithm>

namespace lazaret::release {

namespace {

bool isOut(const ReleaseItem &i)
{
    return i.state == ReleaseItemState::released || i.state == ReleaseItemState::settled;
}
bool isUncertain(const ReleaseItem &i)
{
    return i.state == ReleaseItemState::isolated || i.failedClass == u"uncertain_effect";
}
bool isBad(const ReleaseItem &i)
{
    return i.state == ReleaseItemState::failed_again || i.state == ReleaseItemState::isolated;
}
// Whoever resumed saw this case and let the release go on. Kept by case, not as a number: one that heals later must not make room
// for another that goes wrong.
bool isAccepted(const Release &r, const ReleaseItem &i)
{
    return r.accepted.value(QStringLiteral("cases")).toArray().contains(i.caseId.value);
}
bool isNext(const ReleaseItem &i)
{
    return i.eligible && i.state == ReleaseItemState::planned;
}

struct StepTally
{
    int size = 0; // released in this step
    int out = 0;  // not settled and reconciled yet
    int bad = 0;  // failed again or isolated, and not accepted
    int accepted = 0;
};

StepTally tally(const Release &r, int step)
{
    StepTally t;
    for (const auto &item : r.items) {
        if (item.step != step || item.state == ReleaseItemState::planned || item.state == ReleaseItemState::returned)
            continue;
        ++t.size;
        t.out += isOut(item);
        t.bad += isBad(item) && !isAccepted(r, item);
        t.accepted += isAccepted(r, item);
    }
    return t;
}

int remaining(const Release &r)
{
    return int(std::count_if(r.items.begin(), r.items.end(), isNext));
}

QStringList classesSeen(const Release &r)
{
    QStringList seen;
    for (const auto &item : r.items) {
        if (!item.failedClass.isEmpty() && !seen.contains(item.failedClass))
            seen.append(item.failedClass);
    }
    return seen;
}

bool classKnown(const Release &r, const QString &errorClass)
{
    const bool planned = std::any_of(r.items.begin(), r.items.end(),
                                     [&](const ReleaseItem &i) { return i.eligible && toText(i.plannedClass) == errorClass; });
    return planned || r.accepted.value(QStringLiteral("classes")).toArray().contains(errorClass);
}

std::optional<QString> stops(const StopRule &rule, const Release &r, const StepTally &step, const Surroundings &around)
{
    using enum StopRule::Kind;
    const int bad = step.bad;
    switch (rule.kind) {
    case uncertain_effect:
        if (std::any_of(r.items.begin(), r.items.end(), [&](const ReleaseItem &i) { return isUncertain(i) && !isAccepted(r, i); }))
            return QStringLiteral("uncertain_effect: what a released case did at its recipient is not known; verify it before resuming");
        break;
    case canary_not_clean:
        if (r.step == 0 && step.out == 0 && bad > 0)
            return QStringLiteral("canary_not_clean: the canary did not end with a confirmed outcome");
        break;
    case failures:
        if (bad >= rule.threshold)
            return QStringLiteral("failures: %1 cases of step %2 failed again").arg(bad).arg(r.step + 1);
        break;
    case failure_share:
        if (step.size >= 10 && bad * 100.0 >= rule.threshold * step.size)
            return QStringLiteral("failures: %1 of %2 cases of step %3 failed again").arg(bad).arg(step.size).arg(r.step + 1);
        break;
    case new_class:
        for (const auto &errorClass : classesSeen(r)) {
            if (!classKnown(r, errorClass))
                return QStringLiteral("new_class: a case failed with %1, which none of the plan's cases had").arg(errorClass);
        }
        break;
    case live_traffic:
        if (around.liveTrafficStarves)
            return QStringLiteral("live_traffic: a live job has been due for 5 minutes and found no worker");
        break;
    }
    return std::nullopt;
}

int quota(const Release &r, const StepTally &step)
{
    const int wanted = r.ladder.value(r.step, 0);
    if (r.step == 0)
        return std::max(wanted, 1) + step.accepted; // after a bad canary the next case is the canary
    return wanted == 0 ? int(r.items.size()) : wanted;
}

std::optional<CaseId> nextCase(const Release &r)
{
    for (const auto &item : r.items) {
        if (isNext(item) && r.step == 0 && item.caseId.value == r.canary)
            return item.caseId;
    }
    // A case that does nothing irreversible goes before one that does, where there is a choice of canary.
    for (const auto &item : r.items) {
        if (isNext(item) && (r.step > 0 || !item.irreversible || r.acceptIrreversible))
            return item.caseId;
    }
    return std::nullopt;
}

std::optional<qint64> paceUntil(const Release &r, qint64 now)
{
    if (r.ratePerMin <= 0)
        return std::nullopt;
    qint64 last = 0;
    for (const auto &item : r.items)
        last = std::max(last, item.releasedAt.value_or(0));
    const qint64 due = last + qint64(60000.0 / r.ratePerMin);
    return due > now ? std::optional(due) : std::nullopt;
}

Next whenReconciling(const Release &r)
{
    if (std::any_of(r.items.begin(), r.items.end(), isOut))
        return Wait{};
    if (r.stopEarly)
        return Abort{};
    return Finish{};
}

} // namespace

Next next(const Release &r, const Surroundings &around)
{
    if (r.state == ReleaseState::reconciling)
        return whenReconciling(r);
    if (r.state != ReleaseState::canary && r.state != ReleaseState::running)
        return Wait{};
    const StepTally step = tally(r, r.step);
    for (const auto &text : r.stopConditions) {
        const auto rule = readStopRule(text);
        if (!rule)
            continue;
        if (const auto reason = stops(*rule, r, step, around))
            return Pause{*reason};
    }
    const int left = remaining(r);
    if (left > 0 && step.size < quota(r, step)) {
        if (const auto until = paceUntil(r, around.nowMs))
            return Wait{until};
        if (const auto caseId = nextCase(r))
            return ReleaseCase{*caseId};
        return Pause{QStringLiteral(
            "canary_not_clean: every case left would do something irreversible, which the plan did not acknowledge for a canary")};
    }
    if (left == 0)
        return BeginReconciling{};
    if (step.out > 0)
        return Wait{};
    if (step.bad > 0)
        return Pause{QStringLiteral("step_not_clean: %1 of %2 cases of step %3 failed again or stayed uncertain")
                         .arg(step.bad)
                         .arg(step.size)
                         .arg(r.step + 1)};
    return NextStep{};
}

QJsonObject acceptEvents(const Release &r)
{
    QJsonObject events = r.accepted;
    QJsonArray cases = events.value(QStringLiteral("cases")).toArray();
    for (const auto &item : r.items) {
        if ((isBad(item) || isUncertain(item)) && !isAccepted(r, item))
            cases.append(item.caseId.value);
    }
    events.insert(QStringLiteral("cases"), cases);
    QJsonArray classes = events.value(QStringLiteral("classes")).toArray();
    for (const auto &errorClass : classesSeen(r)) {
        if (!classes.contains(errorClass))
            classes.append(errorClass);
    }
    events.insert(QStringLiteral("classes"), classes);
    return events;
}

ReleaseState resumeState(const Release &r)
{
    return r.step == 0 ? ReleaseState::canary : ReleaseState::running;
}

} // namespace lazaret::release
