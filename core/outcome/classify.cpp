#include "outcome/classify.h"

#include <QHash>

namespace lazaret::outcome {

namespace {

ErrorClass classOfStatus(int status, bool mayRepeat)
{
    switch (status) {
    case 408:
    case 425:
    case 429:
    case 503:
        return ErrorClass::transient;
    case 502:
    case 504:
        return mayRepeat ? ErrorClass::transient : ErrorClass::uncertain_effect;
    case 400:
    case 404:
    case 409:
    case 413:
    case 415:
    case 422:
        return ErrorClass::invalid_input;
    case 405:
    case 410:
    case 501:
        return ErrorClass::incompatible_dependency;
    case 401:
    case 402:
    case 403:
    case 451:
        return ErrorClass::policy;
    default:
        // A redirect is never followed: the request would go to a host nobody approved.
        return status >= 300 && status < 400 ? ErrorClass::incompatible_dependency : ErrorClass::unknown_defect;
    }
}

// Codes without an answer, as they count when nothing can have happened twice.
ErrorClass classOfCode(const QString &code)
{
    static const QHash<QString, ErrorClass> table{
        {QStringLiteral("http.connect_refused"), ErrorClass::transient},
        {QStringLiteral("http.connect_timeout"), ErrorClass::transient},
        {QStringLiteral("http.connect_failed"), ErrorClass::transient},
        {QStringLiteral("http.dns"), ErrorClass::transient},
        {QStringLiteral("http.no_answer"), ErrorClass::transient},
        {QStringLiteral("http.broken"), ErrorClass::transient},
        {QStringLiteral("http.cancelled"), ErrorClass::transient},
        {QStringLiteral("lease.lost"), ErrorClass::transient},
        {QStringLiteral("local.resource"), ErrorClass::transient},
        {QStringLiteral("http.tls"), ErrorClass::incompatible_dependency}, // no common protocol: time does not heal it
        {QStringLiteral("http.tls_certificate"), ErrorClass::incompatible_dependency},
        {QStringLiteral("http.bad_response"), ErrorClass::incompatible_dependency},
        {QStringLiteral("http.too_large"), ErrorClass::incompatible_dependency},
        {QStringLiteral("workflow.missing"), ErrorClass::incompatible_dependency},
        {QStringLiteral("http.address_forbidden"), ErrorClass::policy},
        {QStringLiteral("replay.suspected"), ErrorClass::policy},
        {QStringLiteral("work.missing_placeholder"), ErrorClass::invalid_input},
        {QStringLiteral("work.bad_url"), ErrorClass::invalid_input},
    };
    return table.value(code, ErrorClass::unknown_defect);
}

bool isAnswer(const Failure &failure)
{
    return failure.status != 0 && failure.code == httpCode(failure.status);
}

ReceiptState receiptOf(const Failure &failure)
{
    const bool reached = failure.requestSent || isAnswer(failure); // an answer proves that the request arrived
    if (!failure.effect || !reached)
        return ReceiptState::denied;
    const bool refused = isAnswer(failure) && ((failure.status >= 400 && failure.status < 500) || failure.status == 503);
    return refused ? ReceiptState::denied : ReceiptState::uncertain;
}

ErrorClass defaultClass(const Failure &failure, ReceiptState receipt)
{
    const bool mayRepeat = receipt != ReceiptState::uncertain || failure.idempotentTarget;
    if (isAnswer(failure))
        return classOfStatus(failure.status, mayRepeat);
    return mayRepeat ? classOfCode(failure.code) : ErrorClass::uncertain_effect;
}

} // namespace

QString httpCode(int status)
{
    return QStringLiteral("http.%1").arg(status);
}

OutcomeKind outcomeOf(ErrorClass errorClass)
{
    switch (errorClass) {
    case ErrorClass::transient:
        return OutcomeKind::retryable;
    case ErrorClass::invalid_input:
    case ErrorClass::incompatible_dependency:
    case ErrorClass::policy:
        return OutcomeKind::terminal;
    case ErrorClass::quality:
    case ErrorClass::uncertain_effect:
    case ErrorClass::unknown_defect:
        break;
    }
    return OutcomeKind::manual_review;
}

Classified classify(const Failure &failure, const QMap<QString, ErrorClass> &overrides)
{
    Classified result;
    result.receipt = receiptOf(failure);
    result.errorClass = defaultClass(failure, result.receipt);
    if (const auto it = overrides.constFind(failure.code); it != overrides.constEnd()) {
        const bool couldRepeatEffect =
            *it == ErrorClass::transient && result.receipt == ReceiptState::uncertain && !failure.idempotentTarget;
        if (!couldRepeatEffect)
            result.errorClass = *it;
    }
    result.outcome = outcomeOf(result.errorClass);
    return result;
}

} // namespace lazaret::outcome
