// Load over loopback with plain sockets and poll: one thread, so that the sender costs as little as it can beside what it measures.
#pragma once

#include "figures.h"

#include <QByteArray>

#include <atomic>
#include <vector>

namespace lazaret::bench {

// Sends the requests (whole, as bytes) over that many keep-alive connections, each one request at a time; 2xx count as accepted.
Figures sendAll(quint16 port, int connections, const std::vector<QByteArray> &requests);

// Answers every request on its port with 200, keep-alive. Returns when standard input closes. Writes its port as one line first.
int runRecipient();

} // namespace lazaret::bench
