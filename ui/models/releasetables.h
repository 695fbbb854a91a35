// The three tables of releases: all of them, the cases of a plan, the cases of a run. Mappers are pure; rows are in memory.
#pragma once

#include "models/memorysource.h"
#include "models/releaseprogress.h"
#include "models/windowmodel.h"
#include "support/format.h"
#include "widgets/datatable.h"

namespace lazaret::ui {

enum class ReleaseColumn { state, release, change, query, cases, planned, approved };
QList<ColumnLook> releaseColumns();
Cell releaseCell(const Release &row, ReleaseColumn column, const TimeView &view);
bool releaseMatches(const Release &row, const QString &search); // every word is somewhere in what the list shows

enum class PlanColumn { caseId, operation, signature, touched, failed, attempts, verdict };
QList<ColumnLook> planColumns();
// Not eligible first; the canary leads the eligible.
QList<queries::ReleaseRow> planRows(const QList<queries::ReleaseRow> &rows, const QString &canary);
QList<TableGroup> planGroups(const QList<queries::ReleaseRow> &rows);
Cell planCell(const queries::ReleaseRow &row, PlanColumn column, const QString &canary, const TimeView &view);

enum class RunColumn { caseId, operation, step, sent, accepted, confirmed, outcome };
enum class RunFilter { all, settled, uncertain, notSent };
QList<ColumnLook> runColumns();
// Eligible cases only, the latest sent first, then those that wait in the plan's order.
QList<queries::ReleaseRow> runRows(const QList<queries::ReleaseRow> &rows, RunFilter filter);
Cell runCell(const queries::ReleaseRow &row, RunColumn column, const QList<int> &ladder, const TimeView &view);

// What the three have in common: rows in memory, replaced as a whole.
template <typename Row>
class MemoryModel : public TypedWindowModel<Row>
{
public:
    explicit MemoryModel(QObject *parent = nullptr) : TypedWindowModel<Row>(source, parent) {}

    // Groups follow each other as the rows do, and hold them all.
    void setRows(const QList<Row> &rows, qint64 kept, const QList<TableGroup> &groups = {})
    {
        source.setRows(rows, kept, groups);
        const QString group = groups.isEmpty() ? QString() : QStringLiteral("part");
        if (m_filled && group == this->question().group)
            return this->refresh();
        m_filled = true;
        TableQuestion question;
        question.group = group;
        this->ask(question);
    }
    void tellFailed(const Error &error) { Q_EMIT this->failed(error); } // the rows could not be read; the old ones stay
    void setTimeView(const TimeView &to)
    {
        view = to;
        changed();
    }

protected:
    int findDataRow(const QString &id) const override
    {
        const auto &rows = source.rows();
        const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row &row) { return this->rowId(row) == id; });
        return found == rows.end() ? -1 : int(found - rows.begin());
    }
    void changed()
    {
        if (this->rowCount())
            Q_EMIT this->dataChanged(this->index(0, 0), this->index(this->rowCount() - 1, this->columnCount() - 1));
    }
    MemorySource<Row> source;
    TimeView view;

private:
    bool m_filled = false;
};

class ReleasesModel : public MemoryModel<Release>
{
    Q_OBJECT
public:
    using MemoryModel::MemoryModel;
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(ReleaseColumn::approved) + 1; }

protected:
    QString rowId(const Release &row) const override { return row.redriveId.value; }
    Cell cellOf(const Release &row, int column) const override { return releaseCell(row, ReleaseColumn(column), view); }
    QString sentenceOf(const Release &row) const override;
};

class PlanModel : public MemoryModel<queries::ReleaseRow>
{
    Q_OBJECT
public:
    using MemoryModel::MemoryModel;
    void setCanary(const QString &canary) { m_canary = canary; }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(PlanColumn::verdict) + 1; }

protected:
    QString rowId(const queries::ReleaseRow &row) const override { return row.item.caseId.value; }
    Cell cellOf(const queries::ReleaseRow &row, int column) const override { return planCell(row, PlanColumn(column), m_canary, view); }
    QString sentenceOf(const queries::ReleaseRow &row) const override;
    GroupHead headOf(int group, const TableGroup &what) const override;

private:
    QString m_canary;
};

class RunModel : public MemoryModel<queries::ReleaseRow>
{
    Q_OBJECT
public:
    using MemoryModel::MemoryModel;
    void setLadder(const QList<int> &ladder) { m_ladder = ladder; }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(RunColumn::outcome) + 1; }

protected:
    QString rowId(const queries::ReleaseRow &row) const override { return row.item.caseId.value; }
    Cell cellOf(const queries::ReleaseRow &row, int column) const override { return runCell(row, RunColumn(column), m_ladder, view); }
    QString sentenceOf(const queries::ReleaseRow &row) const override;

private:
    QList<int> m_ladder;
};

} // namespace lazaret::ui
