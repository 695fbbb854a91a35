// Reads off the GUI thread: its own read-only connection on its own thread. Answers come back on the asking object's thread.
//
// Requests carry a channel: a newer request on the same channel replaces the older one, which is interrupted if it runs and
// never answers. A context that dies before the answer gets none.
#pragma once

#include "base/result.h"
#include "store/database.h"

#include <QObject>
#include <QPointer>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace lazaret {

class Reader : public QObject
{
    Q_OBJECT
public:
    // Opens the file on its thread; failures arrive as the answer of each request.
    explicit Reader(QString databaseFile, QObject *parent = nullptr);
    ~Reader() override;

    template <typename T>
    void ask(QObject *context, const QString &channel, std::function<T(Database &)> query, std::function<void(Result<T>)> answer)
    {
        QPointer<QObject> guard(context);
        enqueue({channel, [guard, query = std::move(query), answer = std::move(answer)](Database *db, const Error &openError) {
                     std::shared_ptr<Result<T>> result;
                     if (!db) {
                         result = std::make_shared<Result<T>>(tl::unexpected(openError));
                     } else {
                         T value = query(*db);
                         if (db->error() && db->error()->code == ErrorCode::cancelled)
                             return; // replaced by a newer request
                         result = db->error() ? std::make_shared<Result<T>>(tl::unexpected(*db->error()))
                                              : std::make_shared<Result<T>>(std::move(value));
                     }
                     deliver(guard, [result, answer] { answer(std::move(*result)); });
                 }});
    }

    // Forget what is queued on this channel and interrupt it if it runs.
    void drop(const QString &channel);

Q_SIGNALS:
    // The database was changed by anyone (another process included); at most four times a second. On this object's thread.
    void changed();

private:
    struct Request
    {
        QString channel;
        std::function<void(Database *, const Error &)> run; // null: the file could not be opened, for the reason given
    };
    void enqueue(Request request);
    void loop();
    static void deliver(const QPointer<QObject> &context, std::function<void()> call);

    const QString m_file;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Request> m_queue;
    QString m_running;
    Database *m_database = nullptr; // guarded by m_mutex, for interrupt()
    bool m_stopping = false;
    std::thread m_thread;
};

} // namespace lazaret
