// What a time chart paints itself: grid and bars behind the series; texts, limit, marks, the way to nought and the crosshair before them.
#include "charts/thinning.h"
#include "charts/timechart.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace lazaret::ui {

namespace {

constexpr int tickGapPx = 70, labelHigh = 16;
constexpr qsizetype mostMarks = 3;
constexpr qint64 dayMs = 24 * 3'600'000;

} // namespace

// One unit per axis, the largest that divides the step: "10 h, 20 h, 30 h" rather than "1 d 6 h".
QString TimeChart::axisText(double value) const
{
    if (m_unit == Unit::count || value == 0)
        return countText(std::llround(std::abs(value)));
    constexpr qint64 minute = 60 * 1000, hour = 60 * minute, day = 24 * hour;
    const auto step = std::llround(m_scale.step), at = std::llround(value);
    return step % day == 0      ? tr("%1 d").arg(at / day)
           : step % hour == 0   ? tr("%1 h").arg(at / hour)
           : step % minute == 0 ? tr("%1 min").arg(at / minute)
                                : tr("%1 s").arg(at / 1000);
}

void TimeChart::drawBackground(QPainter *painter, const QRectF &)
{
    const QRectF area = plot();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    for (double value = m_scale.low; value <= m_scale.top + m_scale.step / 2; value += m_scale.step)
        painter->fillRect(QRectF(area.x(), qRound(place({0, value}).y()), area.width(), 1),
                          color(std::abs(value) < m_scale.step / 2 ? u"chart.axis" : u"chart.grid"));
    paintBars(*painter);
    painter->restore();
}

void TimeChart::paintBars(QPainter &painter) const
{
    for (const auto &bar : m_bars) {
        const auto places = placesOf(bar, plot(), m_from, m_to, m_scale);
        painter.fillRect(places.up, color(u"chart.inflow"));
        painter.fillRect(places.down, color(u"chart.drain"));
    }
}

void TimeChart::drawForeground(QPainter *painter, const QRectF &)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintTicks(*painter);
    paintTimes(*painter);
    paintLimit(*painter);
    paintProjection(*painter);
    paintMarks(*painter);
    if (m_bars.isEmpty())
        paintEnd(*painter);
    else
        paintPeak(*painter);
    paintCrosshair(*painter);
    if (hasFocus())
        paintFocusRing(*painter, viewport()->rect(), ui::radius(u"chip"));
    painter->restore();
}

void TimeChart::paintTicks(QPainter &painter) const
{
    const QFont small = ui::font(u"caption", QFont::Normal);
    // Every second one where rows are too low for each.
    const double rowPx = plot().height() * m_scale.step / (m_scale.top - m_scale.low);
    const double step = m_scale.step * std::ceil(labelHigh / qMax(1.0, rowPx));
    for (double value = std::ceil(m_scale.low / step) * step; value <= m_scale.top + m_scale.step / 2; value += step)
        paintElided(painter, QRectF(0, place({0, value}).y() - 8, leftPx - 7, labelHigh), axisText(value), small, color(u"text.muted"),
                    Qt::AlignRight | Qt::AlignVCenter);
}

void TimeChart::paintTimes(QPainter &painter) const
{
    const QRectF area = plot();
    const QFont small = ui::font(u"caption", QFont::Normal);
    const QFontMetrics metrics(small);
    const qint64 offset = m_view.utc ? 0 : QDateTime::fromMSecsSinceEpoch(m_now).offsetFromUtc() * qint64(1000);
    const auto gap = qint64(double(m_to - m_from) * tickGapPx / area.width());
    const bool days = m_to - m_from > dayMs * 3 / 2;
    for (const qint64 tick : timeTicks(m_from, m_now, offset, gap)) {
        const double x = place({double(tick), 0}).x();
        const bool midnight = days && (tick + offset) % dayMs == 0;
        const QString text =
            midnight ? QLocale().toString(
                           (m_view.utc ? QDateTime::fromMSecsSinceEpoch(tick, Qt::UTC) : QDateTime::fromMSecsSinceEpoch(tick)).date(),
                           QStringLiteral("d MMM"))
                     : clockTime(tick, m_view);
        const double half = metrics.horizontalAdvance(text) / 2.0;
        if (x - half < area.x() - 6 || x + half > area.right() + rightPx)
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
    const QColor ink = color(isOverLimit() ? u"warn.text" : u"chart.reference");
    painter.setPen(QPen(ink, 1, Qt::DashLine));
    painter.drawLine(QPointF(area.x(), y), QPointF(area.right(), y));
    const QFont caption = ui::font(u"caption");
    const double width = QFontMetrics(caption).horizontalAdvance(m_limitName) + 2;
    const bool above = y - labelHigh - 1 >= 0; // a limit that is the top of the axis has its name below
    paintElided(painter, QRectF(area.x() + 4, above ? y - labelHigh - 1 : y + 2, qMin(width, area.width() - 8), labelHigh), m_limitName,
                caption, ink);
}

void TimeChart::paintMarks(QPainter &painter) const
{
    const QRectF area = plot();
    const QFont caption = ui::font(u"caption");
    const auto label = [&](const QRectF &rect, const QString &text, const QString &tone) {
        paintRounded(painter, rect, ui::radius(u"chip"), toneColor(tone, u"soft"));
        paintElided(painter, rect, text, caption, toneColor(tone, u"text"), Qt::AlignCenter);
    };
    const auto widthOf = [&](const QString &text) {
        return qMin(double(QFontMetrics(caption).horizontalAdvance(text) + 14), area.width());
    };
    double y = area.y();
    for (const auto &mark : m_marks.mid(0, mostMarks)) {
        const double x = qRound(place({double(mark.at), 0}).x()) + 0.5;
        painter.setPen(QPen(toneColor(mark.tone, u"text"), 1, Qt::DotLine));
        painter.drawLine(QPointF(x, area.y()), QPointF(x, area.bottom()));
        const double width = widthOf(mark.text);
        label(QRectF(x - width - 2 < area.x() ? x + 2 : x - width - 2, y, width, labelHigh), mark.text, mark.tone);
        y += labelHigh + 2; // one below the other: labels never lie over each other
    }
    if (const auto more = m_marks.size() - mostMarks; more > 0) {
        const QString text = tr("%n more event(s) in the table", nullptr, int(more));
        label(QRectF(area.x() + 2, y, widthOf(text), labelHigh), text, QStringLiteral("neutral"));
    }
}

void TimeChart::paintProjection(QPainter &painter) const
{
    if (m_endAt <= m_now || m_points.isEmpty() || std::isnan(m_points.last().y()))
        return;
    const QRectF area = plot();
    const QPointF end = place({double(m_endAt), 0});
    painter.save();
    painter.setClipRect(area.adjusted(0, 0, 0, 1));
    painter.setPen(QPen(color(m_color), 1.4, Qt::DashLine));
    painter.drawLine(place(m_points.last()), end);
    painter.restore();
    const bool reached = end.x() <= area.right();
    const QString text = reached ? shortTime(m_endAt, m_view) : tr("%1 →").arg(shortTime(m_endAt, m_view));
    const QFont strong = ui::font(u"caption", QFont::DemiBold);
    const double width = QFontMetrics(strong).horizontalAdvance(text) + 6;
    const double x = qMin(qMin(end.x(), area.right()) - width / 2, area.right() + rightPx - width);
    const QRectF box(x, area.bottom() + 4, width, labelHigh);
    painter.fillRect(box, color(u"bg.surface"));
    paintElided(painter, box, text, strong, color(u"accent.text"), Qt::AlignCenter);
}

void TimeChart::paintPeak(QPainter &painter) const
{
    const auto most = std::max_element(m_bars.begin(), m_bars.end(), [](const auto &a, const auto &b) { return a.up < b.up; });
    if (most->up == 0 || m_crosshair >= 0)
        return;
    const QRectF area = plot(), bar = placesOf(*most, area, m_from, m_to, m_scale).up;
    const QString text = tr("%1 new at %2").arg(countText(most->up), shortTime(most->from, m_view));
    const QFont strong = ui::font(u"caption", QFont::DemiBold);
    const double width = QFontMetrics(strong).horizontalAdvance(text) + 6;
    const double x = bar.left() - width - 2 < area.x() ? bar.right() + 3 : bar.left() - width - 2;
    const QRectF box(x, qBound(area.y(), bar.top(), area.bottom() - labelHigh), width, labelHigh);
    paintRounded(painter, box, 2, color(u"bg.surface", 0.8));
    paintElided(painter, box, text, strong, color(u"text.primary"), Qt::AlignCenter);
}

void TimeChart::paintEnd(QPainter &painter) const
{
    if (m_points.isEmpty() || std::isnan(m_points.last().y()))
        return;
    painter.setPen(QPen(color(u"bg.surface"), 2));
    painter.setBrush(color(isOverLimit() ? QStringLiteral("warn.fill") : m_color));
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
    if (m_bars.isEmpty()) {
        painter.setPen(QPen(color(u"bg.surface"), 2));
        painter.setBrush(color(m_color));
        painter.drawEllipse(at, 4, 4);
    }
    const QString text = pointText(m_crosshair);
    const QFont caption = ui::font(u"caption", QFont::DemiBold);
    const double width = QFontMetrics(caption).horizontalAdvance(text) + 14;
    const double x = qBound(area.x(), at.x() - width / 2, area.right() - width);
    const QRectF box(x, qMax(0.0, area.y() - 8), width, 20);
    paintRounded(painter, box, ui::radius(u"chip"), color(u"bg.surface"), color(u"border.default"));
    paintElided(painter, box, text, caption, color(u"text.primary"), Qt::AlignCenter);
}

} // namespace lazaret::ui
