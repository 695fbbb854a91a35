#include "engine/clerk.h"

#include "base/wholefile.h"
#include "store/releases.h"

#include <QFile>
#include <QMetaObject>

#include <algorithm>

namespace lazaret {

using namespace std::chrono_literals;

namespace {

constexpr qint64 kTellEveryMs = 250;

}

struct Clerk::Desktop
{
    std::unique_ptr<Database> database;
    std::unique_ptr<DirectWriter> writer;
    std::unique_ptr<Desk> desk;
    Error error;
    QByteArray file; // which one it has open
};

Clerk::Clerk(DataDirectory directory, const Clock &clock, guard::SecretStore &secrets, Desk::Person person, QObject *parent)
    : QObject(parent), m_directory(std::move(directory)), m_clock(clock), m_secrets(secrets), m_person(std::move(person))
{
    m_thread = std::thread([this] { loop(); });
}

Clerk::~Clerk()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_queue.clear();
    }
    m_wake.notify_all();
    m_thread.join();
}

quint64 Clerk::enqueue(const QString &title, std::function<void(Work &)> run)
{
    quint64 id = 0;
    {
        const std::lock_guard lock(m_mutex);
        id = ++m_lastId;
        Work work;
        work.id = id;
        work.run = std::move(run);
        m_queue.push_back(std::move(work));
        m_operations.append({id, title, m_clock.nowMs()});
    }
    m_wake.notify_all();
    Q_EMIT operationsChanged();
    return id;
}

quint64 Clerk::submitAsked(QObject *context, const QString &title, std::function<Result<Asked>(Desk &)> work,
                           std::function<void(const Result<BulkResult> &)> answer)
{
    return enqueue(title, [guard = QPointer<QObject>(context), ask = std::move(work), answer = std::move(answer)](Work &at) {
        at.pipelineAnswer = [guard, answer](const Result<BulkResult> &bulk) { return deliverer(guard, [bulk, answer] { answer(bulk); }); };
        const auto asked = at.desk ? ask(*at.desk) : Result<Asked>(tl::unexpected(at.error));
        if (!asked) {
            at.answer = at.pipelineAnswer(tl::unexpected(asked.error()));
            at.trouble = asked.error().detail;
        } else if (asked->request == 0) {
            at.answer = at.pipelineAnswer(asked->refused);
        } else {
            at.asked = *asked;
        }
    });
}

std::function<void()> Clerk::deliverer(const QPointer<QObject> &context, std::function<void()> call)
{
    return [context, call = std::move(call)] {
        if (QObject *receiver = context.data())
            QMetaObject::invokeMethod(receiver, call, Qt::QueuedConnection);
    };
}

void Clerk::stop(quint64 id)
{
    const std::lock_guard lock(m_mutex);
    for (auto &operation : m_operations) {
        if (operation.id == id)
            operation.stopping = true;
    }
}

QList<Clerk::Operation> Clerk::operations() const
{
    const std::lock_guard lock(m_mutex);
    return m_operations;
}

void Clerk::tell()
{
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT operationsChanged(); }, Qt::QueuedConnection);
}

// On the worker's thread, for each case. False: somebody asked to stop.
bool Clerk::progress(quint64 id, qsizetype done, qsizetype total)
{
    const std::lock_guard lock(m_mutex);
    for (auto &operation : m_operations) {
        if (operation.id != id)
            continue;
        operation.done = done;
        operation.total = total;
        if (const qint64 now = m_clock.monotonicMs(); now - m_toldAt >= kTellEveryMs) {
            m_toldAt = now;
            tell();
        }
        return !operation.stopping && !m_stopping;
    }
    return !m_stopping;
}

void Clerk::finish(Work &work)
{
    Operation last;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto &operation : std::as_const(m_operations)) {
            if (operation.id == work.id)
                last = operation;
        }
        m_operations.removeIf([&](const Operation &operation) { return operation.id == work.id; });
    }
    work.answer();
    tell();
    QMetaObject::invokeMethod(
        this, [this, last, trouble = work.trouble] { Q_EMIT operationEnded(last, trouble); }, Qt::QueuedConnection);
}

void Clerk::perform(Work &work, Desktop &desktop)
{
    const QString file = m_directory.databaseFile();
    if (desktop.database && fileIdentity(file) != desktop.file)
        desktop = {}; // moved or deleted meanwhile: what is written there nobody would find
    if (!desktop.database && !QFile::exists(file)) {
        work.error = {ErrorCode::sealed, QStringLiteral("%1 is not there: it was moved or deleted. Nothing was done").arg(file)};
    } else if (!desktop.database) {
        auto opened = Database::open(file, Database::Access::readWrite);
        if (opened) {
            desktop.database = std::move(*opened);
            desktop.file = fileIdentity(file);
            desktop.writer = std::make_unique<DirectWriter>(*desktop.database);
            desktop.desk = std::make_unique<Desk>(*desktop.writer, m_clock, m_secrets, m_person);
        } else {
            work.error = opened.error();
        }
    }
    work.desk = desktop.desk.get();
    if (work.desk)
        work.desk->onProgress([this, id = work.id](qsizetype done, qsizetype total) { return progress(id, done, total); });
    work.run(work);
    if (work.asked)
        m_awaiting.push_back(std::move(work));
    else
        finish(work);
}

void Clerk::lookForAnswers(Desktop &desktop)
{
    const bool runs = !PipelineLock::owner(m_directory).isEmpty(); // asked before the row: an answer given at the very end still counts
    for (auto &work : m_awaiting) {
        const auto request = store::loadRequest(*desktop.database, work.asked->request);
        if (request && request->state == u"answered") {
            BulkResult bulk = BulkResult::fromAnswers(request->results);
            bulk.items += work.asked->refused.items;
            work.answer = work.pipelineAnswer(bulk);
        } else if (desktop.database->error()) {
            work.answer = work.pipelineAnswer(tl::unexpected(*desktop.database->error()));
            desktop.database->clearError();
        } else if (!runs) {
            work.answer = work.pipelineAnswer(fail(
                ErrorCode::refused, QStringLiteral("no pipeline runs over this data now; it carries the request out when it runs again")));
        } else if (!progress(work.id, 0, 0)) {
            work.answer = work.pipelineAnswer(
                fail(ErrorCode::cancelled, QStringLiteral("no longer waited for; the pipeline carries the request out all the same")));
        }
        if (work.answer)
            finish(work);
    }
    std::erase_if(m_awaiting, [](const Work &work) { return bool(work.answer); });
}

void Clerk::loop()
{
    Desktop desktop;
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        if (m_queue.empty()) {
            if (m_awaiting.empty()) {
                m_wake.wait(lock, [this] { return m_stopping || !m_queue.empty(); });
                continue;
            }
            m_wake.wait_for(lock, 250ms, [this] { return m_stopping || !m_queue.empty(); }); // another process answers: nothing wakes us
            if (m_stopping || !m_queue.empty())
                continue;
            lock.unlock();
            lookForAnswers(desktop);
            lock.lock();
            continue;
        }
        Work work = std::move(m_queue.front());
        m_queue.pop_front();
        lock.unlock();
        perform(work, desktop);
        lock.lock();
    }
}

} // namespace lazaret
