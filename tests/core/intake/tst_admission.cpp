// Who gets in: the exact path, the rate, and answers that give nothing away.
#include "intake/admission.h"

#include <QJsonDocument>
#include <QTest>

using namespace lazaret;

class TestAdmission : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slug_data();
    void slug();
    void rate();
    void aClockThatStandsStillGivesNothing();
    void answers_data();
    void answers();
};

void TestAdmission::slug_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QString>("expected"); // null: no source
    QTest::newRow("plain") << QByteArray("/hooks/github") << QStringLiteral("github");
    QTest::newRow("with a random suffix") << QByteArray("/hooks/shop-eu_2.k3f9") << QStringLiteral("shop-eu_2.k3f9");
    QTest::newRow("64 characters") << ("/hooks/" + QByteArray(64, 'a')) << QString(64, u'a');
    QTest::newRow("65 characters") << ("/hooks/" + QByteArray(65, 'a')) << QString();
    for (const char *target : {"",
                               "/",
                               "/hooks",
                               "/hooks/",
                               "/hooks/a/",
                               "/hooks/a/b",
                               "/hooks/a?x=1",
                               "/hooks/a#b",
                               "//hooks/a",
                               "/Hooks/a",
                               "/hooks/A",
                               "/hooks/%61",
                               "/hooks/a%2e",
                               "/hooks/..%2f",
                               "hooks/a",
                               "/hooks/a b",
                               "/hooks/\xc3\xa4",
                               "http://127.0.0.1/hooks/a",
                               "*",
                               "/hooks/a;b"})
        QTest::addRow("not \"%s\"", target) << QByteArray(target) << QString();
    QTest::newRow("a zero byte") << QByteArray("/hooks/a\0b", 10) << QString();
}

void TestAdmission::slug()
{
    QFETCH(QByteArray, target);
    QTEST(intake::slugOf(target).value_or(QString()), "expected");
}

void TestAdmission::rate()
{
    intake::RateGate gate;
    const QString a = QStringLiteral("a"), b = QStringLiteral("b");
    const auto admitted = [&](const QString &slug, qint64 rate, qint64 at, int tries) {
        int n = 0;
        for (int i = 0; i < tries; ++i)
            n += gate.admit(slug, rate, at);
        return n;
    };
    QCOMPARE(admitted(a, 10, 1000, 50), 10); // a burst of the rate
    QCOMPARE(admitted(a, 10, 1000, 50), 0);
    QCOMPARE(admitted(b, 10, 1000, 50), 10); // each source by itself
    QCOMPARE(admitted(a, 10, 1100, 50), 1);  // a tenth of a second, one token
    QCOMPARE(admitted(a, 10, 1150, 50), 0);
    QCOMPARE(admitted(a, 10, 1200, 50), 1);   // halves add up
    QCOMPARE(admitted(a, 10, 61200, 50), 10); // never more than the burst
    QCOMPARE(admitted(a, 0, 61200, 1000), 1000);
    QCOMPARE(admitted(QStringLiteral("slow"), 1, 0, 5), 1);
    QCOMPARE(admitted(QStringLiteral("slow"), 1, 999, 5), 0);
    QCOMPARE(admitted(QStringLiteral("slow"), 1, 1000, 5), 1);
}

void TestAdmission::aClockThatStandsStillGivesNothing()
{
    intake::RateGate gate;
    const QString slug = QStringLiteral("a");
    int n = 0;
    for (int i = 0; i < 100000; ++i)
        n += gate.admit(slug, 5, 42);
    QCOMPARE(n, 5);
}

void TestAdmission::answers_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("accepted") << 202 << QByteArray(R"({"status":"accepted"})") << QByteArray() << QByteArray();
    QTest::newRow("duplicate") << 200 << QByteArray(R"({"status":"duplicate"})") << QByteArray() << QByteArray();
    QTest::newRow("unauthorized") << 401 << QByteArray(R"({"error":"signature"})") << QByteArray("WWW-Authenticate")
                                  << QByteArray("Webhook-Signature");
    QTest::newRow("not found") << 404 << QByteArray(R"({"error":"not found"})") << QByteArray() << QByteArray();
    QTest::newRow("method") << 405 << QByteArray(R"({"error":"method"})") << QByteArray("Allow") << QByteArray("POST");
    QTest::newRow("media type") << 415 << QByteArray(R"({"error":"media type"})") << QByteArray("Accept-Encoding")
                                << QByteArray("identity");
    QTest::newRow("bad request") << 400 << QByteArray(R"({"error":"body_not_json"})") << QByteArray() << QByteArray();
    QTest::newRow("rate") << 429 << QByteArray(R"({"error":"rate"})") << QByteArray("Retry-After") << QByteArray("7");
    QTest::newRow("unavailable") << 503 << QByteArray(R"({"error":"not accepting now"})") << QByteArray("Retry-After") << QByteArray("30");
}

void TestAdmission::answers()
{
    QFETCH(int, status);
    QFETCH(QByteArray, header);
    const QMap<int, http::Response> all{{202, intake::accepted(202, false)},
                                        {200, intake::accepted(200, true)},
                                        {401, intake::unauthorized()},
                                        {404, intake::notFound()},
                                        {405, intake::methodNotAllowed()},
                                        {415, intake::unsupportedMedia()},
                                        {400, intake::badRequest(QStringLiteral("body_not_json"))},
                                        {429, intake::tooMany(7)},
                                        {503, intake::unavailable(30)}};
    const http::Response response = all.value(status);
    QCOMPARE(response.status, status);
    QTEST(response.body, "body");
    QVERIFY(QJsonDocument::fromJson(response.body).isObject());
    QCOMPARE(findHeader(response.headers, "Content-Type").value_or(QByteArray()), QByteArray("application/json"));
    if (!header.isEmpty())
        QTEST(findHeader(response.headers, header).value_or(QByteArray()), "value");
}

QTEST_GUILESS_MAIN(TestAdmission)
#include "tst_admission.moc"
