// How the quarantine fills and empties: what the charts of the overview are made of. Only of the tenants given ("*": all).
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::store {

// Cases that were open at some time in [from, to], by opening time: when opened, when closed (nullopt: still open).
struct CaseSpan
{
    qint64 opened = 0;
    Time closed;
};
QList<CaseSpan> caseSpans(Database &db, const QStringList &tenants, qint64 from, qint64 to);

// Since a moment, by the class a case has now.
struct ClassFlow
{
    ErrorClass errorClass = ErrorClass::unknown_defect;
    qint64 opened = 0, closed = 0;
};
QList<ClassFlow> classFlow(Database &db, const QStringList &tenants, qint64 since);

// What may explain a bend of the curve.
struct FlowEvent
{
    enum class Kind { releasePaused, workflowChanged, sourceChanged, releaseStarted }; // the most telling first
    Kind kind;
    qint64 at = 0;
    QString about; // "cards@12", the slug of a source, or the id of a release
};
// In [from, to], in order of time. They speak of the whole installation: for readers of all tenants.
QList<FlowEvent> flowEvents(Database &db, qint64 from, qint64 to);

} // namespace lazaret::store
