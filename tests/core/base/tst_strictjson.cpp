#include "base/strictjson.h"

#include <QTest>

using namespace lazaret;
using Kind = JsonValue::Kind;

Q_DECLARE_METATYPE(lazaret::JsonValue::Kind)

class TestStrictJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char *name, const QByteArray &text) { QTest::newRow(name) << text; };
        row("empty", "");
        row("only a BOM", "\xEF\xBB\xBF");
        row("only space", " \r\n\t");
        row("two BOMs", "\xEF\xBB\xBF\xEF\xBB\xBF{}");
        row("UTF-16", QByteArray("\xFF\xFE{\0}\0", 6));
        row("invalid UTF-8", "{\"a\":\"\xFF\"}");
        row("overlong", "{\"a\":\"\xC0\xAF\"}");
        row("lone CESU surrogate", "{\"a\":\"\xED\xA0\x80\"}");
        row("invalid UTF-8 outside strings", "{}\xC3");
        row("trailing garbage", "{} x");
        row("trailing value", "{}{}");
        row("trailing comma", "[1,]");
        row("trailing NUL", QByteArray("{}\0", 3));
        row("NaN", "[NaN]");
        row("Infinity", "[-Infinity]");
        row("line comment", "{} // no");
        row("block comment", "[/* no */1]");
        row("control byte 01", "{\"a\":\"\x01\"}");
        row("control byte 00", QByteArray("{\"a\":\"x\0y\"}", 11));
        row("newline in a string", "[\"a\nb\"]");
        row("single quotes", "{'a':1}");
        row("bare key", "{a:1}");
        row("leading zero", "[01]");
        row("plus", "[+1]");
        row("hex", "[0x10]");
        row("bare point", "[1.]");
        row("half an escape", "[\"\\u12\"]");
        row("unclosed string", "[\"abc");
        row("unclosed object", "{\"a\":1");
        row("missing colon", "{\"a\" 1}");
        row("wrong bracket", "[1}");
        row("depth 129", QByteArray(129, '[') + QByteArray(129, ']'));
        row("depth 129, objects", QByteArray("{\"a\":").repeated(129) + '1' + QByteArray(129, '}'));
        row("two million brackets", QByteArray(2'000'000, '['));
    }

    void refused()
    {
        QFETCH(QByteArray, text);
        const auto parsed = StrictJson::parse(text);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, ErrorCode::usage);
        QVERIFY(!parsed.error().detail.isEmpty());
    }

    void accepted_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("depth 128") << QByteArray(128, '[') + QByteArray(128, ']');
        QTest::newRow("depth 128, objects") << QByteArray("{\"a\":").repeated(128) + '1' + QByteArray(128, '}');
        QTest::newRow("scalar") << QByteArray("1");
        QTest::newRow("text") << QByteArray("\"a\"");
        QTest::newRow("BOM") << QByteArray("\xEF\xBB\xBF{\"a\":1}");
        QTest::newRow("every kind of space") << QByteArray(" \t\r\n{ } \n");
        QTest::newRow("duplicate key nobody reads") << QByteArray(R"({"a":1,"a":2})");
    }

    void accepted()
    {
        QFETCH(QByteArray, text);
        const auto parsed = StrictJson::parse(text);
        QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().detail));
    }

    void lookup_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QString>("value");
        const auto row = [](const char *name, const QByteArray &text, const QString &pointer, Kind kind, const QString &value = {}) {
            QTest::newRow(name) << text << pointer << kind << value;
        };
        const auto s = [](const char *text) { return QString::fromUtf8(text); };
        row("whole object", "{}", s(""), Kind::composite);
        row("whole scalar", " 1.0 ", s(""), Kind::number, s("1.0"));
        row("member", R"({"a":"x"})", s("/a"), Kind::string, s("x"));
        row("absent", R"({"a":"x"})", s("/b"), Kind::absent);
        row("below a scalar", R"({"a":"x"})", s("/a/b"), Kind::absent);
        row("null", R"({"a":null})", s("/a"), Kind::null);
        row("true", R"({"a":true})", s("/a"), Kind::boolean, s("true"));
        row("false", R"({"a":false})", s("/a"), Kind::boolean, s("false"));
        row("object", R"({"a":{"b":1}})", s("/a"), Kind::composite);
        row("array", R"({"a":[]})", s("/a"), Kind::composite);
        row("nested", R"({"a":[{"x":1},{"b":"y"}]})", s("/a/1/b"), Kind::string, s("y"));
        row("empty key", R"({"":"x"})", s("/"), Kind::string, s("x"));
        row("escaped slash and tilde", R"({"a/b~c":"x"})", s("/a~1b~0c"), Kind::string, s("x"));
        row("tilde one is not a slash", R"({"~1":"x"})", s("/~01"), Kind::string, s("x"));
        row("key written with escapes", R"({"\u0074ype":"x"})", s("/type"), Kind::string, s("x"));
        row("key beyond ASCII", "{\"naïve😀\":\"x\"}", s("/naïve😀"), Kind::string, s("x"));
        row("malformed pointer", R"({"a":"x"})", s("a"), Kind::absent);
        row("malformed escape", R"({"a~":"x"})", s("/a~"), Kind::absent);
        row("index beyond the end", "[1]", s("/1"), Kind::absent);
        row("index with a leading zero", "[1,2]", s("/01"), Kind::absent);
        row("index dash", "[1]", s("/-"), Kind::absent);
        row("index of 30 digits", "[1]", s("/100000000000000000000000000000"), Kind::absent);
        row("NUL inside", R"({"a":"x\u0000y"})", s("/a"), Kind::string, QString::fromUtf8("x\0y", 3));
        row("escapes in a value", "{\"a\":\"\\\"\\\\\\/\\n\\u00e9\\ud83d\\ude00\"}", s("/a"), Kind::string, s("\"\\/\né😀"));
        row("duplicate", R"({"type":"a","type":"b"})", s("/type"), Kind::duplicate_key, s("/type"));
        row("duplicate by escape", R"({"type":"a","\u0074ype":"b"})", s("/type"), Kind::duplicate_key, s("/type"));
        row("duplicate above", R"({"a":{"b":1},"a":{"b":2}})", s("/a/b"), Kind::duplicate_key, s("/a"));
        row("duplicate inside an array", R"([0,{"k":1,"k":1}])", s("/1/k"), Kind::duplicate_key, s("/1/k"));
        row("duplicate beside the path", R"({"x":1,"x":2,"a":{"y":1,"y":2,"b":3}})", s("/a/b"), Kind::number, s("3"));
        row("same key on two levels", R"({"a":{"a":1}})", s("/a/a"), Kind::number, s("1"));
        for (const char *digits : {"0", "-0", "1.0", "-0.0", "1e2", "1E+2", "18446744073709551615", "-9223372036854775808",
                                   "0.1000000000000000055511151231257827", "1.7976931348623157e308", "100000000000000000000000.0"})
            row(digits, "{\"x\":[\"}]\\\\\",{\"\\\"\":[1,2]}, 7 ], \"n\" : " + QByteArray(digits) + R"( ,"z":1})", s("/n"), Kind::number,
                s(digits));
    }

    void lookup()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, pointer);
        QFETCH(Kind, kind);
        QFETCH(QString, value);
        const auto parsed = StrictJson::parse(text);
        QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().detail));
        const JsonValue found = parsed->at(pointer);
        QCOMPARE(int(found.kind), int(kind));
        QCOMPARE(found.text, value);
    }

    void aNumberIsItselfOrRefused_data()
    {
        QTest::addColumn<QByteArray>("digits");
        QTest::newRow("23 digits") << QByteArray("12345678901234567890123");
        QTest::newRow("1e400") << QByteArray("1e400");
        QTest::newRow("1 MB of digits") << QByteArray(1'000'000, '7');
        QTest::newRow("1 MB behind the point") << "0." + QByteArray(1'000'000, '7');
        QTest::newRow("1 MB of zeros") << "1" + QByteArray(1'000'000, '0') + ".0";
    }

    void aNumberIsItselfOrRefused()
    {
        QFETCH(QByteArray, digits);
        const auto parsed = StrictJson::parse("{\"n\":" + digits + "}");
        if (parsed)
            QVERIFY(parsed->at(u"/n").text.toUtf8() == digits);
        else
            QCOMPARE(parsed.error().detail, QStringLiteral("number malformed or out of range"));
    }

    void theFirstDuplicateKeyHasAPlace_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("at");
        QTest::newRow("none") << QByteArray(R"({"a":{"a":1},"b":[{"a":1},{"a":2}]})") << QString();
        QTest::newRow("at the top") << QByteArray(R"({"a":1,"b":2,"a":3})") << QStringLiteral("/a");
        QTest::newRow("escaped, the same") << QByteArray(R"({"a":1,"\u0061":3})") << QStringLiteral("/a");
        QTest::newRow("deep") << QByteArray(R"({"x":[0,{"k/~":1,"k/~":1}]})") << QStringLiteral("/x/1/k~1~0");
    }

    void theFirstDuplicateKeyHasAPlace()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, at);
        const auto parsed = StrictJson::parse(text);
        QVERIFY(parsed.has_value());
        QCOMPARE(parsed->firstDuplicateKey(), at);
    }

    void theTextMayGo()
    {
        QByteArray text = R"({"n":1.50,"s":"x"})";
        auto first = StrictJson::parse(text);
        text.fill('!');
        const StrictJson moved = std::move(*first);
        QCOMPARE(moved.at(u"/n").text, QStringLiteral("1.50"));
        QCOMPARE(moved.at(u"/s").text, QStringLiteral("x"));
    }
};

QTEST_GUILESS_MAIN(TestStrictJson)
#include "tst_strictjson.moc"
