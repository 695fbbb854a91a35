#include "charts/flow.h"

#include <algorithm>
#include <cmath>

namespace lazaret::ui {

namespace {
constexpr double hourMs = 3'600'000;
constexpr double leastPx = 1;
} // namespace

MirroredScale mirroredScale(const QList<FlowBar> &bars)
{
    qint64 up = 0, down = 0;
    for (const auto &bar : bars) {
        up = qMax(up, bar.up);
        down = qMax(down, bar.down);
    }
    const double step = countScale(0.8 * double(up + down)).step;
    return {-std::ceil(double(down) / step) * step, qMax(step, std::ceil(double(up) / step) * step), step};
}

BarPlaces placesOf(const FlowBar &bar, const QRectF &plot, qint64 fromMs, qint64 toMs, const MirroredScale &scale)
{
    const auto x = [&](qint64 at) { return plot.x() + double(at - fromMs) / double(qMax<qint64>(1, toMs - fromMs)) * plot.width(); };
    const double left = std::round(qMax(plot.x(), x(bar.from))), right = std::round(qMin(plot.right(), x(bar.to)));
    const double gap = right - left > 6 ? 2 : right - left > 2 ? 1 : 0; // between neighbours
    const double width = qMax(leastPx, right - left - gap);
    const double unit = plot.height() / (scale.top - scale.low), nought = std::round(plot.bottom() + scale.low * unit);
    const auto height = [&](qint64 count) { return count ? qMax(leastPx, std::round(double(count) * unit)) : 0; };
    return {{left, nought - height(bar.up), width, height(bar.up)}, {left, nought + 1, width, height(bar.down)}};
}

QList<QList<QPointF>> partsAbove(const QList<QPointF> &run, double limit)
{
    QList<QList<QPointF>> parts;
    QList<QPointF> part;
    const auto crossing = [&](const QPointF &a, const QPointF &b) {
        return QPointF(a.x() + (b.x() - a.x()) * (limit - a.y()) / (b.y() - a.y()), limit);
    };
    for (qsizetype i = 0; i < run.size(); ++i) {
        const bool above = run[i].y() > limit;
        if (i > 0 && above != (run[i - 1].y() > limit))
            part.append(crossing(run[i - 1], run[i]));
        if (above)
            part.append(run[i]);
        else if (!part.isEmpty())
            parts.append(std::exchange(part, {}));
    }
    if (!part.isEmpty())
        parts.append(part);
    return parts;
}

Outlook outlook(qint64 open, qint64 openedPerHour, qint64 closedPerHour)
{
    if (open <= 0)
        return {};
    const qint64 less = closedPerHour - openedPerHour;
    if (less <= 0)
        return {Outlook::Kind::growsOrStays, 0, -less};
    return {Outlook::Kind::empties, std::llround(double(open) / double(less) * hourMs), 0};
}

} // namespace lazaret::ui
