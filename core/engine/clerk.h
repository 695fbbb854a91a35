// Carries out a person's decisions off the GUI thread, one after another, as a command beside the pipeline does: its own connection,
// short transactions, every right checked in Desk. Answers come on the asking object's thread. Closing a view cancels nothing: the work
// goes on when its context has died, only the answer is dropped. All functions belong to the thread that made it.
#pragma once

#include "engine/desk.h"
#include "store/datadirectory.h"

#include <QObject>
#include <QPointer>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace lazaret {

class Clerk : public QObject
{
    Q_OBJECT
public:
    // What is under way, for the status strip. total 0: not countable.
    struct Operation
    {
        quint64 id = 0;
        QString title; // as given, translated
        qint64 startedAt = 0;
        qsizetype done = 0;
        qsizetype total = 0;
        bool stopping = false;
    };

    // The clock and the secrets outlive it.
    Clerk(DataDirectory directory, const Clock &clock, guard::SecretStore &secrets, Desk::Person person, QObject *parent = nullptr);
    ~Clerk() override; // finishes the case in hand and drops what waits

    template <typename T>
    quint64 submit(QObject *context, const QString &title, std::function<Result<T>(Desk &)> work,
                   std::function<void(const Result<T> &)> answer)
    {
        return enqueue(title, [guard = QPointer<QObject>(context), work = std::move(work), answer = std::move(answer)](Work &at) {
            auto result = std::make_shared<Result<T>>(at.desk ? work(*at.desk) : Result<T>(tl::unexpected(at.error)));
            if (!*result)
                at.trouble = result->error().detail;
            at.answer = deliverer(guard, [result, answer] { answer(*result); });
        });
    }

    // For what only the pipeline can do (asking recipients, reconciling): answers when the pipeline has, or with why it will not.
    quint64 submitAsked(QObject *context, const QString &title, std::function<Result<Asked>(Desk &)> work,
                        std::function<void(const Result<BulkResult> &)> answer);

    void stop(quint64 id); // after the case in hand; what is done stays done, the rest is answered as "stopped"
    QList<Operation> operations() const;

Q_SIGNALS:
    void operationsChanged(); // at most four times a second while one runs
    // As it stood at its end. trouble: why it was not done, untranslated; empty when it was.
    void operationEnded(const lazaret::Clerk::Operation &last, const QString &trouble);

private:
    struct Work
    {
        quint64 id = 0;
        std::function<void(Work &)> run;
        Desk *desk = nullptr; // null: the database could not be opened, for the reason in error
        Error error;
        QString trouble;
        std::function<void()> answer;
        std::optional<Asked> asked; // goes on waiting for the pipeline
        std::function<std::function<void()>(Result<BulkResult>)> pipelineAnswer;
    };
    struct Desktop; // the worker's connection, writer and Desk

    quint64 enqueue(const QString &title, std::function<void(Work &)> run);
    static std::function<void()> deliverer(const QPointer<QObject> &context, std::function<void()> call);
    void loop();
    void perform(Work &work, Desktop &desktop);
    void lookForAnswers(Desktop &desktop);
    void finish(Work &work);
    bool progress(quint64 id, qsizetype done, qsizetype total);
    void tell();

    const DataDirectory m_directory;
    const Clock &m_clock;
    guard::SecretStore &m_secrets;
    const Desk::Person m_person;

    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Work> m_queue;
    QList<Operation> m_operations;
    quint64 m_lastId = 0;
    qint64 m_toldAt = 0; // monotonic
    bool m_stopping = false;
    std::deque<Work> m_awaiting; // the worker's own
    std::thread m_thread;
};

} // namespace lazaret
