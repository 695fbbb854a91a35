#include "outcome/budget.h"

#include <QRandomGenerator>
#include <QTest>

using namespace lazaret;
using namespace lazaret::outcome;

namespace {

constexpr qint64 start = 1'800'000'000'000;
constexpr qint64 s = 1000;
constexpr qint64 h = 3600 * s;

// What decide said, in one word: "+90000" for a retry in 90 s, else the reason.
QString said(const Budget &budget, const BudgetState &state, double jitter01 = 0.5)
{
    const auto decision = decide(budget, state, jitter01);
    if (const auto *retry = std::get_if<Retry>(&decision))
        return QStringLiteral("+%1").arg(retry->dueAtMs - state.nowMs);
    return toText(std::get<Spent>(decision).reason);
}

BudgetState after(int attempts, qint64 elapsedMs)
{
    BudgetState state;
    state.attemptsInRun = attempts;
    state.runStartedAtMs = start;
    state.nowMs = start + elapsedMs;
    return state;
}

} // namespace

class tst_Budget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void defaults_data();
    void defaults();
    void cases_data();
    void cases();
    void properties();
};

void tst_Budget::defaults_data()
{
    QTest::addColumn<int>("errorClass");
    QTest::addColumn<int>("attempts");
    QTest::addColumn<double>("jitter01");
    QTest::addColumn<QString>("expected");

    const int transient = int(ErrorClass::transient);
    QTest::newRow("first") << transient << 1 << 0.5 << QStringLiteral("+30000");
    QTest::newRow("second") << transient << 2 << 0.5 << QStringLiteral("+120000");
    QTest::newRow("third") << transient << 3 << 0.5 << QStringLiteral("+600000");
    QTest::newRow("fourth") << transient << 4 << 0.5 << QStringLiteral("+1800000");
    QTest::newRow("fifth is the last") << transient << 5 << 0.5 << QStringLiteral("attempts");
    QTest::newRow("jitter down") << transient << 1 << 0.0 << QStringLiteral("+24000");
    QTest::newRow("jitter up") << transient << 1 << 1.0 << QStringLiteral("+36000");
    QTest::newRow("jitter out of range is clamped") << transient << 1 << 7.0 << QStringLiteral("+36000");
    for (size_t i = 1; i < Vocabulary<ErrorClass>::words.size(); ++i)
        QTest::newRow(Vocabulary<ErrorClass>::words[i].data()) << int(i) << 1 << 0.5 << QStringLiteral("attempts");
}

void tst_Budget::defaults()
{
    QFETCH(int, errorClass);
    QFETCH(int, attempts);
    QFETCH(double, jitter01);
    QFETCH(QString, expected);
    QCOMPARE(said(defaultBudget(ErrorClass(errorClass)), after(attempts, 10 * s), jitter01), expected);
}

void tst_Budget::cases_data()
{
    QTest::addColumn<Budget>("budget");
    QTest::addColumn<BudgetState>("state");
    QTest::addColumn<QString>("expected");

    const Budget transient = defaultBudget(ErrorClass::transient);
    const auto row = [](const char *name, const Budget &budget, const BudgetState &state, const char *expected) {
        QTest::newRow(name) << budget << state << QString::fromLatin1(expected);
    };

    Budget many = transient;
    many.attempts = 100;
    row("delays end with the last", many, after(50, 10 * s), "+1800000");
    row("no counted attempt yet", transient, after(0, 10 * s), "+30000");
    Budget fractions = transient;
    fractions.delaysS = {0.05};
    row("delays may be fractions of a second", fractions, after(1, s), "+50");
    Budget none = transient;
    none.delaysS.clear();
    row("no delays: at once", none, after(1, s), "+0");

    row("the window's last moment", transient, after(1, 2 * h - 30 * s), "+30000");
    row("one ms later", transient, after(1, 2 * h - 30 * s + 1), "window");
    Budget unlimited = transient;
    unlimited.windowS = 0;
    row("no window", unlimited, after(1, 1000 * h), "+30000");
    BudgetState held = after(1, 5 * h);
    held.heldMs = 3 * h + 30 * s;
    row("held time is not counted", transient, held, "+30000");
    held.heldMs -= 1;
    row("held almost long enough", transient, held, "window");

    BudgetState deadline = after(1, 10 * s);
    deadline.deadlineAtMs = start + 40 * s;
    row("deadline just holds", transient, deadline, "+30000");
    deadline.deadlineAtMs = start + 40 * s - 1;
    row("deadline missed", transient, deadline, "deadline");
    deadline.heldMs = 1;
    row("deadline moves with the hold", transient, deadline, "+30000");
    deadline.deadlineAtMs = start + 5 * s;
    row("deadline already past", transient, deadline, "deadline");
    deadline.nowMs = start + 2 * h;
    row("deadline before window", transient, deadline, "deadline");
    deadline.deadlineAtMs = start + 3 * h;
    row("window before deadline", transient, deadline, "window");

    Budget priced = transient;
    priced.cost = 2.5;
    BudgetState costly = after(1, s);
    costly.cost = 2.49;
    row("under the ceiling", priced, costly, "+30000");
    costly.cost = 2.5;
    row("at the ceiling", priced, costly, "cost");
    row("no ceiling", transient, costly, "+30000");
    costly.attemptsInRun = 5;
    row("attempts are named first", priced, costly, "attempts");

    BudgetState asked = after(1, s);
    asked.retryAfterMs = 90 * s;
    row("Retry-After longer", transient, asked, "+90000");
    asked.retryAfterMs = 10 * s;
    row("Retry-After shorter", transient, asked, "+30000");
    asked.retryAfterMs = 0;
    row("Retry-After zero", transient, asked, "+30000");
    asked.retryAfterMs = 2 * h - s;
    row("Retry-After to the window's last moment", transient, asked, "+7199000");
    asked.retryAfterMs = 2 * h - s + 1;
    row("Retry-After past the window", transient, asked, "retry_after_past_deadline");
    asked.retryAfterMs = 1'000'000'000'000'000;
    row("absurd Retry-After", transient, asked, "retry_after_past_deadline");
    asked.retryAfterMs = 60 * s;
    asked.deadlineAtMs = start + 50 * s;
    row("Retry-After past the deadline", transient, asked, "retry_after_past_deadline");
    asked.deadlineAtMs = start + 20 * s;
    row("even our own delay misses the deadline", transient, asked, "deadline");
}

void tst_Budget::cases()
{
    QFETCH(Budget, budget);
    QFETCH(BudgetState, state);
    QFETCH(QString, expected);
    QCOMPARE(said(budget, state), expected);
}

// For any budget: a retry lies neither in the past nor outside the window or deadline, not before Retry-After, and the same job is tried
// at most `attempts` times.
void tst_Budget::properties()
{
    QRandomGenerator random(20260101);
    int retries = 0;
    for (int round = 0; round < 20000; ++round) {
        Budget budget;
        budget.attempts = random.bounded(1, 8);
        for (int i = random.bounded(0, 5); i > 0; --i)
            budget.delaysS.append(random.bounded(3600.0));
        budget.jitter = random.bounded(1.0);
        budget.windowS = random.bounded(0, 3) * 1800;

        BudgetState state = after(1, 0);
        if (random.bounded(2))
            state.deadlineAtMs = start + random.bounded(int(2 * h));
        while (true) {
            state.retryAfterMs.reset();
            if (random.bounded(2))
                state.retryAfterMs = random.bounded(int(h));
            const auto decision = decide(budget, state, random.bounded(1.0));
            const auto *retry = std::get_if<Retry>(&decision);
            if (!retry)
                break;
            ++retries;
            QVERIFY(retry->dueAtMs >= state.nowMs + state.retryAfterMs.value_or(0));
            QVERIFY(budget.windowS == 0 || retry->dueAtMs <= start + budget.windowS * 1000 + state.heldMs);
            QVERIFY(!state.deadlineAtMs || retry->dueAtMs <= *state.deadlineAtMs + state.heldMs);
            state.nowMs = retry->dueAtMs + random.bounded(1000);
            state.heldMs += random.bounded(1000);
            ++state.attemptsInRun;
        }
        QVERIFY(state.attemptsInRun <= budget.attempts);
    }
    QVERIFY(retries > 10000); // else the property was hardly put to the test
}

QTEST_GUILESS_MAIN(tst_Budget)
#include "tst_budget.moc"
