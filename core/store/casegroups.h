// What cases are grouped by, read in their order; and the few facts about many cases that the desk asks for at once.
#pragma once

#include "model/records.h"
#include "store/database.h"

#include <functional>

namespace lazaret::store {

enum class CaseKeyPart { errorClass, code, workflow, fault };

struct CaseKey
{
    qint64 row = 0;
    QString caseId; // with fault only
    qint64 failedAt = 0;
    QString errorClass;
    QString errorCode; // not with class and workflow
    QString workflow;  // "cards@12"; with workflow and fault
    QString exception; // with fault only: reading it costs more than all the rest
};

// Every case of the condition in the order of caseRows(), given to `each` one by one.
void caseKeys(Database &db, const QString &where, const QVariantList &bindings, const QString &orderBy, bool descending, CaseKeyPart part,
              const std::function<void(const CaseKey &)> &each);

// The values that occur, for completing a query: of workflow, tenant, owner, source, error_code or event_type. At most `most`.
QStringList caseValues(Database &db, const QString &column, const QString &where, const QVariantList &bindings, int most);

} // namespace lazaret::store
