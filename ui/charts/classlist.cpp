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

constexpr int changeWide = 52, shareWide = 62, countWide = 48;

int fromRight(int px)
{
    return px * textScale() / normalTextScale;
}

QString changeText(qint64 change)
{
    return change > 0   ? ClassList::tr("▲ %1").arg(countText(change))
           : change < 0 ? ClassList::tr("▼ %1").arg(countText(-change))
                        : countText(0);
}

// Over time: what there is now, and an upright where it was.
void paintBar(QPainter &painter, QRectF bar, const ClassShare &share, const ClassShareModel &model, const QString &tone)
{
    const bool overTime = model.isOverTime();
    qint64 largest = 1;
    for (const auto &each : model.shares())
        largest = qMax(largest, overTime ? qMax(each.count, each.before()) : each.count);
    const qreal whole = bar.width(), thick = bar.height();
    paintRounded(painter, bar, thick / 2, color(u"chart.grid"));
    if (share.count) {
        bar.setWidth(qMax(thick, whole * qreal(share.count) / qreal(largest)));
        paintRounded(painter, bar, thick / 2, toneColor(tone, u"fill"));
    }
    if (overTime && share.before())
        painter.fillRect(QRectF(bar.x() + qMin(whole - 2, whole * qreal(share.before()) / qreal(largest)), bar.y() - 2, 2, thick + 4),
                         color(u"text.primary"));
}

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
        const auto share = index.data(ClassShareModel::ShareRole).value<ClassShare>();
        const auto *model = static_cast<const ClassShareModel *>(index.model());
        const auto look = token(share.errorClass);
        const QRectF row = QRectF(option.rect).adjusted(4, 0, -4, 0);
        const bool dense = row.height() < 30;
        const qreal textHeight = row.height() - (dense ? 7 : 11);
        const QRectF text(row.x(), row.y() + 1, row.width(), textHeight);
        if (option.state & QStyle::State_MouseOver)
            paintRounded(*painter, option.rect, ui::radius(u"chip"), color(u"bg.hover"));
        const QFont plain = font(u"caption", QFont::Normal);
        const bool none = share.count == 0;
        paintIcon(*painter, look.icon, QRectF(text.x(), text.center().y() - 7, 14, 14), toneColor(look.tone, u"text"));
        paintElided(*painter, text.adjusted(22, 0, -fromRight(changeWide + shareWide + countWide), 0), look.label,
                    font(u"small", QFont::Medium), color(none ? u"text.muted" : u"text.primary"));
        const auto right = [&](const QString &what, int edge, int wide, const QFont &font, QStringView path) {
            paintElided(*painter, QRectF(text.right() - fromRight(edge + wide), text.y(), fromRight(wide), text.height()), what, font,
                        color(path), Qt::AlignRight | Qt::AlignVCenter);
        };
        right(countText(share.count), changeWide + shareWide, countWide, font(u"small", none ? QFont::Normal : QFont::DemiBold),
              none ? u"text.muted" : u"text.primary");
        right(model->isOverTime() ? ClassList::tr("was %1").arg(countText(share.before())) : shareText(share.count, model->total()),
              changeWide, shareWide, plain, u"text.muted");
        const qint64 change = model->isOverTime() ? share.inRange : share.lastHour;
        right(changeText(change), 0, changeWide, plain, change > 0 ? u"bad.text" : u"text.muted");
        paintBar(*painter, QRectF(row.x() + 22, text.bottom() + 1, row.width() - 22, dense ? 3 : 5), share, *model, look.tone);
        const auto *view = qobject_cast<const QListView *>(option.widget);
        if (view && view->hasFocus() && view->currentIndex() == index)
            paintFocusRing(*painter, option.rect, ui::radius(u"chip"));
        painter->restore();
    }
};

} // namespace

void ClassShareModel::show(QList<ClassShare> shares)
{
    std::stable_sort(shares.begin(), shares.end(), [](const auto &a, const auto &b) { return a.count > b.count; });
    m_total = 0;
    for (const auto &share : std::as_const(shares))
        m_total += share.count;
    if (m_shares.size() != shares.size()) {
        beginResetModel();
        m_shares = std::move(shares);
        return endResetModel();
    }
    m_shares = std::move(shares);
    Q_EMIT dataChanged(index(0), index(int(m_shares.size()) - 1));
}

void ClassShareModel::setOverTime(bool overTime)
{
    m_overTime = overTime;
    if (!m_shares.isEmpty())
        Q_EMIT dataChanged(index(0), index(int(m_shares.size()) - 1));
}

QString ClassShareModel::sentence(const ClassShare &share) const
{
    const auto label = token(share.errorClass).label;
    return m_overTime ? tr("%1: %2 open, %3 at the beginning of the range").arg(label, countText(share.count), countText(share.before()))
           : share.lastHour >= 0 ? tr("%1: %2 open, %3, %4 more in the last hour")
                                       .arg(label, countText(share.count), shareText(share.count, m_total), countText(share.lastHour))
                                 : tr("%1: %2 open, %3, %4 fewer in the last hour")
                                       .arg(label, countText(share.count), shareText(share.count, m_total), countText(-share.lastHour));
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
        return sentence(share);
    case Qt::ToolTipRole:
        return tr("%1. Enter shows them.").arg(sentence(share));
    case ClassRole:
        return QVariant::fromValue(share.errorClass);
    case ShareRole:
        return QVariant::fromValue(share);
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

void ClassList::show(const QList<ClassShare> &shares, const QString &range)
{
    m_range = range;
    m_model->show(shares);
    if (!currentIndex().isValid())
        setCurrentIndex(m_model->index(0));
    setAccessibleDescription(tr("%1 open cases").arg(countText(m_model->total())));
}

Numbers ClassList::numbers() const
{
    Numbers numbers{tr("Open cases by error class"),
                    tr("A case counts in the class it has now."),
                    {tr("Class"), tr("Open"), tr("Share"), tr("Change in 1 h"), tr("Open %1 ago").arg(m_range)},
                    {}};
    for (const auto &share : m_model->shares())
        numbers.rows << QStringList{token(share.errorClass).label, countText(share.count), shareText(share.count, m_model->total()),
                                    changeText(share.lastHour), countText(share.before())};
    return numbers;
}

void ClassList::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout(); // rows share the height
}

} // namespace lazaret::ui
