// What the releases page decides without a window: fates, steps, cells, rates, words, comparisons; and its table models.
#include "models/releasetables.h"
#include "models/releasewords.h"
#include "pages/releaseparts.h"
#include "pages/releaserun.h"
#include "support/command.h"
#include "support/linediff.h"
#include "theme/theme.h"
#include "widgets/tabs.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QTest>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

queries::ReleaseRow row(int n, ReleaseItemState state, int step = -1, const QString &failed = {})
{
    queries::ReleaseRow r;
    r.item.position = n;
    r.item.caseId.value = u"case_%1"_s.arg(n, 4, 10, QChar(u'0'));
    r.item.eligible = true;
    r.item.state = state;
    r.item.step = step;
    r.item.failedClass = failed;
    if (state != ReleaseItemState::planned)
        r.item.releasedAt = 1'000'000 + n * 1000;
    if (state == ReleaseItemState::reconciled)
        r.item.settledAt = 2'000'000 + n;
    r.facts.operationId = u"card_%1"_s.arg(n);
    return r;
}

QList<queries::ReleaseRow> rows(int reconciled, int planned, int step = 0)
{
    QList<queries::ReleaseRow> list;
    for (int i = 0; i < reconciled; ++i)
        list.append(row(i, ReleaseItemState::reconciled, step));
    for (int i = 0; i < planned; ++i)
        list.append(row(reconciled + i, ReleaseItemState::planned));
    return list;
}

} // namespace

class TestReleaseModels : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        applyTheme(*qApp, Theme::light);
    }

    void fates_data()
    {
        QTest::addColumn<queries::ReleaseRow>("given");
        QTest::addColumn<int>("fate");
        const auto add = [](const char *name, const queries::ReleaseRow &given, Fate fate) { QTest::newRow(name) << given << int(fate); };
        using enum ReleaseItemState;
        add("waits", row(1, planned), Fate::waits);
        add("out", row(1, released, 0), Fate::out);
        add("accepted", row(1, settled, 0), Fate::succeeded);
        add("proven", row(1, reconciled, 0), Fate::succeeded);
        add("failed again", row(1, failed_again, 0, u"policy"_s), Fate::failedAgain);
        add("isolated", row(1, isolated, 0, u"uncertain_effect"_s), Fate::uncertain);
        add("found absent later", row(1, failed_again, 0, u"uncertain_effect"_s), Fate::uncertain);
        add("returned", row(1, returned, 0), Fate::returned);
        auto noOp = row(1, reconciled, 0);
        noOp.item.noOp = true;
        add("no-op", noOp, Fate::noOp);
        auto duplicate = row(1, reconciled, 0);
        duplicate.item.outcome = Reconciled::duplicate_blocked;
        add("duplicate", duplicate, Fate::duplicateBlocked);
        auto open = row(1, settled, 0);
        open.item.outcome = Reconciled::still_uncertain;
        add("still uncertain", open, Fate::uncertain);
        auto stays = row(1, planned);
        stays.item.eligible = false;
        add("not eligible", stays, Fate::notEligible);
    }
    void fates()
    {
        QFETCH(queries::ReleaseRow, given);
        QFETCH(int, fate);
        QCOMPARE(int(fateOf(given.item)), fate);
    }

    void stepsCountWhatWentAndWhatWillGo()
    {
        Release r;
        r.state = ReleaseState::paused;
        r.step = 2;
        auto all = rows(1, 0);
        for (int i = 1; i < 6; ++i)
            all.append(row(i, ReleaseItemState::reconciled, 1));
        for (int i = 6; i < 18; ++i)
            all.append(i == 17 ? row(i, ReleaseItemState::isolated, 2, u"uncertain_effect"_s) : row(i, ReleaseItemState::reconciled, 2));
        for (int i = 18; i < 33; ++i)
            all.append(row(i, ReleaseItemState::planned));
        const auto cards = stepCards(r, all);
        QCOMPARE(cards.size(), 4);
        QCOMPARE(cards[0].title, u"Canary"_s);
        QCOMPARE(cards[0].state, StepCard::State::clean);
        QCOMPARE(cards[1].sent, 5);
        QCOMPARE(cards[1].size, 5);
        QCOMPARE(cards[2].sent, 12);
        QCOMPARE(cards[2].size, 20);
        QCOMPARE(cards[2].notSent, 8);
        QCOMPARE(cards[2].state, StepCard::State::paused);
        QCOMPARE(cards[2].cells.size(), 20);
        QCOMPARE(cards[2].cells[11], Fate::uncertain);
        QCOMPARE(cards[3].title, u"Rest"_s);
        QCOMPARE(cards[3].size, 7);
        QCOMPARE(cards[3].state, StepCard::State::waits);
    }

    void aBadCanaryThatWasAcceptedGivesWayToAnother()
    {
        Release r;
        r.state = ReleaseState::canary;
        r.accepted.insert(u"cases"_s, QJsonArray{u"case_0000"_s});
        QList<queries::ReleaseRow> all{row(0, ReleaseItemState::failed_again, 0, u"policy"_s), row(1, ReleaseItemState::planned),
                                       row(2, ReleaseItemState::planned)};
        const auto cards = stepCards(r, all);
        QCOMPARE(cards.first().size, 2);
        QCOMPARE(cards.first().notSent, 1);
        QCOMPARE(cards[1].size, 1);
        QCOMPARE(cards.size(), 2); // no empty step is shown
    }

    void ladder_data()
    {
        QTest::addColumn<int>("eligible");
        QTest::addColumn<QList<int>>("sizes");
        QTest::newRow("none") << 0 << QList<int>{0, 0, 0, 0};
        QTest::newRow("one") << 1 << QList<int>{1, 0, 0, 0};
        QTest::newRow("within the third") << 9 << QList<int>{1, 5, 3, 0};
        QTest::newRow("the picture") << 33 << QList<int>{1, 5, 20, 7};
    }
    void ladder()
    {
        QFETCH(int, eligible);
        QFETCH(QList<int>, sizes);
        QCOMPARE(ladderSizes({1, 5, 20, 0}, eligible), sizes);
    }

    void cells_data()
    {
        QTest::addColumn<int>("cases");
        QTest::addColumn<double>("width");
        QTest::addColumn<bool>("proportional");
        QTest::newRow("one") << 1 << 250.0 << false;
        QTest::newRow("twenty") << 20 << 250.0 << false;
        QTest::newRow("just fits") << 50 << 248.0 << false; // 50 cells of 3 px with 49 gaps of 2 px
        QTest::newRow("one too many") << 51 << 248.0 << true;
        QTest::newRow("ten thousand") << 10'000 << 250.0 << true;
    }
    void cells()
    {
        QFETCH(int, cases);
        QFETCH(double, width);
        QFETCH(bool, proportional);
        QList<Fate> fates(cases, Fate::succeeded);
        if (cases > 2) {
            fates[cases / 2] = Fate::uncertain;
            fates.last() = Fate::waits;
        }
        const auto strip = layoutCells(fates, width, 14);
        QCOMPARE(strip.proportional, proportional);
        int counted = 0;
        double right = 0;
        for (const auto &box : strip.boxes) {
            QVERIFY(box.rect.width() >= 3 - 1e-9);
            QVERIFY(box.rect.left() >= right - 1e-9);
            right = box.rect.right();
            counted += box.cases;
        }
        QCOMPARE(counted, cases); // none is left out, however narrow
        QVERIFY(std::abs(right - width) < 0.01);
        if (cases > 2) {
            const auto uncertain =
                std::count_if(strip.boxes.begin(), strip.boxes.end(), [](const auto &b) { return b.fate == Fate::uncertain; });
            QCOMPARE(uncertain, 1);
            QCOMPARE(strip.boxes.last().fate, Fate::waits);
        }
    }

    void ratesAreCountedPerMinute()
    {
        auto all = rows(3, 1);
        all[0].item.releasedAt = 60'000;
        all[1].item.releasedAt = 119'999;
        all[2].item.releasedAt = 180'000;
        const auto points = rateSeries(all, 60'500, 200'000);
        QCOMPARE(points.first(), QPointF(60'000, 2));
        QCOMPARE(points[2], QPointF(120'000, 0));
        QCOMPARE(points[4], QPointF(180'000, 1));
        QCOMPARE(points.last(), QPointF(200'000, 1));
    }

    void approvalLocks_data()
    {
        QTest::addColumn<int>("cases");
        QTest::addColumn<bool>("fourEyes");
        QTest::addColumn<QString>("me");
        QTest::addColumn<int>("role");
        QTest::addColumn<QString>("lock");
        QTest::newRow("another approver") << 3 << true << u"ana"_s << int(Role::approver) << QString();
        QTest::newRow("the requester") << 3 << true << u"otto"_s << int(Role::approver)
                                       << u"You asked for it, so a second person approves."_s;
        QTest::newRow("the requester, four eyes off") << 3 << false << u"otto"_s << int(Role::approver) << QString();
        QTest::newRow("an operator") << 3 << false << u"ivo"_s << int(Role::operator_)
                                     << u"Approving needs the role approver; yours is operator."_s;
        QTest::newRow("nothing eligible") << 0 << false << u"ana"_s << int(Role::approver)
                                          << u"No case of the plan is eligible: there is nothing to approve."_s;
    }
    void approvalLocks()
    {
        QFETCH(int, cases);
        QFETCH(bool, fourEyes);
        QFETCH(QString, me);
        QFETCH(int, role);
        Release r;
        r.plannedBy = u"otto"_s;
        r.approvedCaseCount = cases;
        QTEST(approvalLock(r, fourEyes, me, Role(role)), "lock");
    }

    void sentences()
    {
        QCOMPARE(
            consequence(33, 38, {u"catalog-api"_s}, u"cards@13"_s, 12),
            u"33 cases go to catalog-api under cards@13, at most 12 a minute, which takes at least 2 min 45 s of sending. 5 cases stay "
            u"as they are."_s);
        QCOMPARE(consequence(1, 1, {u"catalog-api"_s}, u"cards@13"_s, 0),
                 u"1 case goes to catalog-api under cards@13, each step as fast as the workers are free."_s);
        Release r;
        r.startedAt = 1;
        r.counters.remaining = 15;
        r.counters.released = 18;
        QCOMPARE(abortConsequence(r), u"15 not sent stay in quarantine; 18 sent are reconciled."_s);
        r.stateReason = u"failures: 3 cases of step 2 failed again"_s;
        const auto failures = pauseWords(r, {}, {}, {}, {});
        QVERIFY(failures.title.contains(u"too many cases failed again"));
        QVERIFY(failures.text.contains(u"3 cases of step 2 failed again"));
        QCOMPARE(failures.tone, u"warn"_s);
        const auto isolated = row(7, ReleaseItemState::isolated, 1, u"uncertain_effect"_s);
        const auto uncertain = pauseWords(r, {&isolated}, {u"catalog-api"_s}, {}, {});
        QVERIFY(uncertain.title.contains(u"one effect is uncertain"));
        QVERIFY(uncertain.text.contains(u"card_7"));
        QCOMPARE(uncertain.tone, u"uncertain"_s);
    }

    void comparesLineByLine()
    {
        const auto lines = compareLines(u"a\nb\nc"_s, u"a\nx\nc\nd"_s);
        QString said;
        for (const auto &line : lines)
            said += line.sign + line.text;
        QCOMPARE(said, u" a-b+x c+d"_s);
        QVERIFY(compareLines(u"a"_s, u"a"_s).first().sign == u' ');
    }

    void theTablesAreModels()
    {
        RunModel run;
        QAbstractItemModelTester runTester(&run, QAbstractItemModelTester::FailureReportingMode::QtTest);
        run.setLadder({1, 5, 20, 0});
        run.setRows(runRows(rows(2, 3), RunFilter::all), 5);
        QCOMPARE(run.rowCount(), 5);
        const auto text = [&](const QAbstractItemModel &model, int at, int column) { return model.index(at, column).data().toString(); };
        QTRY_COMPARE(text(run, 0, int(RunColumn::operation)), u"card_1"_s); // the latest sent first
        QCOMPARE(text(run, 0, int(RunColumn::step)), u"canary"_s);
        QCOMPARE(text(run, 4, int(RunColumn::sent)), u"not sent"_s);
        run.setRows(runRows(rows(2, 3), RunFilter::notSent), 5);
        QCOMPARE(run.rowCount(), 3);

        PlanModel plan;
        QAbstractItemModelTester planTester(&plan, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto planned = rows(0, 3);
        planned[1].item.eligible = false;
        planned[1].item.reason = u"the effect \"save_card\" is uncertain: verify or settle it first"_s;
        plan.setCanary(u"case_0002"_s);
        plan.setRows(planRows(planned, u"case_0002"_s), 3);
        QTRY_VERIFY(plan.findRow(u"case_0002"_s) >= 0);
        QVERIFY(plan.findRow(u"case_0001"_s) < plan.findRow(u"case_0002"_s)); // who stays leads
        QVERIFY(plan.findRow(u"case_0002"_s) < plan.findRow(u"case_0000"_s)); // then the canary

        ReleasesModel list;
        QAbstractItemModelTester listTester(&list, QAbstractItemModelTester::FailureReportingMode::QtTest);
        Release r;
        r.redriveId.value = u"rdv_1"_s;
        r.state = ReleaseState::planned;
        r.workflow = u"cards"_s;
        r.fixReference = u"PR 482"_s;
        list.setRows({r}, 1);
        QTRY_COMPARE(text(list, 0, int(ReleaseColumn::state)), u"Planned"_s);
        QVERIFY(releaseMatches(r, u"pr 482 planned"_s));
        QVERIFY(!releaseMatches(r, u"running"_s));
    }

    // The answer of the reader is laid out at once: what it costs the window must not show as a stop.
    void aRunOfTenThousandIsShownWhole()
    {
        QWidget place;
        const auto command = [&](const char *name) { return new Command(QLatin1String(name), {}, QLatin1String(name), {}, &place); };
        ReleaseRun run({command("v"), command("p"), command("u"), command("x"), command("e"), command("r")});
        run.resize(1200, 800);
        queries::ReleaseDetail detail;
        detail.release.redriveId.value = u"rdv_1"_s;
        detail.release.state = ReleaseState::running;
        detail.release.step = 3;
        detail.release.startedAt = 900'000;
        detail.rows = rows(6'000, 4'000, 3);
        detail.rows[17].item.failedClass = u"policy"_s;
        QElapsedTimer took;
        took.start();
        run.show(detail, {}, {true, 20'000'000});
        run.show(detail, {}, {true, 20'000'000});
        qInfo("10,000 cases shown twice in %lld ms", took.elapsed());
        QCOMPARE(run.findChild<DataTable *>(u"runTable"_s)->model()->rowCount(), 10'000);
        QVERIFY(run.findChild<StepCards *>()->accessibleName().contains(u"Rest: 6000 of 10000 sent"));
        run.findChild<SegmentedSwitch *>(u"runFilter"_s)->setCurrentIndex(int(RunFilter::notSent));
        QCOMPARE(run.findChild<DataTable *>(u"runTable"_s)->model()->rowCount(), 4'000);
    }
};

QTEST_MAIN(TestReleaseModels)
#include "tst_releasemodels.moc"
