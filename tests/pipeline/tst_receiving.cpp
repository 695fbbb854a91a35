// Receiving over raw sockets: what is refused and counted, what is acknowledged and kept, and what a full disk does to it.
#include "support/installation.h"

#include <QDateTime>
#include <QSet>
#include <QTest>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#endif

using namespace lazaret::test;
using namespace Qt::Literals::StringLiterals;

class tst_Receiving : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatIsRefused_data();
    void whatIsRefused();
    void everyRefusedSignatureReadsTheSame();
    void anEventNotSubscribedIsCountedWithoutJob();
    void repeatedOnceAndFiftyTimesAtOnce();
    void theSameIdWithOtherBytes();
    void theSecondSecretAndAnExpiredOne();
    void aFullDisk();

private:
    QJsonObject workspace() const
    {
        const QString soon = QDateTime::currentDateTimeUtc().addSecs(3600).toString(Qt::ISODateWithMs);
        const QString past = QDateTime::currentDateTimeUtc().addSecs(-3600).toString(Qt::ISODateWithMs);
        const auto secrets = [](const QByteArray &first, const QByteArray &second, const QString &expires) {
            return QJsonArray{QString::fromLatin1(first),
                              QJsonObject{{u"value"_s, QString::fromLatin1(second)}, {u"expires_at"_s, expires}}};
        };
        const auto shop = cardsSource(
            m_at.secret,
            {{u"events"_s, QJsonArray{u"card"_s}}, {u"max_body_bytes"_s, 2048}, {u"secrets"_s, secrets(m_at.secret, m_second, soon)}});
        const auto old = cardsSource(m_at.secret, {{u"slug"_s, u"old"_s}, {u"secrets"_s, secrets(m_at.secret, m_second, past)}});
        // Held: what is received stays, and nobody works on it.
        return workspaceOf({shop, old},
                           {cardsWorkflow(u"1"_s, {saveStep("http://127.0.0.1:9/", "http://127.0.0.1:9/")}, {{u"hold"_s, true}})});
    }
    double counted(const QByteArray &source, const QByteArray &result) const
    {
        const QByteArray name = "lazaret_deliveries_total{source=\"" + source + "\",result=\"" + result + "\"} ";
        const QByteArray text = '\n' + m_at.get(m_at.admin().resolved(QUrl(u"metrics"_s))).body;
        const qsizetype at = text.indexOf('\n' + name);
        return at < 0 ? 0 : text.mid(at + 1 + name.size()).split('\n').first().toDouble();
    }
    QJsonObject delivery(const QString &id) const { return m_at.ask("deliveries show"_w << id); }

    Installation m_at;
    const QByteArray m_second = "the other secret while they are rotated";
};

void tst_Receiving::initTestCase()
{
    const Said said = m_at.apply(workspace());
    QVERIFY2(said.exit == 0, said.err.constData());
    QVERIFY(m_at.serve());
}

void tst_Receiving::whatIsRefused_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<Post>("post");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("counter"); // source and result it is counted under
    const QByteArray body = cardBody(u"refused"_s);
    const auto row = [](const char *name, const QString &source, const Post &post, int status, const QByteArray &counter) {
        QTest::newRow(name) << source << post << status << counter;
    };
    row("wrong signature", u"shop"_s, {.id = "r1", .body = body, .secret = "another secret"}, 401, "shop signature");
    row("no signature", u"shop"_s, {.id = "r2", .body = body, .signature = ""}, 401, "shop signature_missing");
    row("not JSON", u"shop"_s, {.id = "r3", .body = "{\"input_ref\":"}, 400, "shop body_not_json");
    row("trailing bytes", u"shop"_s, {.id = "r4", .body = "{} {}"}, 400, "shop body_not_json");
    row("no delivery id", u"shop"_s, {.id = "", .body = body}, 400, "shop id_missing");
    row("unknown source", u"nobody"_s, {.id = "r5", .body = body}, 404, " unknown_source");
    row("too large", u"shop"_s, {.id = "r6", .body = QByteArray(2049, ' ')}, 413, "shop body_too_large");
    row("a secret in a mapped value", u"shop"_s,
        {.id = "r7", .body = R"({"input_ref":"https://files.example/a?X-Amz-Signature=0123456789abcdef0123456789abcdef"})"}, 400,
        "shop value_secret");
    row("signature twice", u"shop"_s, {.id = "r8", .body = body, .extraHeaders = "X-Hub-Signature-256: sha256=00\r\n"}, 400,
        "shop duplicate_header");
}

void tst_Receiving::whatIsRefused()
{
    QFETCH(QString, source);
    QFETCH(Post, post);
    QFETCH(int, status);
    QFETCH(QByteArray, counter);
    const QByteArray word = counter.split(' ').first();
    const QByteArray result = counter.split(' ').last();
    const qint64 jobs = m_at.total("jobs list"_w);
    const double before = counted(word, result);
    QCOMPARE(m_at.post(source, post).status, status);
    EVENTUALLY(counted(word, result), before + 1);
    QCOMPARE(m_at.total("jobs list"_w), jobs);
    QCOMPARE(m_at.run("deliveries show"_w << QString::fromLatin1(post.id.isEmpty() ? "none" : post.id)).exit, 4);
}

void tst_Receiving::everyRefusedSignatureReadsTheSame()
{
    const QByteArray body = cardBody(u"same"_s);
    const QByteArray right = githubSignature(m_at.secret, body);
    QSet<QByteArray> answers;
    for (const QByteArray &signature : {QByteArray(""), QByteArray("sha256=00"), QByteArray("sha256=zz" + right.mid(9)), right.chopped(1),
                                        QByteArray("sha1=" + right.mid(7)), githubSignature("wrong", body)}) {
        const HttpReply reply = m_at.post(u"shop"_s, {.id = "s1", .body = body, .signature = signature});
        QCOMPARE(reply.status, 401);
        QVERIFY(!reply.header("www-authenticate").isEmpty());
        answers.insert(reply.body);
    }
    QCOMPARE(answers.size(), 1);
    const QByteArray upper = "sha256=" + right.mid(7).toUpper(); // the right bytes, written otherwise
    QCOMPARE(m_at.post(u"shop"_s, {.id = "s2", .body = body, .signature = upper}).status, 202);
}

void tst_Receiving::anEventNotSubscribedIsCountedWithoutJob()
{
    const qint64 jobs = m_at.total("jobs list"_w);
    QCOMPARE(m_at.post(u"shop"_s, {.id = "e1", .body = cardBody(u"e1"_s), .event = "ping"}).status, 202);
    QCOMPARE(counted("shop", "not_subscribed"), 1); // committed before it was answered
    QCOMPARE(m_at.total("jobs list"_w), jobs);
}

void tst_Receiving::repeatedOnceAndFiftyTimesAtOnce()
{
    const QByteArray body = cardBody(u"again"_s);
    QCOMPARE(m_at.sendSigned(u"shop"_s, "again", body).status, 202);
    QCOMPARE(m_at.sendSigned(u"shop"_s, "again", body).status, 202);
    QCOMPARE(delivery(u"again"_s).value("duplicate_count"_L1).toInt(), 1);
    QCOMPARE(delivery(u"again"_s).value("duplicate_differs"_L1).toBool(), false);

    const qint64 jobs = m_at.total("jobs list"_w);
    std::atomic<int> acknowledged{0};
    std::vector<std::thread> senders;
    for (int i = 0; i < 50; ++i)
        senders.emplace_back([&] { acknowledged += m_at.sendSigned(u"shop"_s, "at-once", cardBody(u"at-once"_s)).status == 202; });
    for (auto &sender : senders)
        sender.join();
    QCOMPARE(acknowledged.load(), 50);
    QCOMPARE(m_at.total("jobs list"_w), jobs + 1);
    QCOMPARE(delivery(u"at-once"_s).value("duplicate_count"_L1).toInt(), 49);
}

void tst_Receiving::theSameIdWithOtherBytes()
{
    const qint64 jobs = m_at.total("jobs list"_w);
    QCOMPARE(m_at.sendSigned(u"shop"_s, "reused", cardBody(u"one"_s)).status, 202);
    QCOMPARE(m_at.sendSigned(u"shop"_s, "reused", cardBody(u"two"_s)).status, 202);
    const QJsonObject flagged = delivery(u"reused"_s);
    QCOMPARE(flagged.value("duplicate_differs"_L1).toBool(), true);
    QCOMPARE(m_at.total("jobs list"_w), jobs + 1);
    QCOMPARE(m_at.show(u"job"_s, flagged.value("job_id"_L1).toString()).value("input_ref"_L1).toString(), u"one"_s);
}

void tst_Receiving::theSecondSecretAndAnExpiredOne()
{
    const QByteArray body = cardBody(u"rotated"_s);
    QCOMPARE(m_at.post(u"shop"_s, {.id = "slot1", .body = body}).status, 202);
    QCOMPARE(m_at.post(u"shop"_s, {.id = "slot2", .body = cardBody(u"rotated-2"_s), .secret = m_second}).status, 202);
    QCOMPARE(delivery(u"slot1"_s).value("key_slot"_L1).toInt(), 1);
    QCOMPARE(delivery(u"slot2"_s).value("key_slot"_L1).toInt(), 2);
    QCOMPARE(m_at.post(u"old"_s, {.id = "o1", .body = body}).status, 202);
    QCOMPARE(m_at.post(u"old"_s, {.id = "o2", .body = body, .secret = m_second}).status, 401);
}

#ifdef Q_OS_LINUX
void tst_Receiving::aFullDisk()
{
    const auto mayWrite = [this](rlim_t bytes) {
        const rlimit limit{bytes, RLIM_INFINITY};
        return ::prlimit(pid_t(m_at.pid()), RLIMIT_FSIZE, &limit, nullptr) == 0;
    };
    const auto ready = [this] { return m_at.get(m_at.admin().resolved(QUrl(u"readyz"_s))).status; };
    QSet<QString> acknowledged, refused;
    std::mutex mutex;
    const auto send = [&](const QString &id) {
        const HttpReply reply = m_at.sendSigned(u"shop"_s, id.toLatin1(), cardBody(id));
        const std::lock_guard lock(mutex);
        (reply.status == 202 ? acknowledged : refused).insert(id);
        return reply;
    };
    std::vector<std::thread> senders; // the disk fills while deliveries arrive
    std::atomic<bool> stop{false};
    for (int s = 0; s < 4; ++s)
        senders.emplace_back([&, s] {
            for (int n = 0; !stop; ++n)
                send(u"disk-%1-%2"_s.arg(s).arg(n));
        });
    const auto enough = [&](const QSet<QString> &of, qsizetype count) {
        return QTest::qWaitFor(
            [&] {
                const std::lock_guard lock(mutex);
                return of.size() >= count;
            },
            Installation::kPatienceMs);
    };
    const bool accepting = enough(acknowledged, 20);
    const bool limited = mayWrite(4096);
    const bool refusing = enough(refused, 20);
    stop = true;
    for (auto &sender : senders)
        sender.join();
    QVERIFY(accepting && limited && refusing);

    const HttpReply full = send(u"disk-full"_s);
    QCOMPARE(full.status, 503);
    QVERIFY(full.header("retry-after").toInt() > 0);
    QCOMPARE(ready(), 503);
    QCOMPARE(m_at.get(m_at.admin().resolved(QUrl(u"healthz"_s))).status, 200);

    QVERIFY(mayWrite(RLIM_INFINITY));
    EVENTUALLY(ready(), 200);
    QCOMPARE(send(u"disk-again"_s).status, 202);
    QSet<QString> kept;
    const auto deliveries = m_at.items("deliveries list --source shop --limit 100000"_w);
    for (const auto &each : deliveries) {
        const QString id = each.toObject().value("delivery_id"_L1).toString();
        if (id.startsWith(u"disk-")) {
            kept.insert(id);
            QVERIFY(!each.toObject().value("job_id"_L1).isNull());
        }
    }
    QCOMPARE(acknowledged - kept, QSet<QString>()); // everything acknowledged is there
    QCOMPARE(kept - acknowledged, QSet<QString>()); // and nothing half-done
    QCOMPARE(m_at.sendSigned(u"shop"_s, "disk-full", cardBody(u"disk-full"_s)).status, 202);
    QCOMPARE(delivery(u"disk-full"_s).value("duplicate_count"_L1).toInt(), 0);
    QCOMPARE(m_at.ask("audit verify"_w).value("intact"_L1).toBool(), true);
    QCOMPARE(m_at.terminate(), 0);
}
#else
void tst_Receiving::aFullDisk()
{
    QSKIP("a file-size limit can be set from outside on Linux only");
}
#endif

QTEST_GUILESS_MAIN(tst_Receiving)
#include "tst_receiving.moc"
