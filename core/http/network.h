// The network threads: every socket of the process lives here, in and out.
#pragma once

#include <functional>
#include <memory>

namespace boost::asio {
class io_context;
}

namespace lazaret::http {

// Owns the event loop and its threads. Outlives every Server and Client that uses it. Thread-safe.
class Network
{
public:
    explicit Network(int threads = 1);
    ~Network(); // stops

    Network(const Network &) = delete;
    Network &operator=(const Network &) = delete;

    void post(std::function<void()> task); // runs later on a network thread; dropped after stop()
    void stop();                           // abandons what is pending and joins the threads; not from a network thread
    // For name lookups, which block and cannot be interrupted: a few threads of their own, so that one dead name holds up nobody else.
    // stop() does not wait for them; the destructor does.
    void postBlocking(std::function<void()> task);
    bool isRunning() const;
    bool isNetworkThread() const;

    boost::asio::io_context &context(); // for this room only: files that know Asio

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lazaret::http
