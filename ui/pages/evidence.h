// The bodies of the case pane's tabs, built from the records: attempts, receipts, payload, lineage, audit.
#pragma once

#include "models/views.h"
#include "support/format.h"

#include <QWidget>

namespace lazaret::ui {

const Finding *findingFor(const CaseRecord &record, int step); // the latest of a step that is not older than the last failure
int findingsSinceFailure(const CaseRecord &record);

QWidget *receiptsBox(const CaseView &view, const TimeView &time); // null: no effect begun, none planned
QWidget *attemptsBody(const CaseView &view, const TimeView &time);
QWidget *receiptsBody(const CaseView &view, const TimeView &time);
QWidget *payloadBody(const CaseView &view, const TimeView &time);
QWidget *lineageBody(const CaseView &view, const TimeView &time);
QWidget *auditBody(const CaseView &view, const TimeView &time);

} // namespace lazaret::ui
