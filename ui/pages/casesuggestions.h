// What the desk can say about a case by itself: who is asked, which effects were not begun, and what a finding might say. Suggestions are
// shown as such and never recorded by themselves. Pure.
#pragma once

#include "models/views.h"

namespace lazaret::ui {

struct Suggestion
{
    QString brief; // beside the title of a step: "dependency"
    QString text;  // a whole finding
};
Suggestion suggestionFor(const CaseView &view, int step); // empty: none

QString recipientOf(const CaseView &view);        // host of the open or last effect, or empty
bool canAsk(const CaseView &view);                // an uncertain effect whose step says how to ask
const Receipt *openReceipt(const CaseView &view); // the first uncertain one
QStringList actionsNotBegun(const CaseView &view);

// Why a person may not decide this now, and what a decision asks for: the second line of its button.
struct DecisionLook
{
    QString second;
    QString locked; // the whole reason; empty: it can be taken
};
DecisionLook decisionLook(const CaseView &view, DispositionKind kind, Role role);
// Why the request of this case cannot be approved by this person; empty: it can be.
QString approvalLocked(const CaseView &view, Role role, const QString &me);

} // namespace lazaret::ui
