// What a time chart says in words and numbers, for screen readers and its table.
#include "charts/timechart.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace lazaret::ui {

QString TimeChart::sentence() const
{
    const auto span = duration(m_now - m_from);
    if (!m_bars.isEmpty()) {
        qint64 up = 0, down = 0;
        for (const auto &bar : m_bars) {
            up += bar.up;
            down += bar.down;
        }
        const auto &most = *std::max_element(m_bars.begin(), m_bars.end(), [](const auto &a, const auto &b) { return a.up < b.up; });
        return tr("%1 over %2: %3 new, %4 closed; most came at %5: %6")
            .arg(m_subject, span, countText(up), countText(down), shortTime(most.from, m_view), countText(most.up));
    }
    const QPointF *peak = nullptr, *last = nullptr;
    for (const auto &point : m_points) {
        if (std::isnan(point.y()))
            continue;
        last = &point;
        if (!peak || point.y() > peak->y())
            peak = &point;
    }
    if (!last)
        return tr("%1 over %2: nothing recorded").arg(m_subject, span);
    const auto said = tr("%1 over %2: %3 now, peak %4 at %5")
                          .arg(m_subject, span, valueText(last->y()), valueText(peak->y()), shortTime(qint64(peak->x()), m_view));
    if (isOverLimit())
        return tr("%1. Over the limit of %2.").arg(said, valueText(m_limit));
    return m_endAt > m_now ? tr("%1. At this rate empty at %2.").arg(said, shortTime(m_endAt, m_view)) : said;
}

QString TimeChart::timeText(qint64 ms) const
{
    return (m_view.utc ? QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC) : QDateTime::fromMSecsSinceEpoch(ms))
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QStringList TimeChart::marksWithin(qint64 afterMs, qint64 untilMs) const
{
    QStringList texts;
    for (const auto &mark : m_marks) {
        if (mark.at > afterMs && mark.at <= untilMs)
            texts << mark.text;
    }
    return texts;
}

Numbers TimeChart::numbers() const
{
    Numbers numbers{m_subject, sentence(), {}, {}};
    const auto zone = zoneWord(m_view);
    if (!m_bars.isEmpty()) {
        numbers.heads = {tr("From (%1)").arg(zone), tr("Until"), tr("New"), tr("Closed")};
        for (auto bar = m_bars.crbegin(); bar != m_bars.crend(); ++bar)
            numbers.rows << QStringList{timeText(bar->from), timeText(bar->to), countText(bar->up), countText(bar->down)};
        return numbers;
    }
    numbers.heads = {tr("Time (%1)").arg(zone), m_subject};
    if (!m_marks.isEmpty())
        numbers.heads << tr("What happened until then");
    for (auto i = m_points.size() - 1; i >= 0; --i) {
        const auto &point = m_points[i];
        QStringList row{timeText(qint64(point.x())), std::isnan(point.y()) ? QString() : valueText(point.y())};
        if (!m_marks.isEmpty())
            row << marksWithin(i > 0 ? qint64(m_points[i - 1].x()) : m_from - 1, qint64(point.x())).join(QStringLiteral("; "));
        numbers.rows << row;
    }
    return numbers;
}

} // namespace lazaret::ui
