// Everything the pages read. Answers arrive later, on the GUI thread; a page that asks again no longer hears the earlier answer.
#pragma once

#include "models/pagesource.h"
#include "models/views.h"

#include <functional>

namespace lazaret::ui {

class DeskData
{
public:
    virtual ~DeskData() = default;

    virtual PageSource<CaseRecord> &cases() = 0;
    virtual PageSource<DeliveryView> &deliveries() = 0;
    virtual void askCase(const QString &caseId, std::function<void(const Result<CaseView> &)> answer) = 0;
    // Charts from rangeMs ago until now, with that many evenly spaced points.
    virtual void askOverview(qint64 rangeMs, int points, std::function<void(const Result<OverviewView> &)> answer) = 0;
};

} // namespace lazaret::ui
