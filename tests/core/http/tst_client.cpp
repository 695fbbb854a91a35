#include "http/client.h"

#include "base/clock.h"
#include "http/calltarget.h"
#include "support/certificate.h"
#include "support/recipient.h"

#include <QSslCertificate>
#include <QSslKey>
#include <QSslServer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>

#include <condition_variable>
#include <mutex>

using namespace lazaret;
using namespace lazaret::http;
using namespace std::chrono_literals;
using lazaret::test::Answer;
using lazaret::test::Recipient;
using lazaret::test::Seen;

namespace {

// Gathers results on the network thread for the test's thread.
class Results
{
public:
    std::function<void(CallResult)> taker()
    {
        return [this](CallResult result) {
            const std::lock_guard lock(m_mutex);
            m_results.append(std::move(result));
            m_changed.notify_all();
        };
    }
    bool wait(int count, std::chrono::milliseconds atMost = 10s)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, atMost, [&] { return m_results.size() >= count; });
    }
    QList<CallResult> all() const
    {
        const std::lock_guard lock(m_mutex);
        return m_results;
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    QList<CallResult> m_results;
};

CallRequest post(const QByteArray &url, const QByteArray &body = "{\"a\":1}")
{
    CallRequest request;
    request.method = "POST";
    request.url = url;
    request.headers = {{"Content-Type", "application/json"}, {"Idempotency-Key", "key-1"}};
    request.body = body;
    request.allowLoopback = true;
    request.timeoutMs = 5000;
    return request;
}

// The two orders must hold: results outlive the client, the client goes before the network.
struct Bench
{
    explicit Bench(const QByteArray &anchors = {}) : client(network, clock, anchors) {}

    CallResult call(const CallRequest &request)
    {
        Results results;
        client.send(request, results.taker());
        if (!results.wait(1))
            qFatal("a call did not end");
        return results.all().first();
    }

    SystemClock clock;
    Network network;
    Client client;
};

Answer fate(Answer::Fate fate)
{
    Answer answer;
    answer.fate = fate;
    return answer;
}

Answer raw(const QByteArray &bytes)
{
    Answer answer;
    answer.raw = bytes;
    return answer;
}

} // namespace

Q_DECLARE_METATYPE(lazaret::test::Answer)

class TestClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sendsExactlyOnceWhatItIsGiven();
    void answers_data();
    void answers();
    void faults_data();
    void faults();
    void urls_data();
    void urls();
    void badRequestsAreNotSent_data();
    void badRequestsAreNotSent();
    void refusedIsNotSent();
    void resetOnAcceptIsUncertain();
    void deadlineCoversTheConnection();
    void tricklingAnswerMeetsTheDeadline();
    void forbiddenAddresses_data();
    void forbiddenAddresses();
    void unknownNameIsDns();
    void nameIsResolved();
    void largeBodyIsSentWhole();
    void cancelled();
    void cancelAllAndDestruction();
    void tls_data();
    void tls();
    void tlsHandshakeThatNeverAnswers();
    void tlsToAPlainPort();
    void manyAtOnce();
};

void TestClient::sendsExactlyOnceWhatItIsGiven()
{
    Recipient recipient;
    Bench bench;
    CallRequest request = post(recipient.url("/a%2Fb/../c?x=%20&y=1#fragment"), QByteArray("a\0\xff\r\n", 5));
    request.headers.append(Header{"Host", "evil"});
    request.headers.append(Header{"Content-Length", "99"});
    request.headers.append(Header{"X-Two", "1"});
    request.headers.append(Header{"X-Two", "2"});
    const CallResult result = bench.call(request);
    QCOMPARE(result.fault, CallFault::none);
    QCOMPARE(result.status, 200);
    QVERIFY(result.anyByteSent);
    const auto seen = recipient.requests();
    QCOMPARE(seen.size(), 1);
    QCOMPARE(recipient.connections(), 1);
    QCOMPARE(seen.first().method, QByteArray("POST"));
    QCOMPARE(seen.first().target, QByteArray("/a%2Fb/../c?x=%20&y=1"));
    QCOMPARE(seen.first().body, request.body);
    QCOMPARE(countHeader(seen.first().headers, "Host"), 1);
    QCOMPARE(*findHeader(seen.first().headers, "host"), "127.0.0.1:" + QByteArray::number(recipient.port()));
    QCOMPARE(*findHeader(seen.first().headers, "Content-Length"), QByteArray("5"));
    QCOMPARE(countHeader(seen.first().headers, "X-Two"), 2);
    QCOMPARE(recipient.effects("key-1"), 1);
}

void TestClient::answers_data()
{
    QTest::addColumn<Answer>("answer");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("204 without length") << raw("HTTP/1.1 204 No Content\r\n\r\n") << 204 << QByteArray();
    for (const int status : {301, 302, 307, 308}) // never followed, never re-sent
        QTest::newRow(qPrintable(QString::number(status)))
            << Answer{status, {{"Location", "/elsewhere"}}, "moved"} << status << QByteArray("moved");
    QTest::newRow("503 with Retry-After") << Answer{503, {{"Retry-After", "7"}}, {}} << 503 << QByteArray();
    QTest::newRow("chunked") << raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\nT: v\r\n\r\n")
                             << 200 << QByteArray("abcde");
    QTest::newRow("until the end") << raw("HTTP/1.1 200 OK\r\n\r\nall of it") << 200 << QByteArray("all of it");
    QTest::newRow("HTTP/1.0") << raw("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok") << 200 << QByteArray("ok");
    QTest::newRow("interim answers") << raw("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n"
                                            "Content-Length: 2\r\n\r\nok")
                                     << 200 << QByteArray("ok");
    QTest::newRow("slow") << Answer{202, {}, "late", 300} << 202 << QByteArray("late");
}

void TestClient::answers()
{
    QFETCH(Answer, answer);
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    Recipient recipient([answer](const Seen &, int) { return answer; });
    Bench bench;
    const CallResult result = bench.call(post(recipient.url()));
    QCOMPARE(result.fault, CallFault::none);
    QCOMPARE(result.status, status);
    QCOMPARE(result.body, body);
    QVERIFY(result.durationMs >= answer.delayMs);
    if (status == 503)
        QCOMPARE(*findHeader(result.headers, "retry-after"), QByteArray("7"));
    QCOMPARE(recipient.connections(), 1);
    QCOMPARE(recipient.requests().size(), 1);
}

void TestClient::faults_data()
{
    QTest::addColumn<Answer>("answer");
    QTest::addColumn<CallFault>("fault");
    QTest::newRow("reset before the answer") << fate(Answer::Fate::resetBeforeAnswer) << CallFault::brokenConnection;
    QTest::newRow("closed before the answer") << fate(Answer::Fate::closeBeforeAnswer) << CallFault::brokenConnection;
    Answer half{200, {}, QByteArray(400, 'x')};
    half.fate = Answer::Fate::half;
    QTest::newRow("half an answer") << half << CallFault::brokenConnection;
    QTest::newRow("half a head") << raw("HTTP/1.1 200 OK\r\nContent-Le") << CallFault::brokenConnection;
    QTest::newRow("never answers") << fate(Answer::Fate::never) << CallFault::noAnswer;
    QTest::newRow("too large by length") << Answer{200, {}, QByteArray(5000, 'x')} << CallFault::tooLarge;
    QTest::newRow("too large by chunks") << raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" +
                                                ("400\r\n" + QByteArray(1024, 'x') + "\r\n").repeated(4) + "1\r\nx\r\n0\r\n\r\n")
                                         << CallFault::tooLarge;
    QTest::newRow("too large until the end") << raw("HTTP/1.1 200 OK\r\n\r\n" + QByteArray(5000, 'x')) << CallFault::tooLarge;
    QTest::newRow("not HTTP") << raw("SSH-2.0-OpenSSH_9.2\r\n\r\n") << CallFault::badResponse;
    QTest::newRow("bad length") << raw("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n") << CallFault::badResponse;
    QTest::newRow("bad chunk") << raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n") << CallFault::badResponse;
    QTest::newRow("endless interim") << raw(QByteArray("HTTP/1.1 100 Continue\r\n\r\n").repeated(50)) << CallFault::badResponse;
    QTest::newRow("switching protocols") << raw("HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\n\r\n") << CallFault::badResponse;
}

void TestClient::faults()
{
    QFETCH(Answer, answer);
    QFETCH(CallFault, fault);
    Recipient recipient([answer](const Seen &, int) { return answer; });
    Bench bench;
    CallRequest request = post(recipient.url("/secret?token=hidden"));
    request.maxResponseBytes = 4096;
    request.timeoutMs = answer.fate == Answer::Fate::never ? 300 : 5000;
    const CallResult result = bench.call(request);
    QCOMPARE(result.fault, fault);
    QVERIFY(result.anyByteSent);
    QVERIFY(!result.detail.isEmpty());
    QVERIFY(!result.detail.contains(u"hidden"));
    QCOMPARE(recipient.connections(), 1); // no second try, whatever happened
    QCOMPARE(recipient.requests().size(), 1);
    QCOMPARE(recipient.effects("key-1"), 1);
}

void TestClient::urls_data()
{
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QByteArray>("expected"); // tls host hostField port target; empty: refused
    const auto row = [](const char *url, const char *expected) { QTest::newRow(url) << QByteArray(url) << QByteArray(expected); };
    row("http://a.test", "0 a.test a.test 80 /");
    row("https://A.test/x", "1 a.test a.test 443 /x");
    row("HTTPS://a.test:443/x?y", "1 a.test a.test 443 /x?y");
    row("http://a.test:8080?q=1#f", "0 a.test a.test:8080 8080 /?q=1");
    row("http://[::1]:81/", "0 ::1 [::1]:81 81 /");
    row("http://a.test/%7e//../b%2f", "0 a.test a.test 80 /%7e//../b%2f");
    for (const char *bad : {"", "a.test", "/x", "ftp://a.test/", "http://", "http:///x", "http://me@a.test/", "http://me:pw@a.test/",
                            "http://a.test:0/", "http://a.test:65536/", "http://a.test:x/", "http://a b/", "http://a.test/a b",
                            "http://a.test/\r\nX: y", "http://a.test/\xc3\xa4", "file:///etc/passwd"})
        row(bad, "");
}

void TestClient::urls()
{
    QFETCH(QByteArray, url);
    QFETCH(QByteArray, expected);
    const auto target = callTarget(url);
    const QByteArray seen = target ? QByteArray::number(target->tls) + ' ' + target->host + ' ' + target->hostField + ' ' +
                                         QByteArray::number(target->port) + ' ' + target->target
                                   : QByteArray();
    QCOMPARE(seen, expected);
}

void TestClient::badRequestsAreNotSent_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("method") << QByteArray("PO ST") << QByteArray("X") << QByteArray("v");
    QTest::newRow("no method") << QByteArray() << QByteArray("X") << QByteArray("v");
    QTest::newRow("name") << QByteArray("POST") << QByteArray("X: y\r\nZ") << QByteArray("v");
    QTest::newRow("value") << QByteArray("POST") << QByteArray("X") << QByteArray("v\r\nZ: w");
    QTest::newRow("NUL") << QByteArray("POST") << QByteArray("X") << QByteArray("v\0w", 3);
}

void TestClient::badRequestsAreNotSent()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, value);
    Recipient recipient;
    Bench bench;
    CallRequest request = post(recipient.url());
    request.method = method;
    request.headers.append(Header{name, value});
    const CallResult result = bench.call(request);
    QCOMPARE(result.fault, CallFault::badUrl);
    QVERIFY(!result.anyByteSent);
    QCOMPARE(recipient.connections(), 0);
}

void TestClient::refusedIsNotSent()
{
    Bench bench;
    const CallResult result = bench.call(post("http://127.0.0.1:" + QByteArray::number(test::refusingPort()) + "/"));
    QCOMPARE(result.fault, CallFault::connectRefused);
    QVERIFY(!result.anyByteSent);
}

// The connection stood before it was reset, so nobody can say how much of the request arrived.
void TestClient::resetOnAcceptIsUncertain()
{
    Recipient recipient;
    recipient.resetOnAccept(true);
    Bench bench;
    const CallResult result = bench.call(post(recipient.url()));
    QVERIFY(result.fault == CallFault::brokenConnection || (result.fault == CallFault::connectFailed && !result.anyByteSent));
    QCOMPARE(recipient.connections(), 1);
}

// A listener whose queue is full drops connection requests, as an unreachable host does.
void TestClient::deadlineCoversTheConnection()
{
    QTcpServer full;
    full.setListenBacklogSize(1);
    QVERIFY(full.listen(QHostAddress::LocalHost));
    std::vector<std::unique_ptr<QTcpSocket>> fillers;
    for (int i = 0; i < 4; ++i) {
        fillers.push_back(std::make_unique<QTcpSocket>());
        fillers.back()->connectToHost(QHostAddress(QHostAddress::LocalHost), full.serverPort());
        if (!fillers.back()->waitForConnected(100))
            break;
    }
    Bench bench;
    CallRequest request = post("http://127.0.0.1:" + QByteArray::number(full.serverPort()) + "/");
    request.timeoutMs = 300;
    const CallResult result = bench.call(request);
    QCOMPARE(result.fault, CallFault::connectTimeout);
    QVERIFY(!result.anyByteSent);
    QVERIFY(result.durationMs >= 250 && result.durationMs < 5000);
}

void TestClient::tricklingAnswerMeetsTheDeadline()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    QObject::connect(&server, &QTcpServer::newConnection, &server, [&] {
        QTcpSocket *socket = server.nextPendingConnection();
        socket->write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
        auto *timer = new QTimer(socket);
        QObject::connect(timer, &QTimer::timeout, socket, [socket] { socket->write("x"); });
        timer->start(10);
    });
    Results results;
    Bench bench;
    CallRequest request = post("http://127.0.0.1:" + QByteArray::number(server.serverPort()) + "/");
    request.timeoutMs = 400;
    bench.client.send(request, results.taker());
    QTRY_COMPARE(results.all().size(), 1);
    QCOMPARE(results.all().first().fault, CallFault::noAnswer);
    QVERIFY(results.all().first().durationMs < 5000);
}

void TestClient::forbiddenAddresses_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<bool>("allowLoopback");
    QTest::newRow("loopback") << QByteArray("127.0.0.1") << false;
    QTest::newRow("loopback by name") << QByteArray("localhost") << false;
    QTest::newRow("mapped loopback") << QByteArray("[::ffff:127.0.0.1]") << false;
    QTest::newRow("short form") << QByteArray("127.1") << false;
    QTest::newRow("metadata") << QByteArray("169.254.169.254") << true;
    QTest::newRow("any") << QByteArray("0.0.0.0") << true;
}

void TestClient::forbiddenAddresses()
{
    QFETCH(QByteArray, host);
    QFETCH(bool, allowLoopback);
    Recipient recipient;
    Bench bench;
    CallRequest request = post("http://" + host + ':' + QByteArray::number(recipient.port()) + '/');
    request.allowLoopback = allowLoopback;
    const CallResult result = bench.call(request);
    QCOMPARE(result.fault, CallFault::addressForbidden);
    QVERIFY(!result.anyByteSent);
    QCOMPARE(recipient.connections(), 0);
}

void TestClient::unknownNameIsDns()
{
    Bench bench;
    const CallResult result = bench.call(post("http://no-such-name.invalid/")); // RFC 6761 section 6.4: never resolves
    QVERIFY(result.fault == CallFault::dns || result.fault == CallFault::connectTimeout);
    QVERIFY(!result.anyByteSent);
}

void TestClient::nameIsResolved()
{
    Recipient recipient;
    Bench bench;
    const QByteArray port = QByteArray::number(recipient.port());
    const CallResult result = bench.call(post("http://localhost:" + port + "/x"));
    QCOMPARE(result.fault, CallFault::none);
    QCOMPARE(*findHeader(recipient.requests().first().headers, "Host"), "localhost:" + port);
}

void TestClient::largeBodyIsSentWhole()
{
    Recipient recipient;
    Bench bench;
    const QByteArray body(8 << 20, 'x');
    const CallResult result = bench.call(post(recipient.url(), body));
    QCOMPARE(result.fault, CallFault::none);
    QCOMPARE(recipient.requests().first().body.size(), body.size());
}

void TestClient::cancelled()
{
    Recipient recipient([](const Seen &, int) { return fate(Answer::Fate::never); });
    Results results;
    Bench bench;
    const auto id = bench.client.send(post(recipient.url()), results.taker());
    QVERIFY(recipient.waitForRequests(1));
    bench.client.cancel(id + 1000); // unknown: nothing happens
    bench.client.cancel(id);
    QVERIFY(results.wait(1));
    QCOMPARE(results.all().first().fault, CallFault::cancelled);
    QVERIFY(results.all().first().anyByteSent);
    bench.client.cancel(id);
}

void TestClient::cancelAllAndDestruction()
{
    Recipient recipient([](const Seen &, int) { return fate(Answer::Fate::never); });
    Results results;
    {
        Bench bench;
        for (int i = 0; i < 5; ++i)
            bench.client.send(post(recipient.url()), results.taker());
        QVERIFY(recipient.waitForRequests(5));
        bench.client.cancelAll();
        for (int i = 0; i < 5; ++i)
            bench.client.send(post(recipient.url()), results.taker());
    }
    QCOMPARE(results.all().size(), 10); // every call has said its word before the client was gone
    for (const CallResult &result : results.all())
        QCOMPARE(result.fault, CallFault::cancelled);
}

void TestClient::tls_data()
{
    QTest::addColumn<QByteArray>("certifiedName");
    QTest::addColumn<QByteArray>("calledHost");
    QTest::addColumn<bool>("trusted");
    QTest::addColumn<bool>("expired");
    QTest::addColumn<CallFault>("fault");
    QTest::newRow("good name") << QByteArray("localhost") << QByteArray("localhost") << true << false << CallFault::none;
    QTest::newRow("good address") << QByteArray("127.0.0.1") << QByteArray("127.0.0.1") << true << false << CallFault::none;
    QTest::newRow("not trusted") << QByteArray("localhost") << QByteArray("localhost") << false << false << CallFault::tlsCertificate;
    QTest::newRow("other name") << QByteArray("other.test") << QByteArray("localhost") << true << false << CallFault::tlsCertificate;
    QTest::newRow("other address") << QByteArray("127.0.0.2") << QByteArray("127.0.0.1") << true << false << CallFault::tlsCertificate;
    QTest::newRow("expired") << QByteArray("localhost") << QByteArray("localhost") << true << true << CallFault::tlsCertificate;
}

void TestClient::tls()
{
    QFETCH(QByteArray, certifiedName);
    QFETCH(QByteArray, calledHost);
    QFETCH(bool, trusted);
    QFETCH(bool, expired);
    QFETCH(CallFault, fault);
    const auto certificate = test::selfSigned(certifiedName, -7200, expired ? -3600 : 3600);
    QSslServer server;
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(QSslCertificate(certificate.certificatePem));
    configuration.setPrivateKey(QSslKey(certificate.keyPem, QSsl::Ec));
    server.setSslConfiguration(configuration);
    QVERIFY(server.listen(QHostAddress::LocalHost));
    QByteArray received;
    QObject::connect(&server, &QSslServer::pendingConnectionAvailable, &server, [&] {
        QTcpSocket *socket = server.nextPendingConnection();
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [&received, socket] {
            received += socket->readAll();
            if (received.endsWith("secret body"))
                socket->write("HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok");
        });
    });
    Results results;
    Bench bench(trusted ? certificate.certificatePem : QByteArray());
    bench.client.send(post("https://" + calledHost + ':' + QByteArray::number(server.serverPort()) + '/', "secret body"), results.taker());
    QTRY_COMPARE(results.all().size(), 1);
    const CallResult result = results.all().first();
    QCOMPARE(result.fault, fault);
    QCOMPARE(result.anyByteSent, fault == CallFault::none);
    QCOMPARE(result.status, fault == CallFault::none ? 202 : 0);
    QCOMPARE(received.isEmpty(), fault != CallFault::none);
    QCOMPARE(result.detail.isEmpty(), fault == CallFault::none);
}

void TestClient::tlsHandshakeThatNeverAnswers()
{
    QTcpServer silent; // the kernel accepts, nobody reads
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    Bench bench;
    CallRequest request = post("https://127.0.0.1:" + QByteArray::number(silent.serverPort()) + "/");
    request.timeoutMs = 400;
    const CallResult result = bench.call(request);
    QCOMPARE(result.fault, CallFault::connectTimeout);
    QVERIFY(!result.anyByteSent);
}

void TestClient::tlsToAPlainPort()
{
    QTcpServer plain;
    QVERIFY(plain.listen(QHostAddress::LocalHost));
    QObject::connect(&plain, &QTcpServer::newConnection, &plain,
                     [&] { plain.nextPendingConnection()->write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"); });
    Results results;
    Bench bench;
    bench.client.send(post("https://127.0.0.1:" + QByteArray::number(plain.serverPort()) + "/"), results.taker());
    QTRY_COMPARE(results.all().size(), 1);
    QCOMPARE(results.all().first().fault, CallFault::tlsFailed);
    QVERIFY(!results.all().first().anyByteSent);
}

void TestClient::manyAtOnce()
{
    Recipient recipient([](const Seen &seen, int) { return Answer{200, {}, seen.body}; });
    Results results;
    Bench bench;
    constexpr int calls = 100;
    for (int i = 0; i < calls; ++i)
        bench.client.send(post(recipient.url(), QByteArray::number(i)), results.taker());
    QVERIFY(results.wait(calls, 30s));
    QSet<QByteArray> bodies;
    for (const CallResult &result : results.all()) {
        QCOMPARE(result.fault, CallFault::none);
        bodies.insert(result.body);
    }
    QCOMPARE(bodies.size(), calls);
}

QTEST_GUILESS_MAIN(TestClient)
#include "tst_client.moc"
