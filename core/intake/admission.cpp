#include "intake/admission.h"

#include <algorithm>

namespace lazaret::intake {

std::optional<QString> slugOf(const QByteArray &target)
{
    static const QByteArray prefix("/hooks/");
    if (!target.startsWith(prefix))
        return std::nullopt;
    const QByteArray slug = target.mid(prefix.size());
    const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.'; };
    if (slug.isEmpty() || slug.size() > 64 || !std::all_of(slug.begin(), slug.end(), allowed))
        return std::nullopt;
    return QString::fromLatin1(slug);
}

bool RateGate::admit(const QString &slug, qint64 ratePerS, qint64 monotonicMs)
{
    if (ratePerS <= 0)
        return true;
    auto it = m_buckets.find(slug);
    if (it == m_buckets.end())
        it = m_buckets.insert(slug, {double(ratePerS), monotonicMs});
    it->tokens = std::min(double(ratePerS), it->tokens + double(monotonicMs - it->at) * double(ratePerS) / 1000);
    it->at = monotonicMs;
    if (it->tokens < 1)
        return false;
    it->tokens -= 1;
    return true;
}

namespace {

http::Response json(int status, const QByteArray &body)
{
    return http::response(status, "application/json", body);
}

} // namespace

http::Response accepted(int status, bool duplicate)
{
    return json(status, duplicate ? QByteArray(R"({"status":"duplicate"})") : QByteArray(R"({"status":"accepted"})"));
}

http::Response unauthorized()
{
    auto response = json(401, R"({"error":"signature"})");
    response.headers.append(Header{"WWW-Authenticate", "Webhook-Signature"}); // RFC 9110 section 15.5.2 asks for a challenge
    return response;
}

http::Response notFound()
{
    return json(404, R"({"error":"not found"})");
}

http::Response methodNotAllowed()
{
    auto response = json(405, R"({"error":"method"})");
    response.headers.append(Header{"Allow", "POST"});
    return response;
}

http::Response unsupportedMedia()
{
    auto response = json(415, R"({"error":"media type"})");
    response.headers.append(Header{"Accept-Encoding", "identity"});
    return response;
}

http::Response badRequest(const QString &reason)
{
    return json(400, QStringLiteral("{\"error\":\"%1\"}").arg(reason).toUtf8());
}

http::Response tooMany(int retryAfterS)
{
    auto response = json(429, R"({"error":"rate"})");
    response.headers.append(Header{"Retry-After", QByteArray::number(retryAfterS)});
    return response;
}

http::Response unavailable(int retryAfterS)
{
    auto response = json(503, R"({"error":"not accepting now"})");
    response.headers.append(Header{"Retry-After", QByteArray::number(retryAfterS)});
    return response;
}

} // namespace lazaret::intake
