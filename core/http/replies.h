// The way of an answer from any thread back to its connection.
#pragma once

#include "http/server.h"

#include <mutex>
#include <vector>

namespace lazaret::http {

class Addressee
{
public:
    virtual ~Addressee() = default;
    virtual void take(quint64 request, Response response) = 0; // on a network thread
};

// Where answers wait for the network thread: gathered, so that a group of commits wakes it once.
// Outlives the server in the hands of late repliers, and then drops what it gets.
class Mailbox : public std::enable_shared_from_this<Mailbox>
{
public:
    struct Letter
    {
        std::weak_ptr<Addressee> to;
        quint64 request = 0;
        Response response;
    };

    explicit Mailbox(Network &network) : m_network(network) {}
    void post(Letter letter); // any thread
    void close();

private:
    void deliver();

    Network &m_network;
    std::mutex m_mutex;
    std::vector<Letter> m_letters;
    bool m_closed = false;
};

// Only its first call counts; when its last copy goes unused, the request is answered 500.
std::function<void(Response)> replyFunction(std::shared_ptr<Mailbox> mailbox, std::weak_ptr<Addressee> to, quint64 request);

} // namespace lazaret::http
