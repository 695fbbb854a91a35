#include "pages/overviewpage.h"

#include "pages/needsyou.h"
#include "pages/pipelinestrip.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/label.h"
#include "widgets/tabs.h"

#include <QPointer>
#include <QVBoxLayout>

#include <numeric>

namespace lazaret::ui {

namespace {

constexpr qint64 hourMs = 60 * 60 * 1000;
constexpr std::array<qint64, 4> ranges{hourMs, 6 * hourMs, 24 * hourMs, 7 * 24 * hourMs};
constexpr int needsWidth = 376, needsNarrow = 304, narrowBelow = 1060;

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
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    m_figure->keepWhole(true);
    line->addWidget(m_figure);
    m_note->setContentsMargins(0, 0, 0, 5);
    line->addWidget(m_note, 1, Qt::AlignBottom);
    column->addLayout(line);
    column->addSpacing(4);
    column->addWidget(body, 1);
}

void ChartCard::showFigure(const QString &figure, const QString &note, const QString &exact)
{
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
    buildCharts(body);
    body->addWidget(m_needs);
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

void OverviewPage::buildCharts(QLayout *into)
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
    auto *grid = new QGridLayout;
    grid->setSpacing(12);
    grid->addWidget(m_depthCard, 0, 0);
    grid->addWidget(m_oldestCard, 0, 1);
    grid->addWidget(m_classCard, 1, 0, 1, 2);
    for (int i = 0; i < 2; ++i) {
        grid->setColumnStretch(i, 1);
        grid->setRowStretch(i, 1);
        grid->setColumnMinimumWidth(i, 120);
    }
    static_cast<QBoxLayout *>(into)->addLayout(grid, 1);
}

QWidget *OverviewPage::tools()
{
    return m_range;
}

QList<QWidget *> OverviewPage::panes()
{
    return {m_depth, m_classes, m_needs->findChild<QPushButton *>()};
}

int OverviewPage::range() const
{
    return m_range->currentIndex();
}

void OverviewPage::setRange(int index)
{
    m_range->setCurrentIndex(qBound(0, index, int(ranges.size()) - 1));
}

void OverviewPage::refresh()
{
    const auto asked = ++m_asked;
    m_data.askOverview(ranges[size_t(m_range->currentIndex())], [self = QPointer(this), asked](const Result<OverviewView> &answer) {
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
    const qint64 from = m_view.atMs - ranges[size_t(m_range->currentIndex())];
    m_strip->show(m_view.stations);
    m_depth->show(m_view.depth, from, m_view.atMs, view);
    m_oldest->show(m_view.oldest, from, m_view.atMs, view);
    m_classes->show(m_view.byClass);
    m_needs->show(m_view, view);

    m_depthCard->showFigure(headlineText(m_view.openCases), tr("open cases"),
                            m_view.openCases >= 10'000 ? countText(m_view.openCases) : QString());
    const int change = m_view.openedLastHour - m_view.closedLastHour;
    if (m_view.openedLastHour || m_view.closedLastHour)
        m_depthCard->chip()->show(change > 0   ? tr("▲ %1 in the last hour").arg(countText(change))
                                  : change < 0 ? tr("▼ %1 in the last hour").arg(countText(-change))
                                               : tr("level in the last hour"),
                                  {change > 0 ? QStringLiteral("warn") : QStringLiteral("good"), {}});
    else
        m_depthCard->chip()->hide();
    if (m_view.oldestMs)
        m_oldestCard->showFigure(duration(m_view.atMs - *m_view.oldestMs), tr("case %1").arg(tailOfId(m_view.oldestCase)));
    else
        m_oldestCard->showFigure(QStringLiteral("–"), tr("nothing waits"));
    const auto largest = std::max_element(m_view.byClass.begin(), m_view.byClass.end());
    m_classCard->showFigure(m_view.openCases ? token(ErrorClass(largest - m_view.byClass.begin())).label : tr("None open"),
                            m_view.openCases ? tr("most of them, %1").arg(shareText(*largest, m_view.openCases)) : QString());
}

void OverviewPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    m_needs->setFixedWidth(width() < narrowBelow ? needsNarrow : needsWidth);
}

} // namespace lazaret::ui
