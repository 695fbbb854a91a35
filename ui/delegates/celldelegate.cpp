#include "delegates/celldelegate.h"

#include "base/printable.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QTableView>
#include <QToolTip>

namespace lazaret::ui {

namespace {

// Much of it came from outside: nothing in one cell may turn the line round or hide what follows.
Cell shownCell(const QModelIndex &index)
{
    auto cell = index.data(CellDataRole).value<Cell>();
    cell.text = printable(cell.text);
    return cell;
}

constexpr int padding = 8, iconPx = 14, iconGap = 6;

QFont cellFont(const Cell &cell)
{
    const bool mono = cell.kind == Cell::Kind::mono || cell.kind == Cell::Kind::iconMono;
    if (mono)
        return monoFont();
    return font(u"table", cell.strong ? QFont::DemiBold : QFont::Normal);
}

bool hasIcon(const Cell &cell)
{
    return cell.kind == Cell::Kind::iconText || cell.kind == Cell::Kind::iconMono;
}

int textWidth(const Cell &cell)
{
    return QFontMetrics(cellFont(cell)).horizontalAdvance(cell.text) + (hasIcon(cell) ? iconPx + iconGap : 0);
}

} // namespace

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    return {textWidth(index.data(CellDataRole).value<Cell>()) + 2 * padding, ui::size(u"rowDefault")};
}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    const QVariant group = index.data(GroupRole);
    if (group.isValid()) {
        paintGroup(*painter, option, index, group.value<GroupHead>());
        painter->restore();
        return;
    }
    paintBackground(*painter, option, index);
    if (m_stale)
        painter->setOpacity(0.55);
    paintCell(*painter, option.rect.adjusted(padding, 0, -padding, -1), shownCell(index));
    painter->restore();
}

void CellDelegate::paintBackground(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QRect &rect = option.rect;
    const bool selected = option.state & QStyle::State_Selected;
    const bool hover = option.state & QStyle::State_MouseOver;
    const bool marked = index.data(MarkedRole).toBool();
    painter.fillRect(rect, color(selected ? u"bg.selected" : hover ? u"bg.hover" : u"bg.surface"));
    if (marked && !selected)
        painter.fillRect(rect, color(u"bg.selected", 0.5));
    painter.fillRect(QRect(rect.x(), rect.bottom(), rect.width(), 1), color(u"border.subtle", 0.8));
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    if (view && view->currentIndex().row() == index.row() && index.column() == 0) // the mark of the current row: focus shows as its width
        painter.fillRect(QRect(rect.x(), rect.y(), view->hasFocus() ? 3 : 2, rect.height() - 1),
                         color(view->hasFocus() ? u"accent.fill" : u"border.control"));
}

void paintBox(QPainter &painter, const QPointF &centre, Qt::CheckState state)
{
    const QRectF box(qRound(centre.x()) - 7.5, qRound(centre.y()) - 7.5, 15, 15);
    const bool on = state != Qt::Unchecked;
    paintRounded(painter, box, 4, on ? color(u"accent.fill") : color(u"bg.surface"),
                 on ? QColor(Qt::transparent) : color(u"border.control"));
    if (on)
        paintIcon(painter, state == Qt::Checked ? u"check" : u"minus", box.adjusted(2, 2, -2, -2), color(u"text.onFill"));
}

// Every cell of the row paints the whole head, shifted to where the row begins, and is clipped to itself: no spans.
void CellDelegate::paintGroup(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const GroupHead &head) const
{
    const auto *view = qobject_cast<const QTableView *>(option.widget);
    const auto *header = view ? view->horizontalHeader() : nullptr;
    QRect row = option.rect;
    if (header) {
        row.setLeft(option.rect.x() - header->sectionPosition(index.column()));
        row.setWidth(header->length());
    }
    const bool selected = option.state & QStyle::State_Selected;
    painter.setClipRect(option.rect);
    painter.fillRect(row, color(selected ? u"bg.selected" : u"bg.app"));
    painter.fillRect(QRect(row.x(), row.bottom(), row.width(), 1), color(u"border.subtle"));
    if (selected)
        painter.fillRect(QRect(row.x(), row.y(), view && view->hasFocus() ? 3 : 2, row.height() - 1),
                         color(view && view->hasFocus() ? u"accent.fill" : u"border.control"));
    const int y = row.center().y();
    int x = row.x() + padding;
    if (head.boxed) {
        paintBox(painter, QPointF(row.x() + boxColumnPx / 2.0, y), head.state);
        x = row.x() + boxColumnPx;
    }
    paintIcon(painter, head.folded ? u"chevron-right" : u"chevron-down", QRectF(x, y - 7, 14, 14), color(u"text.secondary"));
    x += 20;
    if (!head.icon.isEmpty()) {
        paintIcon(painter, head.icon, QRectF(x, y - 7, 14, 14), toneColor(head.tone, u"text"));
        x += 20;
    }
    const QFont small = font(u"small");
    const int note = QFontMetrics(small).horizontalAdvance(head.note);
    const int right = row.x() + row.width() - 14;
    paintElided(painter, QRectF(x, row.y(), right - note - 12 - x, row.height() - 1), head.title, font(u"table", QFont::DemiBold),
                color(u"text.primary"));
    paintElided(painter, QRectF(right - note - 1, row.y(), note + 2, row.height() - 1), head.note, small, color(u"text.secondary"));
}

void CellDelegate::paintCell(QPainter &painter, const QRect &area, const Cell &cell) const
{
    const QColor ink =
        !cell.tone.isEmpty() && !hasIcon(cell) ? toneColor(cell.tone, u"text") : color(cell.quiet ? u"text.secondary" : u"text.primary");
    const bool right = cell.right || cell.kind == Cell::Kind::number;
    QRectF body = area;
    switch (cell.kind) {
    case Cell::Kind::chip:
        if (!cell.text.isEmpty()) {
            const ChipStyle style{cell.tone, cell.icon};
            const qreal width = qMin<qreal>(chipWidth(cell.text, style) + 1, body.width());
            paintChip(painter, QRectF(body.x(), qRound(body.center().y()) - 9, width, 19), cell.text, style);
        }
        return;
    case Cell::Kind::box:
        paintBox(painter, body.center() + QPointF(0.5, 0.5), cell.state);
        return;
    case Cell::Kind::owner:
        if (!cell.text.isEmpty())
            paintInitials(painter, QRectF(body.x(), qRound(body.center().y()) - 9, 19, 19), cell.text);
        else
            paintElided(painter, body, QStringLiteral("–"), font(u"table"), color(u"text.muted"));
        return;
    case Cell::Kind::iconText:
    case Cell::Kind::iconMono:
        if (!cell.icon.isEmpty())
            paintIcon(painter, cell.icon, QRectF(body.x(), body.center().y() - iconPx / 2.0, iconPx, iconPx),
                      toneColor(cell.tone, u"text"));
        body.setLeft(body.x() + iconPx + iconGap);
        break;
    default:
        break;
    }
    paintElided(painter, body, cell.text, cellFont(cell), ink, (right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

bool CellDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const auto cell = index.data(CellDataRole).value<Cell>();
    QString tip = cell.tooltip;
    if (tip.isEmpty() && cell.kind != Cell::Kind::owner && textWidth(cell) > option.rect.width() - 2 * padding)
        tip = cell.text;
    QToolTip::showText(event->globalPos(), tip, view);
    return true;
}

} // namespace lazaret::ui
