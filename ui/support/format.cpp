#include "support/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>
#include <QTimeZone>

#include <cmath>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Format)
};

constexpr qint64 second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;

QDateTime at(qint64 ms, const TimeView &view)
{
    return view.utc ? QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC) : QDateTime::fromMSecsSinceEpoch(ms);
}

QString withDay(qint64 ms, const TimeView &view, const QString &time)
{
    const auto when = at(ms, view), now = at(view.nowMs, view);
    return when.date() == now.date() ? time : QLocale().toString(when.date(), QStringLiteral("d MMM ")) + time;
}

// full: "2 h 18 min"; narrow, for columns: "2 h 18", and only the hours from ten on.
enum class Spelling { full, narrow };

QString spell(qint64 ms, Spelling spelling)
{
    const bool full = spelling == Spelling::full;
    if (ms >= 3 * day) {
        const qint64 days = ms / day, hours = ms % day / hour;
        return hours && days < 10 ? Words::tr("%1 d %2 h").arg(days).arg(hours) : Words::tr("%1 d").arg(days);
    }
    if (ms >= hour) {
        const qint64 hours = ms / hour, minutes = ms % hour / minute;
        if (!minutes || (!full && hours >= 10))
            return Words::tr("%1 h").arg(hours);
        return (full ? Words::tr("%1 h %2 min") : Words::tr("%1 h %2")).arg(hours).arg(minutes, 2, 10, QChar(u'0'));
    }
    if (ms >= minute)
        return Words::tr("%1 min").arg(ms / minute);
    if (ms >= 10 * second || ms == 0)
        return Words::tr("%1 s").arg(ms / second);
    return Words::tr("%1 s").arg(QLocale().toString(double(ms) / second, 'f', 1));
}

} // namespace

QString clockTime(qint64 ms, const TimeView &view)
{
    return at(ms, view).toString(u"HH:mm");
}

QString shortTime(qint64 ms, const TimeView &view)
{
    const auto when = at(ms, view);
    if (when.date().year() != at(view.nowMs, view).date().year())
        return QLocale().toString(when.date(), QStringLiteral("d MMM yyyy"));
    return withDay(ms, view, when.toString(u"HH:mm"));
}

QString exactTime(qint64 ms, const TimeView &view)
{
    return withDay(ms, view, at(ms, view).toString(u"HH:mm:ss.zzz"));
}

QString secondTime(qint64 ms, const TimeView &view)
{
    return withDay(ms, view, at(ms, view).toString(u"HH:mm:ss"));
}

QString timeTooltip(qint64 ms)
{
    const auto local = QDateTime::fromMSecsSinceEpoch(ms);
    return local.toUTC().toString(Qt::ISODateWithMs) + u'\n' + local.toOffsetFromUtc(local.offsetFromUtc()).toString(Qt::ISODateWithMs);
}

QString zoneWord(const TimeView &view)
{
    return view.utc ? QStringLiteral("UTC") : at(view.nowMs, view).timeZoneAbbreviation();
}

QString duration(qint64 ms)
{
    return spell(qMax<qint64>(0, ms), Spelling::full);
}

QString dueText(qint64 dueMs, qint64 nowMs)
{
    return dueMs >= nowMs ? Words::tr("in %1").arg(spell(dueMs - nowMs, Spelling::full))
                          : Words::tr("%1 late").arg(spell(nowMs - dueMs, Spelling::full));
}

QString shortDueText(qint64 dueMs, qint64 nowMs)
{
    return dueMs >= nowMs ? Words::tr("in %1").arg(spell(dueMs - nowMs, Spelling::narrow))
                          : Words::tr("%1 late").arg(spell(nowMs - dueMs, Spelling::narrow));
}

QString countText(qint64 n)
{
    return QLocale().toString(n);
}

QString headlineText(qint64 n)
{
    if (n < 10'000)
        return countText(n);
    const bool millions = n >= 999'950;
    const double value = double(n) / (millions ? 1e6 : 1e3);
    return (millions ? Words::tr("%1 M") : Words::tr("%1 k")).arg(QLocale().toString(value, 'f', 1));
}

QString bytesText(qint64 n)
{
    if (n < 1024)
        return Words::tr("%1 B").arg(n);
    const char16_t *units[] = {u"KB", u"MB", u"GB", u"TB"};
    double value = double(n) / 1024;
    int unit = 0;
    for (; value >= 1024 && unit < 3; ++unit)
        value /= 1024;
    return QLocale().toString(value, 'f', value < 100 ? 1 : 0) + u' ' + QString::fromUtf16(units[unit]);
}

QString shareText(qint64 part, qint64 whole)
{
    if (part <= 0 || whole <= 0)
        return QStringLiteral("0 %");
    const double percent = 100.0 * double(part) / double(whole);
    return percent < 1 ? QStringLiteral("<1 %") : QStringLiteral("%1 %").arg(std::lround(percent));
}

QString tailOfId(const QString &id)
{
    return id.size() <= 5 ? id : u'…' + id.right(4);
}

QString middleOfId(const QString &id)
{
    return id.size() <= 21 ? id : id.left(13) + u'…' + id.right(6);
}

QString initials(const QString &name)
{
    static const QRegularExpression gaps(QStringLiteral("[\\s._@-]+"));
    const auto parts = name.split(gaps, Qt::SkipEmptyParts);
    if (parts.isEmpty())
        return {};
    const QString text = parts.size() == 1 ? parts.first().left(2) : parts.first().left(1) + parts.at(1).left(1);
    return text.toUpper();
}

} // namespace lazaret::ui
