// Standard Webhooks, symmetric (v1): id, timestamp and raw body joined by dots under HMAC-SHA256; several signatures may be offered.
// Specification: github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md.
#pragma once

#include "verify/scheme.h"

namespace lazaret::verify {

class StandardWebhooks final : public Scheme
{
public:
    explicit StandardWebhooks(const SchemeSettings &settings);

    QByteArrayList singletonHeaders() const override { return requiredHeaders(); }
    QByteArrayList requiredHeaders() const override;
    Verdict verify(const Signed &request, const QList<Key> &keys) const override;
    Headers sign(const QByteArray &id, const QByteArray &body, qint64 nowMs, const QByteArray &secret) const override;
    QString secretProblem(const QByteArray &secret) const override;

private:
    const QByteArray m_signatureHeader;
    const qint64 m_toleranceS;
};

} // namespace lazaret::verify
