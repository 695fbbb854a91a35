// The server under test with a handler that routes as the intake room does, shared by the programs of this folder.
#pragma once

#include "base/clock.h"
#include "core/http/peer.h"
#include "http/server.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace lazaret::test {

using namespace lazaret::http;
using namespace std::chrono_literals;

inline constexpr qint64 cap = 64 * 1024;

// A handler as the intake room has one: routes by path, refuses by head, answers at once, from another thread, or when the test says so.
class TestHandler : public Handler
{
public:
    struct Refused
    {
        int status;
        QByteArray reason;
        bool hasHead;
    };

    HeadDecision onHead(const RequestHead &head) override
    {
        if (!head.target.startsWith("/hook"))
            return {Response{404, {}, "no such place", false}, 0};
        if (head.method != "POST")
            return {Response{405, {{"Allow", "POST"}}, "only POST", false}, 0};
        if (head.target == "/hook/signed" && !findHeader(head.headers, "X-Signature"))
            return {Response{401, {{"WWW-Authenticate", "Webhook-Signature"}}, "", false}, 0};
        return {std::nullopt, cap};
    }

    void onRequest(Request request, std::function<void(Response)> reply) override
    {
        const QByteArray target = request.head.target;
        {
            const std::lock_guard lock(m_mutex);
            m_requests.append(std::move(request));
            if (target == "/hook/held")
                m_held.push_back(std::move(reply));
            m_changed.notify_all();
        }
        if (target == "/hook/held" || target == "/hook/lost")
            return;
        if (target == "/hook/elsewhere") {
            std::thread([reply] {
                reply({202, {}, "elsewhere", false});
                reply({500, {}, "second answer", false}); // must do nothing
            }).detach();
            return;
        }
        reply({202, {{"X-Split", "a\r\nSet-Cookie: b"}, {"X-Fine", "yes"}}, "taken", target == "/hook/close"});
    }

    void onRefused(int status, const char *reason, const RequestHead *head) override
    {
        const std::lock_guard lock(m_mutex);
        m_refused.append({status, reason, head != nullptr});
    }

    QList<Request> requests() const
    {
        const std::lock_guard lock(m_mutex);
        return m_requests;
    }
    QList<Refused> refused() const
    {
        const std::lock_guard lock(m_mutex);
        return m_refused;
    }
    bool waitForRequests(int n)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, 5s, [&] { return m_requests.size() >= n; });
    }
    void answerHeld(const Response &response = {202, {}, "at last", false})
    {
        std::vector<std::function<void(Response)>> held;
        {
            const std::lock_guard lock(m_mutex);
            held.swap(m_held);
        }
        for (const auto &reply : held)
            reply(response);
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    QList<Request> m_requests;
    QList<Refused> m_refused;
    std::vector<std::function<void(Response)>> m_held;
};

// In the order that matters: replies may come after the server is gone, and it goes before the network.
struct Bench
{
    explicit Bench(const ServerLimits &limits = {}, int threads = 1) : network(threads), server(network, clock, handler, limits)
    {
        const auto listening = server.listen(QStringLiteral("localhost"), 0);
        if (!listening)
            qFatal("%s", qPrintable(listening.error().detail));
    }

    SystemClock clock;
    TestHandler handler;
    Network network;
    Server server;
};

inline ServerLimits shortened()
{
    ServerLimits limits;
    limits.headMs = 300;
    limits.bodyMs = 300;
    limits.idleMs = 300;
    limits.drainMs = 200;
    return limits;
}

inline const QByteArray start = "POST /hook HTTP/1.1\r\nHost: localhost\r\n";

inline QByteArray post(const QByteArray &body, const QByteArray &target = "/hook", const QByteArray &fields = {})
{
    return "POST " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n" + fields +
           "\r\n" + body;
}

inline QByteArray chunked(const QByteArray &body)
{
    return start + "Transfer-Encoding: chunked\r\n\r\n" + body;
}

} // namespace lazaret::test
