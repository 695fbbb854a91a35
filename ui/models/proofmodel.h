// The cases of a reconciliation report as a table, and the report's figures as the desk words them. The mappers are pure functions, tested
// without a window.
#pragma once

#include "engine/desk.h"
#include "engine/report.h"
#include "models/windowmodel.h"
#include "support/format.h"
#include "widgets/datatable.h"
#include "widgets/outcomes.h"

#include <memory>

namespace lazaret::ui {

using ReportPtr = std::shared_ptr<const reconcile::Report>;

// All seven; the last two only where there are any. They add up to the number of cases.
QList<OutcomeShare> outcomeShares(const reconcile::Report &report);
QString outcomeWord(const reconcile::ReportCase &c); // key of Report::outcomes
QString outcomeShort(const reconcile::ReportCase &c);
QString caseName(const CaseRecord &record);    // the operation, else the end of the id
QString observedWord(const QString &observed); // what the recipient said, in the desk's words

enum class ProofColumn { caseId, operation, disposition, asked, outcome, proof };
QList<ColumnLook> proofColumns();
Cell proofCell(const reconcile::ReportCase &c, ProofColumn column, const TimeView &view);
QString proofSentence(const reconcile::ReportCase &c, const TimeView &view);

// "Reconciled 9 cases: 8 executed once, 1 still uncertain"
struct ResultWords
{
    QString tone, icon, text;
};
ResultWords reconciledWords(const BulkResult &result);

struct ProofFilter
{
    enum class Which { all, closed, open };
    Which which = Which::all;
    QString outcome; // a word; empty: any
    bool passes(const reconcile::ReportCase &c) const;
};

class ProofSource : public PageSource<reconcile::ReportCase>
{
public:
    void show(ReportPtr report, const ProofFilter &filter);
    void askSize(const TableQuestion &question, SizeAnswer answer) override;
    void askRows(const TableQuestion &question, qint64 first, int count, RowsAnswer answer) override;

private:
    ReportPtr m_report;
    ProofFilter m_filter;
    QList<qsizetype> m_order;
};

class ProofModel : public TypedWindowModel<reconcile::ReportCase>
{
    Q_OBJECT
public:
    using TypedWindowModel::TypedWindowModel;
    void setTimeView(const TimeView &view);
    int columnCount(const QModelIndex &parent = {}) const override;

protected:
    QString rowId(const reconcile::ReportCase &c) const override { return c.record.caseId.value; }
    Cell cellOf(const reconcile::ReportCase &c, int column) const override { return proofCell(c, ProofColumn(column), m_view); }
    QString sentenceOf(const reconcile::ReportCase &c) const override { return proofSentence(c, m_view); }

private:
    TimeView m_view;
};

} // namespace lazaret::ui
