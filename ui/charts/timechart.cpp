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

constexpr int left = 44, right = 14, top = 10, bottom = 22, tickGapPx = 70;

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

void TimeChart::show(const QList<QPointF> &points, qint64 fromMs, qint64 toMs, const TimeView &view)
{
    m_points = points;
    m_from = fromMs;
    m_to = qMax(fromMs + 1, toMs);
    m_view = view;
    double highest = m_limit;
    for (const auto &point : points) {
        if (!std::isnan(point.y()))
            highest = qMax(highest, point.y());
    }
    const auto scale = m_unit == Unit::count ? countScale(highest) : durationScale(highest);
    m_top = scale.top;
    m_step = scale.step;
    if (m_crosshair >= points.size())
        m_crosshair = -1;
    rebuild();
    describe();
}

void TimeChart::rebuild()
{
    chart()->removeAllSeries();
    m_x->setRange(double(m_from), double(m_to));
    m_y->setRange(0, m_top);
    for (const auto &run : thinned(m_points, m_from, m_to, int(plot().width())))
        addRun(run);
    viewport()->update();
}

void TimeChart::addRun(const QList<QPointF> &run)
{
    auto *upper = new QLineSeries, *lower = new QLineSeries, *line = new QLineSeries;
    upper->replace(run);
    lower->replace(QList<QPointF>{{run.first().x(), 0}, {run.last().x(), 0}});
    line->replace(run);
    auto *area = new QAreaSeries(upper, lower);
    upper->setParent(area);
    lower->setParent(area);
    area->setPen(Qt::NoPen);
    QLinearGradient fill(0, 0, 0, 1);
    fill.setCoordinateMode(QGradient::ObjectBoundingMode);
    fill.setColorAt(0, color(m_color, 0.22));
    fill.setColorAt(1, color(m_color, 0.02));
    area->setBrush(fill);
    line->setPen(QPen(color(m_color), 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (QAbstractSeries *series : {static_cast<QAbstractSeries *>(area), static_cast<QAbstractSeries *>(line)}) {
        chart()->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    }
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

void TimeChart::describe()
{
    const QPointF *peak = nullptr, *last = nullptr;
    for (const auto &point : m_points) {
        if (std::isnan(point.y()))
            continue;
        last = &point;
        if (!peak || point.y() > peak->y())
            peak = &point;
    }
    const auto span = duration(m_to - m_from);
    setAccessibleName(last ? tr("%1 over %2: %3 now, peak %4 at %5")
                                 .arg(m_subject, span, valueText(last->y()), valueText(peak->y()), shortTime(qint64(peak->x()), m_view))
                           : tr("%1 over %2: nothing recorded").arg(m_subject, span));
}

QString TimeChart::valueText(double value) const
{
    return m_unit == Unit::count ? countText(std::llround(value)) : duration(std::llround(value));
}

// One unit per axis, the largest that divides the step: "10 h, 20 h, 30 h" rather than "1 d 6 h".
QString TimeChart::axisText(double value) const
{
    if (m_unit == Unit::count || value == 0)
        return countText(std::llround(value));
    constexpr qint64 minute = 60 * 1000, hour = 60 * minute, day = 24 * hour;
    const auto step = std::llround(m_step), at = std::llround(value);
    return step % day == 0      ? tr("%1 d").arg(at / day)
           : step % hour == 0   ? tr("%1 h").arg(at / hour)
           : step % minute == 0 ? tr("%1 min").arg(at / minute)
                                : tr("%1 s").arg(at / 1000);
}

QRectF TimeChart::plot() const
{
    return {double(left), double(top), qMax(1.0, double(width() - left - right)), qMax(1.0, double(height() - top - bottom))};
}

QPointF TimeChart::place(const QPointF &point) const
{
    const QRectF area = plot();
    return {area.x() + (point.x() - double(m_from)) / double(m_to - m_from) * area.width(),
            area.bottom() - point.y() / m_top * area.height()};
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

void TimeChart::drawBackground(QPainter *painter, const QRectF &)
{
    const QRectF area = plot();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    for (double value = 0; value <= m_top + m_step / 2; value += m_step)
        painter->fillRect(QRectF(area.x(), qRound(place({0, value}).y()), area.width(), 1),
                          color(value == 0 ? u"chart.axis" : u"chart.grid"));
    painter->restore();
}

void TimeChart::drawForeground(QPainter *painter, const QRectF &)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintTicks(*painter);
    paintLimit(*painter);
    paintMarks(*painter);
    paintEnd(*painter);
    paintCrosshair(*painter);
    if (hasFocus())
        paintFocusRing(*painter, viewport()->rect(), ui::radius(u"chip"));
    painter->restore();
}

void TimeChart::paintTicks(QPainter &painter) const
{
    const QRectF area = plot();
    const QFont small = ui::font(u"caption", QFont::Normal);
    const QFontMetrics metrics(small);
    for (double value = 0; value <= m_top + m_step / 2; value += m_step) {
        const double y = place({0, value}).y();
        paintElided(painter, QRectF(0, y - 8, left - 7, 16), axisText(value), small, color(u"text.muted"),
                    Qt::AlignRight | Qt::AlignVCenter);
    }
    const qint64 offset = m_view.utc ? 0 : QDateTime::fromMSecsSinceEpoch(m_to).offsetFromUtc() * qint64(1000);
    const auto gap = qint64(double(m_to - m_from) * tickGapPx / area.width());
    const bool days = m_to - m_from > 36 * 3600 * 1000;
    for (const qint64 tick : timeTicks(m_from, m_to, offset, gap)) {
        const double x = place({double(tick), 0}).x();
        const bool midnight = days && (tick + offset) % (24 * 3600 * 1000) == 0;
        const QString text =
            midnight ? QLocale().toString(
                           (m_view.utc ? QDateTime::fromMSecsSinceEpoch(tick, Qt::UTC) : QDateTime::fromMSecsSinceEpoch(tick)).date(),
                           QStringLiteral("d MMM"))
                     : clockTime(tick, m_view);
        const double half = metrics.horizontalAdvance(text) / 2.0;
        if (x - half < area.x() - 6 || x + half > area.right() + right)
            continue;
        painter.fillRect(QRectF(qRound(x), area.bottom() + 1, 1, 4), color(u"chart.axis"));
        paintElided(painter, QRectF(x - half - 2, area.bottom() + 5, 2 * half + 6, 15), text, small, color(u"text.muted"), Qt::AlignCenter);
    }
}

void TimeChart::paintLimit(QPainter &painter) const
{
    if (m_limit <= 0)
        return;
    const QRectF area = plot();
    const double y = qRound(place({0, m_limit}).y()) + 0.5;
    painter.setPen(QPen(color(u"chart.reference"), 1, Qt::DashLine));
    painter.drawLine(QPointF(area.x(), y), QPointF(area.right(), y));
    paintElided(painter, QRectF(area.x() + 4, y - 17, area.width() - 8, 16), m_limitName, ui::font(u"caption", QFont::Normal),
                color(u"text.muted"));
}

void TimeChart::paintMarks(QPainter &painter) const
{
    const QRectF area = plot();
    const QFont caption = ui::font(u"caption");
    for (const auto &mark : m_marks) {
        if (mark.at < m_from || mark.at > m_to)
            continue;
        const double x = qRound(place({double(mark.at), 0}).x()) + 0.5;
        painter.setPen(QPen(toneColor(mark.tone, u"text"), 1, Qt::DashLine));
        painter.drawLine(QPointF(x, area.y()), QPointF(x, area.bottom()));
        const double width = QFontMetrics(caption).horizontalAdvance(mark.text) + 10;
        const double left = x + width + 2 > area.right() ? x - width - 2 : x + 2;
        paintRounded(painter, QRectF(left, area.y(), width, 16), ui::radius(u"chip"), toneColor(mark.tone, u"soft"));
        paintElided(painter, QRectF(left, area.y(), width, 16), mark.text, caption, toneColor(mark.tone, u"text"), Qt::AlignCenter);
    }
}

void TimeChart::paintEnd(QPainter &painter) const
{
    if (m_points.isEmpty() || std::isnan(m_points.last().y()))
        return;
    painter.setPen(QPen(color(u"bg.surface"), 2));
    painter.setBrush(color(m_color));
    painter.drawEllipse(place(m_points.last()), 4, 4);
}

void TimeChart::paintCrosshair(QPainter &painter) const
{
    if (m_crosshair < 0 || std::isnan(m_points[m_crosshair].y()))
        return;
    const QRectF area = plot();
    const auto &point = m_points[m_crosshair];
    const QPointF at = place(point);
    painter.fillRect(QRectF(qRound(at.x()), area.y(), 1, area.height()), color(u"border.control"));
    painter.setPen(QPen(color(u"bg.surface"), 2));
    painter.setBrush(color(m_color));
    painter.drawEllipse(at, 4, 4);
    const QString text = valueText(point.y()) + u"  " + shortTime(qint64(point.x()), m_view);
    const QFont caption = ui::font(u"caption", QFont::DemiBold);
    const double width = QFontMetrics(caption).horizontalAdvance(text) + 14;
    const double x = qBound(area.x(), at.x() - width / 2, area.right() - width);
    const QRectF box(x, qMax(0.0, area.y() - 8), width, 20);
    paintRounded(painter, box, ui::radius(u"chip"), color(u"bg.surface"), color(u"border.default"));
    paintElided(painter, box, text, caption, color(u"text.primary"), Qt::AlignCenter);
}

} // namespace lazaret::ui
