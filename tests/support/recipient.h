// A recipient that misbehaves as told: a plain-thread HTTP/1.1 server on loopback that records every request and answers by a script.
// It counts effects per Idempotency-Key and says so at GET /effects/<key> (200 or 404), as the recipient of a real effect would.
#pragma once

#include "base/headers.h"

#include <functional>
#include <memory>

namespace lazaret::test {

struct Seen
{
    QByteArray method;
    QByteArray target;
    Headers headers;
    QByteArray body;
    qint64 atMs = 0; // wall clock
};

struct Answer
{
    // What happens to the connection. reset* close with RST.
    enum class Fate {
        whole,             // the answer, then an orderly close
        resetBeforeAnswer, // the request was read, the effect counted, nothing is said
        closeBeforeAnswer, // the same with FIN
        half,              // half of the answer's bytes, then FIN
        never,             // nothing until stop() or the client leaves
    };

    int status = 200;
    Headers headers = {}; // Content-Length is added unless there is one, or a Transfer-Encoding
    QByteArray body = {};
    int delayMs = 0;     // before answering
    bool effect = true;  // counts for the request's Idempotency-Key when it has one
    QByteArray raw = {}; // when not empty: sent instead of status, headers and body
    Fate fate = Fate::whole;
};

class Recipient
{
public:
    // nth: 0 for the first request received. Called on the connection's thread, one at a time.
    using Script = std::function<Answer(const Seen &, int nth)>;

    explicit Recipient(Script script = {}); // the default answers 200 to everything
    ~Recipient();

    quint16 port() const;
    QByteArray url(const QByteArray &path = "/") const; // http://127.0.0.1:port/path

    void setScript(Script script);
    void resetOnAccept(bool on); // RST before anything is read
    void stop();                 // closes the port: later calls are refused

    QList<Seen> requests() const; // /effects/ queries are not among them
    bool waitForRequests(int count, int timeoutMs = 5000) const;
    int connections() const;
    int effects(const QByteArray &key) const;
    int allEffects() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

// A port of loopback on which nobody listens.
quint16 refusingPort();

} // namespace lazaret::test
