// Paints every cell of every table from CellDataRole. Rows have one height (the view's default section size), so nothing is measured.
#pragma once

#include "delegates/cell.h"

#include <QStyledItemDelegate>

namespace lazaret::ui {

inline constexpr int boxColumnPx = 36;
void paintBox(QPainter &painter, const QPointF &centre, Qt::CheckState state);

class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    // Rows shown while newer ones are on their way are greyed.
    void setStale(bool stale) { m_stale = stale; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index) override;

private:
    void paintBackground(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintGroup(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const GroupHead &head) const;
    void paintCell(QPainter &painter, const QRect &area, const Cell &cell) const;
    bool m_stale = false;
};

} // namespace lazaret::ui
