#include "session.h"

#include "base/wholefile.h"
#include "store/releases.h"

#include <QElapsedTimer>
#include <QFile>
#include <QThread>

namespace lazaret::ctl {

namespace {

constexpr qint64 kMostWaitMs = 30LL * 60 * 1000; // a long list of slow recipients; the request is carried out whether we wait or not

} // namespace

Session::Session(Installation installation, std::unique_ptr<Database> database, Desk::Person person)
    : m_installation(std::move(installation)), m_database(std::move(database)), m_writer(*m_database), m_person(person),
      m_desk(m_writer, m_clock, *m_installation.secrets, std::move(person))
{
}

Result<std::unique_ptr<Session>> Session::open(const Invocation &invocation, Data data)
{
    const SystemClock clock;
    auto installation = data == Data::create ? openInstallation(invocation.data, QStringLiteral("file"), clock)
                                             : openExistingInstallation(invocation.data, clock);
    if (!installation)
        return tl::unexpected(installation.error());
    auto database = Database::open(installation->directory.databaseFile(), Database::Access::readWrite);
    if (!database)
        return tl::unexpected(database.error());
    const QString os = osUserName();
    return std::unique_ptr<Session>(
        new Session(std::move(*installation), std::move(*database), {invocation.as.isEmpty() ? os : invocation.as, os}));
}

Result<guard::Actor> Session::looking(guard::Right right, const QString &doing)
{
    auto actor = guard::resolveActor(*m_database, m_person.name, m_person.osUser);
    if (!actor)
        return actor;
    if (auto may = guard::require(*actor, right, doing); !may)
        return tl::unexpected(may.error());
    return actor;
}

Result<qint64> wholeNumber(const Invocation &invocation, const QString &option)
{
    bool ok = false;
    const qint64 number = invocation.value(option).toLongLong(&ok);
    if (!ok || number < 0)
        return fail(ErrorCode::usage, QStringLiteral("--%1 must be a whole number").arg(option));
    return number;
}

Result<Selection> selectionOf(const Invocation &invocation)
{
    Selection selection;
    selection.ids = invocation.arguments;
    const bool query = invocation.has(QStringLiteral("query"));
    if (query != selection.ids.isEmpty())
        return fail(ErrorCode::usage,
                    query ? QStringLiteral("give ids or --query, not both") : QStringLiteral("give case ids, or --query Q --expect N"));
    if (!query)
        return selection;
    selection.query = invocation.value(QStringLiteral("query"));
    if (!invocation.has(QStringLiteral("expect")))
        return fail(ErrorCode::usage,
                    QStringLiteral("--query needs --expect N: the number of cases you saw it match (cases list --query)"));
    const auto expect = wholeNumber(invocation, QStringLiteral("expect"));
    if (!expect)
        return tl::unexpected(expect.error());
    selection.expect = *expect;
    return selection;
}

Result<> pipelineRuns(const Session &session)
{
    if (!PipelineLock::owner(session.directory()).isEmpty())
        return {};
    return fail(ErrorCode::refused,
                QStringLiteral("no running pipeline: only it asks recipients. Start it (lazaretctl serve, or the desk) on %1")
                    .arg(session.directory().path()));
}

int showAnswer(const Invocation &invocation, Session &session, const Asked &asked)
{
    BulkResult bulk = asked.refused;
    if (asked.request == 0)
        return showBulk(invocation, bulk);
    QElapsedTimer waited;
    waited.start();
    for (;;) {
        const bool runs = pipelineRuns(session).has_value(); // asked before the row: an answer given at the very end still counts
        const auto request = store::loadRequest(session.database(), asked.request);
        if (session.database().error())
            return failed(*session.database().error());
        if (request && request->state == u"answered") {
            bulk.items = BulkResult::fromAnswers(request->results).items + bulk.items;
            return showBulk(invocation, bulk);
        }
        if (!runs || waited.elapsed() > kMostWaitMs)
            return failed(
                {ErrorCode::io, QStringLiteral("the pipeline %1 before it answered; it carries the request out when it runs again")
                                    .arg(runs ? QStringLiteral("took too long") : QStringLiteral("stopped"))});
        QThread::msleep(50);
    }
}

Result<QByteArray> readInput(const QString &file)
{
    QFile input(file);
    const bool opened = file == u"-" ? input.open(stdin, QIODevice::ReadOnly) : input.open(QIODevice::ReadOnly);
    if (!opened)
        return fail(ErrorCode::io, QStringLiteral("cannot read %1: %2").arg(file, input.errorString()));
    return input.readAll();
}

Result<> writeOutput(const QString &file, const QByteArray &bytes)
{
    return writeWhole(file, bytes, QFileDevice::ReadOwner | QFileDevice::WriteOwner);
}

} // namespace lazaret::ctl
