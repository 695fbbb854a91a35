// The reconciliation report as the desk and paper see it: `ui` reaches the rooms through the engine.
#pragma once

#include "reconcile/report.h"
#include "reconcile/reporttext.h"
#include "reconcile/reportwriters.h"
