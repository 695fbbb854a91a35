// One thread that runs what is posted to it, in order, and wakes itself at a set time. Plain std, so the thread sanitizer sees it.
#pragma once

#include <QtGlobal>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace lazaret {

class Strand
{
public:
    // `idle` runs on the strand after the posted work is done and whenever the wake-up time passes; it answers in how many
    // milliseconds it wants to run again (nullopt: only when something is posted).
    explicit Strand(std::function<std::optional<qint64>()> idle);
    ~Strand(); // runs what was posted, then joins

    void post(std::function<void()> work); // any thread
    void wake();                           // any thread: run `idle` soon; many wakes make one run
    void stop();                           // runs what was posted, then ends; joins

private:
    void loop();

    const std::function<std::optional<qint64>()> m_idle;
    std::mutex m_mutex;
    std::condition_variable m_condition;
    std::deque<std::function<void()>> m_work;
    bool m_woken = false;
    bool m_stopping = false;
    std::thread m_thread;
};

} // namespace lazaret
