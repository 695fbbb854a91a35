#include "verify/hmac.h"
#include "verify/scheme.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <atomic>
#include <thread>

using namespace lazaret;
using namespace lazaret::verify;

namespace {

// One case of tests/data/signatures.json, ready to be bent.
struct Case
{
    QString id;
    QString scheme;
    SchemeSettings settings;
    QByteArray secret;
    Signed request;
    bool valid = false;

    Verdict verify(const QList<Key> &keys) const { return (*makeScheme(scheme, settings))->verify(request, keys); }
    Verdict verify() const { return verify({{1, secret, std::nullopt}}); }
    QByteArray &header(const char *name)
    {
        for (auto &h : request.headers) {
            if (h.name == name)
                return h.value;
        }
        qFatal("no header %s", name);
    }
};

QList<Case> readCases()
{
    QFile file(QStringLiteral(TEST_DATA_DIR "/signatures.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no vectors");
    QList<Case> cases;
    const QJsonArray vectors = QJsonDocument::fromJson(file.readAll()).array();
    for (const auto &vector : vectors) {
        const QJsonObject o = vector.toObject();
        const auto text = [&o](const char *key) { return o.value(QLatin1String(key)).toString(); };
        Case c{text("id"), text("scheme"), {}, text("secret").toUtf8(), {}, o.value(QLatin1String("valid")).toBool()};
        const QJsonArray repeat = o.value(QLatin1String("body_repeat")).toArray();
        c.request.body = repeat.isEmpty() ? text("body").toUtf8() : repeat[0].toString().toUtf8().repeated(repeat[1].toInt());
        c.request.nowMs = o.value(QLatin1String("now")).toInteger() * 1000;
        const QJsonObject headers = o.value(QLatin1String("headers")).toObject();
        for (auto it = headers.begin(); it != headers.end(); ++it)
            c.request.headers.append({it.key().toUtf8(), it->toString().toUtf8()});
        if (c.scheme.startsWith(u"generic-"))
            c.settings.signatureHeader = headers.begin().key();
        cases.append(c);
    }
    return cases;
}

const QList<Case> &cases()
{
    static const QList<Case> all = readCases();
    return all;
}

Case named(const char *id)
{
    for (const auto &c : cases()) {
        if (c.id == QLatin1String(id))
            return c;
    }
    qFatal("no vector %s", id);
}

const auto kWebhook = "sw-1";
constexpr qint64 kSentMs = 1614265330'000;

void flip(QByteArray &bytes, qsizetype at)
{
    bytes[at] = char(bytes[at] ^ 1);
}

} // namespace

class TestVerify : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void vectors_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < cases().size(); ++i)
            QTest::newRow(qPrintable(cases()[i].id)) << i;
    }

    void vectors()
    {
        QFETCH(int, index);
        const Case &c = cases()[index];
        const Verdict verdict = c.verify();
        QCOMPARE(verdict.valid, c.valid);
        QCOMPARE(verdict.keySlot, c.valid ? 1 : 0);
        QCOMPARE(verdict.step.isEmpty(), c.valid);
        QCOMPARE(verdict.reason.isEmpty(), c.valid);
    }

    void anyChangedByteFails_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < cases().size(); ++i) {
            if (cases()[i].valid)
                QTest::newRow(qPrintable(cases()[i].id)) << i;
        }
    }

    void anyChangedByteFails()
    {
        QFETCH(int, index);
        const Case &original = cases()[index];
        const qsizetype stride = qMax<qsizetype>(1, original.request.body.size() / 64);
        for (qsizetype at = 0; at < original.request.body.size(); at += stride) {
            Case c = original;
            flip(c.request.body, at);
            QVERIFY(!c.verify().valid);
        }
        for (qsizetype h = 0; h < original.request.headers.size(); ++h) {
            const qsizetype size = original.request.headers[h].value.size();
            for (qsizetype at = 0; at < size && original.id != u"sw-1-multi"; ++at) { // there three of four signatures are decoys
                Case c = original;
                flip(c.request.headers[h].value, at);
                const bool onlyLetterCase = c.request.headers[h].value.toLower() == original.request.headers[h].value.toLower();
                QVERIFY2(!c.verify().valid || onlyLetterCase, c.request.headers[h].value);
            }
        }
        for (qsizetype at = 0; at < original.secret.size(); ++at) {
            Case c = original;
            flip(c.secret, at);
            QVERIFY2(!c.verify().valid, c.secret);
        }
        Case longer = original;
        longer.request.body += '\n';
        QVERIFY(!longer.verify().valid);
    }

    void missingAndDoubledHeaders_data() { anyChangedByteFails_data(); }

    void missingAndDoubledHeaders()
    {
        QFETCH(int, index);
        const Case &original = cases()[index];
        const auto scheme = *makeScheme(original.scheme, original.settings);
        for (const auto &name : scheme->requiredHeaders()) {
            Case without = original;
            without.request.headers.removeIf([&](const Header &h) { return h.name.compare(name, Qt::CaseInsensitive) == 0; });
            QCOMPARE(without.request.headers.size(), original.request.headers.size() - 1);
            QCOMPARE(without.verify().reason, QStringLiteral("missing_header"));
        }
        for (const auto &name : scheme->singletonHeaders()) {
            Case twice = original;
            const QByteArray value = findHeader(twice.request.headers, name).value_or("x");
            while (countHeader(twice.request.headers, name) < 2)
                twice.request.headers.append({name.toUpper(), value});
            QCOMPARE(twice.verify().reason, QStringLiteral("duplicate_header"));
        }
    }

    void headerNamesIgnoreCase_data() { anyChangedByteFails_data(); }

    void headerNamesIgnoreCase()
    {
        QFETCH(int, index);
        Case c = cases()[index];
        for (auto &h : c.request.headers)
            h.name = h.name.toUpper();
        QVERIFY(c.verify().valid);
    }

    void keys_data() { anyChangedByteFails_data(); }

    void keys()
    {
        QFETCH(int, index);
        const Case &c = cases()[index];
        const qint64 now = c.request.nowMs;
        const QByteArray wrong = c.secret.toUpper().replace("WHSEC_", "whsec_");
        QVERIFY(wrong != c.secret);
        const auto verdict = [&c](const QList<Key> &keys) { return c.verify(keys); };

        QCOMPARE(verdict({{1, wrong, {}}, {2, c.secret, {}}}).keySlot, 2);
        QCOMPARE(verdict({{1, c.secret, {}}, {2, wrong, {}}}).keySlot, 1);
        QCOMPARE(verdict({{2, c.secret, now + 1}, {1, wrong, {}}}).keySlot, 2);
        QCOMPARE(verdict({{1, wrong, {}}}).reason, QStringLiteral("mismatch"));
        QCOMPARE(verdict({{1, wrong, {}}, {2, c.secret, now}}).reason, QStringLiteral("mismatch"));
        QCOMPARE(verdict({{1, c.secret, now}}).reason, QStringLiteral("no_active_key"));
        QCOMPARE(verdict({{1, c.secret, now - 1}}).reason, QStringLiteral("no_active_key"));
        QCOMPARE(verdict({}).reason, QStringLiteral("no_active_key"));
        QCOMPARE(verdict({{1, QByteArray(), {}}}).reason, QStringLiteral("no_active_key"));
    }

    void anEmptySecretNeverVerifies()
    {
        Case c = named("gh-docs-1");
        c.header("X-Hub-Signature-256") = "sha256=" + hmac(Digest::sha256, QByteArray(), {c.request.body}).toHex();
        QCOMPARE(c.verify({{1, QByteArray(""), {}}}).reason, QStringLiteral("no_active_key"));
        Case w = named(kWebhook);
        const QByteArray mac = hmac(Digest::sha256, QByteArray(), {w.header("webhook-id"), ".1614265330.", w.request.body});
        w.header("webhook-signature") = "v1," + mac.toBase64();
        QVERIFY(!w.verify({{1, QByteArray("whsec_"), {}}}).valid);
    }

    void anEmptyBodyHasASignature()
    {
        for (const char *id : {"gh-docs-1", "sw-1", "convoy-512-hex"}) {
            Case c = named(id);
            c.request.body.clear();
            QVERIFY(!c.verify().valid);
            c.request.headers = (*makeScheme(c.scheme, c.settings))->sign("msg_1", {}, c.request.nowMs, c.secret);
            QVERIFY(c.verify().valid);
        }
    }

    void hexSignatures_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("reason");
        const QByteArray hex = named("gh-docs-1").request.headers[0].value.sliced(7);
        const auto row = [](const char *name, const QByteArray &value, const char *reason) {
            QTest::newRow(name) << value << QString::fromLatin1(reason);
        };
        row("upper-case hex", "sha256=" + hex.toUpper(), "");
        row("upper-case prefix", "SHA256=" + hex, "malformed");
        row("no prefix", hex, "malformed");
        row("other prefix", "sha1=" + hex, "malformed");
        row("truncated", "sha256=" + hex.chopped(2), "malformed");
        row("odd", "sha256=" + hex.chopped(1), "malformed");
        row("longer", "sha256=" + hex + "00", "malformed");
        row("empty", "", "malformed");
        row("only prefix", "sha256=", "malformed");
        row("inner space", "sha256= " + hex, "malformed");
        row("two in one line", "sha256=" + hex + ", sha256=" + hex, "malformed");
        row("not hex", "sha256=" + QByteArray(64, 'g'), "malformed");
        row("zeros", "sha256=" + QByteArray(64, '0'), "mismatch");
    }

    void hexSignatures()
    {
        QFETCH(QByteArray, value);
        QFETCH(QString, reason);
        Case c = named("gh-docs-1");
        c.header("X-Hub-Signature-256") = value;
        QCOMPARE(c.verify().reason, reason);
        QCOMPARE(c.verify().valid, reason.isEmpty());
    }

    void timestamps_data()
    {
        QTest::addColumn<qint64>("nowMs");
        QTest::addColumn<qint64>("toleranceS");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, qint64 nowMs, qint64 tolerance, const char *reason) {
            QTest::newRow(name) << nowMs << tolerance << QString::fromLatin1(reason);
        };
        row("now", kSentMs, 300, "");
        row("300 s old", kSentMs + 300'000, 300, "");
        row("300.999 s old", kSentMs + 300'999, 300, "");
        row("301 s old", kSentMs + 301'000, 300, "too_old");
        row("299 s ahead", kSentMs - 299'000, 300, "");
        row("300 s ahead", kSentMs - 300'000, 300, "");
        row("301 s ahead", kSentMs - 301'000, 300, "too_new");
        row("a day old", kSentMs + 86'400'000, 300, "too_old");
        row("other tolerance", kSentMs + 11'000, 10, "too_old");
        row("any age", kSentMs + 86'400'000, 0, "");
    }

    void timestamps()
    {
        QFETCH(qint64, nowMs);
        QFETCH(qint64, toleranceS);
        QFETCH(QString, reason);
        Case c = named(kWebhook);
        c.request.nowMs = nowMs;
        c.settings.toleranceS = toleranceS;
        const Verdict verdict = c.verify();
        QCOMPARE(verdict.valid, reason.isEmpty());
        QCOMPARE(verdict.reason, reason);
        QCOMPARE(verdict.step, reason.isEmpty() ? QString() : QStringLiteral("timestamp"));
        QCOMPARE(verdict.skewMs.value_or(1), kSentMs - nowMs);
        flip(c.request.body, 0);
        QCOMPARE(c.verify().reason, QStringLiteral("mismatch"));
        QVERIFY(!c.verify().skewMs); // whoever cannot sign must not move the skew we show
    }

    // Rightly signed, so only the timestamp's form can refuse them.
    void malformedTimestampsAndIds_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("timestamp");
        QTest::addColumn<QString>("step");
        for (const char *t :
             {"1.6e9", "-1", "+1614265330", "Infinity", "16142653301614265330", "", " 1614265330", "0x6037c5f2", "1614265330.0"})
            QTest::newRow(t) << QByteArray("msg_1") << QByteArray(t) << QStringLiteral("timestamp");
        QTest::newRow("Arabic digits") << QByteArray("msg_1") << QByteArray("١٦١٤٢٦٥٣٣٠") << QStringLiteral("timestamp");
        for (const char *id : {"", "a.b", "a b", "a\tb", "é"})
            QTest::newRow(qPrintable(QStringLiteral("id ") + QString::fromUtf8(id)))
                << QByteArray(id) << QByteArray("1614265330") << QStringLiteral("id");
    }

    void malformedTimestampsAndIds()
    {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, timestamp);
        QFETCH(QString, step);
        Case c = named(kWebhook);
        const auto key = QByteArray::fromBase64(c.secret.sliced(6));
        c.header("webhook-id") = id;
        c.header("webhook-timestamp") = timestamp;
        c.header("webhook-signature") = "v1," + hmac(Digest::sha256, key, {id, ".", timestamp, ".", c.request.body}).toBase64();
        QCOMPARE(c.verify().step, step);
        QCOMPARE(c.verify().reason, QStringLiteral("malformed"));
    }

    void signatureLists_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("reason");
        const QByteArray right = named(kWebhook).header("webhook-signature");
        const QByteArray decoy = "v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=";
        const auto row = [](const char *name, const QByteArray &value, const char *reason) {
            QTest::newRow(name) << value << QString::fromLatin1(reason);
        };
        row("last of many", (decoy + ' ').repeated(100) + right, "");
        row("first", right + ' ' + decoy, "");
        row("beside v1a", "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg== " + right, "");
        row("beside garbage", "v1,!! v1 , " + right, "");
        row("right MAC under another version", "v2," + right.sliced(3), "malformed");
        row("decoys", decoy + ' ' + decoy, "mismatch");
        row("no version", right.sliced(3), "malformed");
        row("joined by commas", decoy + ',' + right, "malformed");
        row("no padding", right.chopped(1), "malformed");
        row("empty", "", "malformed");
        row("hex", "v1," + QByteArray::fromBase64(right.sliced(3)).toHex(), "malformed");
    }

    void signatureLists()
    {
        QFETCH(QByteArray, value);
        QFETCH(QString, reason);
        Case c = named(kWebhook);
        c.header("webhook-signature") = value;
        QCOMPARE(c.verify().reason, reason);
    }

    void webhookSecrets()
    {
        Case c = named(kWebhook);
        const QByteArray bare = c.secret.sliced(6);
        QVERIFY(c.verify({{1, bare, {}}}).valid);
        QVERIFY(c.verify().warning.isEmpty()); // 24 bytes
        const Verdict undecodable = c.verify({{1, "whsec_!!", {}}});
        QCOMPARE(undecodable.step, QStringLiteral("secret"));
        QCOMPARE(undecodable.reason, QStringLiteral("not_base64"));
        QCOMPARE(c.verify({{1, "whsec_!!", {}}, {2, c.secret, {}}}).keySlot, 2);

        const auto scheme = *makeScheme(c.scheme, c.settings);
        const QByteArray brief = "whsec_plJ3nmyCDGBKInavdOK15jsl"; // 18 bytes
        c.request.headers = scheme->sign("msg_1", c.request.body, c.request.nowMs, brief);
        const Verdict verdict = c.verify({{1, c.secret, {}}, {2, brief, {}}});
        QCOMPARE(verdict.keySlot, 2);
        QCOMPARE(verdict.warning, QStringLiteral("short_key"));
        QVERIFY(scheme->secretProblem(brief).isEmpty());
        QVERIFY(!scheme->secretProblem("whsec_!!").isEmpty());
        QVERIFY(!scheme->secretProblem("whsec_").isEmpty());
        QVERIFY(!scheme->secretProblem("").isEmpty());
        QVERIFY(scheme->sign("msg_1", "x", 0, "whsec_!!").isEmpty());
    }

    void signedIsVerified_data()
    {
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<QByteArray>("expected"); // header and value for the body "x", where a fixed one exists
        const auto row = [](const char *scheme, const char *expected) {
            QTest::newRow(scheme) << QString::fromLatin1(scheme) << QByteArray(expected);
        };
        // From `printf x | openssl dgst -<digest> -hmac AAAA -binary`, in hex or base64.
        row("github-sha256", "sha256=f229f0bdba97e8ba3fba3e8551a3d904df86145d4dfc41bc7ee67f880459201c");
        row("standard-webhooks-v1", "");
        row("generic-hmac:sha1:hex", "415ec21f10db0dc18e15270f0ab35969ba91782f");
        row("generic-hmac:sha1:base64", "QV7CHxDbDcGOFScPCrNZabqReC8=");
        row("generic-hmac:sha256:base64:prefix=v0=", "v0=8inwvbqX6Lo/uj6FUaPZBN+GFF1N/EG8fuZ/iARZIBw=");
        row("generic-hmac:sha512:base64:prefix=a:b",
            "a:bNYpMzCnBf75EAC98GrmWvgdM6wDinXQYLd7dqny733Yc/qRadWhN7D5sCPzYrw8Ut9EMwB0Y6gqKIFhcdn24mw==");
        row("generic-hmac:sha512:hex:prefix=", "358a4ccc29c17fbe44002f7c1ab996be074ceb00e29d74182ddeddaa7cbbdf761cfea45a75684dec3e6c08fcd8a"
                                               "f0f14b7d10cc01d18ea0a8a20585c767db89b");
    }

    void signedIsVerified()
    {
        QFETCH(QString, scheme);
        QFETCH(QByteArray, expected);
        const SchemeSettings settings{scheme.startsWith(u"generic") ? QStringLiteral("X-Sig") : QString(), 300};
        const auto made = makeScheme(scheme, settings);
        QVERIFY(made);
        const Headers headers = (*made)->sign("id_1", "x", kSentMs, "AAAA");
        for (const auto &name : (*made)->requiredHeaders())
            QCOMPARE(countHeader(headers, name), 1);
        if (!expected.isEmpty())
            QCOMPARE(headers[0].value, expected);
        QVERIFY((*made)->verify({headers, "x", {}, {}, kSentMs}, {{2, "AAAA", {}}}).valid);
        QVERIFY(!(*made)->verify({headers, "y", {}, {}, kSentMs}, {{2, "AAAA", {}}}).valid);
        QVERIFY((*made)->sign("id_1", "x", kSentMs, "").isEmpty());
        QVERIFY(!(*made)->secretProblem("").isEmpty());
    }

    void ownSignatureHeader()
    {
        for (const char *id : {"gh-docs-1", "sw-1"}) {
            Case c = named(id);
            c.settings.signatureHeader = QStringLiteral("X-Other");
            QCOMPARE(c.verify().reason, QStringLiteral("missing_header"));
            for (auto &h : c.request.headers) {
                if (h.name.toLower().contains("signature"))
                    h.name = "x-other";
            }
            QVERIFY(c.verify().valid);
        }
    }

    void unknownSchemes()
    {
        for (const char *name :
             {"", "github", "GITHUB-SHA256", "stripe-v1", "generic-hmac", "generic-hmac:", "generic-hmac:md5:hex", "generic-hmac:sha256",
              "generic-hmac:sha256:hex:", "generic-hmac:sha256:hex:suffix=x", "generic-t-v1:join=comma"}) {
            const auto made = makeScheme(QString::fromLatin1(name), {QStringLiteral("X-Sig"), 300});
            QVERIFY2(!made, name);
            QCOMPARE(made.error().code, ErrorCode::not_found);
        }
        const auto headless = makeScheme(QStringLiteral("generic-hmac:sha256:hex"), {});
        QVERIFY(!headless);
        QCOMPARE(headless.error().code, ErrorCode::usage);
    }

    void manyThreadsShareAScheme()
    {
        const Case c = named(kWebhook);
        const auto scheme = *makeScheme(c.scheme, c.settings);
        std::atomic<int> valid = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&] {
                for (int i = 0; i < 500; ++i)
                    valid += scheme->verify(c.request, {{1, c.secret, {}}}).valid;
            });
        }
        for (auto &thread : threads)
            thread.join();
        QCOMPARE(valid.load(), 2000);
    }
};

QTEST_GUILESS_MAIN(TestVerify)
#include "tst_verify.moc"
