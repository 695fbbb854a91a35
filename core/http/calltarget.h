// What an outgoing request looks like before any socket is opened: the checked URL and the bytes to send. Pure.
#pragma once

#include "http/client.h"

#include <optional>

namespace lazaret::http {

struct CallTarget
{
    bool tls = false;
    QByteArray host;      // ASCII, lower case, IPv6 without brackets
    QByteArray hostField; // the value of Host: with brackets, with a port that is not the scheme's
    quint16 port = 0;
    QByteArray target; // origin-form, never empty
};

std::optional<CallTarget> callTarget(const QByteArray &url);

// The whole request; nullopt when the method or a field could not be sent without changing the message's structure.
std::optional<QByteArray> requestText(const CallRequest &request, const CallTarget &target);

} // namespace lazaret::http
