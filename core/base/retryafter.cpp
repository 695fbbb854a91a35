#include "base/retryafter.h"

#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace lazaret {

namespace {

constexpr qsizetype kMostDigits = 12;
constexpr qint64 kLongestSeconds = 999'999'999'999;

// IMF-fixdate, RFC 850, asctime. Day and month names are case-sensitive (RFC 9110 section 5.6.7).
const std::array<QRegularExpression, 3> &dateForms()
{
    static const auto forms = [] {
        const QString month = QStringLiteral("(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)");
        const QString clock = QStringLiteral("(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)");
        const QString day = QStringLiteral("(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)");
        const QString longDay = QStringLiteral("(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day");
        return std::array{
            QRegularExpression(QStringLiteral("\\A%1, (?<day>\\d\\d) %2 (?<year>\\d{4}) %3 GMT\\z").arg(day, month, clock)),
            QRegularExpression(QStringLiteral("\\A%1, (?<day>\\d\\d)-%2-(?<year>\\d\\d) %3 GMT\\z").arg(longDay, month, clock)),
            QRegularExpression(QStringLiteral("\\A%1 %2 (?<day>[ \\d]\\d) %3 (?<year>\\d{4})\\z").arg(day, month, clock))};
    }();
    return forms;
}

int number(const QRegularExpressionMatch &match, const char *group)
{
    return match.captured(QLatin1String(group)).trimmed().toInt();
}

// A two-digit year more than 50 years ahead means the most recent past year with those digits (RFC 9110 section 5.6.7).
int fullYear(int twoDigits, qint64 nowMs)
{
    const int thisYear = QDateTime::fromMSecsSinceEpoch(nowMs, Qt::UTC).date().year();
    const int year = thisYear - thisYear % 100 + twoDigits;
    return year > thisYear + 50 ? year - 100 : year;
}

} // namespace

std::optional<qint64> parseHttpDate(const QByteArray &text, qint64 nowMs)
{
    static const QString months = QStringLiteral("JanFebMarAprMayJunJulAugSepOctNovDec");
    const QString date = QString::fromLatin1(text);
    for (const auto &form : dateForms()) {
        const auto match = form.match(date);
        if (!match.hasMatch())
            continue;
        const bool twoDigits = match.captured(QStringLiteral("year")).size() == 2;
        const int year = twoDigits ? fullYear(number(match, "year"), nowMs) : number(match, "year");
        const int month = int(months.indexOf(match.captured(QStringLiteral("month")))) / 3 + 1;
        const int second = number(match, "second"); // 60 is a leap second: the grammar has it, QTime does not
        const QDate day(year, month, number(match, "day"));
        const QTime clock(number(match, "hour"), number(match, "minute"), second == 60 ? 59 : second);
        if (!day.isValid() || !clock.isValid())
            return std::nullopt;
        const QDateTime time(day, clock, Qt::UTC);
        return time.toMSecsSinceEpoch() + (second == 60 ? 1000 : 0);
    }
    return std::nullopt;
}

std::optional<qint64> retryAfterMs(const Headers &response, qint64 nowMs)
{
    if (countHeader(response, QByteArrayLiteral("Retry-After")) != 1)
        return std::nullopt;
    const QByteArray value = findHeader(response, QByteArrayLiteral("Retry-After"))->trimmed();
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (!value.isEmpty() && std::all_of(value.begin(), value.end(), isDigit)) {
        const auto significant = value.mid(std::find_if(value.begin(), value.end(), [](char c) { return c != '0'; }) - value.begin());
        return (significant.size() > kMostDigits ? kLongestSeconds : significant.toLongLong()) * 1000;
    }
    const auto until = parseHttpDate(value, nowMs);
    if (!until)
        return std::nullopt;
    qint64 from = nowMs;
    if (countHeader(response, QByteArrayLiteral("Date")) == 1)
        from = parseHttpDate(findHeader(response, QByteArrayLiteral("Date"))->trimmed(), nowMs).value_or(nowMs);
    return std::max<qint64>(*until - from, 0);
}

} // namespace lazaret
