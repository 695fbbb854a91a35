#include "hosting.h"

#include "base/log.h"
#include "guard/rights.h"

#include <QFileInfo>

namespace lazaret {

using namespace std::chrono_literals;

namespace {

constexpr auto kLook = 1s;   // status, and whether the pipeline's owner has gone
constexpr auto kGrace = 20s; // for runs in progress when the desk ends

ui::DeskStatus statusOf(const Engine &engine, const DataDirectory &directory)
{
    const auto engineStatus = engine.status();
    ui::DeskStatus status;
    status.pipeline = engineStatus.sealed ? ui::DeskStatus::Pipeline::sealed : ui::DeskStatus::Pipeline::receiving;
    status.address = engineStatus.hooks.section(u'/', 2, 2);
    status.sealedText = engineStatus.sealReason;
    if (engineStatus.lastCommitMs > 0)
        status.journalCommitMs = engineStatus.lastCommitMs;
    status.diskFreeBytes = directory.freeBytes();
    return status;
}

ui::DeskStatus statusWithout(const Error &error, const DataDirectory &directory)
{
    ui::DeskStatus status;
    status.diskFreeBytes = directory.freeBytes();
    if (error.code == ErrorCode::locked) {
        const QJsonObject owner = PipelineLock::owner(directory);
        status.pipeline = ui::DeskStatus::Pipeline::attached;
        status.ownerPid = owner.value(QStringLiteral("pid")).toInteger();
        status.address = owner.value(QStringLiteral("hooks")).toString().section(u'/', 2, 2);
    } else {
        status.pipeline = ui::DeskStatus::Pipeline::readOnly;
        status.sealedText = error.detail;
    }
    return status;
}

} // namespace

Hosting::Hosting(Installation installation, Pipeline pipeline, const Engine::Options &options)
    : m_installation(std::move(installation)), m_options(options)
{
    queries::Viewer viewer;
    if (auto database = Database::open(m_installation.directory.databaseFile(), Database::Access::readOnly)) {
        const auto actor = guard::resolveActor(**database, {}, osUserName());
        m_operator = actor ? actor->name : osUserName();
        m_role = actor ? actor->role : Role::viewer;
        viewer = {m_operator, actor ? actor->tenants : QStringList()};
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

void Hosting::hostLoop()
{
    std::unique_ptr<Engine> engine;
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        lock.unlock();
        if (!engine) {
            auto started = Engine::start(m_installation.directory, m_clock, *m_installation.secrets, m_options);
            if (started)
                engine = std::move(*started);
            else
                publish(statusWithout(started.error(), m_installation.directory));
        }
        if (engine)
            publish(statusOf(*engine, m_installation.directory));
        lock.lock();
        m_wake.wait_for(lock, kLook, [this] { return m_stopping; });
    }
    lock.unlock();
    if (engine)
        engine->stop(kGrace);
}

} // namespace lazaret
