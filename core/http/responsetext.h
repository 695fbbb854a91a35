// A response as bytes. Pure but for the Date field.
#pragma once

#include "http/server.h"

namespace lazaret::http {

// `headOnly`: the answer to HEAD, whose Content-Length speaks of a body that is not sent. A field whose name or value could break the
// message apart is left out (response splitting).
QByteArray responseText(const Response &response, qint64 nowMs, bool close, bool headOnly);

} // namespace lazaret::http
