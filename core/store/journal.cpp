#include "store/journal.h"

#include "base/wholefile.h"

#include <chrono>

namespace lazaret {

using namespace std::chrono_literals;

Journal::Journal(QString file, Observer observer) : m_file(std::move(file)), m_observer(std::move(observer)) {}

Journal::~Journal()
{
    stop();
}

void Journal::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void Journal::setCommitFault(Database::CommitFault fault)
{
    m_fault = std::move(fault);
}

Result<> Journal::start()
{
    std::promise<Result<>> opened;
    auto ready = opened.get_future();
    m_thread = std::thread([this, &opened] {
        // Opened here: a QSqlDatabase connection belongs to the thread that created it.
        auto database = Database::open(m_file, Database::Access::readWrite);
        if (!database) {
            opened.set_value(tl::unexpected(database.error()));
            return;
        }
        m_database = std::move(*database);
        m_database->setCommitFault(m_fault);
        m_identity = fileIdentity(m_file);
        opened.set_value({});
        loop();
        m_database.reset();
    });
    return ready.get();
}

void Journal::submit(Work work, Done done, qsizetype bytes)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_stopping && m_queue.size() < kQueueLimit) {
            m_queue.push_back({std::move(work), std::move(done), bytes});
            done = nullptr;
        }
    }
    if (done)
        done(fail(ErrorCode::sealed, QStringLiteral("the journal takes no more writes now")));
    else
        m_wake.notify_one();
}

QString Journal::sealReason() const
{
    const std::lock_guard lock(m_mutex);
    return m_sealReason;
}

Journal::Figures Journal::figures() const
{
    const std::lock_guard lock(m_mutex);
    return m_figures;
}

std::deque<Journal::Item> Journal::takeGroup(bool &stopping)
{
    std::unique_lock lock(m_mutex);
    const auto hasWork = [this] { return m_stopping || !m_queue.empty(); };
    if (m_sealed)
        m_wake.wait_for(lock, 1s, hasWork);
    else
        m_wake.wait(lock, hasWork);
    stopping = m_stopping && m_queue.empty();
    std::deque<Item> group;
    qsizetype bytes = 0;
    while (!m_queue.empty() && group.size() < kMostWorks && bytes < kMostBytes) {
        bytes += m_queue.front().bytes;
        group.push_back(std::move(m_queue.front()));
        m_queue.pop_front();
    }
    return group;
}

void Journal::loop()
{
    auto lastTry = std::chrono::steady_clock::now();
    for (;;) {
        bool stopping = false;
        auto group = takeGroup(stopping);
        if (stopping)
            return;
        if (m_sealed && std::chrono::steady_clock::now() - lastTry >= 1s) {
            tryToUnseal();
            lastTry = std::chrono::steady_clock::now();
        }
        if (m_sealed) {
            const Error error{ErrorCode::sealed, sealReason()};
            for (auto &item : group)
                item.done(tl::unexpected(error));
            continue;
        }
        if (!group.empty())
            commitGroup(std::move(group));
        if (m_sealed)
            lastTry = std::chrono::steady_clock::now();
    }
}

Result<> Journal::runInSavepoint(const Item &item)
{
    m_database->prepare("SAVEPOINT work").run();
    Result<> result = item.work(*m_database);
    if (m_database->error()) {
        result = tl::unexpected(*m_database->error());
        if (result.error().code == ErrorCode::sealed)
            return result; // SQLite may already have rolled the whole transaction back
        m_database->clearError();
    }
    if (!result)
        m_database->prepare("ROLLBACK TO work").run();
    m_database->prepare("RELEASE work").run();
    return result;
}

void Journal::commitGroup(std::deque<Item> group)
{
    std::vector<Result<>> results(group.size());
    std::optional<Error> lost; // why the whole group was lost
    if (!m_database->begin())
        lost = m_database->error();
    for (size_t i = 0; i < group.size() && !lost; ++i) {
        results[i] = runInSavepoint(group[i]);
        if (m_database->error())
            lost = m_database->error();
    }
    const auto started = std::chrono::steady_clock::now();
    if (!lost && !m_database->commit())
        lost = m_database->error();
    if (!lost && !inPlace())
        lost = Error{ErrorCode::sealed, QStringLiteral("%1 was moved or deleted while it was in use: put it back, or stop and restore it. "
                                                       "What was accepted before is still in the file this process has open")
                                            .arg(m_file)};
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - started;
    if (lost) {
        m_database->rollback();
        m_database->clearError();
        seal(*lost);
        for (size_t i = 0; i < group.size(); ++i)
            group[i].done(tl::unexpected(Error{ErrorCode::sealed, lost->detail}));
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        ++m_figures.commits;
        m_figures.works += group.size();
        m_figures.lastCommitMs = took.count();
    }
    if (m_observer.committed)
        m_observer.committed();
    for (size_t i = 0; i < group.size(); ++i)
        group[i].done(std::move(results[i]));
}

void Journal::seal(const Error &error)
{
    {
        const std::lock_guard lock(m_mutex);
        m_sealReason = error.detail;
    }
    m_sealed = true;
    if (m_observer.sealed)
        m_observer.sealed(true, error.detail);
}

bool Journal::inPlace() const
{
    return fileIdentity(m_file) == m_identity;
}

void Journal::tryToUnseal()
{
    if (!inPlace())
        return; // opening it would make an empty one, and close the last way to what the lost one holds
    // A connection that saw a failed flush must not be trusted again: what the system dropped from its cache it may report as written.
    m_database.reset();
    auto reopened = Database::open(m_file, Database::Access::readWrite);
    if (!reopened)
        return;
    m_database = std::move(*reopened);
    m_database->setCommitFault(m_fault);
    m_database->begin();
    m_database->run("INSERT INTO meta (key, value) VALUES ('last_unsealed', '1') ON CONFLICT (key) DO UPDATE SET value = value + 1");
    if (!m_database->commit()) {
        m_database->rollback();
        m_database->clearError();
        return;
    }
    m_sealed = false;
    if (m_observer.sealed)
        m_observer.sealed(false, {});
}

} // namespace lazaret
