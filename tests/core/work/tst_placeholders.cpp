// Placeholders are filled whole or not at all, each form in its own way.
#include "work/placeholders.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace lazaret;

namespace {

Job someJob()
{
    Job job;
    job.jobId.value = QStringLiteral("job_1");
    job.inputRef = QStringLiteral("a/b c&d=é\"{tenant}");
    job.operationId = QStringLiteral("op-1");
    job.attempt = 3;
    return job;
}

} // namespace

class TestPlaceholders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void text_data();
    void text();
    void urls();
    void json();
    void aMissingOneSpoilsTheWhole();
};

void TestPlaceholders::text_data()
{
    QTest::addColumn<QString>("templ");
    QTest::addColumn<QString>("expected"); // null: an error
    QTest::newRow("none") << QStringLiteral("plain") << QStringLiteral("plain");
    QTest::newRow("empty") << QStringLiteral("") << QStringLiteral("");
    QTest::newRow("one") << QStringLiteral("{operation_id}") << QStringLiteral("op-1");
    QTest::newRow("several") << QStringLiteral("<{operation_id}|{attempt}|{job_id}|{idempotency_key}>")
                             << QStringLiteral("<op-1|3|job_1|job_1:save>");
    QTest::newRow("twice") << QStringLiteral("{attempt}{attempt}") << QStringLiteral("33");
    QTest::newRow("a value is not read again") << QStringLiteral("{input_ref}") << QStringLiteral("a/b c&d=é\"{tenant}");
    QTest::newRow("braces that are none") << QStringLiteral("{} { } {Op} }{") << QStringLiteral("{} { } {Op} }{");
    QTest::newRow("null") << QStringLiteral("x{tenant}") << QString();
    QTest::newRow("unknown") << QStringLiteral("{password}") << QString();
}

void TestPlaceholders::text()
{
    QFETCH(QString, templ);
    QFETCH(QString, expected);
    const Job job = someJob();
    const auto filled = work::Placeholders(job, QStringLiteral("job_1:save")).text(templ);
    QCOMPARE(filled.has_value(), !expected.isNull());
    if (filled)
        QCOMPARE(*filled, expected);
    else
        QCOMPARE(filled.error().code, ErrorCode::usage);
}

void TestPlaceholders::urls()
{
    const Job job = someJob();
    const work::Placeholders p(job, QStringLiteral("job_1:save"));
    QCOMPARE(*p.url(QStringLiteral("https://x.example/c/{input_ref}?k={idempotency_key}")),
             QByteArray("https://x.example/c/a%2Fb%20c%26d%3D%C3%A9%22%7Btenant%7D?k=job_1%3Asave"));
    QVERIFY(!p.url(QStringLiteral("https://x.example/{user_ref}")));
}

void TestPlaceholders::json()
{
    const Job job = someJob();
    const work::Placeholders p(job, QStringLiteral("k"));
    const QJsonObject templ{{QStringLiteral("ref"), QStringLiteral("{input_ref}")},
                            {QStringLiteral("{operation_id}"), QStringLiteral("a name is not filled")},
                            {QStringLiteral("list"), QJsonArray{QStringLiteral("{attempt}"), 7, true, QJsonValue::Null,
                                                                QJsonObject{{QStringLiteral("deep"), QStringLiteral("{job_id}")}}}}};
    const QJsonObject expected{{QStringLiteral("ref"), QStringLiteral("a/b c&d=é\"{tenant}")},
                               {QStringLiteral("{operation_id}"), QStringLiteral("a name is not filled")},
                               {QStringLiteral("list"), QJsonArray{QStringLiteral("3"), 7, true, QJsonValue::Null,
                                                                   QJsonObject{{QStringLiteral("deep"), QStringLiteral("job_1")}}}}};
    QCOMPARE(p.json(templ)->toObject(), expected);
    QVERIFY(p.json(QJsonValue::Null)->isNull());
}

void TestPlaceholders::aMissingOneSpoilsTheWhole()
{
    const Job job = someJob();
    const work::Placeholders p(job, QStringLiteral("k"));
    const QJsonObject templ{{QStringLiteral("good"), QStringLiteral("{operation_id}")},
                            {QStringLiteral("deep"), QJsonArray{QJsonObject{{QStringLiteral("bad"), QStringLiteral("{task_id}")}}}}};
    const auto filled = p.json(templ);
    QVERIFY(!filled);
    QCOMPARE(filled.error().code, ErrorCode::usage);
    QVERIFY(filled.error().detail.contains(QStringLiteral("{task_id}")));
}

QTEST_GUILESS_MAIN(TestPlaceholders)
#include "tst_placeholders.moc"
