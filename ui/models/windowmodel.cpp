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
    const int rows = int(qMin<qint64>(m_size.matching, std::numeric_limits<int>::max()));
    if (m_newQuestion) {
        m_newQuestion = false;
        beginResetModel();
        dropSegments();
        m_refreshing.clear();
        m_rows = rows;
        endResetModel();
    } else {
        if (rows > m_rows) {
            beginInsertRows({}, m_rows, rows - 1);
            m_rows = rows;
            endInsertRows();
        } else if (rows < m_rows) {
            beginRemoveRows({}, rows, m_rows - 1);
            m_rows = rows;
            endRemoveRows();
        }
        // Every segment in memory is out of date now; those looked at are fetched again when data() next touches them.
        for (int segment = 0; segment <= m_rows / segmentRows; ++segment) {
            if (hasSegment(segment))
                m_refreshing.insert(segment);
        }
        if (m_rows)
            Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
    }
    Q_EMIT sized();
}

int WindowModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

QVariant WindowModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row(), segment = row / segmentRows;
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
        if (segment * segmentRows >= m_rows || m_underWay.contains(segment) || m_waiting)
            continue;
        m_underWay.insert(segment);
        sendRowsQuestion(m_question, segment, m_life);
    }
}

void WindowModel::segmentStored(int segment)
{
    m_underWay.remove(segment);
    m_refreshing.remove(segment);
    const int first = segment * segmentRows, last = qMin(first + segmentRows, m_rows) - 1;
    if (last < first)
        return;
    Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
    Q_EMIT rowsArrived(first, last);
}

void WindowModel::segmentFailed(int segment, const Error &error)
{
    m_underWay.remove(segment);
    Q_EMIT failed(error);
}

} // namespace lazaret::ui
