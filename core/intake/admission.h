// Who gets in, and what is answered: routes, rate limits, and the answers of the listener. Network thread only.
#pragma once

#include "http/server.h"

#include <QHash>
#include <QString>

namespace lazaret::intake {

// "/hooks/<slug>" exactly: no decoding, no normalising before the match, since the exact target also feeds URL-signing schemes.
std::optional<QString> slugOf(const QByteArray &target);

// One token bucket per source: `ratePerS` tokens a second, a burst of the same size. 0: no limit.
class RateGate
{
public:
    bool admit(const QString &slug, qint64 ratePerS, qint64 monotonicMs);

private:
    struct Bucket
    {
        double tokens = 0;
        qint64 at = 0;
    };
    QHash<QString, Bucket> m_buckets;
};

http::Response accepted(int status, bool duplicate);
http::Response unauthorized(); // one constant body, whatever was wrong: no oracle
http::Response notFound();
http::Response methodNotAllowed();
http::Response unsupportedMedia();
http::Response badRequest(const QString &reason); // after a good signature only: names the rule, never the content
http::Response tooMany(int retryAfterS);
http::Response unavailable(int retryAfterS);

} // namespace lazaret::intake
