#include "engine/targetcheck.h"

#include "http/addresspolicy.h"

#include <QElapsedTimer>
#include <QHostInfo>
#include <QSslCipher>
#include <QSslSocket>

namespace lazaret {

namespace {

constexpr int kPatienceMs = 3000; // for the connection, and again for TLS

using State = TargetAnswer::State;

State stateOf(QAbstractSocket::SocketError error)
{
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        return State::refused;
    case QAbstractSocket::SocketTimeoutError:
        return State::timeout;
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError:
        return State::tls;
    default:
        return State::failed;
    }
}

TargetAnswer connectSocket(const TargetPlace &place, const QHostAddress &address)
{
    QSslSocket socket;
    socket.setPeerVerifyName(place.host);
    socket.connectToHost(address, place.port);
    if (!socket.waitForConnected(kPatienceMs))
        return {stateOf(socket.error()), socket.errorString()};
    if (place.tls) {
        socket.startClientEncryption();
        if (!socket.waitForEncrypted(kPatienceMs))
            return {State::tls, socket.errorString()};
    }
    const QString where = QStringLiteral("%1 port %2").arg(address.toString()).arg(place.port);
    return {State::reached, place.tls ? QStringLiteral("%1, %2").arg(where, socket.sessionCipher().protocolString()) : where};
}

} // namespace

TargetAnswer connectTo(const TargetPlace &place)
{
    QElapsedTimer took;
    took.start();
    const auto found = QHostInfo::fromName(place.host);
    TargetAnswer answer{State::dns, found.errorString()};
    const auto addresses = found.addresses();
    // As the client does it: one forbidden address of a name forbids them all.
    const auto forbidden = std::find_if(addresses.begin(), addresses.end(), [&](const QHostAddress &address) {
        return !http::mayConnect(http::classifyAddress(address), place.allowLocal);
    });
    if (forbidden != addresses.end())
        answer = {State::forbidden, forbidden->toString()};
    else if (!addresses.isEmpty())
        answer = connectSocket(place, addresses.first());
    answer.tookMs = took.elapsed();
    return answer;
}

} // namespace lazaret
