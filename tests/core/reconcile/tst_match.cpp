// The matcher as a table: from receipts and what the recipient says to one of the five outcomes, or out of the release.
#include "reconcile/match.h"

#include <QTest>

using namespace lazaret;

namespace {

const QString thisRelease = QStringLiteral("rdv_1");

// "save=confirmed:now pay=denied": action, state, and whether it was sent in this release or before.
QList<Receipt> receiptsFrom(const QString &text)
{
    QList<Receipt> list;
    for (const auto &word : text.split(u' ', Qt::SkipEmptyParts)) {
        Receipt r;
        r.action = word.section(u'=', 0, 0);
        const QString rest = word.section(u'=', 1);
        r.state = *fromText<ReceiptState>(rest.section(u':', 0, 0));
        r.redriveId = rest.section(u':', 1) == u"now" ? thisRelease : rest.contains(u':') ? QStringLiteral("rdv_0") : QString();
        list.append(r);
    }
    return list;
}

QList<reconcile::Observation> observationsFrom(const QString &text)
{
    QList<reconcile::Observation> list;
    for (const auto &word : text.split(u' ', Qt::SkipEmptyParts))
        list.append({word.section(u'=', 0, 0), word.section(u'=', 1), Time(100 + list.size()), QStringLiteral("verify: HTTP")});
    return list;
}

Workflow twoEffects()
{
    Workflow w;
    w.version = QStringLiteral("2");
    for (const auto *name : {"look", "save", "pay"}) {
        Step step;
        step.name = step.action = QString::fromLatin1(name);
        step.effect = step.name != u"look";
        w.steps.append(step);
    }
    return w;
}

} // namespace

class TestMatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void outcomes_data();
    void outcomes();
    void withoutEffects();
    void theWeakestAnswerIsKept();
};

void TestMatch::outcomes_data()
{
    QTest::addColumn<QString>("receipts");
    QTest::addColumn<QString>("observed");
    QTest::addColumn<JobState>("job");
    QTest::addColumn<QString>("expected"); // empty: it leaves the release
    QTest::addColumn<QString>("proof");    // part of it
    const auto row = [](const char *name, const char *receipts, const char *observed, JobState job, const char *expected,
                        const char *proof) {
        QTest::newRow(name) << QString::fromLatin1(receipts) << QString::fromLatin1(observed) << job << QString::fromLatin1(expected)
                            << QString::fromLatin1(proof);
    };
    const auto done = JobState::done, stuck = JobState::quarantined;
    row("both sent now", "save=confirmed:now pay=confirmed:now", "", done, "single_execution_confirmed", "save, pay sent once");
    row("and the recipient shows both", "save=confirmed:now pay=confirmed:now", "save=completed pay=completed", done,
        "single_execution_confirmed", "save, pay sent once");
    row("one before, one now", "save=confirmed pay=confirmed:now", "", done, "single_execution_confirmed", "save was complete before");
    row("both before", "save=confirmed pay=confirmed", "", done, "duplicate_blocked", "nothing was sent in this release");
    row("both in an earlier release", "save=confirmed:old pay=confirmed:old", "", done, "duplicate_blocked",
        "save, pay was complete before");
    row("compensated counts as complete", "save=compensated pay=confirmed", "", done, "duplicate_blocked", "nothing was sent");
    row("one uncertain", "save=confirmed:now pay=uncertain:now", "", stuck, "still_uncertain", "whether pay happened");
    row("one under way", "save=intended:now", "", stuck, "still_uncertain", "whether save happened");
    row("uncertain though the recipient says completed", "save=uncertain pay=confirmed", "save=completed", done, "still_uncertain",
        "whether save happened");
    row("confirmed here, absent there", "save=confirmed:now pay=confirmed:now", "save=absent pay=completed", done, "still_uncertain",
        "does not show save");
    row("confirmed here, unclear there", "save=confirmed:now pay=confirmed:now", "pay=unclear", done, "still_uncertain",
        "does not show pay");
    row("uncertain weighs more than contradicted", "save=confirmed:now pay=uncertain:now", "save=absent", stuck, "still_uncertain",
        "whether pay happened");
    row("one was denied", "save=confirmed:now pay=denied:now", "", stuck, "", "pay did not happen");
    row("one was never sent", "save=confirmed:now", "", stuck, "", "pay did not happen");
    row("nothing was sent", "", "", stuck, "", "save, pay did not happen");
    row("verified complete while its job could not end", "save=confirmed pay=confirmed:now", "", stuck, "single_execution_confirmed",
        "pay, save confirmed once");
    row("done, yet an effect is missing", "save=confirmed:now", "", done, "", "pay did not happen");
}

void TestMatch::outcomes()
{
    QFETCH(QString, receipts);
    QFETCH(QString, observed);
    QFETCH(JobState, job);
    QFETCH(QString, expected);
    QFETCH(QString, proof);
    Job subject;
    subject.state = job;
    const auto found = reconcile::match(twoEffects(), subject, receiptsFrom(receipts), observationsFrom(observed), thisRelease);
    QCOMPARE(found.outcome ? toText(*found.outcome) : QString(), expected);
    QVERIFY2(found.proof.contains(proof), qPrintable(found.proof));
    QCOMPARE(found.how == u"the recorded expected answer", observed.isEmpty());
    QCOMPARE(found.observed == u"not_asked", observed.isEmpty());
    QCOMPARE(found.observedAt.has_value(), !observed.isEmpty());
}

void TestMatch::withoutEffects()
{
    Workflow w = twoEffects();
    w.steps = {w.steps[0]};
    Job job;
    job.state = JobState::done;
    const auto done = reconcile::match(w, job, {}, {}, thisRelease);
    QCOMPARE(done.outcome, std::optional(Reconciled::single_execution_confirmed));
    QVERIFY(done.proof.contains(QStringLiteral("version 2 has no outside effect")));
    job.state = JobState::quarantined;
    const auto stuck = reconcile::match(w, job, {}, {}, thisRelease);
    QCOMPARE(stuck.outcome, std::nullopt);
    QVERIFY(stuck.proof.contains(QStringLiteral("the work did not happen")));
}

void TestMatch::theWeakestAnswerIsKept()
{
    Job job;
    job.state = JobState::done;
    const auto receipts = receiptsFrom(QStringLiteral("save=confirmed:now pay=confirmed:now"));
    const auto observed = [&](const char *answers) {
        return reconcile::match(twoEffects(), job, receipts, observationsFrom(QString::fromLatin1(answers)), thisRelease).observed;
    };
    QCOMPARE(observed("save=completed pay=absent"), QStringLiteral("absent"));
    QCOMPARE(observed("save=absent pay=unclear"), QStringLiteral("absent"));
    QCOMPARE(observed("save=unclear pay=completed"), QStringLiteral("unclear"));
    QCOMPARE(observed("save=completed"), QStringLiteral("completed"));
    const auto both =
        reconcile::match(twoEffects(), job, receipts, observationsFrom(QStringLiteral("save=completed pay=completed")), thisRelease);
    QCOMPARE(both.observedAt, Time(101)); // the last answer
    QVERIFY(both.how.contains(QStringLiteral("save: verify")) && both.how.contains(QStringLiteral("pay: verify")));
}

QTEST_GUILESS_MAIN(TestMatch)
#include "tst_match.moc"
