// The engine: one data directory's pipeline in this process. Starts and stops the rooms in order and shows their state.
#pragma once

#include "base/result.h"
#include "guard/secrets.h"
#include "store/datadirectory.h"
#include "store/writer.h"

#include <chrono>
#include <functional>
#include <memory>

namespace lazaret {

class Clock;

class Engine
{
public:
    struct Options
    {
        QString listen = QStringLiteral("127.0.0.1:8787"); // address:port; port 0: any free one
        QString admin = QStringLiteral("127.0.0.1:8788");  // loopback only
        QString program = QStringLiteral("lazaretctl");    // who runs it, for others to see
    };
    struct Status
    {
        QString hooks; // "http://127.0.0.1:8787/hooks/"
        QString admin;
        bool sealed = false;
        QString sealReason;
        double lastCommitMs = 0;
        int connections = 0;
    };

    // Takes the lock (ErrorCode::locked names the holder), recovers what the last process left, opens the listener last.
    static Result<std::unique_ptr<Engine>> start(const DataDirectory &directory, const Clock &clock, guard::SecretStore &secrets,
                                                 const Options &options);
    // Stop order: intake, dispatcher (runs in progress get `grace`, then their calls are cancelled), journal, lock.
    void stop(std::chrono::milliseconds grace);
    ~Engine();

    Writer &writer();      // the journal, for the desk's actions in this process
    Status status() const; // any thread

private:
    struct Rooms;
    explicit Engine(std::unique_ptr<Rooms> rooms);
    std::unique_ptr<Rooms> m_rooms;
};

} // namespace lazaret
