// What a running release does next: pure, from its frozen plan and how its cases fared. Executing is the engine's.
#pragma once

#include "model/records.h"

#include <variant>

namespace lazaret::release {

struct Wait // nothing to do before this time; nullopt: until a case settles
{
    std::optional<qint64> untilMs;
};
struct ReleaseCase
{
    CaseId caseId;
};
struct Pause
{
    QString reason; // starts with the rule's word: "step_not_clean: …"
};
struct NextStep
{
};
struct BeginReconciling // everything planned is out
{
};
struct Finish
{
};
struct Abort // aborted before, and what was sent has its outcome
{
};
using Next = std::variant<Wait, ReleaseCase, Pause, NextStep, BeginReconciling, Finish, Abort>;

struct Surroundings
{
    qint64 nowMs = 0;
    bool liveTrafficStarves = false; // a due, unheld live job has waited 5 min for a lease
};

// `release` with its items.
Next next(const Release &release, const Surroundings &around);

// The events so far, to be kept with the release when somebody resumes it: they never stop it again. {"cases": […], "classes": […]}
QJsonObject acceptEvents(const Release &release);
// After a bad canary the next case is the canary: where resume goes back to.
ReleaseState resumeState(const Release &release);

} // namespace lazaret::release
