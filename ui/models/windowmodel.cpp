#include "models/windowmodel.h"

#include <QTimer>

#include <limits>

namespace lazaret::ui {

WindowModel::WindowModel(QObject *parent) : QAbstractTableModel(parent) {}

void WindowModel::ask(const TableQuestion &question)
{
    m_question = question;
    m_newQuestion = true;
    refresh();
}

void WindowModel::refresh()
{
    ++m_life;
    m_waiting = true;
    m_underWay.clear();
    m_wanted.clear();
    sendSizeQuestion(m_question, m_life);
}

void WindowModel::takeSize(const Result<TableSize> &answer, quint64 life)
{
    if (!isCurrent(life))
        return;
    m_waiting = false;
    if (!answer) {
        Q_EMIT failed(answer.error());
        return;
    }
    m_size = *answer;
    GroupLayout next;
    layOut(next);
    const int before = m_layout.shown(), rows = next.shown();
    // Heads and rows change together, and only between begin and end: a view may ask in the middle of it.
    const auto adopt = [&] {
        m_layout = next;
        m_groups = m_size.groups;
    };
    if (m_newQuestion) {
        m_newQuestion = false;
        beginResetModel();
        dropSegments();
        m_refreshing.clear();
        adopt();
        endResetModel();
    } else {
        if (rows > before) {
            beginInsertRows({}, before, rows - 1);
            adopt();
            endInsertRows();
        } else if (rows < before) {
            m_shrinking = true;
            beginRemoveRows({}, rows, before - 1);
            adopt();
            endRemoveRows();
            m_shrinking = false;
        } else {
            adopt();
        }
        // Every segment in memory is out of date now; those looked at are fetched again when data() next touches them.
        for (int segment = 0; segment <= m_layout.dataRows() / segmentRows; ++segment) {
            if (hasSegment(segment))
                m_refreshing.insert(segment);
        }
        if (rows)
            Q_EMIT dataChanged(index(0, 0), index(rows - 1, columnCount() - 1));
    }
    Q_EMIT sized();
}

void WindowModel::layOut(GroupLayout &layout) const
{
    if (m_question.group.isEmpty()) {
        layout.setRows(int(qMin<qint64>(m_size.matching, std::numeric_limits<int>::max())));
        return;
    }
    QList<int> counts;
    QList<bool> folded;
    for (const auto &group : m_size.groups) {
        counts.append(int(group.count));
        folded.append(m_folded.contains(group.key));
    }
    layout.setGroups(counts, folded);
}

void WindowModel::fold(int group, bool folded)
{
    if (group < 0 || group >= m_layout.groups() || m_layout.isFolded(group) == folded)
        return;
    const int first = m_layout.headOf(group) + 1, last = first + m_layout.count(group) - 1;
    if (folded) {
        m_folded.insert(m_groups[group].key);
        beginRemoveRows({}, first, last);
        m_layout.fold(group, true);
        endRemoveRows();
    } else {
        m_folded.remove(m_groups[group].key);
        beginInsertRows({}, first, last);
        m_layout.fold(group, false);
        endInsertRows();
    }
    Q_EMIT dataChanged(index(first - 1, 0), index(first - 1, columnCount() - 1));
}

const TableGroup *WindowModel::groupAt(int row) const
{
    const int group = row >= 0 && row < m_layout.shown() ? m_layout.at(row).group : -1;
    return group >= 0 && group < m_groups.size() ? &m_groups[group] : nullptr;
}

int WindowModel::findRow(const QString &id) const
{
    const int row = findDataRow(id);
    return row < 0 || row >= m_layout.dataRows() ? -1 : m_layout.shownRowOf(row);
}

int WindowModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_layout.shown();
}

GroupHead WindowModel::headOf(int group, const TableGroup &what) const
{
    return {.title = what.title, .note = {}, .icon = what.icon, .tone = what.tone, .folded = m_layout.isFolded(group)};
}

QVariant WindowModel::headData(const GroupLayout::Place &place, int column, int role) const
{
    const auto head = headOf(place.group, m_groups[place.group]);
    switch (role) {
    case GroupRole:
        return QVariant::fromValue(head);
    case CellDataRole:
        return QVariant::fromValue(Cell{.text = column == 0 ? head.title : QString()});
    case Qt::DisplayRole:
        return column == 0 ? head.title : QString();
    case Qt::AccessibleTextRole:
        return (head.folded ? tr("Group %1, %2, folded") : tr("Group %1, %2")).arg(head.title, head.note);
    case RowIdRole:
        return QString();
    default:
        return {};
    }
}

QVariant WindowModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto place = m_layout.at(index.row());
    if (place.row < 0)
        return headData(place, index.column(), role);
    const int row = place.row, segment = row / segmentRows;
    const bool known = hasRow(row);
    if (role == CellDataRole || role == Qt::DisplayRole) {
        if (!known || m_refreshing.contains(segment))
            want(segment);
    }
    switch (role) {
    case CellDataRole:
        return QVariant::fromValue(known ? cellAt(row, index.column()) : Cell{.text = QStringLiteral("…"), .quiet = true});
    case Qt::DisplayRole:
        return known ? cellAt(row, index.column()).text : QStringLiteral("…");
    case Qt::AccessibleTextRole:
        return known ? sentenceAt(row) : tr("Loading");
    case RowIdRole:
        return known ? idAt(row) : QString();
    case MarkedRole:
        return known && isMarked(row);
    default:
        return {};
    }
}

void WindowModel::want(int segment) const
{
    if (m_underWay.contains(segment))
        return;
    m_wanted.insert(segment);
    if (m_flushing)
        return;
    m_flushing = true;
    auto *self = const_cast<WindowModel *>(this);
    QMetaObject::invokeMethod(
        self, [self] { self->flushWanted(); }, Qt::QueuedConnection);
}

void WindowModel::flushWanted()
{
    m_flushing = false;
    const auto wanted = std::exchange(m_wanted, {});
    for (const int segment : wanted) {
        if (segment * segmentRows >= m_layout.dataRows() || m_underWay.contains(segment) || m_waiting)
            continue;
        m_underWay.insert(segment);
        sendRowsQuestion(m_question, segment, m_life);
    }
}

void WindowModel::segmentStored(int segment)
{
    m_underWay.remove(segment);
    m_refreshing.remove(segment);
    const int from = segment * segmentRows, to = qMin(from + segmentRows, m_layout.dataRows()) - 1;
    if (to < from)
        return;
    const int first = m_layout.shownRowOf(from), last = m_layout.shownRowOf(to);
    Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
    Q_EMIT rowsArrived(first, last);
}

void WindowModel::segmentFailed(int segment, const Error &error)
{
    m_underWay.remove(segment);
    Q_EMIT failed(error);
}

} // namespace lazaret::ui
