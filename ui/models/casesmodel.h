// The cases table. The mapper is a pure function of row, column and reader, tested without a window.
#pragma once

#include "models/views.h"
#include "models/windowmodel.h"
#include "support/format.h"
#include "widgets/datatable.h"

namespace lazaret::ui {

enum class CaseColumn { classCode, caseId, workflow, operation, tenant, attempts, failed, review, owner, status };

QList<ColumnLook> caseColumns();
Cell caseCell(const CaseRecord &row, CaseColumn column, const TimeView &view);
QString caseSentence(const CaseRecord &row, const TimeView &view); // for screen readers
QString caseTitle(const CaseRecord &row);                          // one sentence: what happened

class CasesModel : public TypedWindowModel<CaseRecord>
{
    Q_OBJECT
public:
    CasesModel(PageSource<CaseRecord> &source, QObject *parent = nullptr);
    void setTimeView(const TimeView &view);
    int columnCount(const QModelIndex &parent = {}) const override;

protected:
    QString rowId(const CaseRecord &row) const override { return row.caseId.value; }
    Cell cellOf(const CaseRecord &row, int column) const override { return caseCell(row, CaseColumn(column), m_view); }
    QString sentenceOf(const CaseRecord &row) const override { return caseSentence(row, m_view); }

private:
    TimeView m_view;
};

} // namespace lazaret::ui
