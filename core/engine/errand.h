// Long reading beside the pages' reader: its own thread and read-only connection, for what takes seconds and says how far it is
// (verifying the audit chain, writing an export). One at a time; it answers on the thread that owns it, also when it was cancelled.
#pragma once

#include "base/result.h"
#include "store/database.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace lazaret {

class Errand : public QObject
{
    Q_OBJECT
public:
    // done and total in whatever is counted; total 0: not known. False: stop now. On the errand's thread.
    using Progress = std::function<bool(qint64 done, qint64 total)>;

    explicit Errand(const QString &dataDirectory, QObject *parent = nullptr);
    ~Errand() override; // cancels, and waits for the statement in hand

    // One that still runs is cancelled and never answers. What came to be in spite of cancelling is answered as it is.
    template <typename T>
    void start(std::function<Result<T>(Database &, const Progress &)> work, std::function<void(const Result<T> &)> answer)
    {
        run([this, work = std::move(work), answer = std::move(answer)](Database *db, const Error &openError) -> std::function<void()> {
            auto result = std::make_shared<Result<T>>(db ? work(*db, progress()) : Result<T>(tl::unexpected(openError)));
            if (db && db->error() && *result)
                *result = tl::unexpected(*db->error());
            return [result, answer] { answer(*result); };
        });
    }
    void cancel();
    bool isRunning() const { return m_running; }

Q_SIGNALS:
    void progressed(qint64 done, qint64 total); // at most ten times a second
    void runningChanged(bool running);

private:
    using Work = std::function<std::function<void()>(Database *, const Error &)>;
    void run(Work work);
    Progress progress();
    void finish(const std::function<void()> &answer);

    const QString m_file;
    std::atomic_bool m_cancelled = false;
    bool m_running = false;
    Work m_next; // instead of the answer of the one that runs
    std::mutex m_mutex;
    Database *m_database = nullptr; // guarded by m_mutex, for interrupt()
    std::thread m_thread;
};

} // namespace lazaret
