#include "pages/overviewpage.h"

#include "pages/needsyou.h"
#include "pages/pipelinestrip.h"
#include "theme/tokens.h"
#include "widgets/label.h"
#include "widgets/tabs.h"

#include <QPointer>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr qint64 hourMs = 60 * 60 * 1000;
struct Range
{
    qint64 ms;
    int points; // evenly spaced so that one of them stands exactly an hour ago
};
constexpr std::array<Range, 4> ranges{Range{hourMs, 121}, Range{6 * hourMs, 145}, Range{24 * hourMs, 289}, Range{7 * 24 * hourMs, 337}};
constexpr int needsWidth = 376, needsNarrow = 304, narrowBelow = 1060, lowBelow = 740;

QList<QPointF> toPoints(const QList<queries::HistoryPoint> &history)
{
    QList<QPointF> points;
    for (const auto &point : history)
        points.append(QPointF(double(point.at), point.value));
    return points;
}

qint64 changeInLastHour(const QList<queries::HistoryPoint> &depth, const Range &range)
{
    const qint64 back = hourMs * (range.points - 1) / range.ms;
    return depth.size() > back ? qint64(depth.last().value - depth.at(depth.size() - 1 - back).value) : 0;
}

std::array<int, 7> byClass(const QList<store::ClassCount> &counts)
{
    std::array<int, 7> result{};
    for (const auto &count : counts)
        result[size_t(count.errorClass)] = int(count.open);
    return result;
}

} // namespace

ChartCard::ChartCard(const QString &name, const QString &title, QWidget *body, QWidget *parent)
    : Card(parent), m_figure(new Label({}, ui::font(u"hero"))), m_note(new Label({}, ui::font(u"small"), QStringLiteral("text.secondary"))),
      m_chip(new Chip)
{
    setObjectName(name);
    setAccessibleName(title);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 10);
    column->setSpacing(2);
    auto *head = new QHBoxLayout;
    head->addWidget(new Label(title, ui::font(u"small", QFont::DemiBold), QStringLiteral("text.secondary")), 1);
    m_chip->hide();
    head->addWidget(m_chip);
    column->addLayout(head);
    m_line = new QWidget;
    m_line->hide();
    auto *line = new QHBoxLayout(m_line);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    m_figure->keepWhole(true);
    line->addWidget(m_figure);
    m_note->setContentsMargins(0, 0, 0, 5);
    line->addWidget(m_note, 1, Qt::AlignBottom);
    column->addWidget(m_line);
    column->addSpacing(4);
    column->addWidget(body, 1);
}

void ChartCard::showFigure(const QString &figure, const QString &note, const QString &exact)
{
    m_line->show();
    m_figure->setText(figure);
    m_figure->setToolTip(exact);
    m_note->setText(note);
}

OverviewPage::OverviewPage(DeskData &desk, QWidget *parent)
    : Page(QStringLiteral("overview"), tr("Overview"), QStringLiteral("layout-dashboard"), parent), m_data(desk),
      m_range(new SegmentedSwitch({tr("1 h"), tr("6 h"), tr("24 h"), tr("7 d")})), m_error(new Banner), m_strip(new PipelineStrip),
      m_needs(new NeedsYou)
{
    m_range->setObjectName(QStringLiteral("range"));
    m_range->setAccessibleName(tr("Range of the charts"));
    m_range->setCurrentIndex(2);
    m_error->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(12);
    column->addWidget(m_error);
    column->addWidget(m_strip);
    auto *body = new QHBoxLayout;
    body->setSpacing(12);
    column->addLayout(body, 1);
    buildCharts();
    // One above the other, so that both read along the same hours.
    auto *charts = new QVBoxLayout;
    charts->setSpacing(12);
    charts->addWidget(m_depthCard, 1);
    charts->addWidget(m_oldestCard, 1);
    body->addLayout(charts, 1);
    auto *side = new QVBoxLayout;
    side->setSpacing(12);
    side->addWidget(m_needs);
    side->addWidget(m_classCard, 1);
    body->addLayout(side);
    setFocusPolicy(Qt::ClickFocus); // arriving here marks nothing; Tab then leads through the charts
    setSubtitle(tr("What is waiting, why, and what needs you"));

    connect(m_range, &QTabBar::currentChanged, this, &OverviewPage::refresh);
    connect(m_classes, &ClassList::classChosen, this,
            [this](ErrorClass chosen) { Q_EMIT casesRequested(QStringLiteral("class:%1 -status:closed").arg(toText(chosen)), {}); });
    connect(m_needs, &NeedsYou::listRequested, this, [this](const QString &query) { Q_EMIT casesRequested(query, {}); });
    connect(m_needs, &NeedsYou::caseRequested, this, &OverviewPage::casesRequested);
    connect(m_strip, &PipelineStrip::opened, this, [this](const QString &key) {
        Q_EMIT pageRequested(key == u"listener" || key == u"queue" ? QStringLiteral("deliveries") : QStringLiteral("cases"));
    });
}

void OverviewPage::buildCharts()
{
    m_depth = new TimeChart(TimeChart::Unit::count, QStringLiteral("chart.primary"));
    m_depth->setObjectName(QStringLiteral("depthChart"));
    m_depth->setSubject(tr("Cases in quarantine"));
    m_oldest = new TimeChart(TimeChart::Unit::duration, QStringLiteral("chart.reference"));
    m_oldest->setObjectName(QStringLiteral("oldestChart"));
    m_oldest->setSubject(tr("Age of the oldest open case"));
    m_classes = new ClassList;
    m_depthCard = new ChartCard(QStringLiteral("depthCard"), tr("In quarantine"), m_depth);
    m_oldestCard = new ChartCard(QStringLiteral("oldestCard"), tr("Oldest message"), m_oldest);
    m_classCard = new ChartCard(QStringLiteral("classCard"), tr("Open cases by error class"), m_classes);
}

QWidget *OverviewPage::tools()
{
    return m_range;
}

QList<QWidget *> OverviewPage::panes()
{
    return {m_depth, m_needs->firstRow(), m_classes};
}

QWidget *OverviewPage::firstNeed() const
{
    return m_needs->firstRow();
}

int OverviewPage::range() const
{
    return m_range->currentIndex();
}

void OverviewPage::setRange(int index)
{
    m_range->setCurrentIndex(qBound(0, index, int(ranges.size()) - 1));
}

void OverviewPage::setStatus(const DeskStatus &status)
{
    m_status = status;
    if (m_any)
        m_strip->show(stations(m_view.now.figures, m_view.now.now, m_status));
}

void OverviewPage::refresh()
{
    const auto asked = ++m_asked;
    const auto &range = ranges[size_t(m_range->currentIndex())];
    m_data.askOverview(range.ms, range.points, [self = QPointer(this), asked](const Result<OverviewView> &answer) {
        if (self && self->m_asked == asked)
            self->take(answer);
    });
}

void OverviewPage::take(const Result<OverviewView> &answer)
{
    if (answer) {
        m_view = *answer;
        m_any = true;
        m_error->hide();
        show();
        Q_EMIT answered();
    } else {
        m_error->show(QStringLiteral("bad"), QStringLiteral("octagon-alert"), tr("The store could not be read"),
                      tr("%1. What is shown below is older. Press F5 to read again.").arg(answer.error().detail));
    }
    Q_EMIT ready();
}

void OverviewPage::setTimeView(const TimeView &view)
{
    Page::setTimeView(view);
    if (m_any)
        show();
}

void OverviewPage::show()
{
    const auto &view = timeView();
    const auto &range = ranges[size_t(m_range->currentIndex())];
    const auto &figures = m_view.now.figures;
    const qint64 now = m_view.now.now;
    const auto classes = byClass(m_view.now.openByClass);
    m_strip->show(stations(figures, now, m_status));
    m_depth->show(toPoints(m_view.history.depth), now - range.ms, now, view);
    m_oldest->show(toPoints(m_view.history.oldestAgeMs), now - range.ms, now, view);
    m_classes->show(classes);
    m_needs->show(m_view, view);

    m_depthCard->showFigure(headlineText(figures.openCases), tr("open cases"), countText(figures.openCases));
    showChange(changeInLastHour(m_view.history.depth, range));
    if (figures.oldestCaseAt)
        m_oldestCard->showFigure(duration(now - *figures.oldestCaseAt), tr("case %1").arg(tailOfId(figures.oldestCase.value)));
    else
        m_oldestCard->showFigure(tr("None"), tr("nothing waits"));
    m_classCard->chip()->show(tr("%1 open").arg(countText(figures.openCases)), {QStringLiteral("neutral"), {}});
}

void OverviewPage::showChange(qint64 change)
{
    auto *chip = m_depthCard->chip();
    if (change > 0)
        chip->show(tr("▲ %1 in the last hour").arg(countText(change)), {QStringLiteral("warn"), {}});
    else if (change < 0)
        chip->show(tr("▼ %1 in the last hour").arg(countText(-change)), {QStringLiteral("good"), {}});
    else
        chip->show(tr("level in the last hour"), {QStringLiteral("neutral"), {}});
}

void OverviewPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    for (QWidget *card : {static_cast<QWidget *>(m_needs), static_cast<QWidget *>(m_classCard)})
        card->setFixedWidth(width() < narrowBelow ? needsNarrow : needsWidth);
    m_needs->setRowsEach(height() < lowBelow ? 1 : 2);
}

} // namespace lazaret::ui
