// Fails a test when the GUI thread is busy for too long: every event it handles, and what a test calls itself, is timed. Time in which the
// thread was ready but had no processor does not count, so that a busy machine is not a slow desk.
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QStringList>

namespace lazaret::test {

class Watchdog
{
public:
    // A sanitizer or a debug build is slower by its nature; LAZARET_GUI_BUSY_MS says otherwise.
    static qint64 boundMs()
    {
        static const qint64 bound = [] {
            if (const int asked = qEnvironmentVariableIntValue("LAZARET_GUI_BUSY_MS"); asked > 0)
                return qint64(asked);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
            return qint64(1500);
#elif !defined(NDEBUG)
            return qint64(400);
#else
            return qint64(100);
#endif
        }();
        return bound;
    }
    static Watchdog &instance()
    {
        static Watchdog dog;
        return dog;
    }

    // Everything until the outermost Stretch ends is one time of being busy.
    class Stretch
    {
    public:
        explicit Stretch(const QString &what) : m_outer(instance().m_depth++ == 0)
        {
            if (m_outer)
                instance().begin(what);
        }
        template <typename F>
        explicit Stretch(F describe, std::nullptr_t) : m_outer(instance().m_depth++ == 0)
        {
            if (m_outer)
                instance().begin(describe());
        }
        ~Stretch()
        {
            --instance().m_depth;
            if (m_outer)
                instance().end();
        }
        Q_DISABLE_COPY_MOVE(Stretch)

    private:
        bool m_outer;
    };

    void watch(bool on)
    {
        m_watching = on;
    }
    QStringList takeFindings()
    {
        return std::exchange(m_findings, {});
    }
    qint64 longestMs() const
    {
        return m_longest;
    }

private:
    void begin(const QString &what)
    {
        m_what = what;
        m_waitedNs = waitedForProcessor();
        m_time.start();
    }
    void end()
    {
        if (!m_watching)
            return;
        qint64 ms = m_time.elapsed();
        if (ms < boundMs())
            return;
        ms -= (waitedForProcessor() - m_waitedNs) / 1'000'000;
        m_longest = qMax(m_longest, ms);
        if (ms >= boundMs())
            m_findings << QStringLiteral("the GUI thread was busy for %1 ms: %2").arg(ms).arg(m_what);
    }
    // Nanoseconds this thread stood in the run queue: the second number of schedstat; 0 where the system does not say.
    static qint64 waitedForProcessor()
    {
        QFile file(QStringLiteral("/proc/thread-self/schedstat"));
        return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() : 0;
    }

    int m_depth = 0;
    bool m_watching = false;
    QString m_what;
    QElapsedTimer m_time;
    qint64 m_waitedNs = 0, m_longest = 0;
    QStringList m_findings;
};

class WatchedApplication : public QApplication
{
public:
    using QApplication::QApplication;
    bool notify(QObject *receiver, QEvent *event) override
    {
        const auto type = int(event->type());
        const auto *meta = receiver->metaObject();
        const Watchdog::Stretch stretch([=] { return QStringLiteral("event %1 to %2").arg(type).arg(QLatin1String(meta->className())); },
                                        nullptr);
        return QApplication::notify(receiver, event);
    }
};

} // namespace lazaret::test
