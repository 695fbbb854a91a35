// How the desk writes things: formats and cell mappers as tables.
#include "models/casesmodel.h"
#include "models/deliveriesmodel.h"
#include "pages/evidence.h"
#include "pages/pipelinestrip.h"
#include "theme/theme.h"
#include "ui/fakedesk.h"

#include <QTest>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {
constexpr qint64 minute = 60'000, hour = 60 * minute, day = 24 * hour;
}

class TestDeskWords : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        applyTheme(*qApp, Theme::light);
    }

    void durations_data()
    {
        QTest::addColumn<qint64>("ms");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << qint64(0) << "0 s";
        QTest::newRow("parts of a second") << qint64(400) << "0.4 s";
        QTest::newRow("seconds") << qint64(38'900) << "38 s";
        QTest::newRow("minutes only") << 41 * minute + 59'000 << "41 min";
        QTest::newRow("hours and minutes") << hour + 5 * minute << "1 h 05 min";
        QTest::newRow("full hours") << 3 * hour << "3 h";
        QTest::newRow("many hours") << 31 * hour + 12 * minute << "31 h 12 min";
        QTest::newRow("days and hours") << 3 * day + 3 * hour << "3 d 3 h";
        QTest::newRow("many days") << 31 * day + 3 * hour << "31 d";
        QTest::newRow("a clock that jumped back") << qint64(-5) << "0 s";
    }
    void durations()
    {
        QFETCH(qint64, ms);
        QFETCH(QString, text);
        QCOMPARE(duration(ms), text);
    }

    void timesFollowTheDayAndTheZone()
    {
        const TimeView utc{true, fakeNow};
        QCOMPARE(shortTime(fakeNow, utc), u"11:42"_s);
        QCOMPARE(exactTime(fakeNow, utc), u"11:42:07.118"_s);
        QCOMPARE(shortTime(fakeNow - day, utc), u"16 Mar 11:42"_s);
        QCOMPARE(shortTime(fakeNow - 400 * day, utc), u"10 Feb 2025"_s);
        QCOMPARE(zoneWord(utc), u"UTC"_s);
        QCOMPARE(dueText(fakeNow + 2 * hour + 18 * minute, fakeNow), u"in 2 h 18 min"_s);
        QCOMPARE(dueText(fakeNow - 17 * hour, fakeNow), u"17 h late"_s);
        QCOMPARE(shortDueText(fakeNow + 17 * hour + 40 * minute, fakeNow), u"in 17 h"_s);
        QCOMPARE(shortDueText(fakeNow + 2 * hour + 18 * minute, fakeNow), u"in 2 h 18"_s);
        QVERIFY(timeTooltip(fakeNow).startsWith(QStringLiteral("2026-03-17T11:42:07.118Z")));
    }

    void numbers_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("text");
        QTest::newRow("count") << countText(128'412) << "128,412";
        QTest::newRow("headline below ten thousand is exact") << headlineText(9'999) << "9,999";
        QTest::newRow("headline") << headlineText(12'412) << "12.4 k";
        QTest::newRow("headline that rounds up to a million") << headlineText(999'960) << "1.0 M";
        QTest::newRow("bytes") << bytesText(812) << "812 B";
        QTest::newRow("kilobytes") << bytesText(4'127) << "4.0 KB";
        QTest::newRow("gigabytes") << bytesText(qint64(212) << 30) << "212 GB";
        QTest::newRow("share") << shareText(412, 1'284) << "32 %";
        QTest::newRow("share of a few") << shareText(1, 1'284) << "<1 %";
        QTest::newRow("share of none") << shareText(0, 0) << "0 %";
        QTest::newRow("two names") << initials(QStringLiteral("Mara Ionescu")) << "MI";
        QTest::newRow("a login") << initials(QStringLiteral("ana")) << "AN";
        QTest::newRow("nobody") << initials(QString()) << "";
        QTest::newRow("tail") << tailOfId(QStringLiteral("case_01JPHX3M7Q4K")) << "…7Q4K";
    }
    void numbers()
    {
        QFETCH(QString, said);
        QFETCH(QString, text);
        QCOMPARE(said, text);
    }

    void caseCells()
    {
        const TimeView view{true, fakeNow};
        auto row = fakeCase(0);
        row.errorClass = ErrorClass::policy;
        row.errorCode = QStringLiteral("http.403");
        row.lastException = QStringLiteral("the document is over the policy's size of 10 MB\nmore");
        row.reviewDueAt = fakeNow - 2 * hour;
        const auto code = caseCell(row, CaseColumn::classCode, view);
        QCOMPARE(code.text, u"http.403"_s);
        QCOMPARE(code.icon, u"shield-ban"_s);
        QCOMPARE(code.tone, u"class.policy"_s);
        auto review = caseCell(row, CaseColumn::review, view);
        QCOMPARE(review.text, u"2 h late"_s);
        QCOMPARE(review.tone, u"bad"_s);
        QVERIFY(review.strong);
        row.reviewDueAt = fakeNow + 12 * minute;
        review = caseCell(row, CaseColumn::review, view);
        QCOMPARE(review.text, u"in 12 min"_s);
        QCOMPARE(review.tone, u"warn"_s);
        row.reviewDueAt = fakeNow + 3 * hour;
        QVERIFY(caseCell(row, CaseColumn::review, view).tone.isEmpty());
        row.status = CaseStatus::closed;
        row.reviewDueAt = fakeNow - 2 * hour;
        QCOMPARE(caseCell(row, CaseColumn::review, view).text, u"Closed"_s);
        row.owner.clear();
        QVERIFY(caseCell(row, CaseColumn::owner, view).text.isEmpty());
        QCOMPARE(caseCell(row, CaseColumn::owner, view).kind, Cell::Kind::owner);
        QVERIFY(caseSentence(row, view).contains(QStringLiteral("Policy, http.403")));
        QCOMPARE(caseTitle(row), u"the document is over the policy's size of 10 MB"_s);
        QCOMPARE(caseColumns().size(), int(CaseColumn::status) + 1);
        for (int column = 0; column < caseColumns().size(); ++column)
            QVERIFY2(!caseCell(fakeCase(7), CaseColumn(column), view).text.isEmpty() || column == int(CaseColumn::owner) ||
                         column == int(CaseColumn::box),
                     qPrintable(QString::number(column)));
    }

    void deliveriesSayWhatBecameOfThem_data()
    {
        QTest::addColumn<DeliveryView>("row");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("tone");
        const auto with = [](std::optional<JobState> state, const QString &reason = {}) {
            DeliveryView row = fakeDelivery(1);
            row.delivery.duplicateDiffers = false;
            row.jobState = state;
            row.jobReason = reason;
            row.outcome.clear();
            row.errorClass.reset();
            row.attempt = 1;
            return row;
        };
        QTest::newRow("no job") << with(std::nullopt) << "No job: event not listed"
                                << "neutral";
        QTest::newRow("working") << with(JobState::leased) << "Working, attempt 1"
                                 << "neutral";
        auto waiting = with(JobState::waiting);
        waiting.dueAt = fakeNow + 12'000;
        QTest::newRow("waiting") << waiting << "Waiting, attempt 2 in 12 s"
                                 << "class.transient";
        QTest::newRow("verifying") << with(JobState::waiting, QStringLiteral("verifying")) << "Verifying the effect"
                                   << "uncertain";
        auto quarantined = with(JobState::quarantined);
        quarantined.errorClass = ErrorClass::invalid_input;
        QTest::newRow("quarantined") << quarantined << "Quarantined, invalid input"
                                     << "warn";
        QTest::newRow("done") << with(JobState::done) << "Done"
                              << "good";
        auto reconciled = with(JobState::done);
        reconciled.outcome = QStringLiteral("duplicate_blocked");
        QTest::newRow("reconciled") << reconciled << "Reconciled: duplicate blocked"
                                    << "outcome.duplicate_blocked";
        auto differs = with(JobState::done);
        differs.delivery.duplicateDiffers = true;
        QTest::newRow("other bytes") << differs << "Same id, other bytes: flagged"
                                     << "warn";
    }
    void deliveriesSayWhatBecameOfThem()
    {
        QFETCH(DeliveryView, row);
        QFETCH(QString, text);
        QFETCH(QString, tone);
        const auto cell = deliveryCell(row, DeliveryColumn::now, {true, fakeNow});
        QCOMPARE(cell.text, text);
        QCOMPARE(cell.tone, tone);
        QVERIFY(!cell.icon.isEmpty());
    }

    void findingsBeforeTheLastFailureDoNotCount()
    {
        auto record = fakeCaseView(3).record;
        QCOMPARE(findingsSinceFailure(record), 3);
        record.lastFailureAt = record.findings.at(1).at + 1;
        QCOMPARE(findingsSinceFailure(record), 1);
    }

    void stationsSayOnlyWhatIsKnown()
    {
        FakeDesk desk;
        auto status = desk.status();
        const auto figures = desk.overviewOf(hour, 3).now.figures;
        auto shown = stations(figures, fakeNow, status);
        QCOMPARE(shown.first().stateText, u"Receiving"_s);
        QCOMPARE(shown.first().figure, u"41/min"_s);
        QCOMPARE(shown.last().figure, u"2.3 ms commit"_s);
        status.pipeline = DeskStatus::Pipeline::sealed;
        shown = stations(figures, fakeNow, status);
        QVERIFY(shown.first().state == Station::State::bad && shown.last().state == Station::State::bad);
        status.pipeline = DeskStatus::Pipeline::readOnly;
        status.journalCommitMs.reset();
        shown = stations(figures, fakeNow, status);
        QVERIFY(shown.first().state == Station::State::off);
        QCOMPARE(shown.last().figure, u"128.4 k cases kept"_s);
    }
};

QTEST_MAIN(TestDeskWords)
#include "tst_deskwords.moc"
