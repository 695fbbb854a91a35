// kill -9 of the real process under load, again and again, at instants drawn from a seed: what was acknowledged is there, nothing
// happened twice, and what nobody knows is a case that says so.
#include "support/installation.h"
#include "support/recipient.h"

#include <QJsonDocument>
#include <QRandomGenerator>
#include <QSet>
#include <QTest>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

using namespace lazaret::test;
using namespace Qt::Literals::StringLiterals;

class tst_Kill9 : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void nothingIsLostAndNothingHappensTwice();

private:
    quint32 m_seed = 0;
};

void tst_Kill9::initTestCase()
{
    bool given = false;
    m_seed = qEnvironmentVariable("LAZARET_SEED").toUInt(&given);
    if (!given)
        m_seed = QRandomGenerator::system()->generate();
    qInfo("LAZARET_SEED=%u", m_seed);
}

namespace {

constexpr int kRounds = 5;
constexpr int kSenders = 3;

// Saves, sometimes slowly, sometimes without a word, sometimes not.
Answer moody(QRandomGenerator &random)
{
    Answer answer{.status = 201};
    answer.delayMs = random.bounded(40);
    const int mood = random.bounded(100);
    if (mood < 8)
        answer.fate = Answer::Fate::closeBeforeAnswer;
    else if (mood < 12)
        answer.fate = Answer::Fate::half;
    else if (mood < 16)
        answer = {.effect = false, .fate = Answer::Fate::resetBeforeAnswer};
    else if (mood < 24)
        answer = {.status = 503, .effect = false};
    return answer;
}

// Senders of unique deliveries; each goes on until it is told to stop or nobody answers.
class Load
{
public:
    Load(const Installation &at, int round)
    {
        for (int s = 0; s < kSenders; ++s)
            m_threads.emplace_back([this, &at, round, s] { send(at, u"r%1s%2-"_s.arg(round).arg(s)); });
    }
    ~Load()
    {
        m_stop = true;
        for (auto &thread : m_threads)
            thread.join();
    }
    int acknowledged() const { return m_count; }
    QStringList ids() // when it has stopped
    {
        m_stop = true;
        for (auto &thread : m_threads)
            thread.join();
        m_threads.clear();
        return m_acknowledged;
    }

private:
    void send(const Installation &at, const QString &prefix)
    {
        for (int n = 0; !m_stop; ++n) {
            const QString id = prefix + QString::number(n);
            const int status = at.sendSigned(u"shop"_s, id.toUtf8(), cardBody(id)).status;
            if (status == 0)
                return;
            if (status != 202)
                continue;
            const std::lock_guard lock(m_mutex);
            m_acknowledged.append(id);
            ++m_count;
        }
    }

    std::atomic<bool> m_stop{false};
    std::atomic<int> m_count{0};
    std::mutex m_mutex;
    QStringList m_acknowledged;
    std::vector<std::thread> m_threads;
};

qint64 unfinished(const Installation &at)
{
    qint64 jobs = 0;
    for (const auto &state : {u"ready"_s, u"waiting"_s, u"leased"_s})
        jobs += at.total("jobs list --limit 1 --state"_w << state);
    return jobs;
}

} // namespace

void tst_Kill9::nothingIsLostAndNothingHappensTwice()
{
    QRandomGenerator random(m_seed);
    QRandomGenerator moods(random.generate());
    std::mutex mutex;
    QMap<QString, int> effects; // by card
    Recipient recipient([&](const Seen &seen, int) {
        const std::lock_guard lock(mutex);
        const Answer answer = moody(moods);
        if (answer.effect)
            ++effects[QJsonDocument::fromJson(seen.body).object().value("ref"_L1).toString()];
        return answer;
    });
    Installation at;
    const QJsonObject verify{{u"url"_s, QString::fromLatin1(recipient.url("/effects/")) + u"{idempotency_key}"_s},
                             {u"absent_after_s"_s, 0}}; // asked only when nothing is under way any more
    const auto workflow = cardsWorkflow(
        u"1"_s, {saveStep(recipient.url("/cards"), recipient.url("/effects/"), {{u"verify"_s, verify}})},
        {{u"budgets"_s,
          QJsonObject{{u"transient"_s, QJsonObject{{u"attempts"_s, 50}, {u"delays_s"_s, QJsonArray{0.1}}, {u"jitter"_s, 0.2}}}}}});
    QCOMPARE(at.apply(workspaceOf({cardsSource(at.secret)}, {workflow})).exit, 0);

    QStringList acknowledged;
    for (int round = 0; round < kRounds; ++round) {
        QVERIFY(at.serve());
        const int enough = random.bounded(3, 90);
        const int called = int(recipient.requests().size()) + random.bounded(1, 60);
        Load load(at, round);
        QVERIFY(QTest::qWaitFor([&] { return load.acknowledged() >= enough && recipient.requests().size() >= called; },
                                Installation::kPatienceMs));
        at.kill9();
        acknowledged += load.ids();
    }
    QVERIFY(at.serve());
    EVENTUALLY(unfinished(at), 0);

    QSet<QString> kept;
    const QJsonArray deliveries = at.items("deliveries list --limit 100000"_w);
    for (const auto &delivery : deliveries) {
        QVERIFY(!delivery.toObject().value("job_id"_L1).isNull());
        kept.insert(delivery.toObject().value("delivery_id"_L1).toString());
    }
    for (const QString &id : std::as_const(acknowledged))
        QVERIFY2(kept.contains(id), qPrintable(u"%1 was acknowledged and is lost"_s.arg(id)));

    const auto requests = recipient.requests();
    for (const Seen &seen : requests)
        QVERIFY(recipient.effects(lazaret::findHeader(seen.headers, "Idempotency-Key").value_or("")) <= 1);
    for (auto it = effects.cbegin(); it != effects.cend(); ++it)
        QVERIFY2(it.value() == 1, qPrintable(it.key()));

    QMap<QString, QJsonObject> caseOfJob;
    const QJsonArray cases = at.items("cases list --limit 100000"_w);
    for (const auto &c : cases)
        caseOfJob.insert(c.toObject().value("job_id"_L1).toString(), c.toObject());
    const QJsonArray jobs = at.items("jobs list --limit 100000"_w);
    QCOMPARE(jobs.size(), deliveries.size());
    int uncertain = 0;
    for (const auto &each : jobs) {
        const QJsonObject job = each.toObject();
        const QString id = job.value("job_id"_L1).toString();
        const int happened = effects.value(job.value("input_ref"_L1).toString());
        if (job.value("state"_L1).toString() == u"done") {
            QCOMPARE(happened, 1);
            QVERIFY(!caseOfJob.contains(id));
            continue;
        }
        QCOMPARE(job.value("state"_L1).toString(), u"quarantined"_s);
        QCOMPARE(caseOfJob.value(id).value("error_class"_L1).toString(), u"uncertain_effect"_s);
        ++uncertain;
    }
    QVERIFY(uncertain > 0); // else nothing was tried
    qInfo("%lld acknowledged, %d jobs, %lld requests, %d uncertain", qlonglong(acknowledged.size()), int(jobs.size()),
          qlonglong(requests.size()), uncertain);

    const Said verified = at.run("case verify-effect --query class:uncertain_effect --expect"_w << QString::number(uncertain));
    QCOMPARE(verified.exit, 0);
    const QJsonArray answers = verified.json.value("items"_L1).toArray();
    QCOMPARE(answers.size(), uncertain);
    QMap<QString, QString> answerOf;
    for (const auto &answer : answers)
        answerOf.insert(answer.toObject().value("id"_L1).toString(), answer.toObject().value("result"_L1).toString());
    for (const QJsonObject &c : std::as_const(caseOfJob)) {
        const int happened = effects.value(c.value("input_reference"_L1).toString());
        QCOMPARE(answerOf.value(c.value("case_id"_L1).toString()), happened == 1 ? u"confirmed"_s : u"denied"_s);
    }
    QCOMPARE(recipient.requests().size(), requests.size()); // asking sent nothing
    QCOMPARE(at.ask("audit verify"_w).value("intact"_L1).toBool(), true);
    QCOMPARE(at.terminate(), 0);
}

QTEST_GUILESS_MAIN(tst_Kill9)
#include "tst_kill9.moc"
