// The selection language over deliveries: which lists a query asks, how it compiles, where its mistakes are.
#include "cases/deliveryquery.h"

#include <QTest>

using namespace lazaret::cases;
using namespace Qt::StringLiterals;

namespace {
constexpr qint64 now = 1'796'083'200'000;

QString sql(const std::optional<Query> &query)
{
    if (!query)
        return u"not asked"_s;
    const auto compiled = compile(*query, {u"ana"_s, now});
    QStringList values;
    for (const auto &value : compiled.bindings)
        values.append(value.toString());
    return compiled.where + (values.isEmpty() ? QString() : u" | "_s + values.join(u", "));
}
} // namespace

class TestDeliveryQuery : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void compiles_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("result");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("refused");
        const QString none = u"not asked"_s;
        QTest::newRow("nothing") << QString() << QString() << u"1"_s << u"1"_s;
        QTest::newRow("source") << u"source:shop"_s << QString() << u"d.source = ? | shop"_s << u"r.source = ? | shop"_s;
        QTest::newRow("event, any continuation")
            << u"event:order.*"_s << QString() << u"(d.event_type >= ? AND d.event_type < ?) | order., order.\U0010FFFF"_s << none;
        QTest::newRow("id in quotes") << u"id:\"evt_*\""_s << QString() << u"d.delivery_id = ? | evt_*"_s << none;
        QTest::newRow("now and status are one")
            << u"now:waiting or status:done"_s << QString() << u"(j.state = ? OR j.state = ?) | waiting, done"_s << none;
        QTest::newRow("no job") << u"now:none"_s << QString() << u"j.state IS NULL"_s << none;
        QTest::newRow("younger") << u"age:<6h"_s << QString() << u"d.received_at > ? | %1"_s.arg(now - 6 * 3'600'000)
                                 << u"r.minute * 60000 > ? | %1"_s.arg(now - 6 * 3'600'000);
        QTest::newRow("repeated") << u"dup:>0"_s << QString() << u"d.duplicate_count > ? | 0"_s << none;
        QTest::newRow("a version") << u"workflow:cards@12"_s << QString() << u"(j.workflow = ? AND j.workflow_version = ?) | cards, 12"_s
                                   << none;
        QTest::newRow("without a tenant") << u"-tenant:acme"_s << QString() << u"(j.tenant = ?) IS NOT TRUE | acme"_s << none;
        QTest::newRow("accepted") << u"result:accepted source:shop"_s << u"accepted"_s << u"d.source = ? | shop"_s << none;
        QTest::newRow("duplicate alone") << u"result:duplicate"_s << u"duplicate"_s << u"1"_s << none;
        QTest::newRow("refused") << u"source:shop result:refused reason:signature"_s << u"refused"_s << none
                                 << u"(r.source = ? AND r.result = ?) | shop, signature"_s;
        QTest::newRow("a reason is of refusals only")
            << u"reason:signature"_s << QString() << u"NULL = ? | signature"_s << u"r.result = ? | signature"_s;
    }
    void compiles()
    {
        QFETCH(QString, text);
        const auto query = parseDeliveryQuery(text);
        QVERIFY2(query.has_value(), query ? "" : qPrintable(query.error().text()));
        QTEST(query->result, "result");
        QTEST(sql(query->stored), "stored");
        QTEST(sql(query->refused), "refused");
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        QTest::newRow("a key of cases") << u"due:now"_s
                                        << u"at character 1: unknown key \"due\"; did you mean dup? (in quotes it is "
                                           "searched as text)"_s;
        QTest::newRow("a slip") << u"sorce:shop"_s
                                << u"at character 1: unknown key \"sorce\"; did you mean source? (in quotes it is "
                                   "searched as text)"_s;
        QTest::newRow("a word that is none") << u"a result:lost"_s
                                             << u"at character 10: \"lost\" is no result; one of: accepted, duplicate, "
                                                "refused"_s;
        QTest::newRow("a count") << u"dup:many"_s << u"at character 5: a whole number is wanted; for example dup:>=3"_s;
        QTest::newRow("a result in parentheses")
            << u"(result:refused or id:a)"_s << u"at character 2: result: stands once and by itself; outside of parentheses, or and -"_s;
        QTest::newRow("two results") << u"result:refused result:accepted"_s
                                     << u"at character 16: result: stands once and by itself; outside of parentheses, or and -"_s;
        QTest::newRow("an id of what is not kept") << u"result:refused id:evt_1"_s
                                                   << u"at character 16: refused deliveries are only counted, by source and reason; "
                                                      "source:, reason:, age: and words select among them"_s;
    }
    void mistakes()
    {
        QFETCH(QString, text);
        const auto query = parseDeliveryQuery(text);
        QVERIFY(!query);
        QTEST(query.error().text(), "error");
    }

    void theSwitchWritesIntoTheQuery()
    {
        QCOMPARE(withResult({}, u"refused"_s), u"result:refused"_s);
        QCOMPARE(withResult(u"source:shop result:accepted age:<6h"_s, u"duplicate"_s), u"source:shop age:<6h result:duplicate"_s);
        QCOMPARE(withResult(u"source:shop result:accepted"_s, {}), u"source:shop"_s);
        QCOMPARE(withResult(u"id:evt_1 result:refused"_s, {}), u"id:evt_1"_s); // cannot be asked, but can be left
        QCOMPARE(withResult(u"(unfinished"_s, u"accepted"_s), u"result:accepted"_s);
        QCOMPARE(withResult(u"(result:refused or id:a)"_s, u"accepted"_s), u"result:accepted"_s);
    }

    void everyKeyOffersItsWords()
    {
        QVERIFY(queryKeys(Subject::deliveries).contains(u"dup"_s));
        QVERIFY(!queryKeys().contains(u"dup"_s));
        QCOMPARE(queryValues(u"result"_s, Subject::deliveries), (QStringList{u"accepted"_s, u"duplicate"_s, u"refused"_s}));
        QVERIFY(queryValues(u"now"_s, Subject::deliveries).contains(u"waiting"_s));
        QVERIFY(queryValues(u"result"_s).isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestDeliveryQuery)
#include "tst_deliveryquery.moc"
