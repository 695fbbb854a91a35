// A random walk of releases over their ladder: whatever cases, people and clocks do, the rules hold and every release ends.
// A failing run names its seed: LAZARET_SEED=… repeats it.
#include "release/ladder.h"

#include "model/moves.h"
#include "release/stoprules.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

using namespace lazaret;

namespace {

class Walk
{
public:
    explicit Walk(quint32 seed) : m_random(seed)
    {
        r.state = ReleaseState::canary;
        r.stopConditions = m_random.bounded(4) == 0 ? QStringList() : release::defaultStopRules();
        r.ratePerMin = m_random.bounded(3) == 0 ? 60 : 0;
        r.acceptIrreversible = true;
        m_badPercent = QList<int>{0, 3, 20, 60}[m_random.bounded(4)];
        const int cases = m_random.bounded(0, 60);
        for (int i = 0; i < cases; ++i) {
            ReleaseItem item;
            item.position = i;
            item.caseId.value = QStringLiteral("case_%1").arg(i);
            item.eligible = m_random.bounded(10) > 0;
            item.irreversible = m_random.bounded(5) == 0;
            r.items.append(item);
        }
    }

    QString run()
    {
        for (int i = 0; i < 20000 && m_broken.isEmpty(); ++i) {
            if (r.state == ReleaseState::finished || r.state == ReleaseState::aborted)
                return ended();
            m_now += m_random.bounded(400);
            if (m_random.bounded(3) == 0)
                world();
            else if (m_random.bounded(60) == 0)
                person();
            else
                pipeline();
        }
        return m_broken.isEmpty() ? QStringLiteral("it never ends; it is %1").arg(toText(r.state)) : m_broken;
    }

private:
    void expect(bool holds, const QString &what)
    {
        if (!holds && m_broken.isEmpty())
            m_broken = what;
    }
    void move(ReleaseState to)
    {
        expect(releaseMayMove(r.state, to), QStringLiteral("%1 may not become %2").arg(toText(r.state), toText(to)));
        r.state = to;
    }
    int inStep(int step) const
    {
        return int(std::count_if(r.items.begin(), r.items.end(), [&](const ReleaseItem &i) { return i.step == step; }));
    }
    int badIn(int step) const
    {
        return int(std::count_if(r.items.begin(), r.items.end(),
                                 [&](const ReleaseItem &i) { return i.step == step && m_everBad.contains(i.caseId.value); }));
    }
    bool anyOut() const
    {
        return std::any_of(r.items.begin(), r.items.end(), [](const ReleaseItem &i) {
            return i.state == ReleaseItemState::released || i.state == ReleaseItemState::settled;
        });
    }

    // Jobs end, recipients are asked, isolated cases turn out one way or the other.
    void world()
    {
        if (r.items.isEmpty())
            return;
        ReleaseItem &item = r.items[m_random.bounded(int(r.items.size()))];
        const bool bad = m_random.bounded(100) < m_badPercent;
        if (item.state == ReleaseItemState::released) {
            item.state = !bad                       ? ReleaseItemState::settled
                         : m_random.bounded(3) == 0 ? ReleaseItemState::isolated
                                                    : ReleaseItemState::failed_again;
            if (item.state == ReleaseItemState::failed_again)
                item.failedClass = m_random.bounded(4) == 0 ? QStringLiteral("policy") : QStringLiteral("unknown_defect");
            if (item.state == ReleaseItemState::isolated && m_random.bounded(2) == 0)
                item.failedClass = QStringLiteral("uncertain_effect");
        } else if (item.state == ReleaseItemState::settled) {
            item.state = bad ? ReleaseItemState::isolated : ReleaseItemState::reconciled;
        } else if (item.state == ReleaseItemState::isolated && m_random.bounded(4) == 0) {
            item.state = ReleaseItemState::reconciled;
            m_unseen.remove(item.caseId.value); // it turned out well before anything stopped for it
        }
        if (item.state == ReleaseItemState::failed_again || item.state == ReleaseItemState::isolated) {
            if (!m_everBad.contains(item.caseId.value))
                m_unseen.insert(item.caseId.value);
            m_everBad.insert(item.caseId.value);
        }
    }

    void person()
    {
        if (m_random.bounded(12) == 0 && r.state != ReleaseState::reconciling) {
            r.stopEarly = true;
            m_outAtAbort =
                int(std::count_if(r.items.begin(), r.items.end(), [](const ReleaseItem &i) { return i.releasedAt.has_value(); }));
            return move(ReleaseState::reconciling);
        }
        if (r.state == ReleaseState::canary || r.state == ReleaseState::running)
            return move(ReleaseState::paused);
        if (r.state == ReleaseState::paused)
            resume();
    }

    void resume()
    {
        r.accepted = release::acceptEvents(r);
        m_unseen.clear();
        move(release::resumeState(r));
    }

    void pipeline()
    {
        if (r.state == ReleaseState::paused && m_random.bounded(20) == 0)
            return resume();
        const auto next = release::next(r, {m_now, m_random.bounded(500) == 0});
        if (const auto *wait = std::get_if<release::Wait>(&next)) {
            expect(!wait->untilMs || *wait->untilMs > m_now, QStringLiteral("it waits for a time that is past"));
            return;
        }
        expect(r.state != ReleaseState::paused, QStringLiteral("a paused release stays so until it is resumed"));
        if (const auto *one = std::get_if<release::ReleaseCase>(&next))
            return releaseOne(one->caseId);
        if (std::holds_alternative<release::Pause>(next))
            return move(ReleaseState::paused);
        if (std::holds_alternative<release::NextStep>(next)) {
            expect(m_unseen.isEmpty(), QStringLiteral("a step with a bad case was passed over"));
            expect(!anyOut(), QStringLiteral("the step before is not settled and reconciled"));
            ++r.step;
            if (r.state == ReleaseState::canary)
                move(ReleaseState::running);
            return;
        }
        if (std::holds_alternative<release::BeginReconciling>(next)) {
            const bool left = std::any_of(r.items.begin(), r.items.end(),
                                          [](const ReleaseItem &i) { return i.eligible && i.state == ReleaseItemState::planned; });
            expect(!left, QStringLiteral("cases are left"));
            return move(ReleaseState::reconciling);
        }
        expect(!anyOut(), QStringLiteral("it ended while cases were out"));
        expect(std::holds_alternative<release::Abort>(next) == r.stopEarly, QStringLiteral("aborted iff somebody aborted"));
        move(r.stopEarly ? ReleaseState::aborted : ReleaseState::finished);
    }

    void releaseOne(const CaseId &id)
    {
        const auto item = std::find_if(r.items.begin(), r.items.end(), [&](const ReleaseItem &i) { return i.caseId == id; });
        expect(item != r.items.end() && item->eligible && item->state == ReleaseItemState::planned,
               QStringLiteral("%1 is not one to send").arg(id.value));
        expect(!r.stopEarly && r.state != ReleaseState::reconciling, QStringLiteral("nothing is sent after an abort"));
        if (!m_broken.isEmpty())
            return;
        if (r.stopConditions.contains(QStringLiteral("uncertain_effect")) && r.step == 0)
            expect(m_unseen.isEmpty(), QStringLiteral("a case was sent past a bad one nobody has seen"));
        if (m_random.bounded(15) == 0) { // decided otherwise since it was planned
            item->state = ReleaseItemState::returned;
            return;
        }
        if (r.ratePerMin > 0)
            expect(m_now - m_lastSent >= qint64(60000 / r.ratePerMin), QStringLiteral("faster than its rate"));
        m_lastSent = m_now;
        item->state = ReleaseItemState::released;
        item->step = r.step;
        item->releasedAt = m_now;
        const int most = r.step == 0 ? 1 + badIn(0) : r.ladder.value(r.step, 0) > 0 ? r.ladder[r.step] : int(r.items.size());
        expect(inStep(r.step) <= most, QStringLiteral("%1 out in step %2, at most %3").arg(inStep(r.step)).arg(r.step + 1).arg(most));
    }

    QString ended() const
    {
        const int out = int(std::count_if(r.items.begin(), r.items.end(), [](const ReleaseItem &i) { return i.releasedAt.has_value(); }));
        if (r.state == ReleaseState::aborted && out != m_outAtAbort)
            return QStringLiteral("something was sent after the abort");
        if (r.state == ReleaseState::finished && std::any_of(r.items.begin(), r.items.end(), [](const ReleaseItem &i) {
                return i.eligible && i.state == ReleaseItemState::planned;
            }))
            return QStringLiteral("finished with cases left");
        return m_broken;
    }

    Release r;
    QRandomGenerator m_random;
    qint64 m_now = 1'790'000'000'000;
    qint64 m_lastSent = 0;
    int m_badPercent = 0;
    int m_outAtAbort = 0;
    QSet<QString> m_everBad;
    QSet<QString> m_unseen; // bad since the last resume
    QString m_broken;
};

} // namespace

class TestLadderWalk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void walk();
};

void TestLadderWalk::walk()
{
    const quint32 given = qEnvironmentVariable("LAZARET_SEED").toUInt();
    const quint32 first = given ? given : QRandomGenerator::global()->generate();
    for (quint32 i = 0; i < (given ? 1 : 500); ++i) {
        const QString broken = Walk(first + i).run();
        QVERIFY2(broken.isEmpty(), qPrintable(QStringLiteral("LAZARET_SEED=%1: %2").arg(first + i).arg(broken)));
    }
}

QTEST_GUILESS_MAIN(TestLadderWalk)
#include "tst_ladderwalk.moc"
