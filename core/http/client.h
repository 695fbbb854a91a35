// One-shot outgoing calls. Every call opens its own connection and sends its request at most once: no re-use, no redirect, no retry,
// because a hidden second sending is a second effect. The result says whether anything was sent, which decides between "try again" and
// "uncertain".
#pragma once

#include "base/headers.h"
#include "http/network.h"

#include <QString>

namespace lazaret {
class Clock;
}

namespace lazaret::http {

struct CallRequest
{
    QByteArray method;
    QByteArray url;                    // http or https, percent-encoded, without userinfo; a fragment is not sent
    Headers headers;                   // Host, Content-Length, Connection, Transfer-Encoding and Expect are the client's own
    QByteArray body;                   // sent as it is, always with Content-Length
    int timeoutMs = 10'000;            // the whole call, name lookup and connection included
    bool allowLoopback = false;        // loopback and private addresses
    qint64 maxResponseBytes = 1 << 20; // of the body
};

enum class CallFault {
    none,             // a whole answer, whatever its status
    badUrl,           // or a method or header that cannot be sent
    dns,              // the name has no address, or the lookup failed
    addressForbidden, // at least one address of the name is forbidden: nothing was connected
    connectRefused,
    connectTimeout, // the time ran out before the first byte of the request
    connectFailed,  // unreachable and the like, or reset during the TLS handshake
    tlsCertificate,
    tlsFailed,
    noAnswer,         // the time ran out after any byte was sent
    brokenConnection, // reset or end before a whole answer
    badResponse,
    tooLarge,
    cancelled,
};

struct CallResult
{
    CallFault fault = CallFault::none;
    bool anyByteSent = false; // of the request; a TLS handshake does not count. True errs on the safe side: the bytes may not have arrived
    int status = 0;
    Headers headers;
    QByteArray body;
    QString detail; // short, untranslated: no userinfo, query or body
    qint64 durationMs = 0;
};

class Client
{
public:
    using CallId = quint64;

    // extraAnchorsPem: certificates trusted besides the system's (a company's own authority).
    Client(Network &network, const Clock &clock, const QByteArray &extraAnchorsPem = {});
    ~Client(); // cancels what runs and waits for its last callback (on a network thread it does not wait)

    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;

    // done: on a network thread, exactly once (while the network runs), never from within send(). Thread-safe, as are the two below.
    CallId send(CallRequest request, std::function<void(CallResult)> done);
    void cancel(CallId id); // unknown or finished: nothing happens
    void cancelAll();

private:
    struct Core;
    struct Call;
    std::shared_ptr<Core> m_core;
};

} // namespace lazaret::http
