// The cases page beyond the plain list: groups, cases alike, frozen sets, counts of saved views, words to complete a query with.
#pragma once

#include "engine/queries.h"

namespace lazaret::queries {

enum class GroupBy { none, errorClass, code, workflow, fault };

struct CaseGroup
{
    QString title; // untranslated: the word of the class, the code, "cards@12", or the fault
    ErrorClass errorClass = ErrorClass::unknown_defect;
    qint64 count = 0;
    qint64 firstFailureAt = 0, lastFailureAt = 0; // the earliest and the latest last failure within
};

// A frozen list in groups: the rows of one group follow each other, in the order asked for; the group of the first row comes first.
// by fault: same class, code, workflow version and fault (cases/fault.h). The title is the text itself where all are equal.
struct GroupedCases
{
    CaseOrder order;
    QList<CaseGroup> groups; // counts add up to order.rows; empty with GroupBy::none
};
GroupedCases caseGroups(Database &db, const Viewer &viewer, const QString &query, GroupBy by, const QString &sortColumn, bool descending,
                        qint64 nowMs);

// A list of cases somebody is going to act on, as it was at that moment.
struct FrozenCases
{
    QStringList ids;
    Seen seen;
    std::optional<QueryError> error; // then ids is empty
};
FrozenCases freezeCases(Database &db, const Viewer &viewer, const QString &query, qint64 nowMs);
// Those of the query with the class, code, workflow version and fault of this case; itself among them if it matches.
FrozenCases casesAlike(Database &db, const Viewer &viewer, const QString &query, const CaseId &id, qint64 nowMs);
// The ids of a part of a frozen list, for selecting a range of rows without reading them.
QStringList caseIds(Database &db, const QList<qint64> &rows);

QList<qint64> caseCounts(Database &db, const Viewer &viewer, const QStringList &queries, qint64 nowMs); // -1: not a query

// key of the language ("workflow", "tenant", …) → values that occur, at most 200 of each.
QHash<QString, QStringList> queryWords(Database &db, const Viewer &viewer, qint64 nowMs);
QStringList operatorNames(Database &db);
// Those a case may join. Someone who sees some tenants is told only of what they opened: a title may speak of another tenant.
QList<Incident> openIncidents(Database &db, const Viewer &viewer);

} // namespace lazaret::queries
