// The desk's process around its window: it hosts the data directory's pipeline, or attaches beside whoever runs it, and takes
// over when that process ends. Opening, starting and stopping happen on a thread of their own; the window never waits for them.
#pragma once

#include "composition.h"
#include "demo/stage.h"
#include "engine/clerk.h"
#include "engine/engine.h"
#include "engine/reader.h"
#include "models/deskservices.h"
#include "models/enginedata.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace lazaret {

class Hosting final : public ui::DeskServices
{
    Q_OBJECT
public:
    enum class Pipeline { host, none }; // none: only looking (--grab)

    enum class Story { asMarked, demo }; // demo: the directory becomes a demo if it is empty

    Hosting(Installation installation, Pipeline pipeline, const Engine::Options &options, Story story = Story::asMarked);
    ~Hosting() override; // stops the pipeline, giving runs in progress their grace

    ui::DeskData &data() override { return *m_data; }
    Clerk &clerk() override { return *m_clerk; }
    const Clock &clock() const override { return m_clock; }
    ui::DeskStatus status() const override;
    QString dataDirectory() const override { return m_installation.directory.path(); }
    QString workspaceName() const override;
    QString operatorName() const override { return m_operator; }
    Role operatorRole() const override { return m_role; }
    bool isDemo() const override { return m_demo; }
    bool startsUntouched() const override { return m_untouched; }
    Result<> startAnew(const QStringList &arguments) override;

private:
    void hostLoop();
    Result<> start(std::unique_ptr<demo::Stage> &stage, std::unique_ptr<Engine> &engine);
    bool tellOn(demo::Stage &stage, const Engine &engine, bool delivered);
    void publish(const ui::DeskStatus &status);

    SystemClock m_clock;
    Installation m_installation;
    const Engine::Options m_options;
    QString m_operator;
    Role m_role = Role::viewer;
    bool m_demo = false;
    bool m_untouched = false;
    std::unique_ptr<Reader> m_reader;
    std::unique_ptr<ui::EngineData> m_data;
    std::unique_ptr<Clerk> m_clerk;

    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    ui::DeskStatus m_status;
    bool m_stopping = false;
    std::thread m_host;
};

} // namespace lazaret
