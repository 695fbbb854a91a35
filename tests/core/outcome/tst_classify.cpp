#include "outcome/classify.h"

#include <QTest>

using namespace lazaret;
using namespace lazaret::outcome;

using C = ErrorClass;
using R = ReceiptState;

namespace {

// The three situations a step can be in when it fails after its request left.
struct Situation
{
    const char *name;
    bool effect;
    bool idempotentTarget;
};
constexpr Situation plainEffect{"effect", true, false};
constexpr Situation idempotent{"idempotent", true, true};
constexpr Situation noEffect{"no effect", false, false};

Failure answer(const Situation &s, int status)
{
    return {httpCode(status), s.effect, s.idempotentTarget, true, status};
}

Failure silence(const Situation &s, const QString &code, bool sent)
{
    return {code, s.effect, s.idempotentTarget, sent, 0};
}

} // namespace

class tst_Classify : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answers_data();
    void answers();
    void withoutAnswer_data();
    void withoutAnswer();
    void overrides_data();
    void overrides();
    void outcomes();
    void noPossibleEffectIsEverRetried();
};

void tst_Classify::answers_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<C>("onEffect");
    QTest::addColumn<C>("elsewhere"); // idempotent target, or no effect
    QTest::addColumn<R>("receipt");

    const auto row = [](int status, C onEffect, C elsewhere, R receipt) {
        QTest::addRow("%d", status) << status << onEffect << elsewhere << receipt;
    };
    for (const int status : {408, 425, 429})
        row(status, C::transient, C::transient, R::denied);
    row(503, C::transient, C::transient, R::denied);
    for (const int status : {502, 504})
        row(status, C::uncertain_effect, C::transient, R::uncertain);
    for (const int status : {400, 404, 409, 413, 415, 422})
        row(status, C::invalid_input, C::invalid_input, R::denied);
    for (const int status : {405, 410})
        row(status, C::incompatible_dependency, C::incompatible_dependency, R::denied);
    row(501, C::incompatible_dependency, C::incompatible_dependency, R::uncertain);
    for (const int status : {300, 301, 302, 303, 304, 307, 308, 399})
        row(status, C::incompatible_dependency, C::incompatible_dependency, R::uncertain);
    for (const int status : {401, 402, 403, 451})
        row(status, C::policy, C::policy, R::denied);
    for (const int status : {406, 418, 499})
        row(status, C::unknown_defect, C::unknown_defect, R::denied);
    for (const int status : {200, 202, 299, 500, 505, 599})
        row(status, C::unknown_defect, C::unknown_defect, R::uncertain);
}

void tst_Classify::answers()
{
    QFETCH(int, status);
    QFETCH(C, onEffect);
    QFETCH(C, elsewhere);
    QFETCH(R, receipt);

    const Classified effect = classify(answer(plainEffect, status));
    QCOMPARE(effect.errorClass, onEffect);
    QCOMPARE(effect.receipt, receipt);
    const Classified twice = classify(answer(idempotent, status));
    QCOMPARE(twice.errorClass, elsewhere);
    QCOMPARE(twice.receipt, receipt);
    const Classified none = classify(answer(noEffect, status));
    QCOMPARE(none.errorClass, elsewhere);
    QCOMPARE(none.receipt, R::denied);

    // A caller that forgets to say so: an answer proves that the request was sent.
    Failure forgotten = answer(plainEffect, status);
    forgotten.requestSent = false;
    QCOMPARE(classify(forgotten).receipt, receipt);
}

void tst_Classify::withoutAnswer_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<C>("unsent"); // also: sent, but harmless to repeat

    const auto row = [](const char *code, C unsent) { QTest::addRow("%s", code) << QString::fromLatin1(code) << unsent; };
    row("http.connect_refused", C::transient);
    row("http.connect_timeout", C::transient);
    row("http.connect_failed", C::transient);
    row("http.dns", C::transient);
    row("http.no_answer", C::transient);
    row("http.broken", C::transient);
    row("http.cancelled", C::transient);
    row("lease.lost", C::transient);
    row("local.resource", C::transient);
    row("http.tls", C::incompatible_dependency);
    row("http.tls_certificate", C::incompatible_dependency);
    row("http.bad_response", C::incompatible_dependency);
    row("http.too_large", C::incompatible_dependency);
    row("workflow.missing", C::incompatible_dependency);
    row("http.address_forbidden", C::policy);
    row("replay.suspected", C::policy);
    row("work.missing_placeholder", C::invalid_input);
    row("work.bad_url", C::invalid_input);
    row("http.503", C::unknown_defect); // the code without its answer: nobody knows what happened
    row("something.new", C::unknown_defect);
    row("", C::unknown_defect);
}

void tst_Classify::withoutAnswer()
{
    QFETCH(QString, code);
    QFETCH(C, unsent);

    for (const auto &situation : {plainEffect, idempotent, noEffect}) {
        const Classified before = classify(silence(situation, code, false));
        QVERIFY2(before.errorClass == unsent, situation.name);
        QVERIFY2(before.receipt == R::denied, situation.name);
    }
    QCOMPARE(classify(silence(plainEffect, code, true)).errorClass, C::uncertain_effect);
    QCOMPARE(classify(silence(plainEffect, code, true)).receipt, R::uncertain);
    QCOMPARE(classify(silence(idempotent, code, true)).errorClass, unsent);
    QCOMPARE(classify(silence(idempotent, code, true)).receipt, R::uncertain);
    QCOMPARE(classify(silence(noEffect, code, true)).errorClass, unsent);
    QCOMPARE(classify(silence(noEffect, code, true)).receipt, R::denied);
}

void tst_Classify::overrides_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<C>("to");
    QTest::addColumn<Failure>("failure");
    QTest::addColumn<C>("expected");

    const QString c500 = httpCode(500);
    const QString lost = QStringLiteral("lease.lost");
    QTest::newRow("500 without effect may be retried") << c500 << C::transient << answer(noEffect, 500) << C::transient;
    QTest::newRow("500 of an idempotent target may be retried") << c500 << C::transient << answer(idempotent, 500) << C::transient;
    QTest::newRow("500 on an effect may not") << c500 << C::transient << answer(plainEffect, 500) << C::unknown_defect;
    QTest::newRow("500 on an effect may change its kind of trouble") << c500 << C::quality << answer(plainEffect, 500) << C::quality;
    QTest::newRow("502 on an effect stays uncertain") << httpCode(502) << C::transient << answer(plainEffect, 502) << C::uncertain_effect;
    QTest::newRow("409 was denied, so it may be retried") << httpCode(409) << C::transient << answer(plainEffect, 409) << C::transient;
    QTest::newRow("503 may be made final") << httpCode(503) << C::policy << answer(plainEffect, 503) << C::policy;
    QTest::newRow("another code") << httpCode(50) << C::transient << answer(noEffect, 500) << C::unknown_defect;
    QTest::newRow("no prefixes") << QStringLiteral("http.5*") << C::transient << answer(noEffect, 500) << C::unknown_defect;
    QTest::newRow("no classes") << QStringLiteral("unknown_defect") << C::transient << answer(noEffect, 500) << C::unknown_defect;
    QTest::newRow("lost lease, nothing intended") << lost << C::policy << silence(plainEffect, lost, false) << C::policy;
    QTest::newRow("lost lease, intended") << lost << C::transient << silence(plainEffect, lost, true) << C::uncertain_effect;
}

void tst_Classify::overrides()
{
    QFETCH(QString, key);
    QFETCH(C, to);
    QFETCH(Failure, failure);
    QFETCH(C, expected);
    const Classified got = classify(failure, {{key, to}});
    QCOMPARE(got.errorClass, expected);
    QCOMPARE(got.outcome, outcomeOf(expected));
    QCOMPARE(got.receipt, classify(failure).receipt); // an override says how to go on, never what happened
}

void tst_Classify::outcomes()
{
    QCOMPARE(outcomeOf(C::transient), OutcomeKind::retryable);
    for (const auto terminal : {C::invalid_input, C::incompatible_dependency, C::policy})
        QCOMPARE(outcomeOf(terminal), OutcomeKind::terminal);
    for (const auto manual : {C::quality, C::uncertain_effect, C::unknown_defect})
        QCOMPARE(outcomeOf(manual), OutcomeKind::manual_review);
}

// The promise behind the tables: whatever the answer and whatever a workflow overrides, an effect that may have happened and that the
// recipient does not deduplicate is not tried again.
void tst_Classify::noPossibleEffectIsEverRetried()
{
    for (int status = 0; status < 600; ++status) {
        for (size_t i = 0; i < Vocabulary<ErrorClass>::words.size(); ++i) {
            const Failure failure = status ? answer(plainEffect, status) : silence(plainEffect, QStringLiteral("http.broken"), true);
            const Classified got = classify(failure, {{failure.code, ErrorClass(i)}});
            QVERIFY2(got.receipt != R::uncertain || got.outcome != OutcomeKind::retryable, qPrintable(failure.code));
        }
    }
}

QTEST_GUILESS_MAIN(tst_Classify)
#include "tst_classify.moc"
