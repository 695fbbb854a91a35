#include "core/http/serverbench.h"

#include <QTest>

using namespace lazaret;
using namespace lazaret::http;
using namespace lazaret::test;

class TestServerConnections : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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

void TestServerConnections::keepAliveServesAThousand()
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

void TestServerConnections::idleConnectionClosesSilently()
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

void TestServerConnections::pipelinedRequestsAreAnsweredInOrder()
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

void TestServerConnections::nothingRunsAfterAClosingError()
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

void TestServerConnections::answerFromAnotherThreadCountsOnce()
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

void TestServerConnections::lostReplyAnswers500()
{
    Bench bench;
    Peer peer(bench.server.port());
    peer.send(post("x", "/hook/lost"));
    const auto answer = peer.next();
    QVERIFY(answer);
    QCOMPARE(answer->status, 500);
    QVERIFY(peer.closedSilently());
}

void TestServerConnections::slowClients_data()
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

void TestServerConnections::slowClients()
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
void TestServerConnections::steadySlowBodyIsLetThrough()
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

void TestServerConnections::manySlowClientsDelayNobody()
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

void TestServerConnections::halfBodyThenEnd_data()
{
    QTest::addColumn<bool>("reset");
    QTest::newRow("FIN") << false;
    QTest::newRow("RST") << true;
}

void TestServerConnections::halfBodyThenEnd()
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

void TestServerConnections::clientGoneBeforeTheAnswer()
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

void TestServerConnections::bodiesWaitForTheBudgetWithoutADeadline()
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

void TestServerConnections::connectionsAreBounded()
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

void TestServerConnections::stopLetsRequestsFinish()
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

void TestServerConnections::stopAnswers503AfterTheGrace()
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

void TestServerConnections::replyAfterTheServerIsGoneDoesNothing()
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

void TestServerConnections::portInUseIsAnError()
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

void TestServerConnections::twoThreadsManyConnections()
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

QTEST_GUILESS_MAIN(TestServerConnections)
#include "tst_serverconnections.moc"
