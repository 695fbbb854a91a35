// What a recipient's answer makes of a job: retried, quarantined, or never sent again. One delivery per row, the real process.
#include "cardshop.h"

#include <QDateTime>
#include <QTest>

using namespace lazaret::test;
using namespace Qt::Literals::StringLiterals;

namespace {

QJsonObject quick(int attempts, double delayS = 0.05)
{
    return {{u"budgets"_s,
             QJsonObject{{u"transient"_s, QJsonObject{{u"attempts"_s, attempts}, {u"delays_s"_s, QJsonArray{delayS}}, {u"jitter"_s, 0}}}}}};
}

// Serving under one version whose step saves cards at the shop.
struct Bench
{
    explicit Bench(const QJsonObject &workflow = quick(2), const QJsonObject &step = {})
    {
        const QByteArray cards = shop.recipient.url(shop.fixed);
        start(workflow, saveStep(cards, shop.recipient.url("/effects/"), step));
    }
    void start(const QJsonObject &workflow, const QJsonObject &step)
    {
        const Said said = at.apply(workspaceOf({cardsSource(at.secret)}, {cardsWorkflow(u"1"_s, {step}, workflow)}));
        if (said.exit != 0 || !at.serve())
            qFatal("%s", said.err.constData());
    }
    bool deliver(const QString &ref = u"card-1"_s) { return at.sendSigned(u"shop"_s, "d-" + ref.toUtf8(), cardBody(ref)).status == 202; }
    QJsonObject delivery(const QString &ref = u"card-1"_s) const { return at.ask("deliveries show"_w << u"d-"_s + ref); }
    // Its job, with attempts and receipts; its case.
    QJsonObject job(const QString &ref = u"card-1"_s) const { return at.show(u"job"_s, delivery(ref).value("job_id"_L1).toString()); }
    QJsonObject theCase(const QString &ref = u"card-1"_s) const { return at.show(u"case"_s, delivery(ref).value("case_id"_L1).toString()); }
    QString state(const QString &ref = u"card-1"_s) const { return delivery(ref).value("job_state"_L1).toString(); }

    CardShop shop;
    Installation at;
};

QStringList attemptWords(const QJsonObject &job)
{
    QStringList words;
    const auto attempts = job.value("attempts"_L1).toArray();
    for (const auto &a : attempts)
        words.append(u"%1 %2"_s.arg(a.toObject().value("number"_L1).toInt()).arg(a.toObject().value("outcome"_L1).toString()));
    return words;
}

QString receiptState(const QJsonObject &job)
{
    return job.value("receipts"_L1).toArray().first().toObject().value("state"_L1).toString();
}

} // namespace

class tst_Retry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneAnswerDecides_data();
    void oneAnswerDecides();
    void busyThenGoodIsOneJobTwoAttempts();
    void aSpentBudgetIsATransientCase();
    void aRefusedConnectionIsTransient();
    void aMissingPlaceholderSendsNothing();
    void anIdempotentTargetIsAskedAgainUnderTheSameKey();
    void aRedirectIsNeverFollowed();

private:
    std::unique_ptr<Bench> m_bench;
    int m_row = 0;
};

Q_DECLARE_METATYPE(Answer)

void tst_Retry::oneAnswerDecides_data()
{
    QTest::addColumn<Answer>("answer");
    QTest::addColumn<QString>("errorClass");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("receipt");

    const auto row = [](const char *name, const Answer &answer, const char *errorClass, const char *code, const char *receipt) {
        QTest::newRow(name) << answer << QString::fromLatin1(errorClass) << QString::fromLatin1(code) << QString::fromLatin1(receipt);
    };
    using enum Answer::Fate;
    row("saved, then the line drops", {.fate = closeBeforeAnswer}, "uncertain_effect", "http.broken", "uncertain");
    row("saved, then reset", {.fate = resetBeforeAnswer}, "uncertain_effect", "http.broken", "uncertain");
    row("not saved, and the line drops", {.effect = false, .fate = closeBeforeAnswer}, "uncertain_effect", "http.broken", "uncertain");
    row("half an answer", {.body = "0123456789", .fate = half}, "uncertain_effect", "http.broken", "uncertain");
    row("502", {.status = 502}, "uncertain_effect", "http.502", "uncertain");
    row("504", {.status = 504, .effect = false}, "uncertain_effect", "http.504", "uncertain");
    row("500", {.status = 500, .effect = false}, "unknown_defect", "http.500", "uncertain");
    row("404", {.status = 404, .effect = false}, "invalid_input", "http.404", "denied");
    row("409", {.status = 409, .effect = false}, "invalid_input", "http.409", "denied");
    row("401", {.status = 401, .effect = false}, "policy", "http.401", "denied");
    row("410", {.status = 410, .effect = false}, "incompatible_dependency", "http.410", "denied");
    row("not HTTP", {.effect = false, .raw = "220 mail.example ESMTP\r\n\r\n"}, "uncertain_effect", "http.bad_response", "uncertain");
}

void tst_Retry::oneAnswerDecides()
{
    QFETCH(Answer, answer);
    QFETCH(QString, errorClass);
    QFETCH(QString, code);
    QFETCH(QString, receipt);
    if (!m_bench)
        m_bench = std::make_unique<Bench>();
    Bench &bench = *m_bench; // the pipeline goes on whatever happened to the row before
    const QString ref = u"card-"_s + code + u'-' + QString::number(++m_row);
    bench.shop.next(bench.shop.fixed, ref, answer);
    QVERIFY(bench.deliver(ref));
    EVENTUALLY(bench.state(ref), u"quarantined"_s);
    const QJsonObject c = bench.theCase(ref);
    QCOMPARE(c.value("error_class"_L1).toString(), errorClass);
    QCOMPARE(c.value("error_code"_L1).toString(), code);
    QCOMPARE(receiptState(bench.job(ref)), receipt);
    QCOMPARE(attemptWords(bench.job(ref)).size(), 1);
    // It is not sent again while the next one is worked.
    QVERIFY(bench.deliver(ref + u"-next"_s));
    EVENTUALLY(bench.state(ref + u"-next"_s), u"done"_s);
    QCOMPARE(bench.shop.postsTo(bench.shop.fixed), 2 * m_row);
    QCOMPARE(bench.shop.effectsOf(ref), answer.effect ? 1 : 0);
}

void tst_Retry::busyThenGoodIsOneJobTwoAttempts()
{
    Bench bench;
    bench.shop.next(bench.shop.fixed, u"*"_s, {.status = 503, .headers = {{"Retry-After", "2"}}, .effect = false});
    QVERIFY(bench.deliver());
    EVENTUALLY(bench.state(), u"done"_s);
    const QJsonObject job = bench.job();
    QCOMPARE(bench.at.total("jobs list"_w), 1);
    QCOMPARE(attemptWords(job), QStringList({u"1 retryable"_s, u"2 done"_s}));
    QCOMPARE(receiptState(job), u"confirmed"_s);
    const auto first = job.value("attempts"_L1).toArray().first().toObject();
    QCOMPARE(first.value("error_code"_L1).toString(), u"http.503"_s);
    QCOMPARE(first.value("retry_after"_L1).toDouble(), 2.0);

    const auto seen = bench.shop.recipient.requests();
    QCOMPARE(seen.size(), 2);
    QVERIFY2(seen[1].atMs - seen[0].atMs >= 2000, "Retry-After is longer than the budget's delay: it wins");
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(lazaret::findHeader(seen[i].headers, "Lazaret-Job").value_or("").toStdString(),
                 job.value("job_id"_L1).toString().toStdString());
        QCOMPARE(lazaret::findHeader(seen[i].headers, "Lazaret-Attempt").value_or(""), QByteArray::number(i + 1));
        QCOMPARE(lazaret::findHeader(seen[i].headers, "Idempotency-Key").value_or(""),
                 job.value("job_id"_L1).toString().toUtf8() + ":save_card");
    }
    QCOMPARE(bench.shop.effectsOf(u"card-1"_s), 1);
    QCOMPARE(bench.at.cases(), 0);
}

void tst_Retry::aSpentBudgetIsATransientCase()
{
    Bench bench(quick(3));
    bench.shop.always(bench.shop.fixed, CardShop::refusing(503));
    QVERIFY(bench.deliver());
    EVENTUALLY(bench.at.cases(), 1);
    const QJsonObject c = bench.theCase();
    QCOMPARE(c.value("error_class"_L1).toString(), u"transient"_s);
    QCOMPARE(c.value("error_code"_L1).toString(), u"http.503"_s);
    QCOMPARE(c.value("attempt_count"_L1).toInt(), 3);
    QCOMPARE(attemptWords(bench.job()), QStringList({u"1 retryable"_s, u"2 retryable"_s, u"3 retryable"_s}));
    QVERIFY(bench.job().value("state_reason"_L1).toString().contains(u"budget spent"));
    QCOMPARE(bench.shop.postsTo(bench.shop.fixed), 3);
}

void tst_Retry::aRefusedConnectionIsTransient()
{
    Bench bench(quick(2, 0.5));
    bench.shop.recipient.stop();
    QVERIFY(bench.deliver());
    EVENTUALLY(bench.at.cases(), 1);
    const QJsonObject c = bench.theCase();
    QCOMPARE(c.value("error_class"_L1).toString(), u"transient"_s);
    QCOMPARE(c.value("error_code"_L1).toString(), u"http.connect_refused"_s);
    QCOMPARE(receiptState(bench.job()), u"denied"_s); // nothing can have arrived
}

void tst_Retry::aMissingPlaceholderSendsNothing()
{
    Bench bench;
    QVERIFY(bench.at.sendSigned(u"shop"_s, "d-card-1", R"({"number":"7"})").status == 202); // no input_ref
    EVENTUALLY(bench.at.cases(), 1);
    const QJsonObject c = bench.theCase();
    QCOMPARE(c.value("error_class"_L1).toString(), u"invalid_input"_s);
    QCOMPARE(c.value("error_code"_L1).toString(), u"work.missing_placeholder"_s);
    QVERIFY2(c.value("last_exception"_L1).toString().contains(u"input_ref"), qPrintable(c.value("last_exception"_L1).toString()));
    QVERIFY(c.value("effects_receipts"_L1).toArray().isEmpty());
    QCOMPARE(bench.shop.recipient.connections(), 0);
}

void tst_Retry::anIdempotentTargetIsAskedAgainUnderTheSameKey()
{
    Bench bench(quick(3), {{u"idempotent_target"_s, true}});
    bench.shop.next(bench.shop.fixed, u"*"_s, {.status = 502});
    bench.shop.next(bench.shop.fixed, u"*"_s, {.effect = false, .fate = Answer::Fate::closeBeforeAnswer});
    QVERIFY(bench.deliver());
    EVENTUALLY(bench.state(), u"done"_s);
    QCOMPARE(attemptWords(bench.job()), QStringList({u"1 retryable"_s, u"2 retryable"_s, u"3 done"_s}));
    const auto seen = bench.shop.recipient.requests();
    QCOMPARE(seen.size(), 3);
    for (const Seen &request : seen)
        QCOMPARE(lazaret::findHeader(request.headers, "Idempotency-Key"), lazaret::findHeader(seen[0].headers, "Idempotency-Key"));
    QCOMPARE(receiptState(bench.job()), u"confirmed"_s);
}

void tst_Retry::aRedirectIsNeverFollowed()
{
    Recipient elsewhere;
    Bench bench;
    bench.shop.next(bench.shop.fixed, u"*"_s, {.status = 302, .headers = {{"Location", elsewhere.url("/v13/cards")}}, .effect = false});
    QVERIFY(bench.deliver());
    EVENTUALLY(bench.at.cases(), 1);
    QCOMPARE(bench.theCase().value("error_class"_L1).toString(), u"incompatible_dependency"_s);
    QCOMPARE(bench.theCase().value("error_code"_L1).toString(), u"http.302"_s);
    QCOMPARE(elsewhere.connections(), 0);
    QCOMPARE(bench.shop.recipient.requests().size(), 1);
}

QTEST_GUILESS_MAIN(tst_Retry)
#include "tst_retry.moc"
