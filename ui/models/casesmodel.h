// The cases table. The mapper is a pure function of row, column and reader, tested without a window.
#pragma once

#include "models/caseselection.h"
#include "models/views.h"
#include "models/windowmodel.h"
#include "support/format.h"
#include "widgets/datatable.h"

namespace lazaret::ui {

enum class CaseColumn { box, classCode, caseId, workflow, operation, action, tenant, attempts, failed, review, owner, status };

QList<ColumnLook> caseColumns();
Cell caseCell(const CaseRecord &row, CaseColumn column, const TimeView &view);
QString caseSentence(const CaseRecord &row, const TimeView &view); // for screen readers
QString casesText(qint64 n);                                       // "1 case", "38 cases"
QString caseTitle(const CaseRecord &row);                          // one sentence: what happened

class CasesModel : public TypedWindowModel<CaseRecord>
{
    Q_OBJECT
public:
    CasesModel(PageSource<CaseRecord> &source, QObject *parent = nullptr);
    CaseSelection &selection() { return *m_selection; }
    queries::Seen seen() const { return {tableSize().seenAudit, tableSize().seenAt}; }
    // Where rows are taken or let go as a whole: their ids are read first, then the selection changes.
    void selectGroup(int group, bool on);
    void selectRange(int fromShownRow, int toShownRow);
    void toggleRow(int shownRow);
    void setTimeView(const TimeView &view);
    int columnCount(const QModelIndex &parent = {}) const override;

protected:
    QString rowId(const CaseRecord &row) const override { return row.caseId.value; }
    Cell cellOf(const CaseRecord &row, int column) const override;
    QString sentenceOf(const CaseRecord &row) const override;
    bool isMarked(int row) const override { return m_selection->contains(idAt(row)); }
    GroupHead headOf(int group, const TableGroup &what) const override;

private:
    void takeIds(int firstDataRow, int count, std::function<void(const QStringList &)> then);
    PageSource<CaseRecord> &m_cases;
    TimeView m_view;
    CaseSelection *m_selection;
    QSet<QString> m_wholeGroups; // taken at their head, and nothing let go since
};

} // namespace lazaret::ui
