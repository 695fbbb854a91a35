// Certificates made on the spot, for tests of TLS.
#pragma once

#include <QByteArray>

namespace lazaret::test {

struct Certificate
{
    QByteArray certificatePem;
    QByteArray keyPem; // P-256
};

// Self-signed, valid for the name or address ("127.0.0.1") from fromSeconds to toSeconds relative to now.
Certificate selfSigned(const QByteArray &name, long fromSeconds = -3600, long toSeconds = 3600);

} // namespace lazaret::test
