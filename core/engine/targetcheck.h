// Can a recipient be connected to? Name, address policy, TCP, TLS; no byte of a request. Blocks for a few seconds at most: not on the GUI
// thread.
#pragma once

#include "engine/trials.h"

namespace lazaret {

struct TargetPlace
{
    QString host;
    quint16 port = 443;
    bool tls = true;
    bool allowLocal = false; // loopback and private addresses, as its steps have it
};
TargetAnswer connectTo(const TargetPlace &place);

} // namespace lazaret
