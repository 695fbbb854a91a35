#include "engine/reader.h"

#include <QMetaObject>

#include <algorithm>

namespace lazaret {

using namespace std::chrono_literals;

Reader::Reader(QString databaseFile, QObject *parent) : QObject(parent), m_file(std::move(databaseFile))
{
    m_thread = std::thread([this] { loop(); });
}

Reader::~Reader()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_queue.clear();
        if (m_database)
            m_database->interrupt();
    }
    m_wake.notify_all();
    m_thread.join();
}

void Reader::enqueue(Request request)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto stale = std::remove_if(m_queue.begin(), m_queue.end(), [&](const Request &r) { return r.channel == request.channel; });
        m_queue.erase(stale, m_queue.end());
        if (m_running == request.channel && m_database)
            m_database->interrupt();
        m_queue.push_back(std::move(request));
    }
    m_wake.notify_all();
}

void Reader::drop(const QString &channel)
{
    const std::lock_guard lock(m_mutex);
    const auto stale = std::remove_if(m_queue.begin(), m_queue.end(), [&](const Request &r) { return r.channel == channel; });
    m_queue.erase(stale, m_queue.end());
    if (m_running == channel && m_database)
        m_database->interrupt();
}

void Reader::deliver(const QPointer<QObject> &context, std::function<void()> call)
{
    // The receiver may die meanwhile: invokeMethod drops the call with it, and the guard covers the time before.
    if (QObject *receiver = context.data())
        QMetaObject::invokeMethod(receiver, std::move(call), Qt::QueuedConnection);
}

void Reader::loop()
{
    auto opened = Database::open(m_file, Database::Access::readOnly);
    Error openError;
    std::unique_ptr<Database> database;
    if (opened)
        database = std::move(*opened);
    else
        openError = opened.error();
    qint64 seen = database ? database->dataVersion() : 0;

    std::unique_lock lock(m_mutex);
    m_database = database.get();
    while (!m_stopping) {
        if (m_queue.empty()) {
            m_wake.wait_for(lock, 250ms); // the one permitted poll: PRAGMA data_version, at most every 250 ms (3-contracts, Durability 6)
            if (m_stopping)
                break;
            if (m_queue.empty()) {
                lock.unlock();
                const qint64 now = database ? database->dataVersion() : seen;
                if (database)
                    database->clearError();
                if (now != seen) {
                    seen = now;
                    Q_EMIT changed();
                }
                lock.lock();
            }
            continue;
        }
        Request request = std::move(m_queue.front());
        m_queue.pop_front();
        m_running = request.channel;
        if (database)
            database->clearError();
        lock.unlock();
        request.run(database.get(), openError);
        lock.lock();
        m_running.clear();
    }
    m_database = nullptr;
}

} // namespace lazaret
