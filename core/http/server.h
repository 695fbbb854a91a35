// The strict HTTP/1.1 listener: framing, limits, deadlines, Expect, keep-alive, pipelining and a graceful stop.
// What the room decides itself: everything about one message on the wire, the Host, and the refusal of browser requests.
// What the Handler decides: routes, methods, media types, authentication, and every answer to a whole request.
#pragma once

#include "base/headers.h"
#include "base/result.h"
#include "http/network.h"

#include <chrono>

namespace lazaret {
class Clock;
}

namespace lazaret::http {

struct RequestHead
{
    QByteArray method;
    QByteArray target; // exact as sent; an absolute-form is reduced to its origin-form and its host replaces Host
    QByteArray host;   // lower case, without port
    Headers headers;
    QByteArray peer; // address of the other end, without port
};

struct Request
{
    RequestHead head;
    QByteArray body; // decoded from chunks, otherwise exact; trailers are dropped
    qint64 receivedAtMs = 0;
};

struct Response
{
    int status = 200;
    Headers headers; // without Date, Content-Length and Connection: those are the server's
    QByteArray body;
    bool close = false;
};

Response response(int status, const QByteArray &contentType, const QByteArray &body);

struct HeadDecision
{
    std::optional<Response> refusal; // answered before the body is read, then the connection closes
    qint64 maxBodyBytes = 1 << 20;
};

// All calls come on a network thread (several at once when the Network has several) and must not block.
class Handler
{
public:
    virtual ~Handler();

    virtual HeadDecision onHead(const RequestHead &head) = 0;
    // reply: exactly once, from any thread, at any later time (after the Server is gone it does nothing). Destroying it unused answers 500.
    virtual void onRequest(Request request, std::function<void(Response)> reply) = 0;
    // A request the server itself refused, for counters and the log. reason is a short stable word.
    virtual void onRefused(int status, const char *reason, const RequestHead *headOrNull);
};

// The defaults are the product's; tests shorten them.
struct ServerLimits
{
    qsizetype requestLineBytes = 8192; // 414 above
    qsizetype fieldBytes = 8192;       // one field line; 431 above
    qsizetype allFieldsBytes = 32768;  // 431 above
    int fields = 100;                  // 431 above
    int headMs = 10'000;               // from the first byte (from the connection on for its first request) to the end of the head; 408
    int bodyMs = 15'000;               // each such span must bring minBodyBytesPerSecond on average, else 408
    int minBodyBytesPerSecond = 1024;
    int idleMs = 15'000;  // keep-alive without a request; closed silently
    int writeMs = 10'000; // a client that does not read its answer
    int drainMs = 2'000;  // after a closing answer, so that the client can read it (RFC 9112 section 9.6)
    qint64 drainBytes = 65'536;
    int maxConnections = 2048;                                            // 503 above
    qint64 bodiesInFlightBytes = 32 << 20;                                // bodies being read or handled, in all
    int retryAfterSeconds = 30;                                           // said with the server's own 503
    QList<QByteArray> allowedHosts = {"localhost", "127.0.0.1", "[::1]"}; // lower case, no port; any other Host is 421 (DNS rebinding)
};

class Server
{
public:
    Server(Network &network, const Clock &clock, Handler &handler, ServerLimits limits = {});
    ~Server(); // stops without grace

    Server(const Server &) = delete;
    Server &operator=(const Server &) = delete;

    // host: an IP address or "localhost"; port 0 picks a free one. Once per Server. Errors: usage (not an address), io (in use, not
    // permitted).
    Result<> listen(const QString &host, quint16 port);
    quint16 port() const;                   // 0 before listen
    void allowHost(const QByteArray &host); // one more of allowedHosts (a source's public name); any thread
    // Refuses new connections, closes idle ones, lets requests in progress finish within grace, answers the rest 503. Returns when all
    // connections are gone. Not from a network thread.
    void stop(std::chrono::milliseconds grace);
    int connections() const;
    qint64 freeBodyBytes() const; // of bodiesInFlightBytes

private:
    struct Core;
    class Session;
    std::shared_ptr<Core> m_core;
};

} // namespace lazaret::http
