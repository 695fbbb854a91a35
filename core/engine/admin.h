// The admin port: is the process alive, is it ready, and the figures. Loopback only.
#pragma once

#include "http/server.h"

#include <QString>

namespace lazaret {

class Admin final : public http::Handler
{
public:
    struct Sources
    {
        std::function<QString()> notReady;                            // why not; empty: ready
        std::function<void(std::function<void(QByteArray)>)> metrics; // Prometheus text, answered from a thread that may read
    };
    explicit Admin(Sources sources) : m_sources(std::move(sources)) {}
    http::HeadDecision onHead(const http::RequestHead &head) override;
    void onRequest(http::Request request, std::function<void(http::Response)> reply) override;

private:
    const Sources m_sources;
};

} // namespace lazaret
