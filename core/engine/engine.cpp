#include "engine/engine.h"

#include "base/log.h"
#include "engine/admin.h"
#include "engine/receiving.h"
#include "engine/releasing.h"
#include "engine/working.h"
#include "guard/audit.h"
#include "store/figures.h"
#include "watch/metrics.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QHostAddress>
#include <QRandomGenerator>
#include <QUrl>

namespace lazaret {

namespace {

constexpr qint64 kLookMs = 250; // 3-contracts, Durability 6: other processes' commits are noticed by data_version, at most this often
constexpr qint64 kDepthEveryMs = 5000; // the high-water mark is coarse; counting a million rows takes tens of milliseconds
constexpr auto kReadAnswerGrace = std::chrono::seconds(5);

struct Endpoint
{
    QString host;
    quint16 port = 0;
};

Result<Endpoint> parseEndpoint(const QString &text, const char *option)
{
    const qsizetype colon = text.lastIndexOf(u':');
    bool ok = false;
    const uint port = text.mid(colon + 1).toUInt(&ok);
    if (colon <= 0 || !ok || port > 65535)
        return fail(ErrorCode::usage,
                    QStringLiteral("%1 %2: must be ADDRESS:PORT, port 0 for any free one").arg(QLatin1StringView(option), text));
    QString host = text.left(colon);
    if (host.startsWith(u'[') && host.endsWith(u']'))
        host = host.mid(1, host.size() - 2);
    const QHostAddress address(host == u"localhost" ? QStringLiteral("127.0.0.1") : host);
    if (address.isNull())
        return fail(ErrorCode::usage, QStringLiteral("%1 %2: not an address").arg(QLatin1StringView(option), text));
    if (!address.isLoopback())
        return fail(ErrorCode::refused,
                    QStringLiteral("%1 %2: this version listens on loopback addresses only; put a tunnel or a TLS proxy in front")
                        .arg(QLatin1StringView(option), text));
    return Endpoint{host, quint16(port)};
}

QString urlOf(const Endpoint &endpoint, quint16 port, const char *path)
{
    const QString host = endpoint.host.contains(u':') ? u'[' + endpoint.host + u']' : endpoint.host;
    return QStringLiteral("http://%1:%2%3").arg(host).arg(port).arg(QLatin1StringView(path));
}

} // namespace

struct Engine::Rooms
{
    Rooms(const DataDirectory &dir, const Clock &time, guard::SecretStore &keys)
        : directory(dir), clock(time),
          secrets(keys), worker{QStringLiteral("pipeline_") + newUlid(time.nowMs()), QStringLiteral(LAZARET_VERSION)},
          journal(dir.databaseFile(), {[this] { noticeCommit(); }, [this](bool sealed, const QString &why) { noticeSeal(sealed, why); }}),
          receiving(journal, time, [this] { return catalogue(); }),
          admin({[this] { return notReady(); }, [this](std::function<void(QByteArray)> give) { metrics(std::move(give)); }})
    {
    }

    std::shared_ptr<const Catalogue> catalogue() const
    {
        const std::lock_guard guard(catalogueMutex);
        return currentCatalogue;
    }

    void noticeCommit()
    {
        if (strand)
            strand->wake();
    }

    void noticeSeal(bool sealed, const QString &why)
    {
        if (sealed)
            logLine(LogLevel::error, "store", QStringLiteral("sealed: nothing is accepted until the store can keep it: %1").arg(why));
        else
            logLine(LogLevel::info, "store", QStringLiteral("unsealed: the store keeps things again"));
        noticeCommit();
    }

    QString notReady() const
    {
        if (journal.isSealed())
            return QStringLiteral("sealed: ") + journal.sealReason();
        return closing ? QStringLiteral("closing") : QString();
    }

    void metrics(std::function<void(QByteArray)> give)
    {
        strand->post([this, give = std::move(give)] { give(reader ? watch::metricsText(*reader, clock.nowMs()) : QByteArray()); });
    }

    void readConfiguration()
    {
        auto fresh = readCatalogue(*reader, secrets);
        for (const auto &host : fresh->publicHosts)
            listener->allowHost(host);
        const std::lock_guard guard(catalogueMutex);
        currentCatalogue = std::move(fresh);
    }

    // On the strand, after every commit and at each due time.
    std::optional<qint64> look()
    {
        if (!reader || !working)
            return std::nullopt;
        reader->clearError();
        if (configurationMark(*reader) != catalogue()->auditSeq)
            readConfiguration();
        const qint64 mono = clock.monotonicMs();
        if (mono >= depthAt) {
            receiving.setQueueDepth(store::queueDepth(*reader));
            depthAt = mono + kDepthEveryMs;
        }
        qint64 next = kLookMs;
        if (const auto again = working->pump(*reader, *catalogue()))
            next = std::min(next, *again);
        if (!journal.isSealed() && !closing) {
            asking->pump(*reader);
            if (const auto again = releasing->pump(*reader))
                next = std::min(next, *again);
        }
        return std::max<qint64>(next, 1);
    }

    Result<> openRooms();
    Result<> openListeners(const Options &options);

    const DataDirectory directory;
    const Clock &clock;
    guard::SecretStore &secrets;
    const queue::Worker worker;
    std::unique_ptr<PipelineLock> lock;
    mutable std::mutex catalogueMutex;
    std::shared_ptr<const Catalogue> currentCatalogue = std::make_shared<Catalogue>();
    std::atomic<bool> closing{false};
    qint64 depthAt = 0;

    // In order of construction; destroyed in reverse.
    std::unique_ptr<Database> reader; // the strand's own connection
    http::Network network{1};
    std::unique_ptr<http::Client> client;
    std::unique_ptr<Working> working;
    std::unique_ptr<Asking> asking;
    std::unique_ptr<Releasing> releasing;
    std::unique_ptr<Strand> strand;
    Journal journal;
    Receiving receiving;
    Admin admin;
    std::unique_ptr<http::Server> listener;
    std::unique_ptr<http::Server> adminListener;
    QString hooks;
    QString adminUrl;
};

Result<> Engine::Rooms::openRooms()
{
    if (auto started = journal.start(); !started)
        return started;
    auto recovered = journal.writeNow([this](Database &db) -> Result<> {
        Working::recover(db, worker, clock.nowMs());
        Releasing::pauseAll(db, QStringLiteral("restarted: the process that ran it ended; look at what was out, then resume"),
                            clock.nowMs());
        return {};
    });
    if (!recovered)
        return recovered;
    client = std::make_unique<http::Client>(network, clock);
    strand = std::make_unique<Strand>([this] { return look(); });
    asking = std::make_unique<Asking>(Asking::Tools{journal, *client, clock, *strand});
    releasing = std::make_unique<Releasing>(Releasing::Tools{journal, clock, *strand, *asking});
    return {};
}

Result<> Engine::Rooms::openListeners(const Options &options)
{
    const auto hooksAt = parseEndpoint(options.listen, "--listen");
    if (!hooksAt)
        return tl::unexpected(hooksAt.error());
    const auto adminAt = parseEndpoint(options.admin, "--admin");
    if (!adminAt)
        return tl::unexpected(adminAt.error());
    listener = std::make_unique<http::Server>(network, clock, receiving);
    adminListener = std::make_unique<http::Server>(network, clock, admin);
    // The strand opens its connection and reads the configuration before anything can arrive.
    std::promise<Result<>> ready;
    strand->post([this, &ready] {
        auto opened = Database::open(directory.databaseFile(), Database::Access::readOnly);
        if (!opened)
            return ready.set_value(tl::unexpected(opened.error()));
        reader = std::move(*opened);
        readConfiguration();
        working = std::make_unique<Working>(Working::Tools{journal, *client, clock, *strand, worker,
                                                           [] { return QRandomGenerator::global()->generateDouble(); },
                                                           [this] { return journal.isSealed(); }});
        ready.set_value({});
    });
    if (auto read = ready.get_future().get(); !read)
        return read;
    if (auto bound = adminListener->listen(adminAt->host, adminAt->port); !bound)
        return bound;
    if (auto bound = listener->listen(hooksAt->host, hooksAt->port); !bound)
        return bound;
    hooks = urlOf(*hooksAt, listener->port(), "/hooks/");
    adminUrl = urlOf(*adminAt, adminListener->port(), "/");
    lock->announce({{QStringLiteral("pid"), QCoreApplication::applicationPid()},
                    {QStringLiteral("program"), options.program},
                    {QStringLiteral("since"), QDateTime::fromMSecsSinceEpoch(clock.nowMs(), Qt::UTC).toString(Qt::ISODateWithMs)},
                    {QStringLiteral("hooks"), hooks},
                    {QStringLiteral("admin"), adminUrl}});
    return {};
}

Engine::Engine(std::unique_ptr<Rooms> rooms) : m_rooms(std::move(rooms)) {}

Result<std::unique_ptr<Engine>> Engine::start(const DataDirectory &directory, const Clock &clock, guard::SecretStore &secrets,
                                              const Options &options)
{
    // What was mistyped is said whoever holds the directory.
    for (const auto &[text, option] : {std::pair{options.listen, "--listen"}, std::pair{options.admin, "--admin"}}) {
        if (const auto endpoint = parseEndpoint(text, option); !endpoint)
            return tl::unexpected(endpoint.error());
    }
    auto lock = PipelineLock::take(directory);
    if (!lock)
        return tl::unexpected(lock.error());
    auto rooms = std::make_unique<Rooms>(directory, clock, secrets);
    rooms->lock = std::move(*lock);
    std::unique_ptr<Engine> engine(new Engine(std::move(rooms)));
    if (auto opened = engine->m_rooms->openRooms(); !opened)
        return tl::unexpected(opened.error());
    if (auto opened = engine->m_rooms->openListeners(options); !opened)
        return tl::unexpected(opened.error());
    return engine;
}

void Engine::stop(std::chrono::milliseconds grace)
{
    Rooms &r = *m_rooms;
    if (r.closing.exchange(true))
        return;
    r.receiving.setClosing();
    if (r.listener)
        r.listener->stop(std::min<std::chrono::milliseconds>(grace, kReadAnswerGrace));
    if (r.strand) {
        // Runs in progress finish within the grace; then their calls are cancelled, and what had left by then is recorded as open.
        const qint64 until = r.clock.monotonicMs() + grace.count();
        const auto runs = [&r] {
            std::promise<int> count;
            r.strand->post([&] {
                if (r.working)
                    r.working->stopLeasing();
                count.set_value((r.working ? r.working->running() : 0) + (r.asking->idle() ? 0 : 1));
            });
            return count.get_future().get();
        };
        bool cancelled = false;
        while (runs() > 0 && !r.journal.isSealed()) {
            if (r.clock.monotonicMs() >= until && !cancelled) {
                r.client->cancelAll();
                cancelled = true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
    if (r.adminListener)
        r.adminListener->stop(std::chrono::milliseconds(0));
}

Engine::~Engine()
{
    stop(std::chrono::milliseconds(0));
    Rooms &r = *m_rooms;
    r.listener.reset();
    r.adminListener.reset();
    r.client.reset(); // no answer arrives after this
    r.network.stop();
    r.journal.stop();
    if (r.strand) {
        r.strand->post([&r] { r.reader.reset(); }); // the connection closes on the thread that opened it
        // Working outlives the strand: what was posted before may still answer through it.
        r.strand->stop();
    }
}

Writer &Engine::writer()
{
    return m_rooms->journal;
}

Engine::Status Engine::status() const
{
    const Rooms &r = *m_rooms;
    return {r.hooks,
            r.adminUrl,
            r.journal.isSealed(),
            r.journal.sealReason(),
            r.journal.figures().lastCommitMs,
            r.listener ? r.listener->connections() : 0};
}

} // namespace lazaret
