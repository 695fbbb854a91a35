#include "widgets/datatable.h"

#include "delegates/celldelegate.h"
#include "models/windowmodel.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

namespace lazaret::ui {

class TableHeader : public QHeaderView
{
public:
    explicit TableHeader(DataTable *table) : QHeaderView(Qt::Horizontal, table), m_table(table)
    {
        setFixedHeight(ui::size(u"rowDefault"));
        setSectionsClickable(true);
        setHighlightSections(false);
        setMinimumSectionSize(24);
        setStretchLastSection(false);
    }

protected:
    void paintSection(QPainter *painter, const QRect &rect, int section) const override
    {
        const auto &column = m_table->m_columns.at(section);
        const bool sorted = !column.sortKey.isEmpty() && column.sortKey == m_table->m_sortKey;
        const QFont caption = ui::font(u"caption", sorted ? QFont::DemiBold : QFont::Medium);
        constexpr int arrow = 12;
        painter->save();
        painter->fillRect(rect, color(u"bg.surface"));
        painter->fillRect(QRect(rect.x(), rect.bottom(), rect.width(), 1), color(u"border.default"));
        if (column.box) {
            paintBox(*painter, QPointF(rect.center()) + QPointF(0.5, 0), m_table->m_boxState);
            painter->restore();
            return;
        }
        QRect text = rect.adjusted(8, 0, sorted ? -8 - arrow : -8, 0);
        const auto side = (column.right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
        paintElided(*painter, text, column.title, caption, color(sorted ? u"text.primary" : u"text.muted"), side);
        if (sorted) {
            const int x = column.right ? text.right() + 2 : text.x() + QFontMetrics(caption).horizontalAdvance(column.title) + 3;
            paintIcon(*painter, m_table->m_descending ? u"arrow-down" : u"arrow-up", QRectF(x, rect.center().y() - 5, arrow, arrow),
                      color(u"text.primary"));
        }
        painter->restore();
    }

private:
    DataTable *m_table;
};

DataTable::DataTable(const QList<ColumnLook> &columns, QWidget *parent)
    : QTableView(parent), m_columns(columns), m_delegate(new CellDelegate(this))
{
    setHorizontalHeader(new TableHeader(this));
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(20);
    setRowHeight(ui::size(u"rowDefault") - 2);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int section) {
        if (m_columns.at(section).box)
            return Q_EMIT boxHeaderClicked();
        const auto &key = m_columns.at(section).sortKey;
        if (!key.isEmpty())
            Q_EMIT sortRequested(key, key == m_sortKey ? !m_descending : true);
    });
    const auto open = [this](const QModelIndex &index) { Q_EMIT opened(index.data(RowIdRole).toString()); };
    connect(this, &QTableView::doubleClicked, this, open);
}

void DataTable::showModel(WindowModel *model)
{
    m_window = model;
    setModel(model);
    connect(model, &WindowModel::modelReset, this, &DataTable::keepCurrent);
    connect(model, &WindowModel::rowsInserted, this, &DataTable::rowsCame);
    connect(model, &WindowModel::rowsRemoved, this, &DataTable::rowsWent);
    connect(model, &WindowModel::rowsArrived, this, &DataTable::followCurrent);
    fitColumns();
}

void DataTable::setSort(const QString &key, bool descending)
{
    m_sortKey = key;
    m_descending = descending;
    horizontalHeader()->viewport()->update();
}

void DataTable::setStale(bool stale)
{
    m_delegate->setStale(stale);
    viewport()->update();
}

void DataTable::setRowHeight(int px)
{
    verticalHeader()->setDefaultSectionSize(px);
}

QString DataTable::currentId() const
{
    return currentIndex().data(RowIdRole).toString();
}

void DataTable::goToFirst()
{
    if (!model() || !model()->rowCount())
        return;
    const bool head = m_window->layout().isGrouped() && model()->rowCount() > 1 && !m_window->layout().isFolded(0);
    setCurrentIndex(model()->index(head ? 1 : 0, 0)); // a case rather than the head of its group
}

void DataTable::keepCurrent()
{
    if (!currentIndex().isValid()) {
        m_currentId.clear();
        goToFirst();
    }
}

// Rows that arrive move nobody off the row looked at; only who looks at none goes to the first.
void DataTable::rowsCame()
{
    if (m_currentId.isEmpty())
        keepCurrent();
}

void DataTable::rowsWent()
{
    if (!model()->rowCount())
        m_currentId.clear();
}

// After a refresh the row looked at may stand elsewhere: stay with the row, not with the place.
void DataTable::followCurrent()
{
    const QString here = currentId();
    if (m_currentId.isEmpty()) {
        if (!here.isEmpty()) {
            m_currentId = here;
            Q_EMIT currentIdChanged(here);
        }
        return;
    }
    if (here == m_currentId)
        return;
    const int row = m_window->findRow(m_currentId);
    if (row < 0 || row >= m_window->rowCount()) {
        // Pushed beyond the rows in memory by a burst, or gone from the list: another row must not take its place under the reader's
        // hands, with what was typed for it. No row is current until this one comes into memory again or another is chosen.
        if (!here.isEmpty())
            selectionModel()->setCurrentIndex({}, QItemSelectionModel::Clear);
        return;
    }
    const int shift = currentIndex().isValid() ? (row - currentIndex().row()) * verticalHeader()->defaultSectionSize() : 0;
    selectionModel()->setCurrentIndex(m_window->index(row, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    verticalScrollBar()->setValue(verticalScrollBar()->value() + shift);
}

void DataTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update();
    const auto id = current.data(RowIdRole).toString();
    if (id == m_currentId || !current.isValid() || m_window->isShrinking())
        return;
    m_currentId = id;
    Q_EMIT currentIdChanged(id);
}

int DataTable::sizeHintForRow(int) const
{
    return verticalHeader()->defaultSectionSize();
}

void DataTable::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (const auto head = currentIndex().data(GroupRole); head.isValid())
            Q_EMIT foldRequested(currentIndex().row(), !head.value<GroupHead>().folded);
        else if (currentIndex().isValid())
            Q_EMIT opened(currentId());
        return;
    }
    if (event->key() == Qt::Key_Home || event->key() == Qt::Key_End) { // rows, not columns
        if (const int rows = model()->rowCount())
            setCurrentIndex(model()->index(event->key() == Qt::Key_Home ? 0 : rows - 1, currentIndex().column()));
        return;
    }
    if (moveKey(event))
        return;
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT escaped();
        return;
    }
    if ((event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) && m_window->layout().isGrouped()) {
        Q_EMIT foldRequested(currentIndex().row(), event->key() == Qt::Key_Left);
        return;
    }
    if (!event->text().isEmpty() && event->text().at(0).isLetterOrNumber() && event->modifiers() == Qt::NoModifier) {
        event->ignore(); // no type-ahead search: it would read every row
        return;
    }
    QTableView::keyPressEvent(event);
}

bool DataTable::moveKey(QKeyEvent *event)
{
    const int key = event->key();
    const bool letters = key == Qt::Key_J || key == Qt::Key_K, arrows = key == Qt::Key_Down || key == Qt::Key_Up;
    const bool extend = event->modifiers() == Qt::ShiftModifier;
    if (!(letters && (extend || event->modifiers() == Qt::NoModifier)) && !(arrows && extend))
        return false;
    const int from = currentIndex().row();
    moveBy(key == Qt::Key_J || key == Qt::Key_Down ? 1 : -1);
    if (extend)
        Q_EMIT extended(from, currentIndex().row());
    return true;
}

void DataTable::moveBy(int rows)
{
    if (!model() || !model()->rowCount())
        return;
    const int row = qBound(0, currentIndex().row() + rows, model()->rowCount() - 1);
    setCurrentIndex(model()->index(row, qMax(0, currentIndex().column())));
}

// A box is not part of the row as far as the mouse goes: selecting does not move the current row.
void DataTable::mousePressEvent(QMouseEvent *event)
{
    const auto index = indexAt(event->pos());
    const bool box = index.isValid() && m_columns.at(index.column()).box;
    if (event->button() == Qt::LeftButton && box) {
        Q_EMIT boxClicked(index.row(), event->modifiers() & Qt::ShiftModifier);
        return;
    }
    QTableView::mousePressEvent(event);
    if (event->button() == Qt::LeftButton && index.isValid() && index.data(GroupRole).isValid())
        Q_EMIT foldRequested(index.row(), !index.data(GroupRole).value<GroupHead>().folded);
}

void DataTable::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto index = indexAt(event->pos());
    if (index.isValid() && (m_columns.at(index.column()).box || index.data(GroupRole).isValid()))
        return mousePressEvent(event); // the second of two quick clicks
    QTableView::mouseDoubleClickEvent(event);
}

void DataTable::setHiddenColumns(const QSet<int> &hidden)
{
    m_hiddenByChoice = hidden;
    fitColumns();
}

void DataTable::setBoxState(Qt::CheckState state)
{
    m_boxState = state;
    horizontalHeader()->viewport()->update();
}

void DataTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void DataTable::fitColumns()
{
    if (!model())
        return;
    QList<bool> shown(m_columns.size(), true);
    for (const int hidden : std::as_const(m_hiddenByChoice))
        shown[hidden] = false;
    const int room = viewport()->width();
    const auto needed = [&] {
        int width = 0;
        for (int i = 0; i < m_columns.size(); ++i)
            width += shown[i] ? m_columns[i].width : 0;
        return width;
    };
    while (needed() > room) {
        int leaving = -1;
        for (int i = 0; i < m_columns.size(); ++i) {
            if (shown[i] && m_columns[i].priority > 0 && (leaving < 0 || m_columns[i].priority > m_columns[leaving].priority))
                leaving = i;
        }
        if (leaving < 0)
            break;
        shown[leaving] = false;
    }
    int stretches = 0;
    for (int i = 0; i < m_columns.size(); ++i)
        stretches += shown[i] && m_columns[i].stretch;
    const int spare = qMax(0, room - needed());
    for (int i = 0, left = stretches; i < m_columns.size(); ++i) {
        setColumnHidden(i, !shown[i]);
        if (!shown[i])
            continue;
        int width = m_columns[i].width;
        if (m_columns[i].stretch)
            width += left-- == 1 ? spare - spare / stretches * (stretches - 1) : spare / stretches;
        setColumnWidth(i, width);
    }
}

} // namespace lazaret::ui
