#include "models/grouplayout.h"

#include <algorithm>

namespace lazaret::ui {

void GroupLayout::setRows(int rows)
{
    *this = {};
    m_rows = m_shown = rows;
}

void GroupLayout::setGroups(const QList<int> &counts, const QList<bool> &folded)
{
    m_grouped = true;
    m_counts = counts;
    m_folded = folded;
    lay();
}

void GroupLayout::fold(int group, bool folded)
{
    m_folded[group] = folded;
    lay();
}

void GroupLayout::lay()
{
    m_heads.resize(m_counts.size());
    m_firsts.resize(m_counts.size());
    m_rows = m_shown = 0;
    for (qsizetype i = 0; i < m_counts.size(); ++i) {
        m_heads[i] = m_shown;
        m_firsts[i] = m_rows;
        m_rows += m_counts[i];
        m_shown += 1 + (m_folded[i] ? 0 : m_counts[i]);
    }
}

GroupLayout::Place GroupLayout::at(int shownRow) const
{
    if (!m_grouped)
        return {-1, shownRow};
    const auto after = std::upper_bound(m_heads.begin(), m_heads.end(), shownRow);
    if (after == m_heads.begin())
        return {};
    const int group = int(after - m_heads.begin()) - 1;
    const int inside = shownRow - m_heads[group];
    return {group, inside == 0 ? -1 : m_firsts[group] + inside - 1};
}

int GroupLayout::shownRowOf(int dataRow) const
{
    if (!m_grouped)
        return dataRow;
    const auto after = std::upper_bound(m_firsts.begin(), m_firsts.end(), dataRow);
    if (after == m_firsts.begin())
        return -1;
    const int group = int(after - m_firsts.begin()) - 1;
    return m_folded[group] ? m_heads[group] : m_heads[group] + 1 + dataRow - m_firsts[group];
}

} // namespace lazaret::ui
