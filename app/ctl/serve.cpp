// serve: the pipeline as a process of its own, for a machine without a desk.
#include "commands.h"

#include "base/clock.h"
#include "base/log.h"
#include "composition.h"
#include "engine/engine.h"
#include "output.h"
#include "stopsignals.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

namespace lazaret::ctl {

namespace {

constexpr auto kGrace = std::chrono::seconds(20); // for runs in progress; then their calls are cancelled and recorded as open

} // namespace

int runServe(const Invocation &invocation)
{
    static SystemClock clock;
    auto installation = openInstallation(invocation.data, QStringLiteral("file"), clock);
    if (!installation)
        return failed(installation.error());
    quitOnStopSignals(*QCoreApplication::instance());
    Engine::Options options;
    options.listen = invocation.value(QStringLiteral("listen"), options.listen);
    options.admin = invocation.value(QStringLiteral("admin"), options.admin);
    auto engine = Engine::start(installation->directory, clock, *installation->secrets, options);
    if (!engine)
        return failed(engine.error());
    const auto status = (*engine)->status();
    const QJsonObject ready{{QStringLiteral("event"), QStringLiteral("ready")},
                            {QStringLiteral("hooks"), status.hooks},
                            {QStringLiteral("admin"), status.admin}};
    std::printf("%s\n", QJsonDocument(ready).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
    logLine(LogLevel::info, "engine", QStringLiteral("receiving at %1").arg(status.hooks));
    QCoreApplication::exec();
    logLine(LogLevel::info, "engine", QStringLiteral("stopping: no new deliveries, runs in progress finish"));
    (*engine)->stop(kGrace);
    return 0;
}

} // namespace lazaret::ctl
