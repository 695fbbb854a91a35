// The http step: what is sent for a job, what an answer means, and how the recipient is asked about an uncertain effect.
// Pure; the calls themselves are the http room's.
#pragma once

#include "base/result.h"
#include "http/client.h"
#include "model/records.h"
#include "model/workflow.h"

namespace lazaret::work {

QString idempotencyKey(const JobId &job, const QString &action);

// The one request of this step for this attempt. Errors: usage (a placeholder without value).
Result<http::CallRequest> requestFor(const Step &step, const Job &job);

struct Answer
{
    bool expected = false;
    QString code;   // of a failure: "http.503", "http.no_answer" …
    int status = 0; // 0: no whole answer
    bool sent = false;
    std::optional<qint64> retryAfterMs;
    QString message;     // scrubbed, ≤ 1 KiB: what happened, for people
    QString evidence;    // scrubbed: status, duration, body hash; never the body
    QString externalRef; // the recipient's own id for what it made, from Location
    QString host;
};
Answer readAnswer(const Step &step, const http::CallRequest &request, const http::CallResult &result, qint64 now);

Result<http::CallRequest> probeFor(const Step &step, const Job &job);
enum class Observed { completed, absent, unclear };
struct ProbeAnswer
{
    Observed observed = Observed::unclear;
    QString evidence; // "verify: HTTP 404, body sha256 …"
};
// absent counts only when asked late enough after the intent: sooner the request may still be on its way.
ProbeAnswer readProbe(const Step &step, const http::CallResult &result, qint64 intendedAt, qint64 now);
qint64 absentAfterMs(const Step &step); // default max(2 × timeout, 30 s)

// A request of our own making holds no secret, but a recipient's host is worth naming.
QString hostOf(const QByteArray &url);

} // namespace lazaret::work
