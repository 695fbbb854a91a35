// The data directory: one installation's database, secrets file and lock. Everything Lazaret keeps is below it.
#pragma once

#include "base/result.h"

#include <QJsonObject>
#include <QString>

#include <memory>

namespace lazaret {

class Clock;
class Database;

class DataDirectory
{
public:
    // Creates what is missing (mode 0700), migrates the database. ErrorCode::newer: nothing was touched.
    static Result<DataDirectory> open(const QString &path, const Clock &clock);
    // As open, but a directory without a database is ErrorCode::not_found and nothing is created.
    static Result<DataDirectory> openExisting(const QString &path, const Clock &clock);

    const QString &path() const { return m_path; }
    QString databaseFile() const { return m_path + QStringLiteral("/lazaret.db"); }
    QString secretsFile() const { return m_path + QStringLiteral("/secrets.json"); }
    QString lockFile() const { return m_path + QStringLiteral("/pipeline.lock"); }
    QString ownerFile() const { return m_path + QStringLiteral("/pipeline.json"); }
    qint64 freeBytes() const;

private:
    explicit DataDirectory(QString path) : m_path(std::move(path)) {}
    QString m_path;
};

// Held by the one process that runs the pipeline. The operating system releases it with the process, also on kill -9,
// so a stale lock cannot exist. Beside it a small file says who holds it and where it listens.
class PipelineLock
{
public:
    // ErrorCode::locked names the holder (pid, program, since when).
    static Result<std::unique_ptr<PipelineLock>> take(const DataDirectory &directory);
    ~PipelineLock();
    PipelineLock(const PipelineLock &) = delete;
    PipelineLock &operator=(const PipelineLock &) = delete;

    // {"pid", "program", "since", "hooks", "admin"}: written when the listener is up.
    void announce(const QJsonObject &owner);

    // Who runs the pipeline now; empty when nobody does. Reads the lock, not only the file.
    static QJsonObject owner(const DataDirectory &directory);

private:
    PipelineLock(qintptr handle, QString ownerFile) : m_handle(handle), m_ownerFile(std::move(ownerFile)) {}
    qintptr m_handle;
    QString m_ownerFile;
};

} // namespace lazaret
