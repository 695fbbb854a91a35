#include "http/server.h"

#include "base/clock.h"
#include "core/http/peer.h"

#include <QTest>

#include <condition_variable>
#include <mutex>
#include <thread>

using namespace lazaret;
using namespace lazaret::http;
using lazaret::test::Peer;
using namespace std::chrono_literals;

namespace {

constexpr qint64 cap = 64 * 1024;

// A handler as the intake room has one: routes by path, refuses by head, answers at once, from another thread, or when the test says so.
class TestHandler : public Handler
{
public:
    struct Refused
    {
        int status;
        QByteArray reason;
        bool hasHead;
    };

    HeadDecision onHead(const RequestHead &head) override
    {
        if (!head.target.startsWith("/hook"))
            return {Response{404, {}, "no such place", false}, 0};
        if (head.method != "POST")
            return {Response{405, {{"Allow", "POST"}}, "only POST", false}, 0};
        if (head.target == "/hook/signed" && !findHeader(head.headers, "X-Signature"))
            return {Response{401, {{"WWW-Authenticate", "Webhook-Signature"}}, "", false}, 0};
        return {std::nullopt, cap};
    }

    void onRequest(Request request, std::function<void(Response)> reply) override
    {
        const QByteArray target = request.head.target;
        {
            const std::lock_guard lock(m_mutex);
            m_requests.append(std::move(request));
            if (target == "/hook/held")
                m_held.push_back(std::move(reply));
            m_changed.notify_all();
        }
        if (target == "/hook/held" || target == "/hook/lost")
            return;
        if (target == "/hook/elsewhere") {
            std::thread([reply] {
                reply({202, {}, "elsewhere", false});
                reply({500, {}, "second answer", false}); // must do nothing
            }).detach();
            return;
        }
        reply({202, {{"X-Split", "a\r\nSet-Cookie: b"}, {"X-Fine", "yes"}}, "taken", target == "/hook/close"});
    }

    void onRefused(int status, const char *reason, const RequestHead *head) override
    {
        const std::lock_guard lock(m_mutex);
        m_refused.append({status, reason, head != nullptr});
    }

    QList<Request> requests() const
    {
        const std::lock_guard lock(m_mutex);
        return m_requests;
    }
    QList<Refused> refused() const
    {
        const std::lock_guard lock(m_mutex);
        return m_refused;
    }
    bool waitForRequests(int n)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, 5s, [&] { return m_requests.size() >= n; });
    }
    void answerHeld(const Response &response = {202, {}, "at last", false})
    {
        std::vector<std::function<void(Response)>> held;
        {
            const std::lock_guard lock(m_mutex);
            held.swap(m_held);
        }
        for (const auto &reply : held)
            reply(response);
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    QList<Request> m_requests;
    QList<Refused> m_refused;
    std::vector<std::function<void(Response)>> m_held;
};

// In the order that matters: replies may come after the server is gone, and it goes before the network.
struct Bench
{
    explicit Bench(const ServerLimits &limits = {}, int threads = 1) : network(threads), server(network, clock, handler, limits)
    {
        const auto listening = server.listen(QStringLiteral("localhost"), 0);
        if (!listening)
            qFatal("%s", qPrintable(listening.error().detail));
    }

    SystemClock clock;
    TestHandler handler;
    Network network;
    Server server;
};

ServerLimits shortened()
{
    ServerLimits limits;
    limits.headMs = 300;
    limits.bodyMs = 300;
    limits.idleMs = 300;
    limits.drainMs = 200;
    return limits;
}

const QByteArray start = "POST /hook HTTP/1.1\r\nHost: localhost\r\n";

QByteArray post(const QByteArray &body, const QByteArray &target = "/hook", const QByteArray &fields = {})
{
    return "POST " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n" + fields +
           "\r\n" + body;
}

QByteArray chunked(const QByteArray &body)
{
    return start + "Transfer-Encoding: chunked\r\n\r\n" + body;
}

} // namespace

class TestServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void conformance_data();
    void conformance();
    void trailerIsNeverMerged();
    void headAndBodyArriveExactly();
    void expectContinue_data();
    void expectContinue();
    void refusalByHeadLeavesTheBodyUnread();
    void chunkedBodyStopsAtTheByteThatCrosses();
    void answerToHeadHasNoBody();
    void answerFieldsCannotSplit();
    void keepAliveServesAThousand();
    void idleConnectionClosesSilently();
    void pipelinedRequestsAreAnsweredInOrder();
    void nothingRunsAfterAClosingError();
    void answerFromAnotherThreadCountsOnce();
    void lostReplyAnswers500();
    void slowClients_data();
    void slowClients();
    void steadySlowBodyIsLetThrough();
    void manySlowClientsDelayNobody();
    void halfBodyThenEnd_data();
    void halfBodyThenEnd();
    void clientGoneBeforeTheAnswer();
    void bodiesWaitForTheBudgetWithoutADeadline();
    void connectionsAreBounded();
    void stopLetsRequestsFinish();
    void stopAnswers503AfterTheGrace();
    void replyAfterTheServerIsGoneDoesNothing();
    void portInUseIsAnError();
    void twoThreadsManyConnections();
};

void TestServer::conformance_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("open");
    QTest::addColumn<QByteArray>("body"); // what the handler got; for 202 only
    const auto good = [](const char *name, const QByteArray &bytes, const QByteArray &body, bool open = true) {
        QTest::newRow(name) << bytes << 202 << open << body;
    };
    const auto bad = [](const char *name, const QByteArray &bytes, int status) {
        QTest::newRow(name) << bytes << status << false << QByteArray();
    };
    const QByteArray body = "{\"a\":1}";
    good("1 content length", post(body), body);
    good("2 two chunks", chunked("3\r\n{\"a\r\n4;x=1\r\n\":1}\r\n0\r\n\r\n"), body);
    good("3 extension and trailer", chunked("7;sig=\"a b\"\r\n{\"a\":1}\r\n0;last\r\nX-Hub-Signature-256: sha256=00\r\n\r\n"), body);
    good("body with line ends in chunks", chunked("5\r\na\n\r\nb\r\n0\r\n\r\n"), "a\n\r\nb");
    good("25 absolute-form", "POST http://localhost/hook HTTP/1.1\r\nHost: elsewhere\r\nContent-Length: 0\r\n\r\n", "");
    good("27 host with port", "POST /hook HTTP/1.1\r\nHost: LOCALHOST:99\r\nContent-Length: 0\r\n\r\n", "");
    good("29 HTTP/1.7", "POST /hook HTTP/1.7\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n", "");
    good("HTTP/1.0", "POST /hook HTTP/1.0\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab", "ab", false);
    good("close wanted", post("ab", "/hook", "Connection: close\r\n"), "ab", false);
    good("handler closes", post("ab", "/hook/close"), "ab", false);
    good("65 leading empty line", "\r\n" + post(body), body);
    good("66 empty body", post({}), "");
    good("chunked and empty", chunked("0\r\n\r\n"), "");
    bad("4 both lengths", start + "Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400);
    bad("5 smuggling", start + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + post("smuggled"), 400);
    bad("6 two lengths", start + "Content-Length: 7\r\nContent-Length: 8\r\n\r\n{\"a\":1}", 400);
    bad("7 equal lengths", start + "Content-Length: 7\r\nContent-Length: 7\r\n\r\n{\"a\":1}", 400);
    bad("7 listed lengths", start + "Content-Length: 7, 7\r\n\r\n{\"a\":1}", 400);
    bad("8 2^63", start + "Content-Length: 9223372036854775808\r\n\r\n", 400);
    bad("8 2^63-1", start + "Content-Length: 9223372036854775807\r\n\r\n", 413);
    bad("9 no length", start + "\r\n" + post("next"), 411);
    bad("10 gzip, chunked", start + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501);
    bad("11 chunked, identity", start + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", 400);
    bad("12 HTTP/1.0 chunked", "POST /hook HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400);
    bad("13 chunk of 2^64-1", chunked("ffffffffffffffff\r\nabc\r\n0\r\n\r\n"), 413);
    bad("13 17 digits", chunked("00000000000000001ffff0000000000000000\r\nabc\r\n0\r\n\r\n"), 400);
    bad("13 negative", chunked("-7\r\n{\"a\":1}\r\n0\r\n\r\n"), 400);
    bad("13 empty size", chunked("\r\n{\"a\":1}\r\n0\r\n\r\n"), 400);
    bad("13 0x", chunked("0x7\r\n{\"a\":1}\r\n0\r\n\r\n"), 400);
    bad("14 no CRLF after data", chunked("7\r\n{\"a\":1}XX0\r\n\r\n"), 400);
    bad("14 bare LF lines", chunked("7\n{\"a\":1}\n0\n\n"), 400);
    bad("14 bare LF at the end", chunked("7\r\n{\"a\":1}\r\n0\n\n"), 400);
    bad("14 bare LF in the trailer", chunked("0\r\nA: b\nC: d\r\n\r\n"), 400);
    bad("14 bare CR after the size", chunked("7\r{\"a\":1}\r\n0\r\n\r\n"), 400);
    bad("14 space after the size", chunked("7 \r\n{\"a\":1}\r\n0\r\n\r\n"), 400);
    bad("endless extension", chunked("7;" + QByteArray(9000, 'x')), 400);
    bad("endless trailer", chunked("0\r\n" + QByteArray("A: b\r\n").repeated(2000)), 400);
    bad("15a over the cap", start + "Content-Length: " + QByteArray::number(cap + 1) + "\r\n\r\n", 413);
    bad("16 long request line", "POST /" + QByteArray(9000, 'a') + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 414);
    bad("17 field of 100 KB", start + "X: " + QByteArray(100'000, 'a') + "\r\n\r\n", 431);
    bad("17 5000 fields", start + QByteArray("X: a\r\n").repeated(5000) + "\r\n", 431);
    bad("18 bare LF", "POST /hook HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n", 400);
    bad("19 bare CR", start + "X: a\rb\r\n\r\n", 400);
    bad("20 fold", start + "X: a\r\n b\r\n\r\n", 400);
    bad("21 space before colon", start + "X : a\r\n\r\n", 400);
    bad("22 NUL", start + QByteArray("X: \0\r\n\r\n", 8), 400);
    bad("23 space in path", "POST /ho ok HTTP/1.1\r\nHost: localhost\r\n\r\n", 400);
    bad("24 not normalised", post({}, "/x/../hook"), 404);
    bad("24 not decoded", post({}, "/%68ook"), 404);
    bad("26 no host", "POST /hook HTTP/1.1\r\nContent-Length: 0\r\n\r\n", 400);
    bad("26 two hosts", post({}, "/hook", "Host: localhost\r\n"), 400);
    bad("27 other host", "POST /hook HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n", 421);
    bad("27 other host in absolute-form", "POST http://evil.example/hook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n", 421);
    bad("28 origin", post({}, "/hook", "Origin: null\r\n"), 403);
    bad("28 fetch site", post({}, "/hook", "sec-fetch-site: same-origin\r\n"), 403);
    bad("29 HTTP/2.0", "POST /hook HTTP/2.0\r\nHost: localhost\r\n\r\n", 505);
    bad("29 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505);
    bad("30 GET", "GET /hook HTTP/1.1\r\nHost: localhost\r\n\r\n", 405);
    bad("31 BREW", "BREW /hook HTTP/1.1\r\nHost: localhost\r\n\r\n", 501);
    bad("31 long method", QByteArray(9000, 'A') + " /hook HTTP/1.1\r\n", 501);
    bad("32 unknown path", post({}, "/other"), 404);
    QTest::newRow("33 tls hello") << QByteArray::fromHex("16030100050100000103") << 0 << false << QByteArray();
    bad("36 unknown expectation", start + "Content-Length: 2\r\nExpect: 200-ok\r\n\r\n", 417);
}

void TestServer::conformance()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    QFETCH(bool, open);
    QFETCH(QByteArray, body);
    Bench bench;
    Peer peer(bench.server.port());
    peer.send(bytes);
    if (status != 0) {
        const auto answer = peer.next();
        QVERIFY(answer);
        QCOMPARE(answer->status, status);
        QCOMPARE(answer->says("Connection: close"), !open);
        QVERIFY(answer->says("Date: "));
    }
    const auto requests = bench.handler.requests();
    QCOMPARE(requests.size(), status == 202 ? 1 : 0);
    if (status == 202)
        QCOMPARE(requests.first().body, body);
    if (open) {
        peer.send(post("again"));
        const auto again = peer.next();
        QVERIFY(again);
        QCOMPARE(again->status, 202);
    } else {
        QVERIFY(peer.closedSilently());
        QCOMPARE(bench.handler.requests().size(), requests.size());
    }
    const bool handlersOwn = status == 202 || status == 404 || status == 405;
    QCOMPARE(bench.handler.refused().size(), handlersOwn ? 0 : 1);
}

void TestServer::trailerIsNeverMerged()
{
    Bench bench;
    Peer peer(bench.server.port());
    peer.send(chunked("1\r\nx\r\n0\r\nX-Hub-Signature-256: sha256=00\r\nHost: evil\r\n\r\n"));
    QVERIFY(peer.next());
    const Headers headers = bench.handler.requests().first().head.headers;
    QCOMPARE(countHeader(headers, "X-Hub-Signature-256"), 0);
    QCOMPARE(countHeader(headers, "Host"), 1);
}

void TestServer::headAndBodyArriveExactly()
{
    Bench bench;
    Peer peer(bench.server.port());
    QByteArray body;
    for (int i = 0; i < 50'000; ++i)
        body.append(char(i * 7));
    const QByteArray bytes = post(body, "/hook?x=%2F", "x-hUb: one\r\nX-Hub: two\r\n");
    // Split at awkward places: inside the terminator and inside the body.
    const qsizetype end = bytes.indexOf("\r\n\r\n");
    qsizetype at = 0;
    for (const qsizetype cut : {qsizetype(3), end + 1, end + 3, end + 5, end + 4000, bytes.size()}) {
        peer.send(bytes.mid(at, cut - at));
        at = cut;
    }
    const auto answer = peer.next();
    QVERIFY(answer);
    QCOMPARE(answer->status, 202);
    const Request request = bench.handler.requests().first();
    QCOMPARE(request.body, body);
    QCOMPARE(request.head.target, QByteArray("/hook?x=%2F"));
    QCOMPARE(request.head.host, QByteArray("localhost"));
    QCOMPARE(request.head.peer, QByteArray("127.0.0.1"));
    QCOMPARE(request.head.headers.last().name, QByteArray("X-Hub"));
    QVERIFY(qAbs(request.receivedAtMs - bench.clock.nowMs()) < 60'000);
}

void TestServer::expectContinue_data()
{
    QTest::addColumn<QByteArray>("framing");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("length") << QByteArray("Content-Length: 2\r\n") << QByteArray("ab");
    QTest::newRow("chunked") << QByteArray("Transfer-Encoding: chunked\r\n") << QByteArray("2\r\nab\r\n0\r\n\r\n");
}

void TestServer::expectContinue()
{
    QFETCH(QByteArray, framing);
    QFETCH(QByteArray, body);
    Bench bench;
    Peer peer(bench.server.port());
    peer.send(start + framing + "Expect: 100-continue\r\n\r\n");
    const auto interim = peer.next();
    QVERIFY(interim);
    QCOMPARE(interim->head, QByteArray("HTTP/1.1 100 Continue\r\n\r\n"));
    peer.send(body);
    const auto answer = peer.next();
    QVERIFY(answer);
    QCOMPARE(answer->status, 202);
    QCOMPARE(bench.handler.requests().first().body, QByteArray("ab"));
}

void TestServer::refusalByHeadLeavesTheBodyUnread()
{
    Bench bench;
    Peer peer(bench.server.port());
    peer.send("POST /hook/signed HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    const auto answer = peer.next();
    QVERIFY(answer);
    QCOMPARE(answer->status, 401); // and no 100 before it
    QVERIFY(answer->says("WWW-Authenticate: Webhook-Signature"));
    QVERIFY(answer->says("Connection: close"));
    peer.send("ab" + post("next"));
    QVERIFY(peer.closedSilently());
    QVERIFY(bench.handler.requests().isEmpty());
}

void TestServer::chunkedBodyStopsAtTheByteThatCrosses()
{
    Bench bench;
    const QByteArray chunk = "1000\r\n" + QByteArray(4096, 'x') + "\r\n";
    Peer fits(bench.server.port());
    fits.send(chunked(chunk.repeated(cap / 4096) + "0\r\n\r\n"));
    const auto taken = fits.next();
    QVERIFY(taken);
    QCOMPARE(taken->status, 202);

    Peer over(bench.server.port());
    over.send(chunked(chunk.repeated(cap / 4096)));
    QCOMPARE(over.unexpected(50), QByteArray()); // exactly the cap: still reading
    over.send("1\r\n");
    const auto answer = over.next();
    QVERIFY(answer);
    QCOMPARE(answer->status, 413);
    QVERIFY(over.closedSilently());
    QCOMPARE(bench.handler.requests().size(), 1);
    QCOMPARE(bench.handler.refused().first().reason, QByteArray("body_too_large"));
    QVERIFY(bench.handler.refused().first().hasHead);
}

void TestServer::answerToHeadHasNoBody()
{
    Bench bench;
    Peer peer(bench.server.port());
    peer.send("HEAD /hook HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const auto answer = peer.next(5000, true);
    QVERIFY(answer);
    QCOMPARE(answer->status, 405);
    QVERIFY(answer->says("Content-Length: 9"));
    QVERIFY(peer.closedSilently());
}

void TestServer::answerFieldsCannotSplit()
{
    Bench bench;
    Peer peer(bench.server.port());
    peer.send(post("x"));
    const auto answer = peer.next();
    QVERIFY(answer);
    QVERIFY(answer->says("X-Fine: yes"));
    QVERIFY(!answer->head.contains("Cookie"));
}

void TestServer::keepAliveServesAThousand()
{
    Bench bench;
    Peer peer(bench.server.port());
    for (int i = 0; i < 1000; ++i) {
        peer.send(post(QByteArray::number(i)));
        const auto answer = peer.next();
        QVERIFY(answer);
        QCOMPARE(answer->status, 202);
    }
    QCOMPARE(bench.handler.requests().last().body, QByteArray("999"));
    QCOMPARE(bench.server.connections(), 1);
}

void TestServer::idleConnectionClosesSilently()
{
    Bench bench(shortened());
    Peer peer(bench.server.port());
    peer.send(post("x"));
    QVERIFY(peer.next());
    QElapsedTimer timer;
    timer.start();
    QVERIFY(peer.closedSilently());
    QVERIFY2(timer.elapsed() >= 200, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(bench.handler.refused().isEmpty());
}

void TestServer::pipelinedRequestsAreAnsweredInOrder()
{
    Bench bench;
    Peer peer(bench.server.port());
    peer.send(post("1", "/hook/held") + post("2", "/hook/elsewhere") + chunked("1\r\n3\r\n0\r\n\r\n"));
    QVERIFY(bench.handler.waitForRequests(1));
    QCOMPARE(peer.unexpected(30), QByteArray());
    QCOMPARE(bench.handler.requests().size(), 1); // the second is not begun before the first is answered
    bench.handler.answerHeld();
    QByteArray bodies;
    for (int i = 0; i < 3; ++i) {
        const auto answer = peer.next();
        QVERIFY(answer);
        QCOMPARE(answer->status, 202);
        bodies += answer->body + ' ';
    }
    QCOMPARE(bodies, QByteArray("at last elsewhere taken "));
}

void TestServer::nothingRunsAfterAClosingError()
{
    Bench bench;
    Peer peer(bench.server.port());
    peer.send(post("good") + "POST /hook HTTP/1.1\r\nHost : localhost\r\n\r\n" + post("never"));
    const auto first = peer.next();
    QVERIFY(first);
    QCOMPARE(first->status, 202);
    const auto second = peer.next();
    QVERIFY(second);
    QCOMPARE(second->status, 400);
    QVERIFY(peer.closedSilently());
    QCOMPARE(bench.handler.requests().size(), 1);
}

void TestServer::answerFromAnotherThreadCountsOnce()
{
    Bench bench;
    Peer peer(bench.server.port());
    for (int i = 0; i < 50; ++i) {
        peer.send(post("x", "/hook/elsewhere"));
        const auto answer = peer.next();
        QVERIFY(answer);
        QCOMPARE(answer->body, QByteArray("elsewhere"));
    }
}

void TestServer::lostReplyAnswers500()
{
    Bench bench;
    Peer peer(bench.server.port());
    peer.send(post("x", "/hook/lost"));
    const auto answer = peer.next();
    QVERIFY(answer);
    QCOMPARE(answer->status, 500);
    QVERIFY(peer.closedSilently());
}

void TestServer::slowClients_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("dribble"); // one of its bytes after the other until the server has enough
    QTest::addColumn<int>("status");         // 0: closed without a word
    QTest::newRow("silent") << QByteArray() << QByteArray() << 0;
    QTest::newRow("head stops") << start << QByteArray() << 408;
    QTest::newRow("head dribbles") << start << QByteArray("X: ") + QByteArray(5000, 'a') << 408;
    QTest::newRow("body stops") << start + "Content-Length: 5000\r\n\r\nabc" << QByteArray() << 408;
    QTest::newRow("body dribbles") << start + "Content-Length: 5000\r\n\r\n" << QByteArray(4999, 'a') << 408;
    QTest::newRow("chunks dribble") << chunked("ff0\r\n") << QByteArray(4000, 'a') << 408;
    QTest::newRow("second head stops") << post("x") + "POST /ho" << QByteArray() << 408;
}

void TestServer::slowClients()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, dribble);
    QFETCH(int, status);
    Bench bench(shortened());
    QElapsedTimer timer;
    timer.start();
    Peer peer(bench.server.port());
    peer.send(first);
    std::optional<lazaret::test::WireAnswer> answer;
    if (first.startsWith(post("x")))
        QCOMPARE(peer.next()->status, 202);
    for (const char c : dribble) {
        if ((answer = peer.next(10)))
            break;
        peer.send(QByteArray(1, c));
    }
    if (!answer && status != 0)
        answer = peer.next();
    QCOMPARE(answer.has_value(), status != 0);
    const qint64 answeredAfter = timer.elapsed();
    if (answer) {
        QCOMPARE(answer->status, status);
        QVERIFY(answer->says("Connection: close"));
    }
    QVERIFY(peer.closedSilently());
    const qint64 endedAfter = answer ? answeredAfter : timer.elapsed();
    QVERIFY2(endedAfter >= 250, qPrintable(QString::number(endedAfter)));
    QCOMPARE(bench.handler.requests().size(), first.startsWith(post("x")) ? 1 : 0);
}

// Slower than one span of bodyMs, faster than minBodyBytesPerSecond: a large delivery over a thin line.
void TestServer::steadySlowBodyIsLetThrough()
{
    ServerLimits limits = shortened();
    limits.minBodyBytesPerSecond = 1000;
    Bench bench(limits);
    Peer peer(bench.server.port());
    QElapsedTimer timer;
    timer.start();
    peer.send(start + "Content-Length: 60000\r\n\r\n");
    for (int i = 0; i < 60; ++i) {
        QVERIFY(!peer.next(15));
        peer.send(QByteArray(1000, 'x'));
    }
    const auto answer = peer.next();
    QVERIFY(answer);
    QCOMPARE(answer->status, 202);
    QVERIFY(timer.elapsed() > 2 * limits.bodyMs);
}

void TestServer::manySlowClientsDelayNobody()
{
    Bench bench;
    std::vector<std::unique_ptr<Peer>> slow;
    const QByteArray beginnings[] = {{}, start + "X: a", start + "Content-Length: 60000\r\n\r\na", chunked("fff\r\na")};
    for (int i = 0; i < 200; ++i) {
        slow.push_back(std::make_unique<Peer>(bench.server.port()));
        slow.back()->send(beginnings[i % 4]);
    }
    QTRY_COMPARE(bench.server.connections(), 200);
    Peer peer(bench.server.port());
    for (const QByteArray &body : {QByteArray("small"), QByteArray(cap, 'x')}) {
        peer.send(post(body));
        const auto answer = peer.next(2000);
        QVERIFY(answer);
        QCOMPARE(answer->status, 202);
    }
    QCOMPARE(bench.server.connections(), 201);
}

void TestServer::halfBodyThenEnd_data()
{
    QTest::addColumn<bool>("reset");
    QTest::newRow("FIN") << false;
    QTest::newRow("RST") << true;
}

void TestServer::halfBodyThenEnd()
{
    QFETCH(bool, reset);
    Bench bench;
    Peer peer(bench.server.port());
    peer.send(start + "Content-Length: 20000\r\n\r\n" + QByteArray(10'000, 'x'));
    QTRY_COMPARE(bench.server.connections(), 1);
    reset ? peer.reset() : peer.finish();
    QTRY_COMPARE(bench.server.connections(), 0);
    QVERIFY(bench.handler.requests().isEmpty());
    const ServerLimits limits;
    QCOMPARE(bench.server.freeBodyBytes(), limits.bodiesInFlightBytes - limits.maxConnections * 4096);
}

void TestServer::clientGoneBeforeTheAnswer()
{
    Bench bench;
    {
        Peer peer(bench.server.port());
        peer.send(post("x", "/hook/held"));
        QVERIFY(bench.handler.waitForRequests(1));
        peer.reset();
    }
    bench.handler.answerHeld();
    QTRY_COMPARE(bench.server.connections(), 0);
    Peer peer(bench.server.port());
    peer.send(post("y"));
    QVERIFY(peer.next());
}

void TestServer::bodiesWaitForTheBudgetWithoutADeadline()
{
    ServerLimits limits = shortened();
    limits.maxConnections = 8;
    limits.bodiesInFlightBytes = 8 * 4096 + cap; // room for one body at the cap besides the first bytes of each
    Bench bench(limits);
    const QByteArray body(cap, 'x');
    Peer first(bench.server.port());
    first.send(post(body, "/hook/held"));
    QVERIFY(bench.handler.waitForRequests(1));
    QCOMPARE(bench.server.freeBodyBytes(), 0);

    Peer second(bench.server.port());
    second.send(post(body));
    Peer third(bench.server.port());
    third.send(post("small"));
    const auto small = third.next();
    QVERIFY(small);                           // needs no room
    QVERIFY(!second.next(3 * limits.bodyMs)); // neither answered nor timed out
    QCOMPARE(bench.handler.requests().size(), 2);

    bench.handler.answerHeld();
    for (Peer *peer : {&first, &second}) {
        const auto answer = peer->next();
        QVERIFY(answer);
        QCOMPARE(answer->status, 202);
    }
    QTRY_COMPARE(bench.server.freeBodyBytes(), cap);
}

void TestServer::connectionsAreBounded()
{
    ServerLimits limits;
    limits.maxConnections = 3;
    Bench bench(limits);
    std::vector<std::unique_ptr<Peer>> peers;
    for (int i = 0; i < 3; ++i) {
        peers.push_back(std::make_unique<Peer>(bench.server.port()));
        peers.back()->send(post("x"));
        QVERIFY(peers.back()->next());
    }
    {
        Peer tooMany(bench.server.port());
        const auto answer = tooMany.next();
        QVERIFY(answer);
        QCOMPARE(answer->status, 503);
        QVERIFY(answer->says("Retry-After: 30"));
        QVERIFY(tooMany.closedSilently());
    }
    peers.pop_back();
    QTRY_COMPARE(bench.server.connections(), 2);
    Peer again(bench.server.port());
    again.send(post("x"));
    const auto answer = again.next();
    QVERIFY(answer);
    QCOMPARE(answer->status, 202);
}

void TestServer::stopLetsRequestsFinish()
{
    Bench bench;
    Peer idle(bench.server.port());
    idle.send(post("x"));
    QVERIFY(idle.next());
    Peer busy(bench.server.port());
    busy.send(post("x", "/hook/held"));
    Peer reading(bench.server.port());
    reading.send(start + "Content-Length: 2\r\n\r\na");
    QVERIFY(bench.handler.waitForRequests(2));
    QTRY_COMPARE(bench.server.connections(), 3);

    std::thread stopping([&] { bench.server.stop(20s); });
    QVERIFY(idle.closedSilently());
    QTRY_VERIFY(!Peer(bench.server.port()).connected());
    reading.send("b");
    const auto whole = reading.next();
    bench.handler.answerHeld();
    const auto held = busy.next();
    const bool closed = busy.closedSilently() && reading.closedSilently();
    stopping.join();
    QVERIFY(whole);
    QCOMPARE(whole->status, 202);
    QVERIFY(whole->says("Connection: close"));
    QVERIFY(held);
    QCOMPARE(held->status, 202);
    QVERIFY(closed);
    QCOMPARE(bench.server.connections(), 0);
}

void TestServer::stopAnswers503AfterTheGrace()
{
    Bench bench;
    Peer busy(bench.server.port());
    busy.send(post("x", "/hook/held"));
    Peer reading(bench.server.port());
    reading.send(start + "Content-Length: 2\r\n\r\na");
    QVERIFY(bench.handler.waitForRequests(1));
    QTRY_COMPARE(bench.server.connections(), 2);
    bench.server.stop(50ms);
    QCOMPARE(bench.server.connections(), 0);
    for (Peer *peer : {&busy, &reading}) {
        const auto answer = peer->next();
        QVERIFY(answer);
        QCOMPARE(answer->status, 503);
        QVERIFY(answer->says("Retry-After: 30"));
        QVERIFY(peer->closedSilently());
    }
    bench.handler.answerHeld(); // too late, and harmless
}

void TestServer::replyAfterTheServerIsGoneDoesNothing()
{
    TestHandler handler;
    const SystemClock clock;
    {
        Network network;
        Server server(network, clock, handler);
        QVERIFY(server.listen(QStringLiteral("127.0.0.1"), 0));
        Peer peer(server.port());
        peer.send(post("x", "/hook/held"));
        QVERIFY(handler.waitForRequests(1));
    }
    handler.answerHeld();
}

void TestServer::portInUseIsAnError()
{
    Bench bench;
    Server second(bench.network, bench.clock, bench.handler);
    const auto taken = second.listen(QStringLiteral("127.0.0.1"), bench.server.port());
    QVERIFY(!taken);
    QCOMPARE(taken.error().code, ErrorCode::io);
    const auto nonsense = second.listen(QStringLiteral("not an address"), 0);
    QVERIFY(!nonsense);
    QCOMPARE(nonsense.error().code, ErrorCode::usage);
}

void TestServer::twoThreadsManyConnections()
{
    Bench bench({}, 2);
    constexpr int connections = 32;
    constexpr int rounds = 30;
    std::vector<std::unique_ptr<Peer>> peers;
    for (int i = 0; i < connections; ++i)
        peers.push_back(std::make_unique<Peer>(bench.server.port()));
    const QByteArray body(20'000, 'x');
    for (int round = 0; round < rounds; ++round) {
        for (auto &peer : peers)
            peer->send(post(body, round % 2 ? "/hook" : "/hook/elsewhere"));
        for (auto &peer : peers) {
            const auto answer = peer->next();
            QVERIFY(answer);
            QCOMPARE(answer->status, 202);
        }
    }
    QCOMPARE(bench.handler.requests().size(), connections * rounds);
}

QTEST_GUILESS_MAIN(TestServer)
#include "tst_server.moc"
