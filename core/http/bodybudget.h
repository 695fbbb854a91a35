// The bound on request bodies held in memory at once. Pure bookkeeping, thread-safe.
#pragma once

#include <QtGlobal>

#include <functional>
#include <map>
#include <mutex>

namespace lazaret::http {

// A body asks once for its whole size, so nobody waits while holding a part and the budget cannot deadlock. First come, first served:
// a large body at the front is not overtaken for ever by small ones.
class BodyBudget
{
public:
    using Ticket = quint64;

    explicit BodyBudget(qint64 bytes) : m_total(bytes), m_free(bytes) {}

    // A size over the whole budget counts as the whole budget. `granted` is called once when held, at once or later, from whichever thread
    // frees the room; never after release(). It must not call back into the budget.
    Ticket acquire(qint64 bytes, std::function<void()> granted);
    void release(Ticket ticket); // held or still waiting

    qint64 freeBytes() const;

private:
    struct Entry
    {
        qint64 bytes;
        std::function<void()> granted; // empty once held
    };

    void grant();

    mutable std::mutex m_mutex;
    const qint64 m_total;
    qint64 m_free;
    Ticket m_last = 0;
    std::map<Ticket, Entry> m_entries; // in order of arrival
};

} // namespace lazaret::http
