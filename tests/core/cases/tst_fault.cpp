// What is taken out of a failure's text so that like failures stand together.
#include "cases/fault.h"

#include <QElapsedTimer>
#include <QTest>

using namespace lazaret;
using namespace Qt::StringLiterals;

class TestFault : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void faults_data()
    {
        QTest::addColumn<QString>("exception");
        QTest::addColumn<QString>("fault");
        QTest::newRow("plain") << u"price.currency is required"_s << u"price.currency is required"_s;
        QTest::newRow("number") << u"image.url answers 404"_s << u"image.url answers N"_s;
        QTest::newRow("id") << u"card_88213 is not known to catalog-api"_s << u"# is not known to catalog-api"_s;
        QTest::newRow("double quotes") << u"no field \"price.x\" in schema"_s << u"no field “…” in schema"_s;
        QTest::newRow("single quotes") << u"no field 'a b' here"_s << u"no field “…” here"_s;
        QTest::newRow("typographic") << u"field “a 1” and «b»"_s << u"field “…” and “…”"_s;
        QTest::newRow("apostrophe") << u"it isn't there, is it'"_s << u"it isn't there, is it'"_s;
        QTest::newRow("open quote") << u"ends \"without 12"_s << u"ends \"without N"_s;
        QTest::newRow("first line") << u"HTTP 422\nmore 1"_s << u"HTTP N"_s;
        QTest::newRow("white space") << u"  a \t b  "_s << u"a b"_s;
        QTest::newRow("version") << u"cards@12 over http.503"_s << u"cards@N over http.N"_s;
        QTest::newRow("time") << u"at 2026-03-17T11:42:07.118Z"_s << u"at #:N:N.#"_s;
        QTest::newRow("scripts") << u"ошибка 12 在 第3行"_s << u"ошибка N 在 #"_s;
        QTest::newRow("empty") << QString() << QString();
    }
    void faults()
    {
        QFETCH(QString, exception);
        QTEST(cases::faultOf(exception), "fault");
    }

    void likeFailuresHaveOneFault()
    {
        QCOMPARE(cases::faultOf(u"order 4711: total 12.50 differs"_s), cases::faultOf(u"order 9: total 7.01 differs"_s));
        QVERIFY(cases::faultOf(u"total differs"_s) != cases::faultOf(u"total is missing"_s));
    }

    void aMegabyteCostsNothing()
    {
        const QString big = u"x 1 \""_s.repeated(250'000);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 1000; ++i)
            QVERIFY(cases::faultOf(big).size() < 600);
        QVERIFY2(timer.elapsed() < 2'000, "the length of the text must not matter");
    }
};

QTEST_GUILESS_MAIN(TestFault)
#include "tst_fault.moc"
