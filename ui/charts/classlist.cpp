#include "charts/classlist.h"

#include "support/format.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/painting.h"

#include <QGuiApplication>
#include <QStyledItemDelegate>

#include <algorithm>

namespace lazaret::ui {

namespace {

class ShareDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto *view = qobject_cast<const QListView *>(option.widget);
        const int room = view ? view->viewport()->height() / qMax(1, index.model()->rowCount()) : ui::size(u"rowRelaxed");
        return {100, qBound(22, room, ui::size(u"rowRelaxed"))};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        painter->save();
        const auto look = token(index.data(ClassShareModel::ClassRole).value<ErrorClass>());
        const int count = index.data(ClassShareModel::CountRole).toInt();
        const int total = index.data(ClassShareModel::TotalRole).toInt(), largest = index.data(ClassShareModel::LargestRole).toInt();
        const QRectF row = QRectF(option.rect).adjusted(4, 0, -4, 0);
        const bool dense = row.height() < 30;
        const qreal textHeight = row.height() - (dense ? 7 : 11);
        const QRectF text(row.x(), row.y() + 1, row.width(), textHeight);
        if (option.state & QStyle::State_MouseOver)
            paintRounded(*painter, option.rect, ui::radius(u"chip"), color(u"bg.hover"));
        const bool none = count == 0;
        paintIcon(*painter, look.icon, QRectF(text.x(), text.center().y() - 7, 14, 14), toneColor(look.tone, u"text"));
        paintElided(*painter, text.adjusted(22, 0, -100, 0), look.label, font(u"small", QFont::Medium),
                    color(none ? u"text.muted" : u"text.primary"));
        paintElided(*painter, text.adjusted(text.width() - 96, 0, -48, 0), countText(count),
                    font(u"small", none ? QFont::Normal : QFont::DemiBold), color(none ? u"text.muted" : u"text.primary"),
                    Qt::AlignRight | Qt::AlignVCenter);
        paintElided(*painter, text.adjusted(text.width() - 46, 0, 0, 0), shareText(count, total), font(u"caption", QFont::Normal),
                    color(u"text.muted"), Qt::AlignRight | Qt::AlignVCenter);
        const qreal thickness = dense ? 3 : 5;
        QRectF bar(row.x() + 22, text.bottom() + 1, row.width() - 22, thickness);
        paintRounded(*painter, bar, thickness / 2, color(u"chart.grid"));
        if (count) {
            bar.setWidth(qMax<qreal>(thickness, bar.width() * count / qMax(1, largest)));
            paintRounded(*painter, bar, thickness / 2, toneColor(look.tone, u"fill"));
        }
        const auto *view = qobject_cast<const QListView *>(option.widget);
        if (view && view->hasFocus() && view->currentIndex() == index)
            paintFocusRing(*painter, option.rect, ui::radius(u"chip"));
        painter->restore();
    }
};

} // namespace

void ClassShareModel::show(const std::array<int, 7> &byClass)
{
    QList<Share> shares;
    int total = 0;
    for (size_t i = 0; i < byClass.size(); ++i) {
        shares.append({ErrorClass(i), byClass[i]});
        total += byClass[i];
    }
    std::stable_sort(shares.begin(), shares.end(), [](const Share &a, const Share &b) { return a.count > b.count; });
    if (m_shares.isEmpty()) {
        beginInsertRows({}, 0, int(shares.size()) - 1);
        m_shares = shares;
        m_total = total;
        endInsertRows();
        return;
    }
    m_shares = shares;
    m_total = total;
    Q_EMIT dataChanged(index(0), index(int(m_shares.size()) - 1));
}

int ClassShareModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shares.size());
}

QVariant ClassShareModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &share = m_shares.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return token(share.errorClass).label;
    case Qt::AccessibleTextRole:
        return tr("%1: %2 open, %3").arg(token(share.errorClass).label, countText(share.count), shareText(share.count, m_total));
    case Qt::ToolTipRole:
        return tr("Show the open cases of this class");
    case ClassRole:
        return QVariant::fromValue(share.errorClass);
    case CountRole:
        return share.count;
    case TotalRole:
        return m_total;
    case LargestRole:
        return m_shares.first().count;
    default:
        return {};
    }
}

ClassList::ClassList(QWidget *parent) : QListView(parent), m_model(new ClassShareModel(this))
{
    setObjectName(QStringLiteral("classList"));
    setAccessibleName(tr("Open cases by error class"));
    setModel(m_model);
    setItemDelegate(new ShareDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setSelectionMode(QAbstractItemView::NoSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setMinimumHeight(7 * 22);
    viewport()->setAutoFillBackground(false);
    viewport()->setCursor(Qt::PointingHandCursor);
    const auto choose = [this](const QModelIndex &index) {
        Q_EMIT classChosen(index.data(ClassShareModel::ClassRole).value<ErrorClass>());
    };
    connect(this, &QListView::clicked, this, choose);
    connect(this, &QListView::activated, this, [this, choose](const QModelIndex &index) {
        if (hasFocus() && !(QGuiApplication::mouseButtons() & Qt::LeftButton))
            choose(index);
    });
}

void ClassList::show(const std::array<int, 7> &byClass)
{
    m_model->show(byClass);
    if (!currentIndex().isValid())
        setCurrentIndex(m_model->index(0));
}

void ClassList::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout(); // rows share the height
}

} // namespace lazaret::ui
