// What the window works on when the pipeline must really run: an installation in a temporary directory, its engine on free ports of
// loopback, and for the demo its stage. The clock is the system's.
#pragma once

#include "demo/stage.h"
#include "engine/engine.h"
#include "engine/queries_arrivals.h"
#include "models/deskservices.h"
#include "models/enginedata.h"

#include <QTemporaryDir>
#include <QtTest>

namespace lazaret::ui {

class LiveDesk : public DeskServices
{
public:
    enum class Story { none, cards };

    explicit LiveDesk(Story story, Role role = Role::administrator)
        : m_role(role), m_directory(*DataDirectory::open(m_dir.filePath(QStringLiteral("data")), m_clock)),
          m_secrets(m_directory.secretsFile()), m_reader(m_directory.databaseFile()),
          m_data(m_reader, m_clock, {person().name, {QStringLiteral("*")}}), m_clerk(m_directory, m_clock, m_secrets, person())
    {
        if (story == Story::cards)
            m_stage = opened(demo::Stage::open(m_directory, m_clock, m_secrets, person(), 10));
        Engine::Options options;
        options.listen = options.admin = QStringLiteral("127.0.0.1:0");
        m_engine = opened(Engine::start(m_directory, m_clock, m_secrets, options));
        if (m_stage) {
            if (const auto sent = m_stage->deliver(m_engine->status().hooks); !sent)
                qFatal("%s", qPrintable(sent.error().detail));
            m_ship.callOnTimeout([this] { (void)m_stage->shipFix(); });
            m_ship.start(100);
        }
        connect(&m_reader, &Reader::changed, this, &DeskServices::dataChanged);
    }

    DeskData &data() override { return m_data; }
    Clerk &clerk() override { return m_clerk; }
    const Clock &clock() const override { return m_clock; }
    DeskStatus status() const override
    {
        DeskStatus status;
        status.pipeline = DeskStatus::Pipeline::receiving;
        status.address = m_engine->status().hooks.section(u'/', 2, 2);
        return status;
    }
    QString dataDirectory() const override { return m_directory.path(); }
    QString workspaceName() const override { return QStringLiteral("Live"); }
    QString operatorName() const override { return person().name; }
    Role operatorRole() const override { return m_role; }
    bool isDemo() const override { return m_stage != nullptr; }
    bool startsUntouched() const override
    {
        return fromStore<bool>([](Database &db) { return queries::untouched(db); });
    }
    Result<> startAnew(const QStringList &arguments) override
    {
        if (refusesToStart)
            return fail(ErrorCode::io, QStringLiteral("no such program"));
        started = arguments;
        return {};
    }

    static Desk::Person person() { return {QStringLiteral("ana"), QStringLiteral("os-ana")}; }
    demo::Stage &stage() { return *m_stage; }
    // What the store says now, over a connection of its own: not what the window believes.
    template <typename T>
    T fromStore(const std::function<T(Database &)> &read) const
    {
        auto database = Database::open(m_directory.databaseFile(), Database::Access::readOnly);
        return read(**database);
    }

    QStringList started; // arguments of the program started anew
    bool refusesToStart = false;

private:
    template <typename T>
    static std::unique_ptr<T> opened(Result<std::unique_ptr<T>> result)
    {
        if (!result)
            qFatal("%s", qPrintable(result.error().detail));
        return std::move(*result);
    }

    QTemporaryDir m_dir;
    const Role m_role;
    SystemClock m_clock;
    DataDirectory m_directory;
    guard::FileSecrets m_secrets;
    std::unique_ptr<demo::Stage> m_stage;
    std::unique_ptr<Engine> m_engine;
    Reader m_reader;
    EngineData m_data;
    Clerk m_clerk;
    QTimer m_ship;
};

} // namespace lazaret::ui
