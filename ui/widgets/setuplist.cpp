#include "widgets/setuplist.h"

#include "delegates/cell.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace lazaret::ui {

namespace {

constexpr int rowPx = 54, inset = 14, gap = 8, iconPx = 14;

class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {120, rowPx}; }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto row = index.data(SetupRows::RowRole).value<SetupRow>();
        const bool current = option.state & QStyle::State_Selected;
        const QRectF card = QRectF(option.rect).adjusted(0, 1, 0, -1);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (current) {
            paintRounded(*painter, card, ui::radius(u"control"), color(u"bg.selected"));
            painter->fillRect(QRectF(card.x(), card.y() + 8, 3, card.height() - 16), color(u"accent.fill"));
        } else if (option.state & QStyle::State_MouseOver) {
            paintRounded(*painter, card, ui::radius(u"control"), color(u"bg.hover"));
        }
        QRectF upper(card.x() + inset, card.y() + 7, card.width() - 2 * inset, 20);
        const QFont stateFont = ui::font(u"small");
        const QRectF whole = upper;
        if (!row.state.isEmpty()) {
            const qreal wide = QFontMetricsF(stateFont).horizontalAdvance(row.state) + 1;
            const QColor ink = row.quiet ? color(u"text.muted") : toneColor(row.tone, u"text");
            paintElided(*painter, QRectF(upper.right() - wide, upper.y(), wide, upper.height()), row.state, stateFont, ink,
                        Qt::AlignRight | Qt::AlignVCenter);
            upper.setRight(upper.right() - wide - iconPx - 4);
            paintIcon(*painter, row.icon, QRectF(upper.right(), upper.y() + 3, iconPx, iconPx), ink);
            upper.setRight(upper.right() - gap);
        }
        paintElided(*painter, upper, row.title, ui::font(u"body", QFont::DemiBold), color(row.quiet ? u"text.muted" : u"text.primary"));
        QRectF lower(whole.x(), whole.bottom() - 1, whole.width(), 17);
        if (row.changed) {
            const QString word = SetupRows::tr("unsaved");
            const qreal wide = QFontMetricsF(stateFont).horizontalAdvance(word) + 1;
            paintElided(*painter, QRectF(lower.right() - wide, lower.y(), wide, lower.height()), word, stateFont, color(u"warn.text"),
                        Qt::AlignRight | Qt::AlignVCenter);
            lower.setRight(lower.right() - wide - gap);
        }
        paintElided(*painter, lower, row.second, stateFont, color(u"text.secondary"));
        if (current && option.state & QStyle::State_HasFocus)
            paintFocusRing(*painter, card.toRect(), ui::radius(u"control"));
        painter->restore();
    }
};

} // namespace

SetupList::SetupList(const QString &name, const QString &label, QWidget *parent) : QListView(parent), m_rows(new SetupRows(this))
{
    setObjectName(name);
    setAccessibleName(label);
    setModel(m_rows);
    setItemDelegate(new RowDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setUniformItemSizes(true);
}

void SetupList::setRows(const QList<SetupRow> &rows)
{
    const QString kept = currentId();
    m_rows->setRows(rows);
    if (const int at = m_rows->find(kept); at >= 0)
        setCurrentIndex(m_rows->index(at));
    else if (!rows.isEmpty())
        setCurrentIndex(m_rows->index(0));
}

void SetupList::setCurrentId(const QString &id)
{
    if (const int at = m_rows->find(id); at >= 0)
        setCurrentIndex(m_rows->index(at));
}

QString SetupList::currentId() const
{
    return currentIndex().data(RowIdRole).toString();
}

void SetupList::keyPressEvent(QKeyEvent *event)
{
    const bool down = event->key() == Qt::Key_J;
    if (event->modifiers() == Qt::NoModifier && (down || event->key() == Qt::Key_K)) {
        const int row = currentIndex().row() + (down ? 1 : -1);
        if (row >= 0 && row < m_rows->rowCount())
            setCurrentIndex(m_rows->index(row));
        return;
    }
    if (!event->text().isEmpty() && event->text().at(0).isLetterOrNumber())
        return event->ignore(); // letters are commands here, no search
    QListView::keyPressEvent(event);
}

void SetupList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    Q_EMIT currentIdChanged(current.data(RowIdRole).toString());
}

} // namespace lazaret::ui
