// GitHub: X-Hub-Signature-256, "sha256=" and lower-case hex over the raw body
// (docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries).
#include "verify/bodyhmac.h"

namespace lazaret::verify {

std::unique_ptr<Scheme> makeGithub(const SchemeSettings &settings)
{
    const auto own = QByteArrayLiteral("X-Hub-Signature-256");
    return std::make_unique<BodyHmac>(BodyHmac::Form{Digest::sha256, BodyHmac::Encoding::hex, QByteArrayLiteral("sha256="),
                                                     settings.signatureHeader.isEmpty() ? own : settings.signatureHeader.toLatin1(),
                                                     QByteArrayLiteral("X-GitHub-Delivery")});
}

} // namespace lazaret::verify
