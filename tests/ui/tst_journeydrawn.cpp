// How a journey is drawn and told: pure functions, without a window.
#include "models/journeylayout.h"
#include "models/journeywords.h"

#include <QTest>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;
using queries::JourneySpan;
using Kind = queries::JourneySpan::Kind;

namespace {

QList<JourneySpan> retries(int attempts)
{
    QList<JourneySpan> spans;
    qint64 at = 0;
    for (int i = 1; i <= attempts; ++i) {
        spans.append({Kind::work, at, at + 2'000, i, u"http.503"_s, true});
        spans.append({Kind::wait, at + 2'000, at + 2'000 + 45'000 * i * i});
        at = spans.last().to;
    }
    spans.removeLast();
    return spans;
}

} // namespace

class TestJourney : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void aJourneyIsDrawnToTime_data()
    {
        QTest::addColumn<QList<QList<JourneySpan>>>("boxes");
        QTest::addColumn<double>("width");
        const QList<JourneySpan> hour{{Kind::unattended, 0, 3'000'000}, {Kind::people, 3'000'000, 3'600'000}};
        QTest::newRow("nothing yet") << QList<QList<JourneySpan>>{{}, {}, {}, {}, {}} << 1'000.0;
        QTest::newRow("as in the picture") << QList<QList<JourneySpan>>{{}, retries(5), hour, retries(1), {{Kind::wait, 0, 90'000}}}
                                           << 1'120.0;
        QTest::newRow("narrow") << QList<QList<JourneySpan>>{{}, retries(5), hour, retries(1), {{Kind::wait, 0, 90'000}}} << 700.0;
        QTest::newRow("very narrow") << QList<QList<JourneySpan>>{{}, retries(5), hour, {}, {}} << 400.0;
        QTest::newRow("fifty attempts") << QList<QList<JourneySpan>>{{}, retries(50), hour, {}, {}} << 1'120.0;
    }
    void aJourneyIsDrawnToTime()
    {
        QFETCH(const QList<QList<JourneySpan>>, boxes);
        QFETCH(const double, width);
        const auto placed = layOut(boxes, width);
        QCOMPARE(placed.size(), 5);
        double right = -journeyGap;
        for (qsizetype i = 0; i < placed.size(); ++i) {
            QVERIFY(qAbs(placed[i].left - right - journeyGap) < 0.01);
            right = placed[i].left + placed[i].width;
            double end = placed[i].pieces.isEmpty() ? 0 : placed[i].pieces.first().left;
            qsizetype told = 0;
            for (const auto &piece : placed[i].pieces) {
                QVERIFY(qAbs(piece.left - end) < 0.01 && piece.width > 0);
                end = piece.left + piece.width;
                told += piece.span < 0 ? piece.leftOut : 1;
            }
            QVERIFY(end <= placed[i].width + 0.01);
            QCOMPARE(told, boxes[i].size()); // what is left out is counted
        }
        QVERIFY(qAbs(right - width) < 0.01);
    }

    void longerIsWider()
    {
        QVERIFY(spanWidth(60'000, false) < spanWidth(3'600'000, false));
        QVERIFY(spanWidth(3'600'000, false) < spanWidth(3 * 86'400'000, false));
        QVERIFY(spanWidth(3 * 86'400'000, false) < 6 * spanWidth(60'000, false)); // by its logarithm
        const auto placed = layOut({{}, retries(5), {}, {}, {}}, 1'000);
        const auto &pieces = placed[1].pieces;
        QCOMPARE(pieces.size(), 9);
        for (qsizetype i = 3; i < pieces.size(); i += 2)
            QVERIFY(pieces[i].width > pieces[i - 2].width); // each wait is longer than the one before
    }

    void aHeadlineSplitsTheWhole()
    {
        queries::Journey told;
        told.row.delivery.receivedAt = 0;
        told.endedAt = 6'480'000;
        told.ended = true;
        told.workMs = 37'000;
        told.waitMs = 2'640'000;
        told.peopleMs = 3'720'000;
        QCOMPARE(journeyHeadline(told), u"1 h 48 min from arrival to its end: 37 s of work, 44 min of waits"_s);
        told.record = CaseRecord{};
        told.reconciliation = ReconciliationItem{};
        QCOMPARE(journeyHeadline(told), u"1 h 48 min from arrival to proof: 37 s of work, 44 min of waits, 1 h 02 min with people"_s);
        told.reconciliation.reset();
        QVERIFY(journeyHeadline(told).contains(u"to its close"));
        told.ended = false;
        QVERIFY(journeyHeadline(told).contains(u"since its arrival"));
        told.record.reset();
        told.ended = true;
        told.row.jobState = JobState::done;
        told.row.attempt = 1;
        QCOMPARE(journeyTexts(told, {})[2].missing, u"No case: it was done at attempt 1."_s);
        QCOMPARE(shortCode(u"http.503"_s), u"503"_s);
        QCOMPARE(shortCode(u"http.no_answer"_s), u"http.no_answer"_s);
    }
};

QTEST_GUILESS_MAIN(TestJourney)
#include "tst_journeydrawn.moc"
