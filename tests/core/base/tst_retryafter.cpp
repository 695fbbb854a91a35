#include "base/retryafter.h"

#include <QDateTime>
#include <QTest>

using namespace lazaret;

namespace {

const qint64 kNow = QDateTime(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC).toMSecsSinceEpoch();
constexpr qint64 kAbsent = -1;

} // namespace

class TestRetryAfter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void delays_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("date");
        QTest::addColumn<qint64>("expected");
        const auto row = [](const char *name, const char *value, const char *date, qint64 expected) {
            QTest::newRow(name) << QByteArray(value) << QByteArray(date) << expected;
        };
        row("zero", "0", "", 0);
        row("seconds", "120", "", 120'000);
        row("leading zeros", "00000000000000000030", "", 30'000);
        row("capped, never overflowing", "99999999999999999999999", "", 999'999'999'999'000);
        row("surrounding space", " 7 ", "", 7'000);
        row("IMF-fixdate", "Sun, 01 Mar 2026 12:01:30 GMT", "", 90'000);
        row("RFC 850", "Sunday, 01-Mar-26 12:01:30 GMT", "", 90'000);
        row("asctime", "Sun Mar  1 12:01:30 2026", "", 90'000);
        row("against the response's own Date", "Sun, 01 Mar 2026 10:00:10 GMT", "Sun, 01 Mar 2026 10:00:00 GMT", 10'000);
        row("unreadable Date counts as none", "Sun, 01 Mar 2026 12:00:05 GMT", "yesterday", 5'000);
        row("leap second", "Sun, 01 Mar 2026 12:00:60 GMT", "", 60'000);
        row("past", "Sun, 06 Nov 1994 08:49:37 GMT", "", 0);
        row("past, RFC 850", "Sunday, 06-Nov-94 08:49:37 GMT", "", 0);
        row("negative", "-1", "", kAbsent);
        row("plus", "+1", "", kAbsent);
        row("fraction", "1.5", "", kAbsent);
        row("exponent", "1e3", "", kAbsent);
        row("empty", "", "", kAbsent);
        row("words", "soon", "", kAbsent);
        row("two values on one line", "1, 2", "", kAbsent);
        row("date and more", "Sun, 01 Mar 2026 12:01:30 GMT, 5", "", kAbsent);
        row("no such day", "Sun, 31 Feb 2026 12:01:30 GMT", "", kAbsent);
        row("no such hour", "Sun, 01 Mar 2026 25:01:30 GMT", "", kAbsent);
        row("other zone", "Sun, 01 Mar 2026 12:01:30 CET", "", kAbsent);
        row("lower-case month", "Sun, 01 mar 2026 12:01:30 GMT", "", kAbsent);
        row("ISO 8601", "2026-03-01T12:01:30Z", "", kAbsent);
        row("trailing newline", "Sun, 01 Mar 2026 12:01:30 GMT\n.", "", kAbsent);
    }

    void delays()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, date);
        Headers headers{{"retry-after", value}};
        if (!date.isEmpty())
            headers.append({"date", date});
        QFETCH(qint64, expected);
        QCOMPARE(retryAfterMs(headers, kNow).value_or(kAbsent), expected);
    }

    void absentOrRepeatedIsIgnored()
    {
        QVERIFY(!retryAfterMs({}, kNow));
        QVERIFY(!retryAfterMs({{"Retry-After", "5"}, {"retry-after", "5"}}, kNow));
    }

    void twoDigitYearsNeverLieFarAhead()
    {
        const auto yearOf = [](const char *text) {
            return QDateTime::fromMSecsSinceEpoch(*parseHttpDate(text, kNow), Qt::UTC).date().year();
        };
        QCOMPARE(yearOf("Sunday, 06-Nov-76 08:49:37 GMT"), 2076);
        QCOMPARE(yearOf("Sunday, 06-Nov-77 08:49:37 GMT"), 1977);
    }
};

QTEST_GUILESS_MAIN(TestRetryAfter)
#include "tst_retryafter.moc"
