// What an http step sends, what an answer means, and when an absent effect counts as absent.
#include "work/httpstep.h"

#include <QJsonObject>
#include <QTest>

using namespace lazaret;

namespace {

using http::CallFault;

Job someJob()
{
    Job job;
    job.jobId.value = QStringLiteral("job_1");
    job.inputRef = QStringLiteral("card 7");
    job.attempt = 2;
    return job;
}

Step someStep()
{
    Step step;
    step.name = QStringLiteral("save");
    step.action = QStringLiteral("save_card");
    step.url = QStringLiteral("http://127.0.0.1:9000/cards/{input_ref}");
    step.timeoutMs = 20000;
    return step;
}

Step probed(std::optional<qint64> absentAfterS = {})
{
    Step step = someStep();
    step.verify = Probe{QStringLiteral("http://127.0.0.1:9000/effects/{idempotency_key}"), 200, 404, absentAfterS};
    return step;
}

http::CallResult answered(int status)
{
    http::CallResult result;
    result.status = status;
    result.anyByteSent = true;
    return result;
}

} // namespace

class TestHttpStep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void requests();
    void bodies_data();
    void bodies();
    void aMissingFieldSendsNothing();
    void answers_data();
    void answers();
    void faults_data();
    void faults();
    void whatTheRecipientMade_data();
    void whatTheRecipientMade();
    void probes_data();
    void probes();
    void withoutAProbe();
};

void TestHttpStep::requests()
{
    Step step = someStep();
    step.method = QStringLiteral("PUT");
    step.headers = {{QStringLiteral("X-Ref"), QStringLiteral("{input_ref}")}};
    step.allowLoopback = true;
    const auto request = work::requestFor(step, someJob());
    QVERIFY(request);
    QCOMPARE(request->method, QByteArray("PUT"));
    QCOMPARE(request->url, QByteArray("http://127.0.0.1:9000/cards/card%207"));
    QCOMPARE(request->timeoutMs, 20000);
    QVERIFY(request->allowLoopback);
    QVERIFY(request->body.isEmpty());
    QCOMPARE(findHeader(request->headers, "X-Ref"), std::optional<QByteArray>("card 7"));
    QCOMPARE(findHeader(request->headers, "Idempotency-Key"), std::optional<QByteArray>("job_1:save_card"));
    QCOMPARE(findHeader(request->headers, "Lazaret-Job"), std::optional<QByteArray>("job_1"));
    QCOMPARE(findHeader(request->headers, "Lazaret-Attempt"), std::optional<QByteArray>("2"));
    QVERIFY(!findHeader(request->headers, "Content-Type"));
}

void TestHttpStep::bodies_data()
{
    QTest::addColumn<QJsonValue>("body");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("object") << QJsonValue(QJsonObject{{QStringLiteral("r"), QStringLiteral("{input_ref}")}})
                            << QByteArray(R"({"r":"card 7"})");
    QTest::newRow("array") << QJsonValue(QJsonArray{1, QStringLiteral("{attempt}")}) << QByteArray(R"([1,"2"])");
    QTest::newRow("text") << QJsonValue(QStringLiteral("{input_ref}")) << QByteArray(R"("card 7")");
    QTest::newRow("number") << QJsonValue(7) << QByteArray("7");
    QTest::newRow("flag") << QJsonValue(false) << QByteArray("false");
}

void TestHttpStep::bodies()
{
    QFETCH(QJsonValue, body);
    Step step = someStep();
    step.body = body;
    auto request = work::requestFor(step, someJob());
    QVERIFY(request);
    QTEST(request->body, "expected");
    QCOMPARE(findHeader(request->headers, "Content-Type"), std::optional<QByteArray>("application/json"));
    step.headers = {{QStringLiteral("content-type"), QStringLiteral("application/cards+json")}};
    request = work::requestFor(step, someJob());
    QCOMPARE(countHeader(request->headers, "Content-Type"), 1);
}

void TestHttpStep::aMissingFieldSendsNothing()
{
    for (int place = 0; place < 3; ++place) {
        Step step = someStep();
        const QString missing = QStringLiteral("{tenant}");
        if (place == 0)
            step.url += missing;
        else if (place == 1)
            step.headers = {{QStringLiteral("X-T"), missing}};
        else
            step.body = missing;
        const auto request = work::requestFor(step, someJob());
        QVERIFY(!request);
        QCOMPARE(request.error().code, ErrorCode::usage);
    }
}

void TestHttpStep::answers_data()
{
    QTest::addColumn<QStringList>("expect");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("expected");
    const QStringList any{QStringLiteral("2xx")}, exact{QStringLiteral("201"), QStringLiteral("409")};
    for (const int status : {200, 201, 204, 299})
        QTest::addRow("2xx covers %d", status) << any << status << true;
    for (const int status : {199, 300, 302, 400, 404, 429, 500, 503})
        QTest::addRow("2xx does not cover %d", status) << any << status << false;
    QTest::newRow("named") << exact << 409 << true;
    QTest::newRow("not named") << exact << 200 << false;
}

void TestHttpStep::answers()
{
    QFETCH(QStringList, expect);
    QFETCH(int, status);
    QFETCH(bool, expected);
    Step step = someStep();
    step.expect = expect;
    const auto request = work::requestFor(step, someJob());
    http::CallResult result = answered(status);
    result.body = "secret answer";
    result.headers.append(Header{"Retry-After", "7"});
    const auto answer = work::readAnswer(step, *request, result, 1'790'000'000'000);
    QCOMPARE(answer.expected, expected);
    QCOMPARE(answer.status, status);
    QCOMPARE(answer.code, expected ? QString() : QStringLiteral("http.%1").arg(status));
    QCOMPARE(answer.host, QStringLiteral("127.0.0.1:9000"));
    QVERIFY(answer.evidence.contains(QStringLiteral("HTTP %1").arg(status)));
    QVERIFY2(!answer.evidence.contains(QStringLiteral("secret answer")), "a body is kept as its hash alone");
    QVERIFY(!answer.message.contains(QStringLiteral("secret answer")));
    if (!expected) {
        QCOMPARE(answer.retryAfterMs, std::optional<qint64>(7000));
        QVERIFY(answer.message.contains(QString::number(status)));
    }
}

void TestHttpStep::faults_data()
{
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("code");
    const auto row = [](CallFault fault, const char *code) { QTest::newRow(code) << int(fault) << QString::fromLatin1(code); };
    row(CallFault::badUrl, "work.bad_url");
    row(CallFault::dns, "http.dns");
    row(CallFault::addressForbidden, "http.address_forbidden");
    row(CallFault::connectRefused, "http.connect_refused");
    row(CallFault::connectTimeout, "http.connect_timeout");
    row(CallFault::connectFailed, "http.connect_failed");
    row(CallFault::tlsCertificate, "http.tls_certificate");
    row(CallFault::tlsFailed, "http.tls");
    row(CallFault::noAnswer, "http.no_answer");
    row(CallFault::brokenConnection, "http.broken");
    row(CallFault::badResponse, "http.bad_response");
    row(CallFault::tooLarge, "http.too_large");
    row(CallFault::cancelled, "http.cancelled");
}

void TestHttpStep::faults()
{
    QFETCH(int, fault);
    const Step step = someStep();
    const auto request = work::requestFor(step, someJob());
    for (const bool sent : {false, true}) {
        http::CallResult result;
        result.fault = CallFault(fault);
        result.anyByteSent = sent;
        result.status = 200; // half an answer is none
        const auto answer = work::readAnswer(step, *request, result, 0);
        QVERIFY(!answer.expected);
        QTEST(answer.code, "code");
        QCOMPARE(answer.status, 0);
        QCOMPARE(answer.sent, sent);
        QVERIFY(answer.evidence.contains(answer.code));
    }
}

void TestHttpStep::whatTheRecipientMade_data()
{
    QTest::addColumn<QByteArray>("location");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a path") << QByteArray("/cards/7") << QStringLiteral("/cards/7");
    QTest::newRow("too long") << QByteArray("/cards/") + QByteArray(600, '7') << QString();
    QTest::newRow("signed") << QByteArray("https://x.example/c?X-Amz-Signature=0123456789abcdef0123456789abcdef") << QString();
}

void TestHttpStep::whatTheRecipientMade()
{
    QFETCH(QByteArray, location);
    const Step step = someStep();
    http::CallResult result = answered(201);
    result.headers.append(Header{"Location", location});
    const auto answer = work::readAnswer(step, *work::requestFor(step, someJob()), result, 0);
    QTEST(answer.externalRef.isEmpty() ? QString() : answer.externalRef, "expected");
}

void TestHttpStep::probes_data()
{
    QTest::addColumn<int>("status"); // 0: no answer
    QTest::addColumn<qint64>("afterMs");
    QTest::addColumn<std::optional<qint64>>("absentAfterS");
    QTest::addColumn<int>("observed");
    const std::optional<qint64> byDefault; // max(2 × 20 s, 30 s) = 40 s
    const auto row = [](const char *name, int status, qint64 afterMs, std::optional<qint64> rule, work::Observed observed) {
        QTest::newRow(name) << status << afterMs << rule << int(observed);
    };
    using enum work::Observed;
    row("there at once", 200, 0, byDefault, completed);
    row("there later", 200, 90000, byDefault, completed);
    row("not there, asked too soon", 404, 39999, byDefault, unclear);
    row("not there, asked late enough", 404, 40000, byDefault, absent);
    row("not there, by its own rule", 404, 5000, 5, absent);
    row("not there, sooner than its own rule", 404, 4999, 5, unclear);
    row("not there, no waiting asked for", 404, 0, 0, absent);
    row("the clock went back", 404, -1000, byDefault, unclear);
    row("any other answer", 500, 90000, byDefault, unclear);
    row("another success is none", 204, 90000, byDefault, unclear);
    row("no answer", 0, 90000, byDefault, unclear);
}

void TestHttpStep::probes()
{
    QFETCH(int, status);
    QFETCH(qint64, afterMs);
    QFETCH(std::optional<qint64>, absentAfterS);
    const Step step = probed(absentAfterS);
    const auto request = work::probeFor(step, someJob());
    QVERIFY(request);
    QCOMPARE(request->method, QByteArray("GET"));
    QCOMPARE(request->url, QByteArray("http://127.0.0.1:9000/effects/job_1%3Asave_card"));
    QVERIFY2(!findHeader(request->headers, "Idempotency-Key"), "asking is no effect");
    http::CallResult result = answered(status);
    if (status == 0)
        result.fault = CallFault::noAnswer;
    const auto answer = work::readProbe(step, result, 1000, 1000 + afterMs);
    QTEST(int(answer.observed), "observed");
    QVERIFY(answer.evidence.startsWith(u"verify: "));
}

void TestHttpStep::withoutAProbe()
{
    const auto request = work::probeFor(someStep(), someJob());
    QVERIFY(!request);
    QCOMPARE(request.error().code, ErrorCode::not_found);
    QVERIFY(request.error().detail.contains(QStringLiteral("settle-effect")));
    Step quick = someStep();
    quick.timeoutMs = 1000;
    QCOMPARE(work::absentAfterMs(quick), 30000); // never sooner than this by default
}

QTEST_GUILESS_MAIN(TestHttpStep)
#include "tst_httpstep.moc"
