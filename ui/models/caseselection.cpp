#include "models/caseselection.h"

namespace lazaret::ui {

QStringList CaseSelection::ids() const
{
    QStringList list;
    list.reserve(count());
    QSet<QString> listed;
    for (const auto &id : m_order) { // one taken away and taken again is in the order twice
        if (m_ids.contains(id) && !listed.contains(id)) {
            listed.insert(id);
            list.append(id);
        }
    }
    return list;
}

Qt::CheckState CaseSelection::boxState() const
{
    return isEmpty() ? Qt::Unchecked : m_whole && !exceptions() ? Qt::Checked : Qt::PartiallyChecked;
}

// The oldest look counts: what changed since then is refused, whatever was shown later.
void CaseSelection::begin(const queries::Seen &seen)
{
    if (isEmpty()) {
        m_order.clear();
        m_whole = false;
        m_seen = seen;
    }
}

void CaseSelection::toggle(const QString &id, const queries::Seen &seen)
{
    if (contains(id))
        remove({id});
    else
        add({id}, seen);
}

void CaseSelection::add(const QStringList &ids, const queries::Seen &seen)
{
    if (ids.isEmpty())
        return;
    begin(seen);
    for (const auto &id : ids) {
        if (!m_ids.contains(id)) {
            m_ids.insert(id);
            m_order.append(id);
        }
    }
    if (m_whole && count() > m_matched)
        m_whole = false; // something else joined by hand
    Q_EMIT changed();
}

void CaseSelection::remove(const QStringList &ids)
{
    for (const auto &id : ids)
        m_ids.remove(id);
    Q_EMIT changed();
}

void CaseSelection::takeWhole(const QString &query, const QStringList &ids, const queries::Seen &seen)
{
    m_order = ids;
    m_ids = QSet<QString>(ids.begin(), ids.end());
    m_query = query;
    m_whole = true;
    m_matched = ids.size();
    m_seen = seen;
    Q_EMIT changed();
}

void CaseSelection::clear()
{
    if (isEmpty())
        return;
    m_ids.clear();
    m_order.clear();
    m_whole = false;
    Q_EMIT changed();
}

} // namespace lazaret::ui
