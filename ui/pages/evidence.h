// The bodies of the case pane's tabs, built from the records: steps, attempts, receipts, lineage, dispositions.
#pragma once

#include "models/views.h"
#include "support/format.h"

#include <QWidget>

namespace lazaret::ui {

int findingsSinceFailure(const CaseRecord &record); // steps with a finding that is not older than the last failure

QWidget *inspectionBody(const CaseView &view, const TimeView &time);
QWidget *attemptsBody(const CaseView &view, const TimeView &time);
QWidget *receiptsBody(const CaseView &view, const TimeView &time);
QWidget *lineageBody(const CaseView &view, const TimeView &time);
QWidget *dispositionsBody(const CaseView &view, const TimeView &time);

} // namespace lazaret::ui
