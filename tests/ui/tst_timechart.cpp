// Time charts draw few points, keep every peak, and leave gaps alone.
#include "charts/thinning.h"
#include "charts/timechart.h"
#include "theme/theme.h"
#include "ui/fakedesk.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lazaret::ui;
using namespace Qt::StringLiterals;

class TestTimeChart : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Theme::light); }

    void thinningKeepsPeaksAndStaysSmall()
    {
        QList<QPointF> points;
        for (int i = 0; i < 100'000; ++i)
            points.append(QPointF(i, i == 61'803 ? 5'000 : i == 33'333 ? -7 : 100 + i % 13));
        for (const int pixels : {50, 400, 5'000}) {
            const auto runs = thinned(points, 0, 100'000, pixels);
            QCOMPARE(runs.size(), 1);
            QVERIFY(runs.first().size() <= 2 * pixels && runs.first().size() <= 1'500);
            const auto [low, high] =
                std::minmax_element(runs.first().begin(), runs.first().end(), [](auto &a, auto &b) { return a.y() < b.y(); });
            QCOMPARE(low->y(), -7.0);
            QCOMPARE(high->y(), 5'000.0);
            QVERIFY(std::is_sorted(runs.first().begin(), runs.first().end(), [](auto &a, auto &b) { return a.x() < b.x(); }));
        }
    }

    void aGapIsAGap()
    {
        const double gap = std::numeric_limits<double>::quiet_NaN();
        const auto runs = thinned({{0, 1}, {1, 2}, {2, gap}, {3, gap}, {4, 5}}, 0, 4, 100);
        QCOMPARE(runs.size(), 2);
        QCOMPARE(runs[0].size(), 2);
        QCOMPARE(runs[1].size(), 1);
        QVERIFY(thinned({}, 0, 1, 100).isEmpty());
    }

    void scales_data()
    {
        QTest::addColumn<double>("highest");
        QTest::addColumn<double>("top");
        QTest::addColumn<double>("step");
        QTest::newRow("nothing") << 0.0 << 1.0 << 1.0;
        QTest::newRow("one") << 1.0 << 1.0 << 1.0;
        QTest::newRow("a few") << 7.0 << 8.0 << 2.0;
        QTest::newRow("many") << 1'596.0 << 2'000.0 << 500.0;
        QTest::newRow("very many") << 128'412.0 << 150'000.0 << 50'000.0;
    }
    void scales()
    {
        QFETCH(double, highest);
        const auto scale = countScale(highest);
        QTEST(scale.top, "top");
        QTEST(scale.step, "step");
    }

    void durationsScaleInStepsPeopleRead()
    {
        constexpr double hour = 3'600'000;
        QCOMPARE(durationScale(31.2 * hour).step, 10 * hour);
        QCOMPARE(durationScale(31.2 * hour).top, 40 * hour);
        QCOMPARE(durationScale(0).top, 1'000.0);
    }

    void ticksAreRoundInTheReadersZone()
    {
        constexpr qint64 hour = 3'600'000, offset = 5 * hour + hour / 2; // India: half hours matter
        for (const qint64 tick : timeTicks(fakeNow - 24 * hour, fakeNow, offset, 3 * hour))
            QCOMPARE((tick + offset) % (4 * hour), 0);
        QVERIFY(timeTicks(fakeNow - 24 * hour, fakeNow, 0, 3 * hour).size() >= 5);
    }

    void drawsAtMostTwoPointsPerPixel()
    {
        TimeChart chart(TimeChart::Unit::count, QStringLiteral("chart.primary"));
        chart.setSubject(QStringLiteral("Cases in quarantine"));
        chart.resize(300, 160);
        chart.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QList<QPointF> points;
        for (int i = 0; i < 20'000; ++i)
            points.append(QPointF(double(fakeNow) - 20'000 + i, i % 97));
        chart.show(points, fakeNow - 20'000, fakeNow, {true, fakeNow});
        QVERIFY(chart.drawnPoints() > 100);
        QVERIFY(chart.drawnPoints() <= 2 * chart.width());
        QVERIFY2(chart.accessibleName().startsWith(QStringLiteral("Cases in quarantine over 20 s: ")), qPrintable(chart.accessibleName()));
        chart.show({}, fakeNow - 20'000, fakeNow, {true, fakeNow});
        QCOMPARE(chart.drawnPoints(), 0);
        QVERIFY(chart.accessibleName().contains(QStringLiteral("nothing recorded")));
    }
};

QTEST_MAIN(TestTimeChart)
#include "tst_timechart.moc"
