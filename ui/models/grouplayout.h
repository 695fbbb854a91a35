// Where rows and the heads of their groups stand in a table, some groups folded. A pure function of counts and folds: found by binary
// search, so a million rows in ten thousand groups cost as little as ten.
#pragma once

#include <QList>
#include <QtGlobal>

namespace lazaret::ui {

class GroupLayout
{
public:
    struct Place
    {
        int group = -1; // none: the rows are not grouped
        int row = -1;   // of the data; -1: the group's head
    };

    void setRows(int rows); // without groups
    void setGroups(const QList<int> &counts, const QList<bool> &folded);
    void fold(int group, bool folded);

    bool isGrouped() const { return m_grouped; }
    int groups() const { return int(m_counts.size()); }
    int shown() const { return m_shown; } // rows of the table: heads and the rows of unfolded groups
    int dataRows() const { return m_rows; }
    Place at(int shownRow) const;
    int headOf(int group) const { return m_heads[group]; }
    int shownRowOf(int dataRow) const; // its group's head while that is folded
    int firstDataRow(int group) const { return m_firsts[group]; }
    int count(int group) const { return m_counts[group]; }
    bool isFolded(int group) const { return m_folded[group]; }

private:
    void lay();
    QList<int> m_counts, m_heads, m_firsts;
    QList<bool> m_folded;
    int m_rows = 0, m_shown = 0;
    bool m_grouped = false;
};

} // namespace lazaret::ui
