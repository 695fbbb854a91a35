// The seven steps of the guide through the demo: what each says, where it points, and when it is done. Pure.
#pragma once

#include "demo/story.h"
#include "pages/page.h"

namespace lazaret::ui {

enum class CoachStep { arrive, take, inspect, decide, plan, release, prove };

struct CoachStepView
{
    QString word;        // below its dot
    QString title;       // "see what broke"
    QString text;        // the one instruction
    QString doneText;    // what has been reached
    QString action;      // of the button while it is not done
    Link where;          // where it happens
    QStringList targets; // names of the widgets meant, the fittest first
    bool ready = true;   // the button would do something now
    bool done = false;
};
CoachStepView coachStep(int step, const demo::Standing &at);

} // namespace lazaret::ui
