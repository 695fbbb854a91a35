#include "engine/admin.h"

namespace lazaret {

namespace {

http::Response text(int status, const QByteArray &body)
{
    return http::response(status, "text/plain; charset=utf-8", body);
}

} // namespace

http::HeadDecision Admin::onHead(const http::RequestHead &head)
{
    if (head.method == "GET" || head.method == "HEAD")
        return {std::nullopt, 0};
    auto response = text(405, "only GET\n");
    response.headers.append(Header{"Allow", "GET, HEAD"});
    return {response, 0};
}

void Admin::onRequest(http::Request request, std::function<void(http::Response)> reply)
{
    if (request.head.target == "/healthz")
        return reply(text(200, "ok\n"));
    if (request.head.target == "/readyz") {
        const QString reason = m_sources.notReady();
        auto response = reason.isEmpty() ? text(200, "ready\n") : text(503, reason.toUtf8() + '\n');
        if (!reason.isEmpty())
            response.headers.append(Header{"Retry-After", "30"});
        return reply(response);
    }
    if (request.head.target == "/metrics") {
        m_sources.metrics([reply](const QByteArray &figures) { reply(text(200, figures)); });
        return;
    }
    reply(text(404, "healthz, readyz, metrics\n"));
}

} // namespace lazaret
