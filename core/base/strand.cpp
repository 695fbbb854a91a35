#include "base/strand.h"

namespace lazaret {

Strand::Strand(std::function<std::optional<qint64>()> idle) : m_idle(std::move(idle)), m_thread([this] { loop(); }) {}

Strand::~Strand()
{
    stop();
}

void Strand::post(std::function<void()> work)
{
    {
        const std::lock_guard lock(m_mutex);
        m_work.push_back(std::move(work));
    }
    m_condition.notify_one();
}

void Strand::wake()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_woken)
            return;
        m_woken = true;
    }
    m_condition.notify_one();
}

void Strand::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_condition.notify_one();
    if (m_thread.joinable())
        m_thread.join();
}

void Strand::loop()
{
    std::optional<qint64> again = 0;
    std::unique_lock lock(m_mutex);
    for (;;) {
        const auto ready = [this] { return m_stopping || m_woken || !m_work.empty(); };
        if (again)
            m_condition.wait_for(lock, std::chrono::milliseconds(*again), ready);
        else
            m_condition.wait(lock, ready);
        while (!m_work.empty()) {
            auto work = std::move(m_work.front());
            m_work.pop_front();
            lock.unlock();
            work();
            work = nullptr;
            lock.lock();
        }
        if (m_stopping)
            return;
        m_woken = false;
        lock.unlock();
        again = m_idle();
        lock.lock();
    }
}

} // namespace lazaret
