// A verdict taken apart: which check fails, what stands beside it, and which other reading of the body would have matched.
#include "verify/explain.h"

#include <QTest>

using namespace lazaret;
using namespace lazaret::verify;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 now = 1'773'747'727'000;
const QByteArray secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const QByteArray sent = "{\"type\":\"card.updated\",\"url\":\"a/b\"}";

Signed request(const QByteArray &body, qint64 signedAt = now)
{
    const auto scheme = makeScheme(u"standard-webhooks-v1"_s, {});
    return {(*scheme)->sign("msg_1", sent, signedAt, secret), body, "POST", {}, now};
}

} // namespace

class TestExplain : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void each_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("drop"); // a header that went missing
        QTest::addColumn<qint64>("signedAt");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<int>("failing");
        QTest::addColumn<QString>("cause");
        QTest::addColumn<QString>("reading");
        const QByteArray none;
        const auto row = [&](const char *name, const QByteArray &body, const QByteArray &drop, qint64 at, const QByteArray &key,
                             int failing, const QString &cause, const QString &reading = {}) {
            QTest::newRow(name) << body << drop << at << key << failing << cause << reading;
        };
        row("right", sent, none, now, secret, -1, {});
        row("indented", "{ \"type\" : \"card.updated\",\n \"url\": \"a/b\" }", none, now, secret, 4, u"body_changed"_s, u"compact"_s);
        row("line end", sent + "\n", none, now, secret, 4, u"body_changed"_s, u"line_end_removed"_s);
        row("slashes", QByteArray(sent).replace("/", "\\/"), none, now, secret, 4, u"body_changed"_s, u"plain_slashes"_s);
        row("other content", "{\"type\":\"x\"}", none, now, secret, 4, u"wrong_key"_s);
        row("other key", sent, none, now, "whsec_bm90IHRoZSBrZXkgb2YgdGhpcyBzb3VyY2U=", 4, u"wrong_key"_s);
        row("old", sent, none, now - 3'600'000, secret, 3, u"clock"_s);
        row("milliseconds", sent, none, now * 1000, secret, 3, u"milliseconds"_s);
        row("unsigned", sent, "webhook-signature", now, secret, 0, u"missing_header"_s);
        row("no time", sent, "webhook-timestamp", now, secret, 0, u"missing_header"_s);
        row("no key", sent, none, now, none, 2, u"no_key"_s);
        row("key in another form", sent, none, now, "not base64!", 2, u"secret_form"_s);
    }
    void each()
    {
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, drop);
        QFETCH(qint64, signedAt);
        QFETCH(QByteArray, key);
        Signed given = request(body, signedAt);
        given.headers.erase(std::remove_if(given.headers.begin(), given.headers.end(), [&](const Header &h) { return h.name == drop; }),
                            given.headers.end());
        const auto explained = explain(u"standard-webhooks-v1"_s, {{}, 300}, given, {{1, key, std::nullopt}});
        QVERIFY(explained.has_value());
        QTEST(explained->failing, "failing");
        QTEST(explained->cause, "cause");
        QCOMPARE(explained->valid, explained->failing < 0);
        QStringList matching; // one rewriting may be undone in several ways
        for (const auto &reading : explained->readings) {
            if (reading.matches)
                matching.append(reading.key);
        }
        QFETCH(QString, reading);
        QVERIFY2(reading.isEmpty() ? matching.isEmpty() : matching.contains(reading), qPrintable(matching.join(u' ')));
    }

    void aCalculatedSignatureIsNeverShownWhole()
    {
        Signed given = request("{}");
        const auto explained = explain(u"standard-webhooks-v1"_s, {{}, 300}, given, {{1, secret, std::nullopt}});
        QVERIFY(explained.has_value());
        QVERIFY(explained->expected.startsWith(u"v1,"_s));
        QVERIFY2(explained->expected.contains(u'…') && explained->expected.size() <= 12, qPrintable(explained->expected));
        QCOMPARE(endsOf("sha256=0123456789abcdef"), u"sha256=0123…cdef"_s);
        QCOMPARE(endsOf("short"), u"short"_s);
    }

    void anUnknownSchemeIsAnError() { QVERIFY(!explain(u"morse"_s, {}, request(sent), {}).has_value()); }
};

QTEST_GUILESS_MAIN(TestExplain)
#include "tst_explain.moc"
