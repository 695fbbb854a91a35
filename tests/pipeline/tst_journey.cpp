// One webhook's whole journey, from the command line: it breaks, becomes a case, is inspected, decided, released under a new version,
// reconciled against the recipient and reported; and what happens when something goes wrong on the way.
#include "cardshop.h"

#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTest>

using namespace lazaret::test;
using namespace Qt::Literals::StringLiterals;

class tst_Journey : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void twelveBreakAndAllAreClosedWithProof();
    void oneFailsAgainAndTheReleasePauses();
    void killedInTheCanary();
    void aBadCanaryIsFollowedByAnother();
    void pausedAndAborted();
    void whatHappenedBeforeIsNotSentAgain();
    void absenceCountsOnlyAfterAWhile();
};

namespace {

QJsonObject firstItem(const QJsonObject &answer)
{
    return answer.value("items"_L1).toArray().first().toObject();
}

// An installation with the shop as its recipient, version 12 in force, serving.
struct Journey
{
    explicit Journey(const QJsonObject &more = {}, const QJsonValue &absentAfterS = {}) : m_more(more), m_absentAfterS(absentAfterS)
    {
        upgrade(u"12"_s);
    }

    bool upgrade(const QString &version, const QJsonObject &workflowMore = {})
    {
        const QByteArray cards = shop.recipient.url("/v" + version.toUtf8() + "/cards");
        QJsonObject step = saveStep(cards, shop.recipient.url("/effects/"));
        step.insert(u"verify"_s, with(step.value("verify"_L1).toObject(), {{u"absent_after_s"_s, m_absentAfterS}}));
        const auto workflow = cardsWorkflow(version, {step}, workflowMore);
        const Said said = at.apply(with(workspaceOf({cardsSource(at.secret)}, {workflow}), m_more));
        if (said.exit != 0)
            qWarning("%s", said.err.constData());
        return said.exit == 0;
    }
    // count cards of this tenant; true when each was acknowledged
    bool deliver(int count, const QString &tenant = u"acme"_s)
    {
        for (int i = 0; i < count; ++i) {
            const QString ref = u"%1-card-%2"_s.arg(tenant).arg(i + 1);
            if (at.sendSigned(u"shop"_s, "delivery-" + ref.toUtf8(), cardBody(ref, tenant)).status != 202)
                return false;
            refs.append(ref);
        }
        return true;
    }
    bool approveRedrive(const QString &query, int count)
    {
        return inspect(at, query, count) &&
               at.ask("case dispose --kind redrive_approved --reason fixed --query"_w << query << u"--expect"_s << QString::number(count))
                       .value("done"_L1)
                       .toInt() == count;
    }
    // Planned under version 13 and approved; empty: refused.
    QString plan(const QString &query, int count, const QStringList &more = {})
    {
        const QJsonObject planned = at.ask("release plan --target-version 13 --fix commit-8c1d2e --rate 0 --query"_w
                                           << query << u"--expect"_s << QString::number(count) << more);
        canary = planned.value("canary"_L1).toString();
        const QString id = planned.value("redrive_id"_L1).toString();
        return at.run("release approve"_w << id).exit == 0 ? id : QString();
    }
    // Nine cases of acme, broken under version 12, approved for redrive, planned and approved under 13.
    QString nineApproved(const QJsonObject &workflowMore = {})
    {
        if (!at.serve() || !deliver(9) || !QTest::qWaitFor([&] { return at.cases() == 9; }, Installation::kPatienceMs))
            return {};
        if (!upgrade(u"13"_s, workflowMore) || !approveRedrive(u"workflow:cards"_s, 9))
            return {};
        return plan(u"status:approved"_s, 9);
    }
    QJsonObject release(const QString &id) const { return at.show(u"release"_s, id); }
    QString state(const QString &id) const { return release(id).value("state"_L1).toString(); }
    QString refOf(const QString &caseId) const { return at.show(u"case"_s, caseId).value("input_reference"_L1).toString(); }
    // The case at this place of the plan.
    QString planned(const QString &id, int position) const
    {
        return release(id).value("plan"_L1).toArray().at(position).toObject().value("case_id"_L1).toString();
    }

    CardShop shop;
    Installation at;
    QStringList refs;
    QString canary;

private:
    const QJsonObject m_more;
    const QJsonValue m_absentAfterS; // null: the default
};

QJsonObject counters(const QJsonObject &release)
{
    return release.value("counters"_L1).toObject();
}

QString count(const QJsonObject &release)
{
    const QJsonObject c = counters(release);
    QStringList words;
    for (const auto &key : {u"planned"_s, u"released"_s, u"succeeded"_s, u"no_op"_s, u"duplicate_blocked"_s, u"failed_again"_s,
                            u"uncertain"_s, u"remaining"_s})
        words.append(QString::number(c.value(key).toInt(-1)));
    return words.join(u' ');
}

QByteArray read(const QString &file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

QString flat(QString text)
{
    return text.replace(QRegularExpression(u"\\s+"_s), u" "_s);
}

// The report's words as a person reads them.
QString spoken(const QString &html)
{
    QString text = html;
    text.remove(QRegularExpression(u"<style.*?</style>"_s, QRegularExpression::DotMatchesEverythingOption));
    return flat(text.replace(QRegularExpression(u"<[^>]*>"_s), u" "_s));
}

} // namespace

#define REACHES(journey, id, wanted) EVENTUALLY((journey).state(id), wanted)

void tst_Journey::twelveBreakAndAllAreClosedWithProof()
{
    const auto op = [](const QString &name, const QString &role) { return QJsonObject{{u"name"_s, name}, {u"role"_s, role}}; };
    Journey j({{u"operators"_s, QJsonArray{op(u"root"_s, u"administrator"_s), op(u"ana"_s, u"approver"_s), op(u"otto"_s, u"operator"_s)}}});
    QVERIFY(j.at.serve());
    QVERIFY(j.deliver(9, u"acme"_s));
    QVERIFY(j.deliver(3, u"globex"_s));
    EVENTUALLY(j.at.cases(u"class:invalid_input code:http.422 workflow:cards@12"_s), 12);
    QCOMPARE(j.shop.recipient.allEffects(), 0);

    QVERIFY(inspect(j.at, u"tenant:acme"_s, 9, u"otto"_s));
    const Said asked = j.at.run("case dispose --kind redrive_approved --reason fixed --query tenant:acme --expect 9"_w, u"otto"_s);
    QCOMPARE(asked.json.value("done"_L1).toInt(), 9);
    QStringList nine = j.at.ids(u"status:awaiting_approval"_s);
    QCOMPARE(nine.size(), 9);
    QCOMPARE(j.at.run("case approve"_w + nine + "--reason seen"_w, u"otto"_s).exit, 3); // not an operator's right
    QCOMPARE(j.at.ask("case approve"_w + nine + "--reason seen"_w).value("done"_L1).toInt(), 9);

    QVERIFY(j.upgrade(u"13"_s));
    const QString id = j.plan(u"workflow:cards"_s, 12);
    QVERIFY(!id.isEmpty());
    QJsonObject release = j.release(id);
    QCOMPARE(release.value("approved_case_count"_L1).toInt(), 9);
    QCOMPARE(release.value("plan"_L1).toArray().size(), 12); // the whole selection, with why three are not eligible
    QCOMPARE(j.at.run("release start"_w << id).exit, 0);
    REACHES(j, id, u"finished"_s);
    release = j.release(id);
    QCOMPARE(count(release), u"9 9 9 0 0 0 0 0"_s);
    QCOMPARE(j.at.show(u"case"_s, j.canary).value("outcome"_L1).toString(), u"single_execution_confirmed"_s);

    QCOMPARE(j.at.run("case dispose --kind manual_completion --reason typed --query tenant:globex --expect 3"_w).exit, 2); // needs a link
    const QString link = u"https://records.example/cards/7"_s;
    const auto byHand = j.at.ask("case dispose --kind manual_completion --reason typed --query tenant:globex --expect 3 --link"_w << link);
    QCOMPARE(byHand.value("done"_L1).toInt(), 3);
    QCOMPARE(j.at.cases(u"status:closed"_s), 12);
    const auto again = j.at.ask("reconcile run"_w << id).value("items"_L1).toArray();
    QCOMPARE(again.size(), 9);
    for (const auto &item : again)
        QCOMPARE(item.toObject().value("result"_L1).toString(), u"single_execution_confirmed"_s);

    QCOMPARE(j.shop.postsTo(j.shop.broken), 12);
    QCOMPARE(j.shop.postsTo(j.shop.fixed), 9);
    QCOMPARE(j.shop.recipient.allEffects(), 9);
    for (const QString &ref : j.refs)
        QCOMPARE(j.shop.effectsOf(ref), ref.startsWith(u"acme") ? 1 : 0);
    QSet<QString> keys;
    const auto cases = j.at.items("cases list"_w);
    for (const auto &each : cases) {
        const QJsonObject c = j.at.show(u"case"_s, each.toObject().value("case_id"_L1).toString());
        const QString key = c.value("idempotency_key"_L1).toString();
        QVERIFY(!keys.contains(key));
        keys.insert(key);
        const bool redriven = c.value("tenant"_L1) == u"acme"_s;
        QCOMPARE(j.shop.recipient.effects(key.toUtf8()), redriven ? 1 : 0);
        QCOMPARE(c.value("outcome"_L1).toString(), redriven ? u"single_execution_confirmed"_s : u"recreated_manually"_s);
        QVERIFY(!c.value("reconciliations"_L1).toArray().last().toObject().value("proof"_L1).toString().isEmpty());
    }

    // The four forms of the report: one set of figures.
    const auto report = [&](const QString &format) {
        const QString file = j.at.file(u"report."_s + format);
        j.at.ask("report --query workflow:cards --format"_w << format << u"--out"_s << file);
        return format == u"pdf" ? file.toUtf8() : read(file);
    };
    const QJsonObject json = QJsonDocument::fromJson(report(u"json"_s)).object();
    const QJsonObject figures = json.value("figures"_L1).toObject();
    QCOMPARE(figures.value("cases"_L1).toInt(), 12);
    QCOMPARE(figures.value("closed_with_proof"_L1).toInt(), 12);
    const QJsonObject outcomes = figures.value("outcomes"_L1).toObject();
    QCOMPARE(outcomes.value("single_execution_confirmed"_L1).toInt(), 9);
    QCOMPARE(outcomes.value("recreated_manually"_L1).toInt(), 3);
    const QByteArray csv = report(u"csv"_s);
    for (auto it = outcomes.begin(); it != outcomes.end(); ++it)
        QCOMPARE(csv.count("," + it.key().toUtf8() + ","), it.value().toInt());
    QCOMPARE(csv.count("\r\n"), 13); // a head and twelve
    const QStringList sentences{u"12 of 12 cases are closed with proof."_s, u"Executed once, confirmed one effect at the recipient 9"_s,
                                u"Recreated by hand, linked the manual record is linked 3"_s,
                                u"Earlier effect, duplicate blocked complete before; nothing was sent 0"_s,
                                u"Still uncertain, isolated owner told, stays open 0"_s};
    const QString html = spoken(QString::fromUtf8(report(u"html"_s)));
    for (const auto &sentence : sentences)
        QVERIFY2(html.contains(sentence), qPrintable(sentence + u" in "_s + html));
    const QString pdf = QString::fromUtf8(report(u"pdf"_s));
    QVERIFY(QFileInfo(pdf).size() > 1000);
    if (!QStandardPaths::findExecutable(u"pdftotext"_s).isEmpty()) {
        QProcess reader;
        reader.start(u"pdftotext"_s, {u"-layout"_s, u"-enc"_s, u"UTF-8"_s, pdf, u"-"_s});
        QVERIFY(reader.waitForFinished());
        const QString text = flat(QString::fromUtf8(reader.readAllStandardOutput()));
        for (const auto &sentence : sentences)
            QVERIFY2(text.contains(sentence), qPrintable(sentence + u" in "_s + text));
    }

    const QJsonObject audit = j.at.ask("audit verify"_w);
    QCOMPARE(audit.value("intact"_L1).toBool(), true);
    QVERIFY(audit.value("entries"_L1).toInt() > 9 * 8);
    QCOMPARE(j.at.terminate(), 0);
}

void tst_Journey::oneFailsAgainAndTheReleasePauses()
{
    Journey j;
    const QString id = j.nineApproved();
    QVERIFY(!id.isEmpty());
    const QString unlucky = j.planned(id, 3);
    QVERIFY(unlucky != j.canary);
    j.shop.next(j.shop.fixed, j.refOf(unlucky), CardShop::refusing());
    QCOMPARE(j.at.run("release start"_w << id).exit, 0);
    REACHES(j, id, u"paused"_s);
    const QJsonObject paused = j.release(id);
    QVERIFY2(paused.value("state_reason"_L1).toString().startsWith(u"step_not_clean"),
             qPrintable(paused.value("state_reason"_L1).toString()));
    QCOMPARE(count(paused), u"9 6 5 0 0 1 0 3"_s);

    const QJsonObject failed = j.at.show(u"case"_s, unlucky);
    QCOMPARE(failed.value("status"_L1).toString(), u"open"_s);
    QVERIFY(failed.value("disposition"_L1).isNull());
    const auto history = failed.value("dispositions"_L1).toArray();
    QCOMPARE(history.size(), 1);
    QCOMPARE(history[0].toObject().value("state"_L1).toString(), u"spent"_s);
    QCOMPARE(failed.value("findings"_L1).toArray().size(), 6);
    QCOMPARE(failed.value("attempt_count"_L1).toInt(), 2);
    QCOMPARE(failed.value("workflow_version"_L1).toString(), u"13"_s);
    // Six new findings are wanted before it may go again.
    const Said again = j.at.run("case dispose --kind redrive_approved --reason again"_w << unlucky);
    QCOMPARE(again.exit, 3);
    QVERIFY2(again.err.contains("findings are missing"), again.err.constData());

    QCOMPARE(j.at.run("release resume"_w << id).exit, 0);
    REACHES(j, id, u"finished"_s);
    QCOMPARE(count(j.release(id)), u"9 9 8 0 0 1 0 0"_s);
    QCOMPARE(j.at.cases(u"status:closed"_s), 8);
    QCOMPARE(j.shop.recipient.allEffects(), 8);
    for (const QString &ref : j.refs)
        QCOMPARE(j.shop.effectsOf(ref), ref == j.refOf(unlucky) ? 0 : 1);
}

void tst_Journey::killedInTheCanary()
{
    Journey j;
    const QString id = j.nineApproved();
    QVERIFY(!id.isEmpty());
    j.shop.next(j.shop.fixed, u"*"_s, {.status = 201, .delayMs = 60000}); // saved, but nobody will hear of it
    QCOMPARE(j.at.run("release start"_w << id).exit, 0);
    QVERIFY(j.shop.recipient.waitForRequests(10, Installation::kPatienceMs));
    j.at.kill9();
    QCOMPARE(j.state(id), u"canary"_s); // nobody was there to say otherwise

    QVERIFY(j.at.serve());
    const QJsonObject paused = j.release(id);
    QCOMPARE(paused.value("state"_L1).toString(), u"paused"_s);
    QVERIFY2(paused.value("state_reason"_L1).toString().contains(u"restarted"), qPrintable(paused.value("state_reason"_L1).toString()));
    QCOMPARE(count(paused), u"9 1 0 0 0 0 1 8"_s);
    const QJsonObject isolated = j.at.show(u"case"_s, j.canary);
    QCOMPARE(isolated.value("error_class"_L1).toString(), u"uncertain_effect"_s);
    QCOMPARE(isolated.value("error_code"_L1).toString(), u"lease.lost"_s);
    QCOMPARE(isolated.value("status"_L1).toString(), u"reconciling"_s);

    const QJsonObject verified = firstItem(j.at.ask("case verify-effect"_w << j.canary));
    QCOMPARE(verified.value("result"_L1).toString(), u"confirmed"_s);
    const auto reconciled = j.at.ask("reconcile run"_w << id).value("items"_L1).toArray();
    QCOMPARE(reconciled.size(), 1);
    QCOMPARE(reconciled[0].toObject().value("result"_L1).toString(), u"single_execution_confirmed"_s);
    QCOMPARE(j.at.show(u"case"_s, j.canary).value("status"_L1).toString(), u"closed"_s);
    QCOMPARE(j.shop.recipient.requests().size(), 10); // asking is all that happened

    QCOMPARE(j.at.run("release resume"_w << id).exit, 0);
    REACHES(j, id, u"finished"_s);
    QCOMPARE(counters(j.release(id)).value("remaining"_L1).toInt(), 0);
    QCOMPARE(j.at.cases(u"status:closed"_s), 9);
    QCOMPARE(j.shop.postsTo(j.shop.fixed), 9);
    for (const QString &ref : j.refs)
        QCOMPARE(j.shop.effectsOf(ref), 1);
}

void tst_Journey::aBadCanaryIsFollowedByAnother()
{
    Journey j;
    const QString id = j.nineApproved();
    QVERIFY(!id.isEmpty());
    j.shop.next(j.shop.fixed, u"*"_s, CardShop::refusing());
    QCOMPARE(j.at.run("release start"_w << id).exit, 0);
    REACHES(j, id, u"paused"_s);
    const QString why = j.release(id).value("state_reason"_L1).toString();
    QVERIFY2(why.startsWith(u"canary_not_clean"), qPrintable(why));
    QCOMPARE(j.shop.postsTo(j.shop.fixed), 1);

    j.shop.next(j.shop.fixed, u"*"_s, CardShop::refusing()); // the second canary is no better
    QCOMPARE(j.at.run("release resume"_w << id).exit, 0);
    EVENTUALLY(count(j.release(id)), u"9 2 0 0 0 2 0 7"_s);
    REACHES(j, id, u"paused"_s);

    QCOMPARE(j.at.run("release resume"_w << id).exit, 0);
    REACHES(j, id, u"finished"_s);
    const QJsonObject finished = j.release(id);
    QCOMPARE(count(finished), u"9 9 7 0 0 2 0 0"_s);
    QMap<int, int> inStep;
    const auto plan = finished.value("plan"_L1).toArray();
    for (const auto &item : plan)
        ++inStep[item.toObject().value("step"_L1).toInt(-1)];
    QCOMPARE(inStep, (QMap<int, int>{{0, 3}, {1, 5}, {2, 1}})); // three canaries, then the ladder goes on
}

void tst_Journey::pausedAndAborted()
{
    Journey j;
    const QString id = j.nineApproved({{u"concurrency"_s, 1}}); // so that of the five released some are not yet taken
    QVERIFY(!id.isEmpty());
    j.shop.next(j.shop.fixed, j.refOf(j.canary), {.status = 201});
    j.shop.next(j.shop.fixed, u"*"_s, {.status = 201, .delayMs = 7000}); // long enough to pause and abort meanwhile
    QCOMPARE(j.at.run("release start"_w << id).exit, 0);
    QVERIFY(j.shop.recipient.waitForRequests(11, Installation::kPatienceMs));
    QCOMPARE(j.at.run("release pause"_w << id).exit, 0);
    REACHES(j, id, u"paused"_s);
    QCOMPARE(j.at.run("release start"_w << id).exit, 3); // it was started already
    EVENTUALLY(counters(j.release(id)).value("succeeded"_L1).toInt(), 2);
    const auto held = j.at.items("jobs list --state held"_w);
    QVERIFY(!held.isEmpty()); // released, and no worker may take them
    for (const auto &job : held)
        QVERIFY(job.toObject().value("state_reason"_L1).toString().contains(u"release"));

    QCOMPARE(j.at.run("release abort"_w << id).exit, 0);
    REACHES(j, id, u"aborted"_s);
    QCOMPARE(j.shop.postsTo(j.shop.fixed), 2);
    QCOMPARE(j.at.cases(u"status:closed"_s), 2);
    QCOMPARE(j.at.cases(u"status:approved"_s), 7);
    QCOMPARE(j.at.total("jobs list --state quarantined"_w), 7);
    for (const QString &ref : j.refs)
        QVERIFY(j.shop.effectsOf(ref) <= 1);
    QCOMPARE(j.at.run("release resume"_w << id).exit, 3);

    // What came back is still approved: another release may take it.
    const QString next = j.plan(u"status:approved"_s, 7);
    QVERIFY(!next.isEmpty());
    QCOMPARE(j.at.run("release start"_w << next).exit, 0);
    REACHES(j, next, u"finished"_s);
    QCOMPARE(count(j.release(next)), u"7 7 7 0 0 0 0 0"_s);
    for (const QString &ref : j.refs)
        QCOMPARE(j.shop.effectsOf(ref), 1);
}

void tst_Journey::whatHappenedBeforeIsNotSentAgain()
{
    Journey j;
    j.shop.always(j.shop.broken, {.status = 201, .fate = Answer::Fate::closeBeforeAnswer}); // saved, and the line drops
    QVERIFY(j.at.serve());
    QVERIFY(j.deliver(2));
    EVENTUALLY(j.at.cases(u"class:uncertain_effect"_s), 2);
    const QStringList both = j.at.ids();
    QVERIFY(inspect(j.at, QString(), 2));
    const Said locked = j.at.run("case dispose --kind redrive_approved --reason r"_w << both[0]);
    QCOMPARE(locked.exit, 3);
    QVERIFY2(locked.err.contains("uncertain"), locked.err.constData());

    const QJsonObject verified = firstItem(j.at.ask("case verify-effect"_w << both[0]));
    QCOMPARE(verified.value("result"_L1).toString(), u"confirmed"_s);
    QCOMPARE(j.at.run("case settle-effect"_w << both[1] << "save_card --state confirmed --evidence seen-on-the-shelf"_w).exit, 0);
    QCOMPARE(j.at.run("case settle-effect"_w << both[1] << "save_card --state denied --evidence none"_w).exit, 3); // settled is settled

    QVERIFY(j.upgrade(u"13"_s));
    QCOMPARE(j.at.ask("case dispose --kind redrive_approved --reason r"_w + both).value("done"_L1).toInt(), 2);
    const QString id = j.plan(u"status:approved"_s, 2);
    QVERIFY(!id.isEmpty());
    QCOMPARE(j.at.run("release start"_w << id).exit, 0);
    REACHES(j, id, u"finished"_s);
    const QJsonObject finished = j.release(id);
    QCOMPARE(count(finished), u"2 2 0 2 0 0 0 0"_s); // nothing was left to do
    QCOMPARE(j.shop.postsTo(j.shop.fixed), 0);
    for (const QString &caseId : both) {
        const QJsonObject c = j.at.show(u"case"_s, caseId);
        QCOMPARE(c.value("status"_L1).toString(), u"closed"_s);
        QCOMPARE(c.value("outcome"_L1).toString(), u"duplicate_blocked"_s);
        const QJsonObject job = j.at.show(u"job"_s, c.value("job_id"_L1).toString());
        QCOMPARE(job.value("attempts"_L1).toArray().last().toObject().value("outcome"_L1).toString(), u"no_op"_s);
        QCOMPARE(j.shop.recipient.effects(c.value("idempotency_key"_L1).toString().toUtf8()), 1);
    }
}

void tst_Journey::absenceCountsOnlyAfterAWhile()
{
    Journey j({}, 8);
    j.shop.always(j.shop.broken, {.effect = false, .fate = Answer::Fate::resetBeforeAnswer}); // read, not saved, gone
    QVERIFY(j.at.serve());
    QVERIFY(j.deliver(1));
    EVENTUALLY(j.at.cases(u"class:uncertain_effect"_s), 1);
    const QString id = j.at.ids()[0];
    const auto ask = [&] { return firstItem(j.at.ask("case verify-effect"_w << id)); };
    const auto receipt = [&] { return j.at.show(u"case"_s, id).value("effects_receipts"_L1).toArray().first().toObject(); };
    const QJsonObject early = ask();
    QCOMPARE(early.value("result"_L1).toString(), u"uncertain"_s);
    QVERIFY2(early.value("reason"_L1).toString().contains(u"absence counts from 8"), qPrintable(early.value("reason"_L1).toString()));
    QCOMPARE(receipt().value("state"_L1).toString(), u"uncertain"_s);

    EVENTUALLY(ask().value("result"_L1).toString(), u"denied"_s);
    const QJsonObject settled = receipt();
    QCOMPARE(settled.value("state"_L1).toString(), u"denied"_s);
    QCOMPARE(settled.value("settled_by"_L1).toString(), u"verification"_s);
    QVERIFY(settled.value("evidence"_L1).toString().contains(u"404"));

    QVERIFY(j.upgrade(u"13"_s));
    QVERIFY(j.approveRedrive(QString(), 1));
    const QString release = j.plan(u"status:approved"_s, 1);
    QVERIFY(!release.isEmpty());
    QCOMPARE(j.at.run("release start"_w << release).exit, 0);
    REACHES(j, release, u"finished"_s);
    QCOMPARE(count(j.release(release)), u"1 1 1 0 0 0 0 0"_s);
    QCOMPARE(j.shop.postsTo(j.shop.fixed), 1);
    QCOMPARE(j.shop.effectsOf(j.refs[0]), 1);
}

QTEST_GUILESS_MAIN(tst_Journey)
#include "tst_journey.moc"
