// The ladder as a table: from how a release stands to what comes next.
#include "release/ladder.h"

#include "release/stoprules.h"

#include <QTest>

using namespace lazaret;

namespace {

using enum ReleaseItemState;

constexpr qint64 now = 1'790'000'000'000;

// One letter per case, in plan order: what it is and the ladder step it went out with.
//   p planned · P planned, irreversible · x not eligible · o out · s settled · r reconciled · f failed again · i isolated · b returned
// Out ones name their step after the letter: "r0 r1 r1 p p".
Release standing(const QString &cases, ReleaseState state = ReleaseState::running, int step = 0)
{
    Release r;
    r.redriveId.value = QStringLiteral("rdv_1");
    r.state = state;
    r.step = step;
    r.stopConditions = release::defaultStopRules();
    const auto words = cases.split(u' ', Qt::SkipEmptyParts);
    for (const auto &word : words) {
        static const QMap<QChar, ReleaseItemState> states{{u'p', planned},      {u'P', planned},  {u'x', planned},
                                                          {u'o', released},     {u's', settled},  {u'r', reconciled},
                                                          {u'f', failed_again}, {u'i', isolated}, {u'b', returned}};
        ReleaseItem item;
        item.position = int(r.items.size());
        item.caseId.value = QStringLiteral("case_%1").arg(item.position);
        item.eligible = word[0] != u'x';
        item.irreversible = word[0] == u'P';
        item.state = states.value(word[0]);
        item.plannedClass = ErrorClass::invalid_input;
        item.step = word.size() > 1 ? word.mid(1).toInt() : -1;
        if (item.step >= 0)
            item.releasedAt = now - 60000;
        if (item.state == failed_again)
            item.failedClass = QStringLiteral("invalid_input");
        r.items.append(item);
    }
    return r;
}

QString said(const release::Next &next)
{
    if (const auto *wait = std::get_if<release::Wait>(&next))
        return wait->untilMs ? QStringLiteral("wait +%1").arg(*wait->untilMs - now) : QStringLiteral("wait");
    if (const auto *one = std::get_if<release::ReleaseCase>(&next))
        return one->caseId.value;
    if (const auto *pause = std::get_if<release::Pause>(&next))
        return QStringLiteral("pause ") + pause->reason.left(pause->reason.indexOf(u':'));
    if (std::holds_alternative<release::NextStep>(next))
        return QStringLiteral("next step");
    if (std::holds_alternative<release::BeginReconciling>(next))
        return QStringLiteral("reconcile");
    return std::holds_alternative<release::Finish>(next) ? QStringLiteral("finish") : QStringLiteral("abort");
}

QString repeated(const QString &word, int n)
{
    return (word + u' ').repeated(n);
}

} // namespace

class TestLadder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void next_data();
    void next();
    void paces_data();
    void paces();
    void onlyARunningOneActs_data();
    void onlyARunningOneActs();
    void stopRules_data();
    void stopRules();
    void resumeAcceptsWhatHappened_data();
    void resumeAcceptsWhatHappened();
    void anAcceptedCaseThatHealsHidesNoNewEvent();
    void theChosenCanaryGoesFirst();
    void knowsItsRules_data();
    void knowsItsRules();
};

void TestLadder::next_data()
{
    QTest::addColumn<QString>("cases");
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QString &cases, int step, const char *expected) {
        QTest::newRow(name) << cases << step << QString::fromLatin1(expected);
    };
    using namespace Qt::Literals::StringLiterals;
    row("the canary goes first, alone", u"p p p"_qs, 0, "case_0");
    row("the canary is out", u"o0 p p"_qs, 0, "wait");
    row("the canary's job is done, its outcome is not known yet", u"s0 p p"_qs, 0, "wait");
    row("the canary is clean", u"r0 p p"_qs, 0, "next step");
    row("the canary failed", u"f0 p p"_qs, 0, "pause canary_not_clean");
    row("the canary is uncertain", u"i0 p p"_qs, 0, "pause uncertain_effect");
    row("the canary was decided otherwise: the next one is the canary", u"b p p"_qs, 0, "case_1");
    row("an ineligible case is never sent", u"x p p"_qs, 0, "case_1");
    row("an irreversible one is no canary", u"P p p"_qs, 0, "case_1");
    row("nothing but irreversible ones", u"P P"_qs, 0, "pause canary_not_clean");
    row("after the canary irreversible ones go in their turn", u"r0 P p"_qs, 1, "case_1");
    row("step two sends up to five", u"r0 o1 o1 o1 o1 p p"_qs, 1, "case_5");
    row("step two is full", u"r0 o1 o1 o1 o1 o1 p"_qs, 1, "wait");
    row("one of step two is still out", u"r0 r1 r1 r1 r1 s1 p"_qs, 1, "wait");
    row("step two is clean", u"r0 r1 r1 r1 r1 r1 p"_qs, 1, "next step");
    row("one of step two failed", u"r0 f1 r1 r1 r1 r1 p"_qs, 1, "pause step_not_clean");
    row("one of step two failed while others are out", u"r0 f1 o1 r1 r1 r1 p"_qs, 1, "wait");
    row("a failure of an earlier step is past", u"f0 r1 r1 r1 r1 r1 p"_qs, 1, "next step");
    row("step three sends up to twenty", u"r0 "_qs + repeated(u"r1"_qs, 5) + repeated(u"o2"_qs, 19) + u"p p"_qs, 2, "case_25");
    row("step three is full", u"r0 "_qs + repeated(u"r1"_qs, 5) + repeated(u"o2"_qs, 20) + u"p p"_qs, 2, "wait");
    row("the last step sends the rest", u"r0 "_qs + repeated(u"r1"_qs, 5) + repeated(u"r2"_qs, 20) + repeated(u"o3"_qs, 30) + u"p"_qs, 3,
        "case_56");
    row("everything is out", u"r0 o1 o1"_qs, 1, "reconcile");
    row("everything has its outcome", u"r0 r1 r1"_qs, 1, "reconcile");
    row("a plan of one", u"r0"_qs, 0, "reconcile");
    row("nothing eligible", u"x x"_qs, 0, "reconcile");
    row("the rest was decided otherwise", u"r0 b b"_qs, 1, "reconcile");
    row("a failure among the last stops before it ends", u"r0 f1 f1 f1"_qs, 1, "pause failures");
    row("one failure among the last does not", u"r0 r1 f1"_qs, 1, "reconcile");
}

void TestLadder::next()
{
    QFETCH(QString, cases);
    QFETCH(int, step);
    const auto state = step == 0 ? ReleaseState::canary : ReleaseState::running;
    QTEST(said(release::next(standing(cases, state, step), {now, false})), "expected");
}

void TestLadder::paces_data()
{
    QTest::addColumn<double>("rate");
    QTest::addColumn<qint64>("lastAgoMs");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no limit") << 0.0 << qint64(0) << QStringLiteral("case_2");
    QTest::newRow("one a minute, just sent") << 1.0 << qint64(0) << QStringLiteral("wait +60000");
    QTest::newRow("one a minute, half way") << 1.0 << qint64(30000) << QStringLiteral("wait +30000");
    QTest::newRow("one a minute, due") << 1.0 << qint64(60000) << QStringLiteral("case_2");
    QTest::newRow("600 a minute, just sent") << 600.0 << qint64(0) << QStringLiteral("wait +100");
    QTest::newRow("a half a minute") << 0.5 << qint64(60000) << QStringLiteral("wait +60000");
}

void TestLadder::paces()
{
    QFETCH(double, rate);
    QFETCH(qint64, lastAgoMs);
    Release r = standing(QStringLiteral("r0 o1 p p"), ReleaseState::running, 1);
    r.ratePerMin = rate;
    r.items[1].releasedAt = now - lastAgoMs;
    QTEST(said(release::next(r, {now, false})), "expected");
}

void TestLadder::onlyARunningOneActs_data()
{
    QTest::addColumn<ReleaseState>("state");
    QTest::addColumn<bool>("aborted");
    QTest::addColumn<QString>("cases");
    QTest::addColumn<QString>("expected");
    for (const auto state : {ReleaseState::draft, ReleaseState::planned, ReleaseState::approved, ReleaseState::paused,
                             ReleaseState::finished, ReleaseState::aborted})
        QTest::newRow(qPrintable(toText(state))) << state << false << QStringLiteral("r0 p p") << QStringLiteral("wait");
    const auto reconciling = ReleaseState::reconciling;
    QTest::newRow("reconciling, one out") << reconciling << false << QStringLiteral("r0 o1") << QStringLiteral("wait");
    QTest::newRow("reconciling, one settled") << reconciling << false << QStringLiteral("r0 s1") << QStringLiteral("wait");
    QTest::newRow("reconciling, all known") << reconciling << false << QStringLiteral("r0 r1 f1") << QStringLiteral("finish");
    QTest::newRow("reconciling, one isolated") << reconciling << false << QStringLiteral("r0 i1") << QStringLiteral("finish");
    QTest::newRow("aborted, one out") << reconciling << true << QStringLiteral("r0 o1 p p") << QStringLiteral("wait");
    QTest::newRow("aborted, nothing out") << reconciling << true << QStringLiteral("r0 r1 p p") << QStringLiteral("abort");
    QTest::newRow("aborted before it began") << reconciling << true << QStringLiteral("p p") << QStringLiteral("abort");
}

void TestLadder::onlyARunningOneActs()
{
    QFETCH(ReleaseState, state);
    QFETCH(bool, aborted);
    QFETCH(QString, cases);
    Release r = standing(cases, state, 1);
    r.stopEarly = aborted;
    QTEST(said(release::next(r, {now, false})), "expected");
}

void TestLadder::stopRules_data()
{
    QTest::addColumn<QString>("rule"); // the only one in force
    QTest::addColumn<QString>("cases");
    QTest::addColumn<bool>("starves");
    QTest::addColumn<QString>("expected");
    using namespace Qt::Literals::StringLiterals;
    const QString ten = u"r0 f1 "_qs + repeated(u"o1"_qs, 9) + u"p"_qs;
    QTest::newRow("uncertain: isolated") << u"uncertain_effect"_qs << u"r0 i1 p"_qs << false << u"pause uncertain_effect"_qs;
    QTest::newRow("uncertain: none") << u"uncertain_effect"_qs << u"r0 f1 p"_qs << false << u"case_2"_qs;
    QTest::newRow("failures: two of three") << u"failures>=3"_qs << u"r0 f1 f1 p"_qs << false << u"case_3"_qs;
    QTest::newRow("failures: three") << u"failures>=3"_qs << u"r0 f1 f1 f1 p"_qs << false << u"pause failures"_qs;
    QTest::newRow("failures: of this step only") << u"failures>=3"_qs << u"f0 f0 f1 p"_qs << false << u"case_3"_qs;
    QTest::newRow("failures: isolated count") << u"failures>=3"_qs << u"r0 i1 f1 i1 p"_qs << false << u"pause failures"_qs;
    QTest::newRow("share: 1 of 10") << u"failures>=10%"_qs << ten << false << u"pause failures"_qs;
    QTest::newRow("share: 1 of 9 is too few to say")
        << u"failures>=10%"_qs << (u"r0 f1 "_qs + repeated(u"o1"_qs, 8) + u"p"_qs) << false << u"wait"_qs;
    QTest::newRow("share: 1 of 11") << u"failures>=10%"_qs << (u"r0 f1 "_qs + repeated(u"o1"_qs, 10) + u"p"_qs) << false << u"wait"_qs;
    QTest::newRow("new class: a planned one") << u"new_class"_qs << u"r0 f1 p"_qs << false << u"case_2"_qs;
    QTest::newRow("live traffic: starves") << u"live_traffic"_qs << u"r0 p"_qs << true << u"pause live_traffic"_qs;
    QTest::newRow("live traffic: flows") << u"live_traffic"_qs << u"r0 p"_qs << false << u"case_1"_qs;
    QTest::newRow("no rule: a failed step still pauses") << QString() << u"r0 f1 f1 f1 f1 r1 p"_qs << false << u"pause step_not_clean"_qs;
}

void TestLadder::stopRules()
{
    QFETCH(QString, rule);
    QFETCH(QString, cases);
    QFETCH(bool, starves);
    Release r = standing(cases, ReleaseState::running, 1);
    r.stopConditions = rule.isEmpty() ? QStringList() : QStringList{rule};
    QTEST(said(release::next(r, {now, starves})), "expected");
    if (rule == u"new_class") {
        r.items[1].failedClass = QStringLiteral("policy");
        QCOMPARE(said(release::next(r, {now, starves})), QStringLiteral("pause new_class"));
    }
}

void TestLadder::resumeAcceptsWhatHappened_data()
{
    QTest::addColumn<QString>("cases");
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("pausedFor");
    QTest::addColumn<QString>("then");
    using namespace Qt::Literals::StringLiterals;
    QTest::newRow("a bad canary: the next case is the canary") << u"f0 p p"_qs << 0 << u"pause canary_not_clean"_qs << u"case_1"_qs;
    QTest::newRow("a second bad canary") << u"f0 f0 p"_qs << 0 << u"pause canary_not_clean"_qs << u"case_2"_qs;
    QTest::newRow("an uncertain canary") << u"i0 p p"_qs << 0 << u"pause uncertain_effect"_qs << u"case_1"_qs;
    QTest::newRow("a step that was not clean") << u"r0 f1 r1 r1 r1 r1 p"_qs << 1 << u"pause step_not_clean"_qs << u"next step"_qs;
    QTest::newRow("failures within a step") << u"r0 f1 f1 f1 p p"_qs << 1 << u"pause failures"_qs << u"case_4"_qs;
    QTest::newRow("an uncertain one among the last") << u"r0 r1 i1"_qs << 1 << u"pause uncertain_effect"_qs << u"reconcile"_qs;
}

void TestLadder::resumeAcceptsWhatHappened()
{
    QFETCH(QString, cases);
    QFETCH(int, step);
    const auto state = step == 0 ? ReleaseState::canary : ReleaseState::running;
    Release r = standing(cases, state, step);
    QTEST(said(release::next(r, {now, false})), "pausedFor");
    r.accepted = release::acceptEvents(r);
    QCOMPARE(release::resumeState(r), state);
    QTEST(said(release::next(r, {now, false})), "then");
}

// What was accepted is that case, not a number: when it heals, the next bad one must stop the release all the same.
void TestLadder::anAcceptedCaseThatHealsHidesNoNewEvent()
{
    Release canary = standing(QStringLiteral("i0 p p"), ReleaseState::canary, 0);
    canary.accepted = release::acceptEvents(canary);
    canary.items[0].state = reconciled; // verified meanwhile: it had happened
    QCOMPARE(said(release::next(canary, {now, false})), QStringLiteral("case_1"));
    canary.items[1].state = failed_again;
    canary.items[1].failedClass = QStringLiteral("invalid_input");
    canary.items[1].step = 0;
    QCOMPARE(said(release::next(canary, {now, false})), QStringLiteral("pause canary_not_clean"));

    Release running = standing(QStringLiteral("r0 i1 p p"), ReleaseState::running, 1);
    running.accepted = release::acceptEvents(running);
    running.items[1].state = reconciled;
    running.items[2].state = isolated;
    running.items[2].step = 1;
    QCOMPARE(said(release::next(running, {now, false})), QStringLiteral("pause uncertain_effect"));
}

void TestLadder::theChosenCanaryGoesFirst()
{
    Release r = standing(QStringLiteral("p p p"), ReleaseState::canary, 0);
    r.canary = QStringLiteral("case_2");
    QCOMPARE(said(release::next(r, {now, false})), QStringLiteral("case_2"));
    r.items[2].irreversible = true; // acknowledged when it was planned
    QCOMPARE(said(release::next(r, {now, false})), QStringLiteral("case_2"));
    r.items[2].state = returned;
    QCOMPARE(said(release::next(r, {now, false})), QStringLiteral("case_0"));
    r = standing(QStringLiteral("P P"), ReleaseState::canary, 0);
    r.acceptIrreversible = true;
    QCOMPARE(said(release::next(r, {now, false})), QStringLiteral("case_0"));
}

void TestLadder::knowsItsRules_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<bool>("known");
    const auto defaults = release::defaultStopRules();
    for (const auto &rule : defaults)
        QTest::newRow(qPrintable(rule)) << rule << true;
    QTest::newRow("another number") << QStringLiteral("failures>=25") << true;
    QTest::newRow("another share") << QStringLiteral("failures>=50%") << true;
    for (const auto *rule : {"failures>=0", "failures>=", "failures>3", "failures>=3x", "failures>=-1", "failures>=1.5", "never", "",
                             "Uncertain_Effect", " live_traffic", "failures>=10%%"})
        QTest::addRow("not \"%s\"", rule) << QString::fromLatin1(rule) << false;
}

void TestLadder::knowsItsRules()
{
    QFETCH(QString, rule);
    QFETCH(bool, known);
    QCOMPARE(release::readStopRule(rule).has_value(), known);
    const auto checked = release::checkStopRules({QStringLiteral("live_traffic"), rule});
    QCOMPARE(checked.has_value(), known);
    if (!known) {
        QCOMPARE(checked.error().code, ErrorCode::usage);
        QVERIFY(checked.error().detail.contains(QStringLiteral("--stop ") + rule));
    }
}

QTEST_GUILESS_MAIN(TestLadder)
#include "tst_ladder.moc"
