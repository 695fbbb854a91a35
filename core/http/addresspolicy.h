// Which addresses an outgoing call may reach (server-side request forgery): decided on the resolved address, never on the name. Pure.
#pragma once

#include <QHostAddress>

namespace lazaret::http {

enum class AddressKind {
    publicAddress,
    loopback,    // 127.0.0.0/8, ::1
    privateUse,  // RFC 1918, unique local fc00::/7, shared (CGNAT) 100.64.0.0/10, benchmarking 198.18.0.0/15, site-local fec0::/10
    linkLocal,   // 169.254.0.0/16 (cloud metadata lives here), fe80::/10
    unspecified, // 0.0.0.0/8, ::
    multicast,   // 224.0.0.0/4, ff00::/8
    reserved,    // 240.0.0.0/4 with broadcast, 192.0.0.0/24, IPv4-compatible ::/96, Teredo 2001::/32, discard 100::/64
};

// An address that carries another one inside (IPv4-mapped, NAT64 64:ff9b::/96, 6to4 2002::/16) is judged by the inner one.
AddressKind classifyAddress(const QHostAddress &address);

// allowLocal admits loopback and private-use addresses, a switch per target; the other kinds are never a recipient.
bool mayConnect(AddressKind kind, bool allowLocal);

} // namespace lazaret::http
