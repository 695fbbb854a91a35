// serve: the pipeline as a process of its own, for a machine without a desk.
#include "commands.h"

#include "base/clock.h"
#include "base/log.h"
#include "composition.h"
#include "engine/engine.h"
#include "output.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSocketNotifier>

#include <csignal>
#include <cstdio>

#ifdef Q_OS_UNIX
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace lazaret::ctl {

namespace {

constexpr auto kGrace = std::chrono::seconds(20); // for runs in progress; then their calls are cancelled and recorded as open

#ifdef Q_OS_UNIX
int stopPipe[2] = {-1, -1};

void onStopSignal(int)
{
    const char byte = 1;
    (void)!::write(stopPipe[1], &byte, 1); // the only thing that is safe here; the event loop does the rest
}

void watchSignals(QCoreApplication &app)
{
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, stopPipe) != 0)
        return;
    auto *notifier = new QSocketNotifier(stopPipe[0], QSocketNotifier::Read, &app);
    QObject::connect(notifier, &QSocketNotifier::activated, &app, [&app] { app.quit(); });
    struct sigaction action = {};
    action.sa_handler = onStopSignal;
    ::sigaction(SIGTERM, &action, nullptr);
    ::sigaction(SIGINT, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // a file-size limit is then an ordinary write error: the store seals instead of the process dying
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none); // a core file would hold secrets (AC-4)
}
#else
void watchSignals(QCoreApplication &) {}
#endif

} // namespace

int runServe(const Invocation &invocation)
{
    static SystemClock clock;
    auto installation = openInstallation(invocation.data, QStringLiteral("file"), clock);
    if (!installation)
        return failed(installation.error());
    watchSignals(*QCoreApplication::instance());
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
