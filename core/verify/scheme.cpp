#include "verify/scheme.h"

#include "verify/bodyhmac.h"
#include "verify/standardwebhooks.h"

namespace lazaret::verify {

Result<std::unique_ptr<Scheme>> makeScheme(const QString &name, const SchemeSettings &settings)
{
    if (name == u"github-sha256")
        return makeGithub(settings);
    if (name == u"standard-webhooks-v1")
        return std::make_unique<StandardWebhooks>(settings);
    if (name.startsWith(u"generic-hmac:"))
        return makeGenericHmac(name, settings);
    return fail(ErrorCode::not_found, QStringLiteral("unknown scheme"));
}

} // namespace lazaret::verify
