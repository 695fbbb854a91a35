// How the desk answers with many cases: from the window's making to the first painted page, from a key to the painted answer, what it
// costs to stand open, and memory. Usage: bench_desk [--cases N] [--seconds S] [--smoke]
#include "shell/mainwindow.h"
#include "theme/theme.h"
#include "ui/manycases.h"
#include "ui/storedesk.h"
#include "widgets/datatable.h"
#include "widgets/querybar.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QTextStream>

#include <ctime>

using namespace lazaret;
using namespace lazaret::ui;

namespace {

constexpr int deadlineMs = 60'000, rounds = 9;

// Counts the paints of one widget.
class Paints : public QObject
{
public:
    explicit Paints(QWidget *watched) { watched->installEventFilter(this); }
    int count = 0;
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        count += event->type() == QEvent::Paint;
        return QObject::eventFilter(watched, event);
    }
};

double processorMs()
{
    return double(std::clock()) * 1000 / CLOCKS_PER_SEC; // of every thread of the process
}

QString residentMegabytes()
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly))
        return QStringLiteral("unknown");
    for (const auto &line : file.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return QStringLiteral("%1 MB").arg(line.mid(6).trimmed().split(' ').first().toInt() / 1024);
    }
    return QStringLiteral("unknown");
}

void tell(const QString &what, const QString &figure)
{
    QTextStream(stdout) << what.leftJustified(58) << figure << '\n';
}

class Bench
{
public:
    explicit Bench(test::DeskBench &bench) : m_services(bench, {QStringLiteral("root"), {QStringLiteral("*")}}, Role::administrator) {}

    bool run(int idleSeconds)
    {
        start();
        if (!openCases())
            return false;
        measure(QStringLiteral("filter: last key to painted answer (with the bar's pause)"), [this](int round) {
            auto *edit = m_window->findChild<QueryEdit *>(QStringLiteral("query"));
            edit->setPlainText(round % 2 ? QStringLiteral("class:policy") : QStringLiteral("-status:closed"));
        });
        measure(QStringLiteral("sort: click to painted answer"), [this](int round) {
            Q_EMIT m_table->horizontalHeader()->sectionClicked(round % 2 ? m_sortable.first() : m_sortable.last());
        });
        openOneAfterAnother();
        tell(QStringLiteral("memory, cases open"), residentMegabytes());
        m_window->showPage(QStringLiteral("overview"));
        idle(QStringLiteral("processor while the overview stands open"), idleSeconds, false);
        idle(QStringLiteral("processor with four commits a second noticed"), idleSeconds, true);
        return true;
    }

private:
    void start()
    {
        QElapsedTimer time;
        time.start();
        m_window = std::make_unique<MainWindow>(m_services);
        m_window->resize(1440, 900);
        QSignalSpy ready(m_window.get(), &MainWindow::pageReady);
        m_window->show();
        const auto shown = time.elapsed();
        (void)QTest::qWaitFor([&] { return !ready.isEmpty(); }, deadlineMs);
        QCoreApplication::processEvents();
        tell(QStringLiteral("window made and shown"), QStringLiteral("%1 ms").arg(shown));
        tell(QStringLiteral("first page answered and painted"), QStringLiteral("%1 ms").arg(time.elapsed()));
    }

    bool openCases()
    {
        m_window->showPage(QStringLiteral("cases"));
        m_table = m_window->findChild<DataTable *>(QStringLiteral("caseTable"));
        if (!m_table ||
            !QTest::qWaitFor([this] { return m_table->model()->rowCount() > 0 && !m_table->currentId().isEmpty(); }, deadlineMs))
            return false;
        for (int section = 0; section < m_table->horizontalHeader()->count(); ++section) {
            if (!m_table->isColumnHidden(section))
                m_sortable << section;
        }
        return true;
    }

    // Until the model was reset by the answer and the table painted after it.
    template <typename F>
    void measure(const QString &what, F act)
    {
        QList<qint64> times;
        for (int round = 0; round < rounds; ++round) {
            QSignalSpy reset(m_table->model(), &QAbstractItemModel::modelReset);
            QSignalSpy laidOut(m_table->model(), &QAbstractItemModel::layoutChanged);
            Paints paints(m_table->viewport());
            QElapsedTimer time;
            time.start();
            act(round);
            const bool answered = QTest::qWaitFor([&] { return !reset.isEmpty() || !laidOut.isEmpty(); }, 3'000);
            const int before = paints.count;
            (void)QTest::qWaitFor([&] { return paints.count > before; }, 1'000);
            if (answered)
                times << time.elapsed();
        }
        report(what, times);
    }

    void openOneAfterAnother()
    {
        auto *title = m_window->findChild<QLabel *>(QStringLiteral("caseTitle"));
        auto *pane = m_window->findChild<QWidget *>(QStringLiteral("casePane"));
        QList<qint64> times;
        for (int round = 0; title && pane && round < rounds; ++round) {
            const auto before = pane->accessibleName();
            Paints paints(title);
            QElapsedTimer time;
            time.start();
            QTest::keyClick(m_table, Qt::Key_Down);
            if (QTest::qWaitFor([&] { return pane->accessibleName() != before; }, 3'000) &&
                QTest::qWaitFor([&] { return paints.count > 0; }, 1'000))
                times << time.elapsed();
        }
        report(QStringLiteral("open: arrow key to the painted case"), times);
    }

    void idle(const QString &what, int seconds, bool changes)
    {
        const double before = processorMs();
        QElapsedTimer time;
        time.start();
        QTimer commits;
        QObject::connect(&commits, &QTimer::timeout, &m_services, &DeskServices::dataChanged);
        if (changes)
            commits.start(250);
        QTest::qWait(seconds * 1000);
        tell(what, QStringLiteral("%1 % of one processor").arg((processorMs() - before) * 100 / double(time.elapsed()), 0, 'f', 1));
    }

    static void report(const QString &what, QList<qint64> times)
    {
        if (times.isEmpty())
            return tell(what, QStringLiteral("no answer"));
        std::sort(times.begin(), times.end());
        tell(what, QStringLiteral("median %1 ms, worst %2 ms of %3").arg(times[times.size() / 2]).arg(times.last()).arg(times.size()));
    }

    StoreDesk m_services;
    std::unique_ptr<MainWindow> m_window;
    DataTable *m_table = nullptr;
    QList<int> m_sortable;
};

} // namespace

int main(int argc, char *argv[])
{
    QApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("cases"), QStringLiteral("how many"), QStringLiteral("N"), QStringLiteral("10000")});
    parser.addOption({QStringLiteral("seconds"), QStringLiteral("of standing open"), QStringLiteral("S"), QStringLiteral("10")});
    parser.addOption({QStringLiteral("smoke"), QStringLiteral("a tiny load")});
    parser.process(app);
    const bool smoke = parser.isSet(QStringLiteral("smoke"));
    QTemporaryDir settings;
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    applyTheme(app, Theme::light);
    test::DeskBench bench;
    bench.setUp();
    test::addVariedCases(bench, 12);
    const int cases = smoke ? 200 : parser.value(QStringLiteral("cases")).toInt();
    test::addManyCases(bench.path(), cases);
    tell(QStringLiteral("cases"), QLocale().toString(cases + 12));
    return Bench(bench).run(smoke ? 1 : parser.value(QStringLiteral("seconds")).toInt()) ? 0 : 1;
}
