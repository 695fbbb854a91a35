// What the pages show: the read side's own values, under the names the desk uses.
#pragma once

#include "engine/queries_overview.h"

namespace lazaret::ui {

using CaseView = queries::CaseDetail;
using DeliveryView = store::DeliveryRow;

struct OverviewView
{
    queries::Overview now;
    queries::History history;
    queries::NeedsYou needs; // some of each list
};

} // namespace lazaret::ui
