#include "store/casegroups.h"

#include "store/cases.h"

namespace lazaret::store {

namespace {

// Only what the grouping needs: 100,000 rows are read for one answer.
QString columnsFor(CaseKeyPart part)
{
    switch (part) {
    case CaseKeyPart::errorClass:
        return QStringLiteral("NULL, NULL, NULL, NULL");
    case CaseKeyPart::code:
        return QStringLiteral("error_code, NULL, NULL, NULL");
    case CaseKeyPart::workflow:
        return QStringLiteral("NULL, workflow || '@' || workflow_version, NULL, NULL");
    case CaseKeyPart::fault:
        break;
    }
    return QStringLiteral("error_code, workflow || '@' || workflow_version, substr(last_exception, 1, 200), case_id");
}

} // namespace

void caseKeys(Database &db, const QString &where, const QVariantList &bindings, const QString &orderBy, bool descending, CaseKeyPart part,
              const std::function<void(const CaseKey &)> &each)
{
    const QString order = caseSortColumns().contains(orderBy) ? orderBy : QStringLiteral("case_id");
    Statement read =
        db.prepareOnce(QStringLiteral("SELECT row, last_failure_at, error_class, %4 FROM case_view WHERE %1 ORDER BY %2 %3, row %3")
                           .arg(where.isEmpty() ? QStringLiteral("1") : where, order,
                                descending ? QStringLiteral("DESC") : QStringLiteral("ASC"), columnsFor(part)));
    read.runWith(bindings);
    CaseKey key;
    while (read.next()) {
        key.row = read.integer(0);
        key.failedAt = read.integer(1);
        key.errorClass = read.text(2);
        if (part == CaseKeyPart::code || part == CaseKeyPart::fault)
            key.errorCode = read.text(3);
        if (part == CaseKeyPart::workflow || part == CaseKeyPart::fault)
            key.workflow = read.text(4);
        if (part == CaseKeyPart::fault) {
            key.exception = read.text(5);
            key.caseId = read.text(6);
        }
        each(key);
    }
}

QStringList caseValues(Database &db, const QString &column, const QString &where, const QVariantList &bindings, int most)
{
    static const QStringList known{QStringLiteral("workflow"),   QStringLiteral("tenant"),     QStringLiteral("owner"),
                                   QStringLiteral("error_code"), QStringLiteral("event_type"), QStringLiteral("source")};
    if (!known.contains(column))
        return {};
    QStringList values;
    Statement read = db.prepareOnce(QStringLiteral("SELECT DISTINCT %1 FROM %2 WHERE %1 IS NOT NULL AND %3 ORDER BY 1 LIMIT %4")
                                        .arg(column, where.isEmpty() ? QStringLiteral("cases") : QStringLiteral("case_view"),
                                             where.isEmpty() ? QStringLiteral("1") : QStringLiteral("(%1)").arg(where))
                                        .arg(most));
    read.runWith(bindings);
    while (read.next())
        values.append(read.text(0));
    return values;
}

} // namespace lazaret::store
