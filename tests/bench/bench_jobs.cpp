// Jobs a second through one http step to a loopback recipient in a process of its own: lease, receipt, call, settlement, every commit
// flushed. The jobs are there before the clock starts; it runs from the first attempt to the last settlement, as the rows say.
#include "base/clock.h"
#include "load.h"
#include "node.h"
#include "store/database.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTemporaryDir>
#include <QThread>

#include <cstdio>

using namespace lazaret;

namespace {

qint64 number(Database &db, const char *sql)
{
    Statement read = db.prepare(sql);
    return read.run() && read.next() ? read.integer(0) : 0;
}

double measure(const QString &folder, int concurrency, int count)
{
    QTemporaryDir run(folder + QStringLiteral("/bench-XXXXXX"));
    QProcess recipient;
    recipient.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--recipient")});
    while (!recipient.canReadLine() && recipient.waitForReadyRead(10000)) {
    }
    const quint16 recipientPort = quint16(recipient.readLine().trimmed().toUInt());
    bench::Node node(QStringLiteral(LAZARETCTL), run.path() + QStringLiteral("/node"), recipientPort, concurrency);
    const auto sent = bench::sendAll(node.port(), 16, bench::deliveries(count, 1024, node.port()));
    if (sent.statuses.value(202) != count)
        qFatal("not every delivery was accepted: %s", qPrintable(bench::statusText(sent.statuses)));
    auto opened = Database::open(node.data() + QStringLiteral("/lazaret.db"), Database::Access::readOnly);
    if (!opened)
        qFatal("%s", qPrintable(opened.error().detail));
    Database &db = **opened;
    node.resumeWorkflow();
    while (number(db, "SELECT count(*) FROM jobs WHERE state IN ('ready', 'waiting', 'leased')") > 0)
        QThread::msleep(100);
    const qint64 ms = number(db, "SELECT (SELECT max(settled_at) FROM jobs) - (SELECT min(started_at) FROM attempts)");
    const qint64 done = number(db, "SELECT count(*) FROM jobs WHERE state = 'done'");
    if (done != count)
        qFatal("%lld of %d jobs done", static_cast<long long>(done), count);
    recipient.closeWriteChannel();
    recipient.waitForFinished(10000);
    return double(done) * 1000 / double(std::max<qint64>(ms, 1));
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QCommandLineParser options;
    options.addOptions({{QStringLiteral("smoke"), QStringLiteral("a tiny run, to see that it works")},
                        {QStringLiteral("repeat"), QStringLiteral("runs of each level"), QStringLiteral("n"), QStringLiteral("3")},
                        {QStringLiteral("recipient"), QStringLiteral("answer 200 to everything, until standard input closes")},
                        {QStringLiteral("dir"), QStringLiteral("where the data goes"), QStringLiteral("path"), QDir::tempPath()}});
    options.addHelpOption();
    options.process(app);
    if (options.isSet(QStringLiteral("recipient")))
        return bench::runRecipient();
    const bool smoke = options.isSet(QStringLiteral("smoke"));
    std::printf("one http step per job, to a recipient in another process\nconcurrency    jobs/s\n");
    for (const int concurrency : smoke ? QList<int>{8} : QList<int>{1, 8, 64}) {
        QList<double> rates;
        const int repeats = smoke ? 1 : options.value(QStringLiteral("repeat")).toInt();
        for (int i = 0; i < repeats; ++i) {
            rates.append(measure(options.value(QStringLiteral("dir")), concurrency, smoke ? 50 : concurrency == 1 ? 500 : 4000));
            std::printf("%11d  %8.0f\n", concurrency, rates.last());
            std::fflush(stdout);
        }
        if (repeats > 1)
            std::printf("             best %.0f, median %.0f\n", bench::best(rates), bench::median(rates));
    }
    return 0;
}
