// The Journal: the pipeline's only write connection, on a thread of its own.
//
// Whatever queued up while the previous commit was being flushed becomes the next group (at most 256 works or 1 MiB; it
// never waits for more): one BEGIN IMMEDIATE, each work in a savepoint, one COMMIT, then every caller gets its own result.
// 2 KB rows with full sync: 2.6k rows/s one per commit, 37k at 64, 43k at 256 (SQLite 3.40): grouping is the throughput.
//
// When a commit cannot be kept (disk full, I/O error) the journal seals: every work is answered ErrorCode::sealed at once,
// nothing is acknowledged, and once a second it reopens the file and tries to write; when that works it unseals by itself.
// A file that was moved away or deleted under it seals it too: what is committed to a file without a name is lost with the process.
#pragma once

#include "base/clock.h"
#include "store/writer.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace lazaret {

class Journal final : public Writer
{
public:
    struct Observer
    {
        std::function<void()> committed;                             // after each commit, before the callers are answered
        std::function<void(bool sealed, const QString &why)> sealed; // on the journal's thread, on each change
    };
    struct Figures
    {
        quint64 commits = 0;
        quint64 works = 0;
        double lastCommitMs = 0; // the last COMMIT with its flush
    };

    static constexpr size_t kMostWorks = 256;
    static constexpr qsizetype kMostBytes = 1 << 20;
    static constexpr size_t kQueueLimit = 100000; // beyond it submit answers sealed: the caller must slow down

    Journal(QString file, Observer observer);
    ~Journal() override;

    Result<> start();
    void stop(); // drains what was submitted, then ends; later submits are answered sealed
    void submit(Work work, Done done, qsizetype bytes = 256) override; // any thread
    bool isSealed() const { return m_sealed; }
    QString sealReason() const;
    Figures figures() const;
    void setCommitFault(Database::CommitFault fault); // before start

private:
    struct Item
    {
        Work work;
        Done done;
        qsizetype bytes;
    };

    void loop();
    void commitGroup(std::deque<Item> group);
    Result<> runInSavepoint(const Item &item);
    void seal(const Error &error);
    void tryToUnseal();
    bool inPlace() const;
    std::deque<Item> takeGroup(bool &stopping);

    const QString m_file;
    const Observer m_observer;
    Database::CommitFault m_fault;
    std::unique_ptr<Database> m_database; // journal thread only
    QByteArray m_identity;                // of the file it has open; empty: this system cannot lose an open file

    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Item> m_queue;
    bool m_stopping = false;
    QString m_sealReason;
    Figures m_figures;
    std::atomic<bool> m_sealed{false};
    std::thread m_thread;
};

} // namespace lazaret
