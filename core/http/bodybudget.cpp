#include "http/bodybudget.h"

#include <algorithm>
#include <utility>

namespace lazaret::http {

BodyBudget::Ticket BodyBudget::acquire(qint64 bytes, std::function<void()> granted)
{
    const std::lock_guard lock(m_mutex);
    m_entries.emplace(++m_last, Entry{std::min(bytes, m_total), std::move(granted)});
    grant();
    return m_last;
}

void BodyBudget::release(Ticket ticket)
{
    const std::lock_guard lock(m_mutex);
    const auto it = m_entries.find(ticket);
    if (it == m_entries.end())
        return;
    if (!it->second.granted)
        m_free += it->second.bytes;
    m_entries.erase(it);
    grant();
}

void BodyBudget::grant()
{
    for (auto &[ticket, entry] : m_entries) {
        if (!entry.granted)
            continue;
        if (entry.bytes > m_free)
            return;
        m_free -= entry.bytes;
        std::exchange(entry.granted, nullptr)();
    }
}

qint64 BodyBudget::freeBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_free;
}

} // namespace lazaret::http
