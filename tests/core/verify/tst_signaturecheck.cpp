#include "verify/signaturecheck.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace lazaret::verify;

class TestSignatureCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void vectors_data()
    {
        QTest::addColumn<QJsonObject>("vector");
        QFile file(QStringLiteral(TEST_DATA_DIR "/signatures.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray vectors = QJsonDocument::fromJson(file.readAll()).array();
        QVERIFY(vectors.size() >= 9);
        for (const auto &vector : vectors)
            QTest::newRow(qPrintable(vector[QStringLiteral("id")].toString())) << vector.toObject();
    }

    void vectors()
    {
        QFETCH(QJsonObject, vector);
        const QJsonObject answer = checkSignature(QJsonDocument(vector).toJson());
        QCOMPARE(answer.value(QStringLiteral("valid")), vector.value(QStringLiteral("valid")));
        QCOMPARE(answer.value(QStringLiteral("step")).isNull(), answer.value(QStringLiteral("valid")).toBool());
        QCOMPARE(answer.size(), 3);
    }

    void answers_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("reason");
        // Apostrophes stand for quotation marks.
        const auto row = [](const char *name, QByteArray json, const char *step, const char *reason) {
            QTest::newRow(name) << json.replace('\'', '"') << QString::fromLatin1(step) << QString::fromLatin1(reason);
        };
        const QByteArray github = "{'scheme':'github-sha256','secret':'s'";
        const QByteArray zeros = "sha256=" + QByteArray(64, '0');
        const QByteArray generic = "{'scheme':'generic-hmac:sha1:hex','secret':'AAAA','body':'x'";
        const QByteArray mac = "415ec21f10db0dc18e15270f0ab35969ba91782f"; // printf x | openssl dgst -sha1 -hmac AAAA
        row("nothing", "", "input", "not_json");
        row("no object", "[]", "input", "not_json");
        row("unknown scheme", "{'scheme':'carrier-pigeon-v1','secret':'s'}", "scheme", "unknown_scheme");
        row("later scheme", "{'scheme':'paypal-rsa','secret':'s'}", "scheme", "unknown_scheme");
        row("no scheme", "{}", "scheme", "unknown_scheme");
        row("no headers", github + "}", "signature", "missing_header");
        row("doubled", github + ",'headers':{'X-Hub-Signature-256':['a','a']}}", "signature", "duplicate_header");
        row("doubled by case", github + ",'headers':{'X-Hub-Signature-256':'a','x-hub-signature-256':'a'}}", "signature",
            "duplicate_header");
        row("wrong", github + ",'headers':{'X-Hub-Signature-256':'" + zeros + "'}}", "signature", "mismatch");
        row("no secret", "{'scheme':'github-sha256','headers':{'X-Hub-Signature-256':'" + zeros + "'}}", "signature", "no_active_key");
        row("body too large", github + ",'body_repeat':['0123456789',99999999999]}", "input", "body_too_large");
        row("negative repetition", github + ",'body_repeat':['a',-1]}", "input", "malformed");
        row("generic without headers", generic + "}", "signature", "missing_header");
        row("generic, the only header", generic + ",'headers':{'X-A':'" + mac + "'}}", "", "");
        row("generic, two and none named", generic + ",'headers':{'X-A':'" + mac + "','X-B':'b'}}", "scheme", "signature_header_not_named");
        row("generic, two and one named", generic + ",'signature_header':'x-a','headers':{'X-A':'" + mac + "','X-B':'b'}}", "", "");
        row("unknown keys", generic + ",'colour':'red','headers':{'X-A':'" + mac + "'}}", "", "");
    }

    void answers()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, step);
        QFETCH(QString, reason);
        const QJsonObject answer = checkSignature(json);
        QCOMPARE(answer.value(QStringLiteral("step")).toString(), step);
        QCOMPARE(answer.value(QStringLiteral("reason")).toString(), reason);
        QCOMPARE(answer.value(QStringLiteral("valid")).toBool(), step.isEmpty());
    }

    void nowDefaultsToTheClock()
    {
        const QByteArray json = QByteArray("{'scheme':'standard-webhooks-v1','secret':'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',"
                                           "'body':'x','headers':{'webhook-id':'msg_1','webhook-timestamp':'1614265330',"
                                           "'webhook-signature':'v1,Z7ERC/qanJ4hMZSPSJCiMAo+B29F2J4NyB4/A6wcsXI='}}")
                                    .replace('\'', '"');
        QCOMPARE(checkSignature(json, 1614265330'000).value(QStringLiteral("valid")).toBool(), true);
        QCOMPARE(checkSignature(json).value(QStringLiteral("reason")).toString(), QStringLiteral("too_old"));
    }
};

QTEST_GUILESS_MAIN(TestSignatureCheck)
#include "tst_signaturecheck.moc"
