#include "charts/thinning.h"

#include <algorithm>
#include <cmath>

namespace lazaret::ui {

namespace {

constexpr int mostPoints = 1500;
constexpr qint64 second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;

template <size_t N>
double firstAtLeast(const std::array<qint64, N> &steps, double wanted)
{
    const auto it = std::lower_bound(steps.begin(), steps.end(), qint64(std::ceil(wanted)));
    return double(it == steps.end() ? steps.back() : *it);
}

struct Bucket
{
    QPointF low, high;
    bool used = false;

    void add(const QPointF &point)
    {
        if (!used || point.y() < low.y())
            low = point;
        if (!used || point.y() >= high.y())
            high = point;
        used = true;
    }
    void appendTo(QList<QPointF> &run) const
    {
        if (!used)
            return;
        run.append(low.x() <= high.x() ? low : high);
        if (low != high)
            run.append(low.x() <= high.x() ? high : low);
    }
};

} // namespace

QList<QList<QPointF>> thinned(const QList<QPointF> &points, qint64 fromMs, qint64 toMs, int plotPixels)
{
    const int buckets = qBound(1, plotPixels, mostPoints / 2);
    const double width = double(qMax<qint64>(1, toMs - fromMs)) / buckets;
    QList<QList<QPointF>> runs;
    QList<QPointF> run;
    Bucket bucket;
    int current = -1;
    const auto closeRun = [&] {
        bucket.appendTo(run);
        if (!run.isEmpty())
            runs.append(std::exchange(run, {}));
        bucket = {};
        current = -1;
    };
    for (const auto &point : points) {
        if (std::isnan(point.y())) {
            closeRun();
            continue;
        }
        const int place = qBound(0, int((point.x() - double(fromMs)) / width), buckets - 1);
        if (place != current) {
            bucket.appendTo(run);
            bucket = {};
            current = place;
        }
        bucket.add(point);
    }
    closeRun();
    return runs;
}

Scale countScale(double highest)
{
    const double wanted = qMax(1.0, highest) / 4;
    const double magnitude = std::pow(10, std::floor(std::log10(wanted)));
    double step = 10 * magnitude;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * magnitude >= wanted) {
            step = factor * magnitude;
            break;
        }
    }
    step = qMax(1.0, std::ceil(step));
    return {qMax(step, std::ceil(highest / step) * step), step};
}

Scale durationScale(double highest)
{
    static constexpr std::array<qint64, 16> steps{second,      5 * second,  10 * second, 30 * second, minute,   5 * minute,
                                                  10 * minute, 30 * minute, hour,        2 * hour,    6 * hour, 10 * hour,
                                                  day,         2 * day,     7 * day,     30 * day};
    const double step = firstAtLeast(steps, highest / 4);
    return {qMax(step, std::ceil(highest / step) * step), step};
}

QList<qint64> timeTicks(qint64 fromMs, qint64 toMs, qint64 offsetMs, qint64 minGapMs)
{
    static constexpr std::array<qint64, 10> steps{minute,   5 * minute, 10 * minute, 30 * minute, hour,
                                                  2 * hour, 4 * hour,   8 * hour,    day,         7 * day};
    const auto step = qint64(firstAtLeast(steps, double(minGapMs)));
    QList<qint64> ticks;
    const qint64 first = (fromMs + offsetMs + step - 1) / step * step - offsetMs;
    for (qint64 tick = first; tick <= toMs; tick += step)
        ticks.append(tick);
    return ticks;
}

} // namespace lazaret::ui
