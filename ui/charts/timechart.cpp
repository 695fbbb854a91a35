#include "charts/timechart.h"

#include "charts/thinning.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QAreaSeries>
#include <QChart>
#include <QDateTime>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QLineSeries>
#include <QTimeZone>
#include <QValueAxis>

#include <cmath>

namespace lazaret::ui {

namespace {

constexpr int top = 10, bottom = 22;

QValueAxis *hiddenAxis(QChart *chart, Qt::Alignment side)
{
    auto *axis = new QValueAxis;
    axis->setLabelsVisible(false);
    axis->setGridLineVisible(false);
    axis->setLineVisible(false);
    chart->addAxis(axis, side);
    return axis;
}

} // namespace

TimeChart::TimeChart(Unit unit, const QString &colorPath, QWidget *parent) : QChartView(parent), m_unit(unit), m_color(colorPath)
{
    auto *chart = new QChart;
    chart->setBackgroundVisible(false);
    chart->setPlotAreaBackgroundVisible(false);
    chart->setMargins({});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->legend()->hide();
    chart->setAnimationOptions(QChart::NoAnimation);
    setChart(chart);
    m_x = hiddenAxis(chart, Qt::AlignBottom);
    m_y = hiddenAxis(chart, Qt::AlignLeft);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setBackgroundBrush(Qt::NoBrush);
    viewport()->setAutoFillBackground(false);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(120, 90);
}

void TimeChart::setSubject(const QString &subject)
{
    m_subject = subject;
    setAccessibleName(subject);
}

void TimeChart::setLimit(double value, const QString &name)
{
    m_limit = value;
    m_limitName = name;
    viewport()->update();
}

void TimeChart::setMarks(const QList<Mark> &marks)
{
    m_marks = marks;
    viewport()->update();
}

bool TimeChart::isOverLimit() const
{
    return m_limit > 0 && !m_points.isEmpty() && m_points.last().y() > m_limit;
}

void TimeChart::show(const QList<QPointF> &points, qint64 fromMs, qint64 toMs, const TimeView &view)
{
    m_points = points;
    m_bars.clear();
    double highest = m_limit;
    for (const auto &point : points) {
        if (!std::isnan(point.y()))
            highest = qMax(highest, point.y());
    }
    const auto scale = m_unit == Unit::count ? countScale(highest) : durationScale(highest);
    m_scale = {0, scale.top, scale.step};
    take(fromMs, toMs, view);
}

void TimeChart::showBars(const QList<FlowBar> &bars, qint64 fromMs, qint64 toMs, const TimeView &view)
{
    m_points.clear();
    for (const auto &bar : bars)
        m_points.append(QPointF(double(qMax(bar.from, fromMs) + qMin(bar.to, toMs)) / 2, double(bar.up)));
    m_bars = bars;
    m_scale = mirroredScale(bars);
    take(fromMs, toMs, view);
}

void TimeChart::take(qint64 fromMs, qint64 toMs, const TimeView &view)
{
    m_from = fromMs;
    m_now = m_to = qMax(fromMs + 1, toMs);
    if (m_endAt > m_now) // a little beyond, for the label; the past keeps most of the room
        m_to += qint64(double(qMin(m_endAt - m_now, (m_now - m_from) * 2 / 5)) * 1.12);
    m_view = view;
    if (m_crosshair >= m_points.size())
        m_crosshair = -1;
    rebuild();
    setAccessibleName(sentence());
}

void TimeChart::rebuild()
{
    chart()->removeAllSeries();
    m_x->setRange(double(m_from), double(m_to));
    m_y->setRange(m_scale.low, m_scale.top);
    const auto runs = m_bars.isEmpty() ? thinned(m_points, m_from, m_now, int(plot().width())) : QList<QList<QPointF>>();
    QList<QList<QPointF>> above;
    for (const auto &run : m_limit > 0 ? runs : QList<QList<QPointF>>())
        above += partsAbove(run, m_limit);
    for (const auto &run : runs)
        addRun(run, m_color, above.isEmpty(), 1.6); // one area at most: what is above is what is to be seen
    for (const auto &part : std::as_const(above))
        addRun(part, QStringLiteral("warn.fill"), true, 2.4);
    viewport()->update();
}

void TimeChart::addRun(const QList<QPointF> &run, const QString &colorPath, bool filled, double width)
{
    const auto add = [this](QAbstractSeries *series) {
        chart()->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    };
    if (filled) {
        auto *upper = new QLineSeries, *lower = new QLineSeries;
        upper->replace(run);
        lower->replace(QList<QPointF>{{run.first().x(), 0}, {run.last().x(), 0}});
        auto *area = new QAreaSeries(upper, lower);
        upper->setParent(area);
        lower->setParent(area);
        area->setPen(Qt::NoPen);
        QLinearGradient fill(0, 0, 0, 1);
        fill.setCoordinateMode(QGradient::ObjectBoundingMode);
        fill.setColorAt(0, color(colorPath, 0.22));
        fill.setColorAt(1, color(colorPath, 0.02));
        area->setBrush(fill);
        add(area);
    }
    auto *line = new QLineSeries;
    line->replace(run);
    line->setPen(QPen(color(colorPath), width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    add(line);
}

int TimeChart::drawnPoints() const
{
    int count = 0;
    for (const auto *series : chart()->series()) {
        if (const auto *line = qobject_cast<const QLineSeries *>(series))
            count += int(line->count());
    }
    return count;
}

QString TimeChart::valueText(double value) const
{
    return m_unit == Unit::count ? countText(std::llround(value)) : duration(std::llround(value));
}

// A line of text per point beside the crosshair.
QString TimeChart::pointText(int point) const
{
    if (m_bars.isEmpty())
        return valueText(m_points[point].y()) + u"  " + shortTime(qint64(m_points[point].x()), m_view);
    const auto &bar = m_bars[point];
    return tr("%1 new, %2 closed, %3 to %4")
        .arg(countText(bar.up), countText(bar.down), shortTime(bar.from, m_view), shortTime(bar.to, m_view));
}

QRectF TimeChart::plot() const
{
    return {double(leftPx), double(top), qMax(1.0, double(width() - leftPx - rightPx)), qMax(1.0, double(height() - top - bottom))};
}

QPointF TimeChart::place(const QPointF &point) const
{
    const QRectF area = plot();
    return {area.x() + (point.x() - double(m_from)) / double(m_to - m_from) * area.width(),
            area.bottom() - (point.y() - m_scale.low) / (m_scale.top - m_scale.low) * area.height()};
}

void TimeChart::resizeEvent(QResizeEvent *event)
{
    // Before the base class, or the grid stays one resize behind the series.
    chart()->setPlotArea(plot());
    QChartView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        rebuild();
}

void TimeChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        rebuild(); // pens hold colours of the old theme
}

void TimeChart::mouseMoveEvent(QMouseEvent *event)
{
    const double at = double(m_from) + (event->position().x() - plot().x()) / plot().width() * double(m_to - m_from);
    int nearest = -1;
    for (int i = 0; i < m_points.size(); ++i) {
        if (!std::isnan(m_points[i].y()) && (nearest < 0 || std::abs(m_points[i].x() - at) < std::abs(m_points[nearest].x() - at)))
            nearest = i;
    }
    setCrosshair(nearest);
}

void TimeChart::leaveEvent(QEvent *event)
{
    setCrosshair(-1);
    QChartView::leaveEvent(event);
}

void TimeChart::focusOutEvent(QFocusEvent *event)
{
    setCrosshair(-1);
    QChartView::focusOutEvent(event);
}

void TimeChart::keyPressEvent(QKeyEvent *event)
{
    const int direction = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (!direction || m_points.isEmpty()) {
        QChartView::keyPressEvent(event);
        return;
    }
    const int stride = qMax(1, int(m_points.size() / 48)) * direction;
    const int from = m_crosshair < 0 ? int(m_points.size()) - 1 - stride : m_crosshair;
    setCrosshair(qBound(0, from + stride, int(m_points.size()) - 1));
}

void TimeChart::setCrosshair(int point)
{
    if (m_crosshair == point)
        return;
    m_crosshair = point;
    viewport()->update();
}

} // namespace lazaret::ui
