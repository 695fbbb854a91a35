// Schemes that sign the raw body alone: one header, an optional prefix, an HMAC in hex or base64. No timestamp, so a replay is caught by
// the delivery id or the body's hash.
#pragma once

#include "verify/hmac.h"
#include "verify/scheme.h"

namespace lazaret::verify {

class BodyHmac final : public Scheme
{
public:
    enum class Encoding { hex, base64 };

    struct Form
    {
        Digest digest = Digest::sha256;
        Encoding encoding = Encoding::hex;
        QByteArray prefix;
        QByteArray signatureHeader;
        QByteArray idHeader; // unsigned; empty when the scheme has none
    };

    explicit BodyHmac(Form form) : m_form(std::move(form)) {}

    QByteArrayList singletonHeaders() const override;
    QByteArrayList requiredHeaders() const override { return {m_form.signatureHeader}; }
    Verdict verify(const Signed &request, const QList<Key> &keys) const override;
    Headers sign(const QByteArray &id, const QByteArray &body, qint64 nowMs, const QByteArray &secret) const override;
    QString secretProblem(const QByteArray &secret) const override;

private:
    std::optional<QByteArray> decode(const QByteArray &header) const;

    const Form m_form;
};

std::unique_ptr<Scheme> makeGithub(const SchemeSettings &settings);
Result<std::unique_ptr<Scheme>> makeGenericHmac(const QString &name, const SchemeSettings &settings);

} // namespace lazaret::verify
