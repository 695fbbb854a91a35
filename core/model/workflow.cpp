#include "model/workflow.h"

namespace lazaret {

Budget defaultBudget(ErrorClass errorClass)
{
    Budget budget;
    if (errorClass == ErrorClass::transient) {
        budget.attempts = 5;
        budget.delaysS = {30, 120, 600, 1800};
    }
    return budget;
}

bool statusExpected(const QStringList &expect, int status)
{
    const QString code = QString::number(status);
    for (const auto &pattern : expect) {
        if (pattern == code || (pattern.endsWith(u"xx") && pattern.size() == 3 && pattern[0] == code[0]))
            return true;
    }
    return false;
}

} // namespace lazaret
