#include "grab.h"

#include "shell/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QTextStream>
#include <QTimer>

namespace lazaret {

namespace {

constexpr int kPageDeadlineMs = 30000;
constexpr int kSettleMs = 100; // after the answers: elided labels and charts take one more layout pass

// Pages one after another, driven by the window's own signal; ends the event loop with the exit code.
class Grabber : public QObject
{
public:
    Grabber(ui::MainWindow &window, QStringList pages, QString directory)
        : m_window(window), m_pages(std::move(pages)), m_directory(std::move(directory))
    {
        connect(&m_window, &ui::MainWindow::pageReady, this, [this](const QString &name) {
            if (!m_pages.isEmpty() && name == m_pages.first())
                m_settle.start(kSettleMs);
        });
        m_settle.setSingleShot(true);
        connect(&m_settle, &QTimer::timeout, this, [this] { take(); });
        m_deadline.setSingleShot(true);
        connect(&m_deadline, &QTimer::timeout, this,
                [this] { fail(QStringLiteral("page %1 did not finish loading").arg(m_pages.value(0))); });
    }
    void next()
    {
        if (m_pages.isEmpty())
            return QCoreApplication::exit(0);
        m_deadline.start(kPageDeadlineMs);
        m_window.showPage(m_pages.first());
    }

private:
    void take()
    {
        const QString name = m_pages.takeFirst();
        const QString file = QStringLiteral("%1/%2.png").arg(m_directory, name);
        if (!m_window.grab().save(file))
            return fail(QStringLiteral("cannot write %1").arg(file));
        QTextStream(stdout) << file << '\n';
        next();
    }
    void fail(const QString &message)
    {
        QTextStream(stderr) << "lazaret: " << message << '\n';
        QCoreApplication::exit(1);
    }

    ui::MainWindow &m_window;
    QStringList m_pages;
    const QString m_directory;
    QTimer m_settle, m_deadline;
};

} // namespace

int grabPages(ui::DeskServices &services, const GrabOptions &options)
{
    ui::MainWindow window(services);
    QStringList pages = window.pageNames();
    if (!options.page.isEmpty()) {
        if (!pages.contains(options.page) && options.page != u"welcome") {
            QTextStream(stderr) << "lazaret: --page " << options.page << ": there are " << pages.join(QStringLiteral(", ")) << '\n';
            return 2;
        }
        pages = {options.page};
    }
    if (!QDir().mkpath(options.directory)) {
        QTextStream(stderr) << "lazaret: cannot create " << options.directory << '\n';
        return 1;
    }
    window.resize(options.size);
    window.show();
    Grabber grabber(window, pages, options.directory);
    QTimer::singleShot(0, &grabber, [&grabber] { grabber.next(); });
    return QApplication::exec();
}

} // namespace lazaret
