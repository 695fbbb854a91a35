#include "core/http/serverbench.h"

#include <QTest>

using namespace lazaret;
using namespace lazaret::http;
using namespace lazaret::test;

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

QTEST_GUILESS_MAIN(TestServer)
#include "tst_server.moc"
