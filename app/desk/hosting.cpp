#include "hosting.h"

#include "base/log.h"
#include "engine/queries_arrivals.h"
#include "guard/rights.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>

namespace lazaret {

using namespace std::chrono_literals;

namespace {

constexpr auto kLook = 1s;   // status, and whether the pipeline's owner has gone
constexpr auto kGrace = 20s; // for runs in progress when the desk ends

// A directory may be unmounted, removed or made read-only while the desk is open.
ui::DeskStatus::Directory stateOf(const DataDirectory &directory)
{
    using State = ui::DeskStatus::Directory;
    const QFileInfo folder(directory.path()), file(directory.databaseFile());
    return !folder.isDir() || !file.exists() ? State::vanished : !folder.isWritable() || !file.isWritable() ? State::readOnly : State::fine;
}

std::optional<qint64> freeBytesOf(const DataDirectory &directory)
{
    const qint64 free = directory.freeBytes(); // negative once the directory is gone: that is said by itself, and is no full disk
    return free < 0 ? std::nullopt : std::optional(free);
}

ui::DeskStatus statusOf(const Engine &engine, const DataDirectory &directory)
{
    const auto engineStatus = engine.status();
    ui::DeskStatus status;
    status.pipeline = engineStatus.sealed ? ui::DeskStatus::Pipeline::sealed : ui::DeskStatus::Pipeline::receiving;
    status.address = engineStatus.hooks.section(u'/', 2, 2);
    status.sealedText = engineStatus.sealReason;
    if (engineStatus.lastCommitMs > 0)
        status.journalCommitMs = engineStatus.lastCommitMs;
    status.diskFreeBytes = freeBytesOf(directory);
    status.directory = stateOf(directory);
    return status;
}

ui::DeskStatus statusWithout(const Error &error, const DataDirectory &directory)
{
    ui::DeskStatus status;
    status.diskFreeBytes = freeBytesOf(directory);
    status.directory = stateOf(directory);
    if (error.code == ErrorCode::locked) {
        const QJsonObject owner = PipelineLock::owner(directory);
        status.pipeline = ui::DeskStatus::Pipeline::attached;
        status.ownerPid = owner.value(QStringLiteral("pid")).toInteger();
        status.ownerProgram = owner.value(QStringLiteral("program")).toString();
        status.address = owner.value(QStringLiteral("hooks")).toString().section(u'/', 2, 2);
    } else {
        status.pipeline = ui::DeskStatus::Pipeline::readOnly;
        status.sealedText = error.detail;
    }
    return status;
}

} // namespace

Hosting::Hosting(Installation installation, Pipeline pipeline, const Engine::Options &options, Story story)
    : m_installation(std::move(installation)), m_options(options),
      m_demo(story == Story::demo || !demo::scenarioOf(m_installation.directory).isEmpty())
{
    queries::Viewer viewer;
    if (auto database = Database::open(m_installation.directory.databaseFile(), Database::Access::readOnly)) {
        const auto actor = guard::resolveActor(**database, {}, osUserName());
        m_operator = actor ? actor->name : osUserName();
        m_role = actor ? actor->role : Role::viewer;
        viewer = {m_operator, actor ? actor->tenants : QStringList()};
        m_untouched = queries::untouched(**database);
    }
    m_reader = std::make_unique<Reader>(m_installation.directory.databaseFile());
    connect(m_reader.get(), &Reader::changed, this, &DeskServices::dataChanged);
    m_data = std::make_unique<ui::EngineData>(*m_reader, m_clock, viewer);
    m_clerk = std::make_unique<Clerk>(m_installation.directory, m_clock, *m_installation.secrets, Desk::Person{m_operator, osUserName()});
    if (pipeline == Pipeline::host)
        m_host = std::thread([this] { hostLoop(); });
    else if (!PipelineLock::owner(m_installation.directory).isEmpty()) // a picture says truly who runs the pipeline
        m_status = statusWithout({ErrorCode::locked, {}}, m_installation.directory);
    else
        m_status.pipeline = ui::DeskStatus::Pipeline::readOnly;
}

Hosting::~Hosting()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    if (m_host.joinable())
        m_host.join();
    m_clerk.reset();
    m_data.reset();
    m_reader.reset();
}

ui::DeskStatus Hosting::status() const
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

QString Hosting::workspaceName() const
{
    return QFileInfo(m_installation.directory.path()).fileName();
}

void Hosting::publish(const ui::DeskStatus &status)
{
    {
        const std::lock_guard lock(m_mutex);
        m_status = status;
    }
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT statusChanged(); }, Qt::QueuedConnection);
}

Result<> Hosting::startAnew(const QStringList &arguments)
{
    if (QProcess::startDetached(QCoreApplication::applicationFilePath(), arguments)) {
        // This one gives its ports free, also where closing the window would keep it in the tray.
        QMetaObject::invokeMethod(QCoreApplication::instance(), &QCoreApplication::quit, Qt::QueuedConnection);
        return {};
    }
    return fail(ErrorCode::io, QStringLiteral("%1 could not be started").arg(QCoreApplication::applicationFilePath()));
}

// A demo's recipient answers before its pipeline runs; both are this process's or neither is.
Result<> Hosting::start(std::unique_ptr<demo::Stage> &stage, std::unique_ptr<Engine> &engine)
{
    if (m_demo && !stage && PipelineLock::owner(m_installation.directory).isEmpty()) {
        auto opened = demo::Stage::open(m_installation.directory, m_clock, *m_installation.secrets, {osUserName(), osUserName()});
        if (!opened)
            return tl::unexpected(opened.error());
        stage = std::move(*opened);
    }
    auto started = Engine::start(m_installation.directory, m_clock, *m_installation.secrets, m_options);
    if (!started) {
        stage.reset();
        return tl::unexpected(started.error());
    }
    engine = std::move(*started);
    return {};
}

// The provider's side of the story; what a person does is the person's. True: everything was sent.
bool Hosting::tellOn(demo::Stage &stage, const Engine &engine, bool delivered)
{
    if (!delivered) {
        if (const auto sent = stage.deliver(engine.status().hooks); !sent) {
            logLine(LogLevel::warning, "demo", sent.error().detail);
            return false;
        }
    }
    if (const auto shipped = stage.shipFix(); !shipped)
        logLine(LogLevel::warning, "demo", shipped.error().detail);
    return true;
}

void Hosting::hostLoop()
{
    std::unique_ptr<demo::Stage> stage;
    std::unique_ptr<Engine> engine;
    bool delivered = false;
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        lock.unlock();
        if (!engine) {
            if (const auto started = start(stage, engine); !started)
                publish(statusWithout(started.error(), m_installation.directory));
        }
        if (engine)
            publish(statusOf(*engine, m_installation.directory));
        if (engine && stage)
            delivered = tellOn(*stage, *engine, delivered);
        lock.lock();
        m_wake.wait_for(lock, kLook, [this] { return m_stopping; });
    }
    lock.unlock();
    if (engine)
        engine->stop(kGrace);
}

} // namespace lazaret
