// One SQLite connection for one thread, with its settings proven, and statements prepared once.
//
// Errors are sticky: the first failed statement is remembered, everything after it does nothing, and whoever opened the
// transaction asks error() before committing. So the code between reads as plain sequence and cannot half-happen.
#pragma once

#include "base/result.h"
#include "store/statement.h"

#include <QString>

#include <functional>
#include <memory>

namespace lazaret {

class Database
{
public:
    enum class Access { readWrite, readOnly };

    // Opens (and for readWrite creates) the file. Settings: WAL, synchronous FULL, foreign_keys ON, busy_timeout 5 s; each read back.
    static Result<std::unique_ptr<Database>> open(const QString &file, Access access);
    ~Database();
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;

    // The statement for this text, prepared on first use. The text must outlive the connection when cached: pass literals;
    // `prepareOnce` is for composed text (selection queries).
    Statement prepare(const char *sql);
    Statement prepareOnce(const QString &sql);

    bool begin();  // BEGIN IMMEDIATE: a deferred transaction that upgrades fails at once under contention
    bool commit(); // flushed when it returns true
    void rollback();
    bool run(const char *sql); // a statement without parameters or rows

    const std::optional<Error> &error() const { return m_error; }
    void clearError() { m_error.reset(); }
    void setError(Error error);

    qint64 dataVersion(); // changes when another connection committed
    QString quickCheck(); // "ok", or the first thing SQLite finds wrong
    void interrupt();     // any thread: makes the running statement end with ErrorCode::cancelled

    // Test seam: asked before each commit; an Error makes the commit fail with it, as a full or failing disk would.
    using CommitFault = std::function<std::optional<Error>()>;
    void setCommitFault(CommitFault fault) { m_commitFault = std::move(fault); }

private:
    friend class Statement;
    struct Connection;
    explicit Database(std::unique_ptr<Connection> connection);
    void fail(const QString &native, const QString &text, const char *doing);

    std::unique_ptr<Connection> m_connection;
    std::optional<Error> m_error;
    CommitFault m_commitFault;
};

} // namespace lazaret
