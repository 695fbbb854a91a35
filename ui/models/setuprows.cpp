#include "models/setuprows.h"

#include "delegates/cell.h"

namespace lazaret::ui {

void SetupRows::setRows(const QList<SetupRow> &rows)
{
    const auto idsOf = [](const QList<SetupRow> &list) {
        QStringList ids;
        for (const auto &row : list)
            ids.append(row.id);
        return ids;
    };
    const QStringList wanted = idsOf(rows);
    for (int i = int(m_rows.size()) - 1; i >= 0; --i) {
        if (wanted.contains(m_rows[i].id))
            continue;
        beginRemoveRows({}, i, i);
        m_rows.removeAt(i);
        endRemoveRows();
    }
    for (int i = 0; i < rows.size(); ++i) {
        if (i < m_rows.size() && m_rows[i].id == rows[i].id) {
            if (!(m_rows[i] == rows[i])) {
                m_rows[i] = rows[i];
                Q_EMIT dataChanged(index(i), index(i));
            }
            continue;
        }
        if (const int elsewhere = find(rows[i].id); elsewhere >= 0) {
            beginRemoveRows({}, elsewhere, elsewhere);
            m_rows.removeAt(elsewhere);
            endRemoveRows();
        }
        beginInsertRows({}, i, i);
        m_rows.insert(i, rows[i]);
        endInsertRows();
    }
}

int SetupRows::find(const QString &id) const
{
    for (int i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].id == id)
            return i;
    }
    return -1;
}

int SetupRows::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant SetupRows::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const auto &row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return row.title;
    case RowIdRole:
        return row.id;
    case RowRole:
        return QVariant::fromValue(row);
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: {
        QStringList said{row.title, row.second, row.state};
        if (row.changed)
            said.append(tr("unsaved changes"));
        said.removeAll(QString());
        return said.join(QStringLiteral(", "));
    }
    default:
        return {};
    }
}

} // namespace lazaret::ui
