// One command's access to an installation: the directory, a connection of its own, and the desk of whoever acts.
#pragma once

#include "commands.h"
#include "composition.h"
#include "engine/desk.h"
#include "output.h"

namespace lazaret::ctl {

class Session
{
public:
    enum class Data { existing, create };
    static Result<std::unique_ptr<Session>> open(const Invocation &invocation, Data data = Data::existing);

    Database &database() { return *m_database; }
    Desk &desk() { return m_desk; }
    const Clock &clock() const { return m_clock; }
    const DataDirectory &directory() const { return m_installation.directory; }
    guard::SecretStore &secrets() { return *m_installation.secrets; }

    // Who is looking, for commands that only read. refused: not an operator, or without this right.
    Result<guard::Actor> looking(guard::Right right, const QString &doing);

private:
    Session(Installation installation, std::unique_ptr<Database> database, Desk::Person person);

    SystemClock m_clock;
    Installation m_installation;
    std::unique_ptr<Database> m_database;
    DirectWriter m_writer;
    const Desk::Person m_person;
    Desk m_desk;
};

// Opens a session for a command that only reads and hands it to `work`, which answers the exit code.
template <typename Work>
int reading(const Invocation &invocation, const QString &doing, Work work, guard::Right right = guard::Right::read)
{
    const auto session = Session::open(invocation);
    if (!session)
        return failed(session.error());
    const auto actor = (*session)->looking(right, doing);
    if (!actor)
        return failed(actor.error());
    const int code = work(**session, *actor);
    if (const auto &error = (*session)->database().error())
        return failed(*error);
    return code;
}

// Opens a session for a command that acts.
template <typename Work>
int acting(const Invocation &invocation, Work work)
{
    const auto session = Session::open(invocation);
    return session ? work(**session) : failed(session.error());
}

// The ids, or --query with --expect. ErrorCode::usage when neither or both.
Result<Selection> selectionOf(const Invocation &invocation);
Result<qint64> wholeNumber(const Invocation &invocation, const QString &option);

// Waits until the pipeline has carried out what was asked, then shows each case's result.
int showAnswer(const Invocation &invocation, Session &session, const Asked &asked);
Result<> pipelineRuns(const Session &session); // refused when nobody would carry it out

Result<QByteArray> readInput(const QString &file);                  // "-": standard input
Result<> writeOutput(const QString &file, const QByteArray &bytes); // owner only: exports name people and tenants

} // namespace lazaret::ctl
