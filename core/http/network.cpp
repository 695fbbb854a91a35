#include "http/network.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include <thread>
#include <vector>

namespace lazaret::http {

namespace asio = boost::asio;

struct Network::Private
{
    explicit Private(int concurrency) : io(concurrency) {}

    asio::io_context io;
    asio::executor_work_guard<asio::io_context::executor_type> work{io.get_executor()};
    asio::thread_pool lookups{4}; // joined before the loop it posts to is gone
    std::vector<std::thread> threads;
};

Network::Network(int threads) : d(std::make_unique<Private>(threads))
{
    for (int i = 0; i < threads; ++i)
        d->threads.emplace_back([io = &d->io] { io->run(); });
}

Network::~Network()
{
    stop();
}

void Network::post(std::function<void()> task)
{
    asio::post(d->io, std::move(task));
}

void Network::postBlocking(std::function<void()> task)
{
    asio::post(d->lookups, std::move(task));
}

void Network::stop()
{
    d->io.stop();
    for (std::thread &thread : d->threads) {
        if (thread.joinable())
            thread.join();
    }
}

bool Network::isRunning() const
{
    return !d->io.stopped();
}

bool Network::isNetworkThread() const
{
    return d->io.get_executor().running_in_this_thread();
}

boost::asio::io_context &Network::context()
{
    return d->io;
}

} // namespace lazaret::http
