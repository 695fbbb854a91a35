// Rows that are all in memory, for tables over what one question answered whole: a release's cases, the list of releases.
#pragma once

#include "models/pagesource.h"

namespace lazaret::ui {

template <typename Row>
class MemorySource : public PageSource<Row>
{
public:
    using typename PageSource<Row>::SizeAnswer;
    using typename PageSource<Row>::RowsAnswer;

    void setRows(QList<Row> rows, qint64 kept, QList<TableGroup> groups)
    {
        m_rows = std::move(rows);
        m_groups = std::move(groups);
        m_kept = kept;
    }
    const QList<Row> &rows() const { return m_rows; }

    void askSize(const TableQuestion &, SizeAnswer answer) override { answer(TableSize{m_rows.size(), m_kept, 0, m_groups, 0, 0}); }
    void askRows(const TableQuestion &, qint64 first, int count, RowsAnswer answer) override { answer(m_rows.mid(first, count)); }

private:
    QList<Row> m_rows;
    QList<TableGroup> m_groups;
    qint64 m_kept = 0;
};

} // namespace lazaret::ui
