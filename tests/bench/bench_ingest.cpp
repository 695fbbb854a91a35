// Durable ingest through a real `lazaretctl serve`, next to what the store alone can keep: the same rows, the same grouping, no HTTP.
// The workflow is on hold, so that receiving alone is measured.
#include "base/bytes.h"
#include "base/clock.h"
#include "dedupe/record.h"
#include "load.h"
#include "node.h"
#include "queue/queue.h"
#include "store/datadirectory.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTemporaryDir>

#include <chrono>
#include <cstdio>

using namespace lazaret;

namespace {

constexpr int kBodyBytes = 1024;

void keepOne(Database &db, int i, qint64 now)
{
    Delivery delivery;
    delivery.source = QLatin1String(bench::kSlug);
    delivery.sourceVersion = 1;
    delivery.deliveryId = QStringLiteral("bench-%1").arg(i);
    delivery.eventType = QStringLiteral("push");
    delivery.receivedAt = now;
    delivery.scheme = QStringLiteral("github-sha256");
    delivery.keySlot = 1;
    delivery.bodySize = kBodyBytes;
    queue::Message message;
    message.source = delivery.source;
    message.eventType = delivery.eventType;
    message.fields = {{QStringLiteral("operation_id"), QString::number(i)},
                      {QStringLiteral("input_ref"), QStringLiteral("card-%1").arg(i)},
                      {QStringLiteral("tenant"), QStringLiteral("acme")}};
    message.workflow = QLatin1String(bench::kWorkflow);
    message.workflowVersion = QStringLiteral("1");
    message.taskType = message.workflow;
    const auto recorded = dedupe::record(db, delivery, sha256(QByteArray::number(i)), false);
    message.deliverySeq = recorded.seq;
    queue::enqueue(db, message, now);
}

// Deliveries a second that the store keeps at this many per commit.
double rawLimit(const QString &folder, int perCommit, int count)
{
    const SystemClock clock;
    const auto directory = DataDirectory::open(folder + QStringLiteral("/raw"), clock);
    auto opened = Database::open(directory->databaseFile(), Database::Access::readWrite);
    if (!opened)
        qFatal("%s", qPrintable(opened.error().detail));
    Database &db = **opened;
    const auto started = std::chrono::steady_clock::now();
    for (int i = 0; i < count;) {
        db.begin();
        for (int k = 0; k < perCommit && i < count; ++k, ++i)
            keepOne(db, i, clock.nowMs());
        if (!db.commit())
            qFatal("%s", qPrintable(db.error()->detail));
    }
    return count / std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

struct Level
{
    int connections; // and deliveries per commit in the raw run
    int count;
};

void measure(const QString &folder, const Level &level, int repeats)
{
    QList<double> raws, rates;
    for (int i = 0; i < repeats; ++i) {
        QTemporaryDir run(folder + QStringLiteral("/bench-XXXXXX"));
        const double raw = rawLimit(run.path(), level.connections, level.count);
        bench::Node node(QStringLiteral(LAZARETCTL), run.path() + QStringLiteral("/node"), 9, 1);
        const auto requests = bench::deliveries(level.count, kBodyBytes, node.port());
        const auto figures = bench::sendAll(node.port(), level.connections, requests);
        raws.append(raw);
        rates.append(figures.perSecond);
        std::printf("%4d  %9.0f  %9.0f  %5.2f  %7.2f  %7.2f  %7.2f  %s\n", level.connections, raw, figures.perSecond,
                    figures.perSecond / raw, figures.p50Ms, figures.p99Ms, figures.maxMs, qPrintable(bench::statusText(figures.statuses)));
        std::fflush(stdout);
    }
    if (repeats > 1)
        std::printf("      best %.0f of raw %.0f (%.2f), median %.0f of raw %.0f (%.2f)\n", bench::best(rates), bench::best(raws),
                    bench::best(rates) / bench::best(raws), bench::median(rates), bench::median(raws),
                    bench::median(rates) / bench::median(raws));
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QCommandLineParser options;
    options.addOptions({{QStringLiteral("smoke"), QStringLiteral("a tiny run, to see that it works")},
                        {QStringLiteral("repeat"), QStringLiteral("runs of each level"), QStringLiteral("n"), QStringLiteral("3")},
                        {QStringLiteral("only"), QStringLiteral("one level"), QStringLiteral("connections")},
                        {QStringLiteral("count"), QStringLiteral("deliveries of a run"), QStringLiteral("n")},
                        {QStringLiteral("dir"), QStringLiteral("where the data goes; its disk is what is measured"), QStringLiteral("path"),
                         QDir::tempPath()}});
    options.addHelpOption();
    options.process(app);
    const bool smoke = options.isSet(QStringLiteral("smoke"));
    const QList<Level> levels = smoke ? QList<Level>{{1, 20}, {16, 200}} : QList<Level>{{1, 3000}, {16, 20000}, {64, 30000}, {256, 30000}};
    std::printf("1 KiB signed bodies over keep-alive connections; raw: the same rows, as many per commit as there are connections\n");
    std::printf("conn      raw/s   accepted/s  ratio   p50 ms   p99 ms   max ms  answers\n");
    for (Level level : levels) {
        if (options.isSet(QStringLiteral("only")) && options.value(QStringLiteral("only")).toInt() != level.connections)
            continue;
        if (options.isSet(QStringLiteral("count")))
            level.count = options.value(QStringLiteral("count")).toInt();
        measure(options.value(QStringLiteral("dir")), level, smoke ? 1 : options.value(QStringLiteral("repeat")).toInt());
    }
    return 0;
}
