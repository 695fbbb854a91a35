#include "http/addresspolicy.h"

#include <algorithm>

namespace lazaret::http {

namespace {

struct Block4
{
    quint32 network;
    int bits;
    AddressKind kind;
};

// IANA IPv4 special-purpose address registry, as far as it is not globally reachable.
constexpr Block4 blocks4[] = {
    {0x00000000, 8, AddressKind::unspecified}, {0x0a000000, 8, AddressKind::privateUse},  {0x64400000, 10, AddressKind::privateUse},
    {0x7f000000, 8, AddressKind::loopback},    {0xa9fe0000, 16, AddressKind::linkLocal},  {0xac100000, 12, AddressKind::privateUse},
    {0xc0000000, 24, AddressKind::reserved},   {0xc0a80000, 16, AddressKind::privateUse}, {0xc6120000, 15, AddressKind::privateUse},
    {0xe0000000, 4, AddressKind::multicast},   {0xf0000000, 4, AddressKind::reserved},
};

AddressKind classify4(quint32 address)
{
    for (const Block4 &b : blocks4) {
        if ((address ^ b.network) >> (32 - b.bits) == 0)
            return b.kind;
    }
    return AddressKind::publicAddress;
}

quint32 inner4(const Q_IPV6ADDR &a, int at)
{
    return quint32(a[at]) << 24 | quint32(a[at + 1]) << 16 | quint32(a[at + 2]) << 8 | a[at + 3];
}

bool startsWith(const Q_IPV6ADDR &a, std::initializer_list<quint8> prefix)
{
    return std::equal(prefix.begin(), prefix.end(), a.c);
}

AddressKind classify6(const Q_IPV6ADDR &a)
{
    if (startsWith(a, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}) || startsWith(a, {0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0}))
        return classify4(inner4(a, 12));
    if (startsWith(a, {0, 0x64, 0xff, 0x9b, 0, 1})) // local-use NAT64: the place of the inner address is not fixed
        return AddressKind::reserved;
    if (startsWith(a, {0x20, 0x02}))
        return classify4(inner4(a, 2));
    if (startsWith(a, {0x20, 0x01, 0, 0}) || startsWith(a, {0x01, 0, 0, 0, 0, 0, 0, 0}))
        return AddressKind::reserved;
    if (startsWith(a, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})) {
        const quint32 low = inner4(a, 12);
        return low == 0 ? AddressKind::unspecified : low == 1 ? AddressKind::loopback : AddressKind::reserved;
    }
    if (a[0] == 0xff)
        return AddressKind::multicast;
    if ((a[0] & 0xfe) == 0xfc)
        return AddressKind::privateUse;
    if (a[0] == 0xfe && (a[1] & 0xc0) == 0x80)
        return AddressKind::linkLocal;
    if (a[0] == 0xfe && (a[1] & 0xc0) == 0xc0)
        return AddressKind::privateUse;
    return AddressKind::publicAddress;
}

} // namespace

AddressKind classifyAddress(const QHostAddress &address)
{
    switch (address.protocol()) {
    case QAbstractSocket::IPv4Protocol:
        return classify4(address.toIPv4Address());
    case QAbstractSocket::IPv6Protocol:
        return classify6(address.toIPv6Address());
    default:
        return AddressKind::unspecified;
    }
}

bool mayConnect(AddressKind kind, bool allowLocal)
{
    switch (kind) {
    case AddressKind::publicAddress:
        return true;
    case AddressKind::loopback:
    case AddressKind::privateUse:
        return allowLocal;
    default:
        return false;
    }
}

} // namespace lazaret::http
