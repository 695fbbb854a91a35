#include "dedupe/extract.h"

#include <QTest>

using namespace lazaret;
using namespace lazaret::dedupe;
using From = FieldRule::From;

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

Source github()
{
    Source source;
    source.scheme = s("github-sha256");
    source.deliveryId = {From::header, s("X-GitHub-Delivery")};
    source.eventType = {From::header, s("X-GitHub-Event")};
    return source;
}

Source generic()
{
    Source source;
    source.scheme = s("generic-hmac:sha256:hex");
    source.deliveryId = {From::body_hash, {}};
    source.eventType = {From::pointer, s("/type")};
    return source;
}

Source mapped(const char *field, const char *pointer)
{
    Source source = github();
    source.map.insert(s(field), s(pointer));
    return source;
}

const Headers kHeaders{{"x-github-delivery", "72d3162e-cc78-11e3-81ab-4c9367dc0958"}, {"X-GitHub-Event", "pull_request"}};

Headers withDelivery(const QByteArray &id)
{
    return {{"X-GitHub-Delivery", id}, {"X-GitHub-Event", "push"}};
}

// The reason of the rejection, or "" when it was taken.
QString reasonOf(const Source &source, const Headers &headers, const QByteArray &body)
{
    const auto extracted = extract(source, headers, body);
    return extracted ? QString() : extracted.error().reason;
}

} // namespace

class TestExtract : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesOnlyWhatIsMapped()
    {
        Source source = github();
        source.map = {{s("operation_id"), s("/number")}, {s("task_id"), s("/missing")}, {s("tenant"), s("/repository/owner/login")},
                      {s("user_ref"), s("/nothing")},    {s("input_ref"), QString()},   {s("ordering_key"), s("/ids/1")}};
        const QByteArray body = R"({"number":12,"repository":{"owner":{"login":"acme"}},"nothing":null,"ids":[1,true],"other":"x"})";
        const auto extracted = extract(source, kHeaders, body);
        QVERIFY(extracted);
        QCOMPARE(extracted->deliveryId, s("72d3162e-cc78-11e3-81ab-4c9367dc0958"));
        QCOMPARE(extracted->eventType, s("pull_request"));
        QCOMPARE(extracted->bodySize, body.size());
        QCOMPARE(extracted->bodySha256.size(), 64);
        QVERIFY(extracted->eventSubscribed);
        const QMap<QString, QString> expected{{s("operation_id"), s("12")}, {s("tenant"), s("acme")}, {s("ordering_key"), s("true")}};
        QCOMPARE(extracted->fields, expected);
    }

    void theDigestIsOfTheBytes()
    {
        // sha256("{}"), with and without the BOM the parser skips.
        QCOMPARE(extract(github(), kHeaders, "{}")->bodySha256, s("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"));
        const auto withBom = extract(github(), kHeaders, "\xEF\xBB\xBF{}");
        QVERIFY(withBom);
        QVERIFY(withBom->bodySha256 != extract(github(), kHeaders, "{}")->bodySha256);
        QCOMPARE(withBom->bodySize, 5);
    }

    void values_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("text"); // null: left out
        QTest::addColumn<QString>("reason");
        const auto taken = [](const char *name, const QByteArray &value, const QString &text) {
            QTest::newRow(name) << value << text << QString();
        };
        const auto refused = [](const char *name, const QByteArray &value, const char *reason) {
            QTest::newRow(name) << value << QString() << QString::fromLatin1(reason);
        };
        taken("text", "\"abc\"", s("abc"));
        taken("empty text", "\"\"", s(""));
        taken("null", "null", {});
        taken("false", "false", s("false"));
        taken("integer", "18446744073709551615", s("18446744073709551615"));
        taken("1.0", "1.0", s("1.0"));
        taken("exponent", "1E+2", s("1E+2"));
        taken("beyond ASCII", "\"Łódź 😀\"", s("Łódź 😀"));
        taken("NUL", "\"a\\u0000b\"", QString::fromUtf8("a\0b", 3));
        taken("512 bytes", '"' + QByteArray(512, 'x') + '"', QString(512, u'x'));
        taken("512 bytes of two each", '"' + QByteArray("é").repeated(256) + '"', QString(256, u'é'));
        taken("file", "\"docs/2026/Report (final).pdf\"", s("docs/2026/Report (final).pdf"));
        taken("plain URL", "\"https://example.org/d.pdf?page=2\"", s("https://example.org/d.pdf?page=2"));
        taken("commit", "\"7fd1a60b01f91b314f59955a4e4d4e80d8edf11d\"", s("7fd1a60b01f91b314f59955a4e4d4e80d8edf11d"));
        refused("513 bytes", '"' + QByteArray(513, 'x') + '"', "value_too_long");
        refused("long digits", "0." + QByteArray(600, '7'), "value_too_long");
        refused("object", "{}", "value_not_scalar");
        refused("array", "[1]", "value_not_scalar");
        refused("user info", "\"https://ana:pw@example.org/\"", "value_secret");
        refused("signed URL", "\"https://example.org/d?X-Amz-Signature=a\"", "value_secret");
        refused("signed URL, escaped", "\"https:\\/\\/example.org\\/d\\u003fsig=a\"", "value_secret");
        refused("key", "\"whsec_" + QByteArray("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw") + '"', "value_secret");
        refused("bearer", "\"Bearer abcdef123456\"", "value_secret");
        refused("lone surrogate", "\"\\ud800\"", "body_not_json");
        refused("unmapped garbage", "1, \"z\": NaN", "body_not_json");
        refused("doubled", "1, \"v\": 2", "duplicate_key");
    }

    void values()
    {
        QFETCH(QByteArray, value);
        QFETCH(QString, text);
        QFETCH(QString, reason);
        const auto extracted = extract(mapped("input_ref", "/v"), kHeaders, "{\"v\":" + value + "}");
        if (!extracted) {
            QCOMPARE(extracted.error().reason, reason);
            QCOMPARE(extracted.error().status, 400);
            QVERIFY(!extracted.error().detail.isEmpty());
            return;
        }
        QCOMPARE(reason, QString());
        QCOMPARE(extracted->fields.value(s("input_ref")), text);
        QCOMPARE(extracted->fields.contains(s("input_ref")), !text.isNull());
    }

    void detailsNameThePlaceAndNothingElse()
    {
        const auto extracted = extract(mapped("input_ref", "/v"), kHeaders, "{\"v\":\"https://ana:hunter2@example.org/\"}");
        QVERIFY(!extracted);
        QCOMPARE(extracted.error().detail, s("input_ref at /v"));
    }

    void deliveryIds_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, const QByteArray &id, const char *reason) {
            QTest::newRow(name) << id << QString::fromLatin1(reason);
        };
        row("plain", "evt_1NG8Du2eZvKYlo2CUI79vXWy", "");
        row("long opaque", "ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA", "");
        row("256 bytes", QByteArray(256, 'x'), "");
        row("257 bytes", QByteArray(257, 'x'), "id_too_long");
        row("256 characters, 512 bytes", QByteArray("é").repeated(256), "id_too_long");
        row("empty", "", "id_missing");
        row("control byte", "a\x01", "id_not_printable");
        row("tab", "a\tb", "id_not_printable");
        row("not UTF-8", "a\xff", "id_not_printable");
        row("direction override", "a\xE2\x80\xAE", "id_not_printable");
        row("emoji", "😀", "");
        row("key", "Bearer abcdef123456", "id_secret");
        row("signed URL", "https://example.org/?sig=a", "id_secret");
    }

    void deliveryIds()
    {
        QFETCH(QByteArray, id);
        QFETCH(QString, reason);
        const auto extracted = extract(github(), withDelivery(id), "{}");
        QCOMPARE(extracted ? QString() : extracted.error().reason, reason);
        if (extracted)
            QCOMPARE(extracted->deliveryId.toUtf8(), id);
    }

    void deliveryIdRules()
    {
        QCOMPARE(reasonOf(github(), {}, "{}"), s("id_missing"));
        QCOMPARE(reasonOf(github(), {{"X-GitHub-Delivery", "a"}, {"x-github-delivery", "a"}}, "{}"), s("duplicate_header"));

        Source source = generic();
        source.deliveryId = {From::pointer, s("/id")};
        QCOMPARE(extract(source, {}, R"({"id":17})")->deliveryId, s("17"));
        QCOMPARE(reasonOf(source, {}, R"({"id":null})"), s("id_missing"));
        QCOMPARE(reasonOf(source, {}, R"({"id":""})"), s("id_missing"));
        QCOMPARE(reasonOf(source, {}, R"({})"), s("id_missing"));
        QCOMPARE(reasonOf(source, {}, R"({"id":[]})"), s("id_not_scalar"));
        QCOMPARE(reasonOf(source, {}, R"({"id":"a","id":"b"})"), s("duplicate_key"));
        QCOMPARE(reasonOf(source, {}, ""), s("body_not_json"));

        source.deliveryId = {From::body_hash, {}};
        const auto hashed = extract(source, {}, "{}");
        QCOMPARE(hashed->deliveryId, hashed->bodySha256);
    }

    void eventTypes()
    {
        Source source = generic();
        source.events = QStringList{s("a.done")};
        QVERIFY(extract(source, {}, R"({"type":"a.done"})")->eventSubscribed);
        QVERIFY(!extract(source, {}, R"({"type":"a.failed"})")->eventSubscribed);
        QVERIFY(!extract(source, {}, R"({})")->eventSubscribed);
        QVERIFY(extract(source, {}, R"({})")->eventType.isNull());
        QVERIFY(extract(source, {}, R"({"type":null})")->eventType.isNull());
        QCOMPARE(extract(source, {}, R"({"type":7})")->eventType, s("7"));
        QCOMPARE(reasonOf(source, {}, R"({"type":{}})"), s("type_not_scalar"));
        QCOMPARE(reasonOf(source, {}, R"({"type":"a","type":"b"})"), s("duplicate_key"));
        QCOMPARE(reasonOf(source, {}, R"({"type":"a\nb"})"), s("type_not_printable"));
        QCOMPARE(reasonOf(source, {}, "{\"type\":\"" + QByteArray(257, 'x') + "\"}"), s("type_too_long"));

        source.events.reset();
        QVERIFY(extract(source, {}, "{}")->eventSubscribed);
        QVERIFY(extract(github(), {{"X-GitHub-Delivery", "a"}}, "{}")->eventType.isNull());
        QCOMPARE(reasonOf(github(), {{"X-GitHub-Delivery", "a"}, {"X-GitHub-Event", "a"}, {"X-GitHub-Event", "b"}}, "{}"),
                 s("duplicate_header"));

        // An event nobody subscribed to is counted, whatever its fields hold.
        source = mapped("input_ref", "/v");
        source.events = QStringList{s("push")};
        const auto unsubscribed = extract(source, kHeaders, R"({"v":{}})");
        QVERIFY(unsubscribed && !unsubscribed->eventSubscribed && unsubscribed->fields.isEmpty());
    }

    void whichBodiesMustBeJson()
    {
        Source anything = generic();
        anything.eventType = {From::header, s("X-Type")};
        QCOMPARE(reasonOf(anything, {}, QByteArray("\x00\xff", 2)), QString());
        QCOMPARE(reasonOf(anything, {}, ""), QString());

        QCOMPARE(reasonOf(generic(), {}, ""), QString());
        QCOMPARE(reasonOf(generic(), {}, "not json"), s("body_not_json"));
        QCOMPARE(reasonOf(generic(), {}, " "), s("body_not_json"));
        Source mappedGeneric = anything;
        mappedGeneric.map.insert(s("tenant"), s("/tenant"));
        QCOMPARE(reasonOf(mappedGeneric, {}, ""), QString());
        QCOMPARE(reasonOf(mappedGeneric, {}, "x"), s("body_not_json"));

        QCOMPARE(reasonOf(github(), kHeaders, ""), s("body_not_json"));
        QCOMPARE(reasonOf(github(), kHeaders, "payload=%7B%7D"), s("body_not_json"));
        QCOMPARE(reasonOf(github(), kHeaders, QByteArray(129, '[') + QByteArray(129, ']')), s("body_not_json"));
        QCOMPARE(reasonOf(github(), kHeaders, QByteArray(128, '[') + QByteArray(128, ']')), QString());
    }

    void contentTypes_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("accepted");
        const auto row = [](const char *value, bool accepted) { QTest::newRow(value) << QByteArray(value) << accepted; };
        row("application/json", true);
        row("Application/JSON; Charset=UTF-8", true);
        row("application/json;charset=\"utf-8\"", true);
        row("application/json ; charset=utf-8", true);
        row("application/json; charset=utf-8; profile=x", true);
        row("application/cloudevents+json", true);
        row("x/y+json", true);
        row("application/json;", true);
        row("application/json; charset=latin1", false);
        row("application/json; charset=utf-16", false);
        row("application/json; charset=", false);
        row("application/json; charset=utf-8; charset=latin1", false);
        row("application/json; charset =utf-16", false);
        row("text/plain", false);
        row("text/json", false);
        row("application/jsonx", false);
        row("application/x-www-form-urlencoded", false);
        row("application/json, text/plain", false);
        row("+json", false);
        row("text/plain; x=application/json", false);
        row("", false);
    }

    void contentTypes()
    {
        QFETCH(QByteArray, value);
        QFETCH(bool, accepted);
        QCOMPARE(contentTypeAccepted({{"content-type", value}}), accepted);
    }

    void contentTypeAbsentOrDoubled()
    {
        QVERIFY(contentTypeAccepted({}));
        QVERIFY(!contentTypeAccepted({{"Content-Type", "application/json"}, {"content-type", "application/json"}}));
    }
};

QTEST_GUILESS_MAIN(TestExtract)
#include "tst_extract.moc"
