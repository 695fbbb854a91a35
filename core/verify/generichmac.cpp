// generic-hmac:<sha1|sha256|sha512>:<hex|base64>[:prefix=<text>]: any sender that signs the raw body with an HMAC in a header of its own.
#include "verify/bodyhmac.h"

#include <QRegularExpression>

namespace lazaret::verify {

Result<std::unique_ptr<Scheme>> makeGenericHmac(const QString &name, const SchemeSettings &settings)
{
    static const QRegularExpression form(QStringLiteral("\\Ageneric-hmac:(sha1|sha256|sha512):(hex|base64)(?::prefix=(.*))?\\z"),
                                         QRegularExpression::DotMatchesEverythingOption);
    const auto match = form.match(name);
    if (!match.hasMatch())
        return fail(ErrorCode::not_found, QStringLiteral("unknown scheme"));
    if (settings.signatureHeader.isEmpty())
        return fail(ErrorCode::usage, QStringLiteral("a generic scheme needs signature_header"));
    const QString digest = match.captured(1);
    return std::make_unique<BodyHmac>(BodyHmac::Form{digest == u"sha1"     ? Digest::sha1
                                                     : digest == u"sha256" ? Digest::sha256
                                                                           : Digest::sha512,
                                                     match.captured(2) == u"hex" ? BodyHmac::Encoding::hex : BodyHmac::Encoding::base64,
                                                     match.captured(3).toUtf8(), settings.signatureHeader.toLatin1(), QByteArray()});
}

} // namespace lazaret::verify
