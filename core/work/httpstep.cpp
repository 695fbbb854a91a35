#include "work/httpstep.h"

#include "base/bytes.h"
#include "base/retryafter.h"
#include "base/scrub.h"
#include "work/placeholders.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUrl>

namespace lazaret::work {

QString idempotencyKey(const JobId &job, const QString &action)
{
    return job.value + u':' + action;
}

QString hostOf(const QByteArray &url)
{
    const QUrl parsed(QString::fromUtf8(url));
    return parsed.port() > 0 ? QStringLiteral("%1:%2").arg(parsed.host()).arg(parsed.port()) : parsed.host();
}

namespace {

QByteArray bodyBytes(const QJsonValue &value)
{
    if (value.isObject())
        return QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact);
    if (value.isArray())
        return QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact);
    // A lone scalar: QJsonDocument writes only objects and arrays, so it is written inside an array and the brackets are cut off.
    const QByteArray wrapped = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return wrapped.mid(1, wrapped.size() - 2);
}

} // namespace

Result<http::CallRequest> requestFor(const Step &step, const Job &job)
{
    const QString key = idempotencyKey(job.jobId, step.action);
    const Placeholders placeholders(job, key);
    http::CallRequest request;
    request.method = step.method.toLatin1();
    const auto url = placeholders.url(step.url);
    if (!url)
        return tl::unexpected(url.error());
    request.url = *url;
    for (auto it = step.headers.begin(); it != step.headers.end(); ++it) {
        const auto value = placeholders.text(it.value().toString());
        if (!value)
            return tl::unexpected(value.error());
        request.headers.append(Header{it.key().toLatin1(), value->toUtf8()});
    }
    if (!step.body.isNull() && !step.body.isUndefined()) {
        const auto body = placeholders.json(step.body);
        if (!body)
            return tl::unexpected(body.error());
        request.body = bodyBytes(*body);
        if (!findHeader(request.headers, "Content-Type"))
            request.headers.append(Header{"Content-Type", "application/json"});
    }
    request.headers.append(Header{"Idempotency-Key", key.toLatin1()});
    request.headers.append(Header{"Lazaret-Job", job.jobId.value.toLatin1()});
    request.headers.append(Header{"Lazaret-Attempt", QByteArray::number(job.attempt)});
    request.timeoutMs = int(step.timeoutMs);
    request.allowLoopback = step.allowLoopback;
    return request;
}

namespace {

QString codeOf(const http::CallResult &result)
{
    using enum http::CallFault;
    switch (result.fault) {
    case none:
        return QStringLiteral("http.%1").arg(result.status);
    case badUrl:
        return QStringLiteral("work.bad_url");
    case dns:
        return QStringLiteral("http.dns");
    case addressForbidden:
        return QStringLiteral("http.address_forbidden");
    case connectRefused:
        return QStringLiteral("http.connect_refused");
    case connectTimeout:
        return QStringLiteral("http.connect_timeout");
    case connectFailed:
        return QStringLiteral("http.connect_failed");
    case tlsCertificate:
        return QStringLiteral("http.tls_certificate");
    case tlsFailed:
        return QStringLiteral("http.tls");
    case noAnswer:
        return QStringLiteral("http.no_answer");
    case brokenConnection:
        return QStringLiteral("http.broken");
    case badResponse:
        return QStringLiteral("http.bad_response");
    case tooLarge:
        return QStringLiteral("http.too_large");
    case cancelled:
        return QStringLiteral("http.cancelled");
    }
    return QStringLiteral("http.broken");
}

QString evidenceOf(const http::CallResult &result)
{
    if (result.fault != http::CallFault::none)
        return QStringLiteral("%1 after %2 ms").arg(codeOf(result)).arg(result.durationMs);
    return QStringLiteral("HTTP %1 in %2 ms, body sha256 %3").arg(result.status).arg(result.durationMs).arg(sha256Hex(result.body));
}

} // namespace

Answer readAnswer(const Step &step, const http::CallRequest &request, const http::CallResult &result, qint64 now)
{
    Answer answer;
    answer.host = hostOf(request.url);
    answer.status = result.fault == http::CallFault::none ? result.status : 0;
    answer.sent = result.anyByteSent;
    answer.expected = result.fault == http::CallFault::none && statusExpected(step.expect, result.status);
    answer.evidence = evidenceOf(result);
    if (answer.expected) {
        if (const auto location = findHeader(result.headers, "Location");
            location && location->size() <= 512 && !looksLikeSignedUrl(QString::fromUtf8(*location)))
            answer.externalRef = scrub(QString::fromUtf8(*location));
        return answer;
    }
    answer.code = codeOf(result);
    answer.retryAfterMs = retryAfterMs(result.headers, now);
    answer.message =
        result.fault == http::CallFault::none
            ? scrub(QStringLiteral("%1 %2 answered %3; expected %4")
                        .arg(step.method, answer.host)
                        .arg(result.status)
                        .arg(step.expect.join(QStringLiteral(", "))))
            : scrub(QStringLiteral("%1 %2: %3").arg(step.method, answer.host, result.detail.isEmpty() ? answer.code : result.detail));
    return answer;
}

Result<http::CallRequest> probeFor(const Step &step, const Job &job)
{
    if (!step.verify)
        return fail(ErrorCode::not_found,
                    QStringLiteral("step \"%1\" has no verify block: settle its effect with evidence (case settle-effect)").arg(step.name));
    const QString key = idempotencyKey(job.jobId, step.action);
    const auto url = Placeholders(job, key).url(step.verify->url);
    if (!url)
        return tl::unexpected(url.error());
    http::CallRequest request;
    request.method = "GET";
    request.url = *url;
    request.headers = {{"Lazaret-Job", job.jobId.value.toLatin1()}};
    request.timeoutMs = int(step.timeoutMs);
    request.allowLoopback = step.allowLoopback;
    return request;
}

qint64 absentAfterMs(const Step &step)
{
    if (step.verify && step.verify->absentAfterS)
        return *step.verify->absentAfterS * 1000;
    return std::max<qint64>(2 * step.timeoutMs, 30000);
}

ProbeAnswer readProbe(const Step &step, const http::CallResult &result, qint64 intendedAt, qint64 now)
{
    ProbeAnswer answer;
    answer.evidence = QStringLiteral("verify: ") + evidenceOf(result);
    if (result.fault != http::CallFault::none || !step.verify)
        return answer;
    if (result.status == step.verify->completedStatus) {
        answer.observed = Observed::completed;
    } else if (result.status == step.verify->absentStatus) {
        const qint64 waited = now - intendedAt;
        if (waited >= absentAfterMs(step))
            answer.observed = Observed::absent;
        else
            answer.evidence += QStringLiteral("; asked %1 s after the intent, absence counts from %2 s")
                                   .arg(double(waited) / 1000, 0, 'f', 1)
                                   .arg(double(absentAfterMs(step)) / 1000, 0, 'f', 1);
    }
    return answer;
}

} // namespace lazaret::work
