#include "http/headscan.h"

#include <QTest>

using namespace lazaret;
using namespace lazaret::http;

namespace {

const QByteArray host = "Host: localhost\r\n";

QByteArray post(const QByteArray &fields)
{
    return "POST /hook HTTP/1.1\r\n" + host + fields + "\r\n";
}

QByteArray withLength(const QByteArray &fields)
{
    return post("Content-Length: 7\r\n" + fields);
}

std::string_view view(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

} // namespace

class TestHeadScan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void accepts_data();
    void accepts();
    void resultIsTheSameByteByByte();
    void headIsReadExactly();
    void endLeavesTheBody();
    void limitsAreInclusive();
    void authorities_data();
    void authorities();
};

void TestHeadScan::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char *name, const QByteArray &bytes, int status, const char *reason) {
        QTest::newRow(name) << bytes << status << QByteArray(reason);
    };
    row("tls hello", QByteArray::fromHex("160301020001"), 400, "tls");
    row("length and coding", withLength("Transfer-Encoding: chunked\r\n"), 400, "length_and_transfer_encoding");
    row("two lengths", withLength("Content-Length: 8\r\n"), 400, "two_content_lengths");
    row("two equal lengths", withLength("content-length: 7\r\n"), 400, "two_content_lengths");
    for (const char *bad : {"7, 7", "+7", "-1", "0x7", "7abc", "", "7 7", "9223372036854775808", "18446744073709551616", "1e3"})
        row(qPrintable(QStringLiteral("length ") + QLatin1String(bad)), post("Content-Length: " + QByteArray(bad) + "\r\n"), 400,
            "content_length");
    row("post without length", post({}), 411, "length_required");
    row("put without length", "PUT /hook HTTP/1.1\r\n" + host + "\r\n", 411, "length_required");
    for (const char *coding : {"gzip, chunked", "xchunked", "gzip", "identity", "chunked;q=1"})
        row(coding, post("Transfer-Encoding: " + QByteArray(coding) + "\r\n"), 501, "unknown_transfer_encoding");
    row("chunked not last", post("Transfer-Encoding: chunked, identity\r\n"), 400, "chunked_not_last");
    row("chunked twice", post("Transfer-Encoding: chunked, chunked\r\n"), 400, "transfer_encoding");
    row("coding empty", post("Transfer-Encoding:\r\n"), 400, "transfer_encoding");
    row("coding with a hole", post("Transfer-Encoding: , chunked\r\n"), 400, "transfer_encoding");
    row("two coding lines", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), 400, "two_transfer_encodings");
    row("coding in 1.0", "POST / HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n", 400, "transfer_encoding_in_http10");
    row("bare LF", "POST / HTTP/1.1\nHost: localhost\n\n", 400, "bare_lf");
    row("bare LF in a field", withLength("X: a\nY: b\r\n"), 400, "bare_lf");
    row("LF first", "\nPOST / HTTP/1.1\r\n", 400, "bare_lf");
    row("bare CR in a field", withLength("X: a\rb\r\n"), 400, "bare_cr");
    row("bare CR in the request line", "POST /\rx HTTP/1.1\r\n", 400, "bare_cr");
    row("CR CR LF", "POST / HTTP/1.1\r\r\n", 400, "bare_cr");
    row("fold", withLength("X: a\r\n b\r\n"), 400, "obs_fold");
    row("fold by tab", withLength("X: a\r\n\tb\r\n"), 400, "obs_fold");
    row("space before the first field", "POST / HTTP/1.1\r\n Host: localhost\r\n", 400, "obs_fold");
    row("space before the colon", withLength("X : a\r\n"), 400, "field_name");
    row("empty name", withLength(": a\r\n"), 400, "field_name");
    row("name not a token", withLength("X(1): a\r\n"), 400, "field_name");
    row("no colon", withLength("nonsense\r\n"), 400, "no_colon");
    row("NUL in a value", withLength(QByteArray("X: a\0b\r\n", 8)), 400, "control_byte");
    row("control byte in a value", withLength("X: a\x01\r\n"), 400, "control_byte");
    row("DEL in a value", withLength("X: a\x7f\r\n"), 400, "control_byte");
    row("NUL in the path", QByteArray("POST /a\0b HTTP/1.1\r\n", 20), 400, "control_byte");
    row("space in the path", "POST /a b HTTP/1.1\r\n", 400, "target");
    row("tab in the path", "POST /a\tb HTTP/1.1\r\n", 400, "target");
    row("raw byte in the path", "POST /\xc3\xa4 HTTP/1.1\r\n", 400, "target");
    row("fragment", "POST /a#b HTTP/1.1\r\n", 400, "target");
    row("no slash", "POST hook HTTP/1.1\r\n", 400, "target");
    row("star with POST", "POST * HTTP/1.1\r\n", 400, "target");
    row("absolute with userinfo", "POST http://me@localhost/ HTTP/1.1\r\n", 400, "target");
    row("absolute without host", "POST http:///hook HTTP/1.1\r\n", 400, "target");
    row("absolute of another scheme", "POST ftp://localhost/ HTTP/1.1\r\n", 400, "target");
    row("two spaces", "POST  / HTTP/1.1\r\n", 400, "target");
    row("leading space", " POST / HTTP/1.1\r\n", 400, "method");
    row("no version", "POST /\r\n", 400, "request_line");
    row("two empty lines", "\r\n\r\nPOST / HTTP/1.1\r\n", 400, "empty_line");
    row("HTTP/2.0", "POST / HTTP/2.0\r\n", 505, "version_not_supported");
    row("HTTP/9.9", "POST / HTTP/9.9\r\n", 505, "version_not_supported");
    row("PRI", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "version_not_supported");
    for (const char *bad : {"http/1.1", "HTTP/1.10", "HTTP/11", "HTTP/1,1", "HTTP/x.1", "HTCPCP/1.0"})
        row(bad, "POST / " + QByteArray(bad) + "\r\n", 400, "version");
    for (const char *method : {"BREW", "post", "CONNECT", "POSTS"})
        row(method, QByteArray(method) + " / HTTP/1.1\r\n", 501, "unknown_method");
    row("method of 9 KB", QByteArray(9000, 'A') + " / HTTP/1.1\r\n", 501, "unknown_method");
    row("method not a token", "PO(T / HTTP/1.1\r\n", 400, "method");
    row("long target", "POST /" + QByteArray(9000, 'a') + " HTTP/1.1\r\n", 414, "request_line_too_long");
    row("field of 100 KB", withLength("X: " + QByteArray(100'000, 'a') + "\r\n"), 431, "field_too_long");
    row("5000 fields", withLength(QByteArray("X: a\r\n").repeated(5000)), 431, "too_many_fields");
    row("fields of 40 KB", withLength(("X: " + QByteArray(8000, 'a') + "\r\n").repeated(5)), 431, "fields_too_long");
    row("no Host", "POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", 400, "no_host");
    row("two Hosts", withLength("Host: localhost\r\n"), 400, "two_hosts");
    for (const char *bad :
         {"", "a b", "a/b", "me@localhost", "localhost:80x", "localhost:123456", "[::1", "[::1]x", "[xyz]", "a,b:c", "%zz"})
        row(qPrintable(QStringLiteral("Host ") + QLatin1String(bad)), "GET / HTTP/1.1\r\nHost: " + QByteArray(bad) + "\r\n\r\n", 400,
            "host");
}

void TestHeadScan::refuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    QFETCH(QByteArray, reason);
    HeadScanner scanner;
    QCOMPARE(scanner.feed(view(bytes)), HeadScanner::State::refused);
    QCOMPARE(QByteArray(scanner.refusal().reason), reason);
    QCOMPARE(scanner.refusal().status, status);
}

void TestHeadScan::accepts_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("hostName");
    QTest::addColumn<qint64>("length");
    QTest::addColumn<QByteArray>("flags"); // c chunked, x close, e expect, u unknown expectation, 0 HTTP/1.0
    const auto row = [](const char *name, const QByteArray &bytes, const char *target, const char *hostName, qint64 length,
                        const char *flags) {
        QTest::newRow(name) << bytes << QByteArray(target) << QByteArray(hostName) << length << QByteArray(flags);
    };
    row("plain", withLength({}), "/hook", "localhost", 7, "");
    row("largest length", post("Content-Length: 9223372036854775807\r\n"), "/hook", "localhost", 9223372036854775807, "");
    row("leading zeros", post("Content-Length: 007\r\n"), "/hook", "localhost", 7, "");
    row("chunked in any case", post("transfer-encoding: CHUNKED\r\n"), "/hook", "localhost", 0, "c");
    row("leading empty line", "\r\n" + withLength({}), "/hook", "localhost", 7, "");
    row("HTTP/1.7 as 1.1", "GET / HTTP/1.7\r\nHost: a\r\n\r\n", "/", "a", 0, "");
    row("HTTP/1.0 closes", "GET / HTTP/1.0\r\nHost: a\r\nExpect: 100-continue\r\n\r\n", "/", "a", 0, "x0");
    row("close among options", withLength("Connection: te , CLOSE\r\n"), "/hook", "localhost", 7, "x");
    row("keep-alive", withLength("Connection: keep-alive\r\n"), "/hook", "localhost", 7, "");
    row("expect", withLength("Expect: 100-Continue\r\n"), "/hook", "localhost", 7, "e");
    row("expect else", withLength("Expect: 200-ok\r\n"), "/hook", "localhost", 7, "u");
    row("host with port", "GET / HTTP/1.1\r\nHost: LocalHost:8080\r\n\r\n", "/", "localhost", 0, "");
    row("host IPv6", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "/", "[::1]", 0, "");
    row("absolute-form", "GET http://Other.test:81/hook?a=1 HTTP/1.1\r\nHost: localhost\r\n\r\n", "/hook?a=1", "other.test", 0, "");
    row("absolute-form, no path", "GET HTTPS://other.test HTTP/1.1\r\nHost: localhost\r\n\r\n", "/", "other.test", 0, "");
    row("absolute-form, only query", "GET http://other.test?q HTTP/1.1\r\nHost: localhost\r\n\r\n", "/?q", "other.test", 0, "");
    row("options star", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "*", "a", 0, "");
    for (const char *exact : {"/%00", "/x/../hook", "//hook", "/hook/", "/%68ook", "/hook?x=%2F&y="})
        row(exact, "GET " + QByteArray(exact) + " HTTP/1.1\r\nHost: a\r\n\r\n", exact, "a", 0, "");
}

void TestHeadScan::accepts()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, hostName);
    QFETCH(qint64, length);
    QFETCH(QByteArray, flags);
    HeadScanner scanner;
    QCOMPARE(scanner.feed(view(bytes)), HeadScanner::State::done);
    const ScannedHead &head = scanner.head();
    QCOMPARE(head.target, target);
    QCOMPARE(head.host, hostName);
    QCOMPARE(head.contentLength, length);
    QByteArray seen;
    seen += head.chunked ? "c" : "";
    seen += head.close ? "x" : "";
    seen += head.expectContinue ? "e" : "";
    seen += head.expectUnknown ? "u" : "";
    seen += head.http10 ? "0" : "";
    QCOMPARE(seen, flags);
    QCOMPARE(scanner.end(), bytes.size());
}

void TestHeadScan::resultIsTheSameByteByByte()
{
    const QByteArray whole = "\r\n" + withLength("X-Long: " + QByteArray(3000, 'v') + "\r\n");
    HeadScanner scanner;
    for (qsizetype n = 1; n < whole.size(); ++n)
        QCOMPARE(scanner.feed(view(whole.left(n))), HeadScanner::State::more);
    QCOMPARE(scanner.feed(view(whole)), HeadScanner::State::done);
    QCOMPARE(scanner.begin(), 2);
    QCOMPARE(scanner.end(), whole.size());
    QCOMPARE(scanner.head().headers.size(), 3);

    HeadScanner refusing;
    const QByteArray bad = withLength("X: a\rb\r\n");
    qsizetype n = 1;
    while (refusing.feed(view(bad.left(n))) == HeadScanner::State::more && n < bad.size())
        ++n;
    QCOMPARE(n, bad.indexOf("\rb") + 2);
    QCOMPARE(refusing.refusal().status, 400);
}

void TestHeadScan::headIsReadExactly()
{
    const QByteArray bytes = withLength("X-hUb:  \t spaced value \t\r\nEmpty:\r\nX-Hub: again\r\nHigh: \xe4\xff\r\n");
    HeadScanner scanner;
    QCOMPARE(scanner.feed(view(bytes)), HeadScanner::State::done);
    const Headers &headers = scanner.head().headers;
    QCOMPARE(scanner.head().method, QByteArray("POST"));
    QCOMPARE(headers.size(), 6);
    QCOMPARE(headers[2].name, QByteArray("X-hUb"));
    QCOMPARE(headers[2].value, QByteArray("spaced value"));
    QCOMPARE(headers[3].value, QByteArray(""));
    QCOMPARE(headers[5].value, QByteArray("\xe4\xff"));
    QCOMPARE(countHeader(headers, "x-hub"), 2);
}

void TestHeadScan::endLeavesTheBody()
{
    const QByteArray head = withLength({});
    HeadScanner scanner;
    QCOMPARE(scanner.feed(view(head + "body\0\n\r more")), HeadScanner::State::done);
    QCOMPARE(scanner.end(), head.size());
}

void TestHeadScan::limitsAreInclusive()
{
    const auto scan = [](const QByteArray &bytes) {
        HeadScanner scanner;
        return scanner.feed(view(bytes)) == HeadScanner::State::refused ? scanner.refusal().status : 0;
    };
    const qsizetype around = QByteArray("GET / HTTP/1.1").size();
    const auto line = [&](qsizetype n) { return "GET /" + QByteArray(n - around, 'a') + " HTTP/1.1\r\n" + host + "\r\n"; };
    QCOMPARE(scan(line(8192)), 0);
    QCOMPARE(scan(line(8193)), 414);
    const auto field = [](qsizetype n) { return "GET / HTTP/1.1\r\n" + host + "X:" + QByteArray(n - 2, 'a') + "\r\n\r\n"; };
    QCOMPARE(scan(field(8192)), 0);
    QCOMPARE(scan(field(8193)), 431);
    const auto fields = [](int n) { return "GET / HTTP/1.1\r\n" + host + QByteArray("X: a\r\n").repeated(n - 1) + "\r\n"; };
    QCOMPARE(scan(fields(100)), 0);
    QCOMPARE(scan(fields(101)), 431);
}

void TestHeadScan::authorities_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected"); // empty: none
    QTest::newRow("name") << QByteArray("A.example") << QByteArray("a.example");
    QTest::newRow("port") << QByteArray("a:1") << QByteArray("a");
    QTest::newRow("empty port") << QByteArray("a:") << QByteArray("a");
    QTest::newRow("v4") << QByteArray("127.0.0.1:80") << QByteArray("127.0.0.1");
    QTest::newRow("v6") << QByteArray("[FE80::1]:80") << QByteArray("[fe80::1]");
    QTest::newRow("escaped") << QByteArray("a%20b") << QByteArray("a%20b");
    QTest::newRow("cut escape") << QByteArray("a%2") << QByteArray();
    QTest::newRow("v6 without brackets") << QByteArray("::1") << QByteArray();
    QTest::newRow("only port") << QByteArray(":80") << QByteArray();
}

void TestHeadScan::authorities()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(hostOfAuthority(view(text)).value_or(QByteArray()), expected);
}

QTEST_GUILESS_MAIN(TestHeadScan)
#include "tst_headscan.moc"
