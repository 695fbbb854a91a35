#include "pages/overviewpage.h"

#include "pages/needsyou.h"
#include "pages/pipelinestrip.h"
#include "theme/tokens.h"
#include "widgets/label.h"
#include "widgets/tabs.h"

#include <QGridLayout>
#include <QPointer>
#include <QVBoxLayout>

#include <algorithm>

namespace lazaret::ui {

namespace {

constexpr qint64 minuteMs = 60 * 1000, hourMs = 60 * minuteMs;
struct Range
{
    qint64 ms;
    int points; // evenly spaced
    qint64 bucketMs;
};
constexpr std::array<Range, 4> ranges{Range{hourMs, 121, 5 * minuteMs}, Range{6 * hourMs, 145, 15 * minuteMs},
                                      Range{24 * hourMs, 289, hourMs}, Range{7 * 24 * hourMs, 337, 6 * hourMs}};
constexpr int needsWidth = 376, needsNarrow = 304, narrowBelow = 1060, lowBelow = 690, tallFrom = 790;

QList<QPointF> toPoints(const QList<queries::HistoryPoint> &history)
{
    QList<QPointF> points;
    for (const auto &point : history)
        points.append(QPointF(double(point.at), point.value));
    return points;
}

QList<ClassShare> toShares(const OverviewView &view)
{
    std::array<ClassShare, 7> shares;
    for (size_t i = 0; i < shares.size(); ++i)
        shares[i].errorClass = ErrorClass(i);
    for (const auto &count : view.now.openByClass)
        shares[size_t(count.errorClass)].count = count.open;
    for (const auto &flow : view.history.lastHour)
        shares[size_t(flow.errorClass)].lastHour = flow.opened - flow.closed;
    for (const auto &flow : view.history.inRange)
        shares[size_t(flow.errorClass)].inRange = flow.opened - flow.closed;
    return QList<ClassShare>(shares.begin(), shares.end());
}

struct Rates
{
    qint64 opened = 0, closed = 0; // in the last hour
};
Rates ratesOf(const queries::History &history)
{
    Rates rates;
    for (const auto &flow : history.lastHour) {
        rates.opened += flow.opened;
        rates.closed += flow.closed;
    }
    return rates;
}

TimeChart::Mark markOf(const store::FlowEvent &event, const TimeView &view)
{
    using Kind = store::FlowEvent::Kind;
    const auto at = shortTime(event.at, view);
    switch (event.kind) {
    case Kind::releasePaused:
        return {event.at, OverviewPage::tr("release paused %1").arg(at), QStringLiteral("warn")};
    case Kind::releaseStarted:
        return {event.at, OverviewPage::tr("release started %1").arg(at), QStringLiteral("accent")};
    case Kind::workflowChanged:
    case Kind::sourceChanged:
        break;
    }
    return {event.at, OverviewPage::tr("%1 changed %2").arg(event.about, at), QStringLiteral("neutral")};
}

// The most telling first, of those the latest.
QList<TimeChart::Mark> toMarks(QList<store::FlowEvent> events, const TimeView &view)
{
    std::stable_sort(events.begin(), events.end(),
                     [](const auto &a, const auto &b) { return a.kind != b.kind ? a.kind < b.kind : a.at > b.at; });
    QList<TimeChart::Mark> marks;
    for (const auto &event : std::as_const(events))
        marks.append(markOf(event, view));
    return marks;
}

} // namespace

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
    auto *charts = new QGridLayout;
    charts->setSpacing(12);
    charts->addWidget(m_depthCard, 0, 0);
    charts->addWidget(m_oldestCard, 0, 1);
    charts->addWidget(m_classCard, 1, 0);
    charts->addWidget(m_flowCard, 1, 1);
    for (int i = 0; i < 2; ++i) {
        charts->setRowStretch(i, 1);
        charts->setColumnStretch(i, 1);
    }
    body->addLayout(charts, 1);
    body->addWidget(m_needs);
    setFocusPolicy(Qt::ClickFocus); // arriving here marks nothing; Tab then leads through the charts
    setSubtitle(tr("What is waiting, why, and what needs you"));
    connectParts();
}

void OverviewPage::connectParts()
{
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
    const auto chart = [this](const char *name, const QString &subject, TimeChart::Unit unit, const char *colorPath) {
        auto *made = new TimeChart(unit, QString::fromLatin1(colorPath));
        made->setObjectName(QLatin1String(name));
        made->setSubject(subject);
        return made;
    };
    m_depth = chart("depthChart", tr("Cases in quarantine"), TimeChart::Unit::count, "chart.primary");
    m_oldest = chart("oldestChart", tr("Age of the oldest open case"), TimeChart::Unit::duration, "chart.reference");
    m_flow = chart("flowChart", tr("Inflow and drain"), TimeChart::Unit::count, "chart.inflow");
    m_classes = new ClassList;
    const auto card = [](const char *name, const QString &title, auto *body) {
        return new ChartCard(QLatin1String(name), title, body, [body] { return body->numbers(); });
    };
    m_depthCard = card("depth", tr("In quarantine"), m_depth);
    m_oldestCard = card("oldest", tr("Oldest message"), m_oldest);
    m_classCard = card("class", tr("Open by class"), m_classes);
    m_flowCard = card("flow", tr("Inflow and drain"), m_flow);
    auto *mode = new SegmentedSwitch({tr("Now"), tr("Over time")});
    mode->setObjectName(QStringLiteral("classMode"));
    mode->setAccessibleName(tr("What the classes are compared with"));
    m_classCard->addTool(mode);
    connect(mode, &QTabBar::currentChanged, this, [this](int index) { m_classes->setOverTime(index == 1); });
}

QWidget *OverviewPage::tools()
{
    return m_range;
}

QList<QWidget *> OverviewPage::panes()
{
    return {m_depth, m_oldest, m_classes, m_flow, m_needs->firstRow()};
}

QList<QAction *> OverviewPage::commands() const
{
    return {m_depthCard->table(), m_oldestCard->table(), m_classCard->table(), m_flowCard->table()};
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
    m_data.askOverview({range.ms, range.points, range.bucketMs}, [self = QPointer(this), asked](const Result<OverviewView> &answer) {
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

qint64 OverviewPage::from() const
{
    return m_view.history.depth.isEmpty() ? m_view.now.now - hourMs : m_view.history.depth.first().at;
}

void OverviewPage::show()
{
    m_strip->show(stations(m_view.now.figures, m_view.now.now, m_status));
    showDepth();
    showOldest();
    showClasses();
    showFlow();
    m_needs->show(m_view, timeView());
}

void OverviewPage::showDepth()
{
    const qint64 now = m_view.now.now, open = m_view.now.figures.openCases;
    const auto rates = ratesOf(m_view.history);
    const auto ahead = outlook(open, rates.opened, rates.closed);
    m_depth->setEnd(ahead.kind == Outlook::Kind::empties ? now + ahead.emptyInMs : 0);
    m_depth->setMarks(toMarks(m_view.history.events, timeView()));
    m_depth->show(toPoints(m_view.history.depth), from(), now, timeView());
    m_depthCard->showFigure(headlineText(open), tr("open cases"), countText(open));
    const qint64 change = rates.opened - rates.closed;
    auto *chip = m_depthCard->chip();
    if (change > 0)
        chip->show(tr("▲ %1 in the last hour").arg(countText(change)), {QStringLiteral("warn"), {}});
    else if (change < 0)
        chip->show(tr("▼ %1 in the last hour").arg(countText(-change)), {QStringLiteral("good"), {}});
    else
        chip->show(tr("level in the last hour"), {QStringLiteral("neutral"), {}});
}

void OverviewPage::showOldest()
{
    const auto &history = m_view.history;
    const auto &figures = m_view.now.figures;
    m_oldest->setLimit(double(history.oldestLimitMs), tr("limit %1").arg(duration(history.oldestLimitMs)));
    m_oldest->show(toPoints(history.oldestAgeMs), from(), m_view.now.now, timeView());
    // Someone who sees some tenants is not told the figures of all, but the chart is theirs.
    const auto age = history.oldestAgeMs.isEmpty() ? 0 : qint64(history.oldestAgeMs.last().value);
    if (figures.oldestCaseAt)
        m_oldestCard->showFigure(duration(m_view.now.now - *figures.oldestCaseAt), tr("case %1").arg(tailOfId(figures.oldestCase.value)));
    else if (age > 0)
        m_oldestCard->showFigure(duration(age), tr("since it failed"));
    else
        m_oldestCard->showFigure(tr("None"), tr("nothing waits"));
    if (m_oldest->isOverLimit())
        m_oldestCard->chip()->show(tr("over the limit"), {QStringLiteral("warn"), QStringLiteral("triangle-alert")});
    m_oldestCard->chip()->setVisible(m_oldest->isOverLimit());
}

void OverviewPage::showClasses()
{
    m_classes->show(toShares(m_view), m_range->tabText(m_range->currentIndex()));
}

void OverviewPage::showFlow()
{
    const auto &history = m_view.history;
    const qint64 now = m_view.now.now;
    QList<FlowBar> bars;
    for (const auto &bucket : history.flow)
        bars.append({bucket.at, qMin(bucket.at + history.bucketMs, now), bucket.opened, bucket.closed});
    m_flow->showBars(bars, from(), now, timeView());
    const auto rates = ratesOf(history);
    const auto ahead = outlook(m_view.now.figures.openCases, rates.opened, rates.closed);
    m_flowCard->showFigure(ahead.kind == Outlook::Kind::nothingWaits ? tr("Nothing waits")
                           : ahead.kind == Outlook::Kind::empties    ? tr("Empty in about %1").arg(duration(ahead.emptyInMs))
                                                                     : tr("Not emptying: +%1/h").arg(countText(ahead.morePerHour)),
                           {}, tr("At the rates of the last hour"));
    m_flowCard->showKeys({{QStringLiteral("chart.drain"), tr("closed %1 per hour").arg(countText(rates.closed))},
                          {QStringLiteral("chart.inflow"), tr("new %1 per hour").arg(countText(rates.opened))}});
}

void OverviewPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    const bool low = height() < lowBelow;
    m_needs->setFixedWidth(width() < narrowBelow ? needsNarrow : needsWidth);
    m_needs->setRowsEach(height() < tallFrom ? 2 : 4);
    m_strip->setLow(low);
    for (auto *card : {m_depthCard, m_oldestCard, m_classCard, m_flowCard})
        card->setLow(low);
}

} // namespace lazaret::ui
