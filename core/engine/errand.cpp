#include "engine/errand.h"

#include <QElapsedTimer>
#include <QMetaObject>

namespace lazaret {

namespace {
constexpr qint64 tellEveryMs = 100;
}

Errand::Errand(const QString &dataDirectory, QObject *parent) : QObject(parent), m_file(dataDirectory + QStringLiteral("/lazaret.db")) {}

Errand::~Errand()
{
    cancel();
    if (m_thread.joinable())
        m_thread.join();
}

void Errand::cancel()
{
    if (!m_running)
        return;
    m_cancelled = true;
    const std::lock_guard lock(m_mutex);
    if (m_database)
        m_database->interrupt();
}

Errand::Progress Errand::progress()
{
    auto last = std::make_shared<QElapsedTimer>();
    return [this, last](qint64 done, qint64 total) {
        if (!last->isValid() || last->elapsed() >= tellEveryMs) {
            last->start();
            QMetaObject::invokeMethod(
                this, [this, done, total] { Q_EMIT progressed(done, total); }, Qt::QueuedConnection);
        }
        return !m_cancelled;
    };
}

void Errand::run(Work work)
{
    if (m_running) {
        m_next = std::move(work);
        return cancel();
    }
    if (m_thread.joinable())
        m_thread.join(); // the one before has answered: it ends at once
    m_running = true;
    m_cancelled = false;
    Q_EMIT runningChanged(true);
    m_thread = std::thread([this, work = std::move(work)] {
        auto opened = Database::open(m_file, Database::Access::readOnly);
        {
            const std::lock_guard lock(m_mutex);
            m_database = opened ? opened->get() : nullptr;
        }
        auto answer = work(opened ? opened->get() : nullptr, opened ? Error{} : opened.error());
        {
            const std::lock_guard lock(m_mutex);
            m_database = nullptr;
        }
        QMetaObject::invokeMethod(
            this, [this, answer = std::move(answer)] { finish(answer); }, Qt::QueuedConnection);
    });
}

void Errand::finish(const std::function<void()> &answer)
{
    m_running = false;
    if (m_next)
        return run(std::exchange(m_next, {}));
    Q_EMIT runningChanged(false);
    answer();
}

} // namespace lazaret
