#include "models/startedreleases.h"

#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QKeyEvent>
#include <QStyledItemDelegate>

#include <algorithm>

namespace lazaret::ui {

namespace {

struct State
{
    QString label, icon, tone;
};

State stateOf(const Release &release)
{
    if (const int n = release.counters.uncertain)
        return {StartedReleasesModel::tr("%1 uncertain").arg(countText(n)), QStringLiteral("circle-help"), QStringLiteral("uncertain")};
    switch (release.state) {
    case ReleaseState::finished:
        return {StartedReleasesModel::tr("Finished"), QStringLiteral("check-check"), QStringLiteral("good")};
    case ReleaseState::aborted:
        return {StartedReleasesModel::tr("Aborted"), QStringLiteral("octagon-x"), QStringLiteral("neutral")};
    case ReleaseState::paused:
        return {StartedReleasesModel::tr("Paused"), QStringLiteral("circle-pause"), QStringLiteral("warn")};
    case ReleaseState::reconciling:
        return {StartedReleasesModel::tr("Reconciling"), QStringLiteral("scale"), QStringLiteral("accent")};
    default:
        return {StartedReleasesModel::tr("Running"), QStringLiteral("play"), QStringLiteral("accent")};
    }
}

} // namespace

void StartedReleasesModel::show(const QList<Release> &releases)
{
    const bool same = std::equal(releases.begin(), releases.end(), m_releases.begin(), m_releases.end(),
                                 [](const Release &a, const Release &b) { return a.redriveId == b.redriveId; });
    if (same) {
        m_releases = releases;
        if (!m_releases.isEmpty())
            Q_EMIT dataChanged(index(0), index(int(m_releases.size()) - 1));
        return;
    }
    beginResetModel();
    m_releases = releases;
    endResetModel();
}

void StartedReleasesModel::setTimeView(const TimeView &view)
{
    m_view = view;
    if (!m_releases.isEmpty())
        Q_EMIT dataChanged(index(0), index(int(m_releases.size()) - 1));
}

int StartedReleasesModel::rowOf(const QString &redriveId) const
{
    const auto it = std::find_if(m_releases.begin(), m_releases.end(), [&](const Release &r) { return r.redriveId.value == redriveId; });
    return it == m_releases.end() ? -1 : int(it - m_releases.begin());
}

const Release *StartedReleasesModel::at(const QString &redriveId) const
{
    const int row = rowOf(redriveId);
    return row < 0 ? nullptr : &m_releases.at(row);
}

int StartedReleasesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_releases.size());
}

QVariant StartedReleasesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Release &r = m_releases.at(index.row());
    const auto look = stateOf(r);
    const QString title = tr("%1@%2").arg(r.workflow, r.targetVersion);
    const QString cases = tr("%n case(s)", nullptr, r.counters.planned);
    switch (role) {
    case Qt::DisplayRole:
        return title;
    case NoteRole:
        return tr("%1 · %2 · %3").arg(tailOfId(r.redriveId.value), cases, shortTime(r.startedAt.value_or(r.plannedAt), m_view));
    case Qt::ToolTipRole:
        return tr("%1\n%2, fix: %3\n%4").arg(r.redriveId.value, look.label, r.fixReference, r.query);
    case Qt::AccessibleTextRole:
        return tr("Release %1, %2, %3, %4").arg(tailOfId(r.redriveId.value), title, look.label, cases);
    case IdRole:
        return r.redriveId.value;
    case IconRole:
        return look.icon;
    case ToneRole:
        return look.tone;
    case StateRole:
        return look.label;
    default:
        return {};
    }
}

namespace {

constexpr int rowHeight = 54;

class ReleaseDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {120, rowHeight}; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QRect row = option.rect;
        const bool chosen = option.state.testFlag(QStyle::State_Selected), hover = option.state.testFlag(QStyle::State_MouseOver);
        painter->save();
        if (chosen || hover)
            painter->fillRect(row, color(chosen ? u"bg.selected" : u"bg.hover"));
        if (chosen)
            painter->fillRect(QRect(row.x(), row.y(), 3, row.height()), color(u"accent.fill"));
        painter->fillRect(QRect(row.x(), row.bottom(), row.width(), 1), color(u"border.subtle"));
        const QString tone = index.data(StartedReleasesModel::ToneRole).toString();
        const QFont caption = ui::font(u"caption", QFont::DemiBold);
        const QString state = index.data(StartedReleasesModel::StateRole).toString();
        const int stateWidth = QFontMetrics(caption).horizontalAdvance(state) + 4;
        const qreal x = row.x() + 14, width = row.width() - 24;
        paintElided(*painter, QRectF(x, row.y() + 8, width - stateWidth - 24, 18), index.data().toString(),
                    ui::font(u"section", QFont::DemiBold), color(u"text.primary"));
        paintIcon(*painter, index.data(StartedReleasesModel::IconRole).toString(),
                  QRectF(x + width - stateWidth - 16, row.y() + 10, 13, 13), toneColor(tone, u"text"));
        paintElided(*painter, QRectF(x + width - stateWidth, row.y() + 8, stateWidth, 18), state, caption, toneColor(tone, u"text"));
        paintElided(*painter, QRectF(x, row.y() + 28, width, 16), index.data(StartedReleasesModel::NoteRole).toString(), ui::font(u"small"),
                    color(u"text.muted"));
        if (option.state.testFlag(QStyle::State_HasFocus))
            paintFocusRing(*painter, row.adjusted(2, 1, -2, -2), ui::radius(u"control"));
        painter->restore();
    }
};

} // namespace

StartedReleases::StartedReleases(QWidget *parent) : QListView(parent), m_model(new StartedReleasesModel(this))
{
    setObjectName(QStringLiteral("startedReleases"));
    setAccessibleName(tr("Releases"));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setUniformItemSizes(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setItemDelegate(new ReleaseDelegate(this));
    setModel(m_model);
}

void StartedReleases::show(const QList<Release> &releases)
{
    m_model->show(releases);
    const int row = m_model->rowOf(m_chosen);
    const QModelIndex wanted = m_model->index(row < 0 ? 0 : row);
    if (wanted.isValid() && wanted != currentIndex())
        setCurrentIndex(wanted);
}

void StartedReleases::choose(const QString &redriveId)
{
    m_chosen = redriveId; // it may not be in the list yet
    if (const int row = m_model->rowOf(redriveId); row >= 0)
        setCurrentIndex(m_model->index(row));
}

QString StartedReleases::chosen() const
{
    return currentIndex().data(StartedReleasesModel::IdRole).toString();
}

void StartedReleases::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    const QString id = current.data(StartedReleasesModel::IdRole).toString();
    if (id.isEmpty())
        return; // the list is being replaced: show() chooses again
    m_chosen = id;
    Q_EMIT chosenChanged(id);
}

void StartedReleases::keyPressEvent(QKeyEvent *event)
{
    if (event->modifiers() == Qt::NoModifier && (event->key() == Qt::Key_J || event->key() == Qt::Key_K)) {
        const auto next = m_model->index(currentIndex().row() + (event->key() == Qt::Key_J ? 1 : -1));
        if (next.isValid())
            setCurrentIndex(next);
        return;
    }
    if (!event->text().isEmpty() && event->text().at(0).isLetterOrNumber() && event->modifiers() == Qt::NoModifier) {
        event->ignore(); // single letters are commands, not a search
        return;
    }
    QListView::keyPressEvent(event);
}

} // namespace lazaret::ui
