#include "pages/releaserun.h"

#include "charts/timechart.h"
#include "pages/listpage.h"
#include "pages/releaseparts.h"
#include "theme/tokens.h"
#include "widgets/commandbutton.h"
#include "widgets/label.h"
#include "widgets/tabs.h"

#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int sideWidth = 356, leastChartMs = 10 * 60'000;

bool isOver(const Release &r)
{
    return r.state == ReleaseState::finished || r.state == ReleaseState::aborted;
}

// When the release came to stand as it does now: the latest of its entries that paused it.
Time pausedAt(const QList<AuditEntry> &log)
{
    Time at;
    for (const auto &entry : log) {
        if (entry.action == u"release.pause" || entry.action == u"release.paused")
            at = entry.at;
    }
    return at;
}

} // namespace

ReleaseRun::ReleaseRun(const Commands &commands, QWidget *parent)
    : QWidget(parent), m_banner(new PauseBanner), m_stages(new StageStrip), m_steps(new StepCards), m_counters(new CounterStrip)
{
    setObjectName(QStringLiteral("releaseRun"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(ui::size(u"gutter"));
    column->addWidget(m_banner);
    column->addWidget(m_stages);
    column->addWidget(m_steps);
    column->addWidget(m_counters);
    auto *below = new QHBoxLayout;
    below->setSpacing(ui::size(u"gutter"));
    below->addWidget(buildTable(), 1);
    m_side = buildSide();
    below->addWidget(m_side);
    column->addLayout(below, 1);

    m_banner->addButton(new CommandButton(commands.verify, Button::Kind::primary, QStringLiteral("V")));
    m_banner->addButton(new CommandButton(commands.resume, Button::Kind::secondary));
    m_banner->addButton(new CommandButton(commands.abort, Button::Kind::secondary));
    m_banner->hide();
    connect(m_filter, &SegmentedSwitch::currentChanged, this, &ReleaseRun::showRows);
    connect(m_table, &DataTable::opened, this, &ReleaseRun::caseRequested);
    connect(m_audit, &Button::clicked, this, [this] {
        if (!m_log.isEmpty())
            Q_EMIT auditRequested(m_log.first().seq);
    });
}

QWidget *ReleaseRun::buildTable()
{
    m_count = new Label({}, ui::font(u"small"), QStringLiteral("text.muted"));
    m_filter = new SegmentedSwitch({tr("All"), tr("Settled"), tr("Uncertain"), tr("Not sent")});
    m_filter->setObjectName(QStringLiteral("runFilter"));
    m_filter->setAccessibleName(tr("Which cases"));
    m_model = new RunModel(this);
    m_table = new DataTable(runColumns());
    m_table->setObjectName(QStringLiteral("runTable"));
    m_table->setAccessibleName(tr("Cases in this release"));
    m_table->showModel(m_model);
    m_area = new ListArea(m_table, m_model);
    m_area->whenEmpty = [] {
        return ListArea::EmptyWords{QStringLiteral("search-x"),
                                    tr("No case stands there"),
                                    tr("Every case of this release is under another of the words above."),
                                    {}};
    };
    auto *card = new Card;
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 10, 1, 7);
    inside->setSpacing(8);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(15, 0, 12, 0);
    head->setSpacing(8);
    auto *title = new Label(tr("Cases in this release"), ui::font(u"section"));
    title->keepWhole(true);
    head->addWidget(title);
    head->addWidget(m_count, 1);
    head->addWidget(m_filter);
    inside->addLayout(head);
    inside->addWidget(new Line);
    inside->addWidget(m_area, 1);
    return card;
}

QWidget *ReleaseRun::buildSide()
{
    auto *side = new QWidget;
    side->setFixedWidth(sideWidth);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(ui::size(u"gutter"));

    m_chart = new TimeChart(TimeChart::Unit::count, QStringLiteral("chart.primary"));
    m_chart->setObjectName(QStringLiteral("rateChart"));
    m_chart->setSubject(tr("Released per minute"));
    m_limit = new Label({}, ui::font(u"small", QFont::Medium), QStringLiteral("text.secondary"));
    m_limit->keepWhole(true);
    auto *chartCard = new Card;
    auto *chart = new QVBoxLayout(chartCard);
    chart->setContentsMargins(2, 10, 2, 6);
    auto *chartHead = new QHBoxLayout;
    chartHead->setContentsMargins(14, 0, 14, 0);
    chartHead->addWidget(new Label(tr("Released per minute"), ui::font(u"section")), 1);
    chartHead->addWidget(m_limit);
    chart->addLayout(chartHead);
    chart->addWidget(m_chart, 1);
    column->addWidget(chartCard, 5);

    m_events = new LogList;
    m_audit = new Button({}, Button::Kind::link);
    m_audit->setObjectName(QStringLiteral("auditLink"));
    auto *logCard = new Card;
    auto *log = new QVBoxLayout(logCard);
    log->setContentsMargins(16, 10, 16, 8);
    log->setSpacing(4);
    auto *logHead = new QHBoxLayout;
    logHead->addWidget(new Label(tr("What happened"), ui::font(u"section")), 1);
    logHead->addWidget(m_audit);
    log->addLayout(logHead);
    log->addWidget(m_events, 1);
    column->addWidget(logCard, 5);
    return side;
}

QList<const queries::ReleaseRow *> ReleaseRun::unknown() const
{
    QList<const queries::ReleaseRow *> list;
    for (const auto &row : m_detail.rows) {
        if (fateOf(row.item) == Fate::uncertain && row.facts.uncertain)
            list.append(&row);
    }
    return list;
}

void ReleaseRun::show(const queries::ReleaseDetail &detail, const QList<AuditEntry> &log, const TimeView &view)
{
    const bool another = m_shownId != detail.release.redriveId.value;
    m_shownId = detail.release.redriveId.value;
    m_detail = detail;
    m_log = log;
    m_view = view;
    m_model->setLadder(detail.release.ladder);
    if (another) {
        const QSignalBlocker quiet(m_filter);
        m_filter->setCurrentIndex(0);
    }
    setTimeView(view);
    showRows();
}

void ReleaseRun::setTimeView(const TimeView &view)
{
    m_view = view;
    const Release &r = m_detail.release;
    if (r.redriveId.value.isEmpty())
        return;
    const auto open = unknown();
    const auto words = pauseWords(r, open, m_detail.context.hosts, pausedAt(m_log), view);
    if (r.state == ReleaseState::paused)
        m_banner->show(words);
    else
        m_banner->hide();
    QString note = tr("Requested by %1").arg(r.plannedBy);
    if (r.approvedAt && r.selfApproved)
        note += tr(", approved by the same person %1").arg(secondTime(*r.approvedAt, view));
    else if (r.approvedAt)
        note += tr(", approved by %1 %2").arg(r.approver, secondTime(*r.approvedAt, view));
    m_stages->show(r, words.tone, note);
    const auto steps = stepCards(r, m_detail.rows);
    m_steps->show(steps, words.tone, view);
    m_counters->show(r.counters);
    m_model->setTimeView(view);
    m_events->show(releaseLog(r, steps, m_log), view);
    m_audit->setVisible(!m_log.isEmpty());
    if (!m_log.isEmpty()) {
        m_audit->setText(tr("Audit %1 to %2").arg(countText(m_log.first().seq), countText(m_log.last().seq)));
        m_audit->setAccessibleName(m_audit->text());
    }
    showChart(m_log);
}

void ReleaseRun::showRows()
{
    QList<int> counts(4, 0);
    for (const auto &row : std::as_const(m_detail.rows)) {
        const Fate fate = fateOf(row.item);
        if (fate == Fate::notEligible)
            continue;
        ++counts[int(RunFilter::all)];
        counts[int(RunFilter::settled)] += isSettled(fate);
        counts[int(RunFilter::uncertain)] += fate == Fate::uncertain;
        counts[int(RunFilter::notSent)] += fate == Fate::waits || fate == Fate::returned;
    }
    const QStringList words{tr("All"), tr("Settled"), tr("Uncertain"), tr("Not sent")};
    for (int i = 0; i < words.size(); ++i)
        m_filter->setTabText(i, words[i] + u' ' + countText(counts[i]));
    m_filter->updateGeometry();
    const auto rows = runRows(m_detail.rows, RunFilter(m_filter->currentIndex()));
    m_count->setText(tr("%1, newest first").arg(countText(rows.size())));
    m_model->setRows(rows, counts[0]);
}

void ReleaseRun::showChart(const QList<AuditEntry> &log)
{
    const Release &r = m_detail.release;
    m_limit->setText(r.ratePerMin > 0 ? tr("limit %1").arg(QLocale().toString(r.ratePerMin, 'g', 6)) : tr("no limit"));
    const qint64 paused = r.state == ReleaseState::paused ? pausedAt(log).value_or(0) : 0;
    QList<TimeChart::Mark> marks;
    if (paused) // violet only when an effect is not known
        marks.append({paused, tr("paused"), unknown().isEmpty() ? QStringLiteral("warn") : QStringLiteral("uncertain")});
    m_chart->setMarks(marks);
    m_chart->setLimit(r.ratePerMin, tr("rate limit"));
    if (!r.startedAt)
        return m_chart->show({}, m_view.nowMs - leastChartMs, m_view.nowMs, m_view);
    qint64 last = *r.startedAt;
    for (const auto &row : std::as_const(m_detail.rows))
        last = std::max(last, row.item.releasedAt.value_or(0));
    const bool sends = r.state == ReleaseState::canary || r.state == ReleaseState::running;
    last = isOver(r) ? std::max(last, r.finishedAt.value_or(0)) : sends ? m_view.nowMs : std::max(last, paused);
    const qint64 from = *r.startedAt / 60'000 * 60'000;
    const auto points = rateSeries(m_detail.rows, from, last);
    m_chart->show(points, from, std::max(last, from + leastChartMs), m_view);
}

void ReleaseRun::setRowHeight(int px)
{
    m_table->setRowHeight(px);
}

DataTable *ReleaseRun::table() const
{
    return m_table;
}

QWidget *ReleaseRun::chart() const
{
    return m_chart;
}

void ReleaseRun::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_side->setFixedWidth(width() < 1100 ? 300 : sideWidth);
}

} // namespace lazaret::ui
