#include "store/datadirectory.h"

#include "base/clock.h"
#include "store/database.h"
#include "store/migrations.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>
#include <QStorageInfo>

#ifdef Q_OS_WIN
#include <io.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace lazaret {

namespace {

constexpr auto kOwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

#ifdef Q_OS_WIN
qintptr openLocked(const QString &file)
{
    const HANDLE handle =
        CreateFileW(reinterpret_cast<const wchar_t *>(QDir::toNativeSeparators(file).utf16()), GENERIC_READ | GENERIC_WRITE, 0, nullptr,
                    OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr); // share mode 0: a second open fails while this one lives
    return handle == INVALID_HANDLE_VALUE ? -1 : qintptr(handle);
}
void closeLocked(qintptr handle)
{
    CloseHandle(HANDLE(handle));
}
#else
qintptr openLocked(const QString &file)
{
    const int fd = ::open(QFile::encodeName(file).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) != 0) {
        ::close(fd);
        return -1;
    }
    return fd;
}
void closeLocked(qintptr handle)
{
    ::close(int(handle));
}
#endif

QJsonObject readOwner(const QString &file)
{
    QFile owner(file);
    if (!owner.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(owner.readAll()).object();
}

QString notWritable(const QString &path)
{
    return QStringLiteral("%1 cannot be written by this user (its permissions, or a file system mounted read-only); nothing was changed")
        .arg(path);
}

} // namespace

Result<DataDirectory> DataDirectory::open(const QString &path, const Clock &clock)
{
    const QString absolute = QDir::cleanPath(QDir(path).absolutePath());
    DataDirectory directory(absolute);
    const bool fresh = !QFileInfo::exists(absolute);
    if (!QDir().mkpath(absolute))
        return fail(ErrorCode::io, QStringLiteral("cannot create the data directory %1").arg(absolute));
    if (fresh)
        QFile::setPermissions(absolute, kOwnerOnly | QFileDevice::ExeOwner);
    if (!QFileInfo(absolute).isWritable() ||
        (QFileInfo::exists(directory.databaseFile()) && !QFileInfo(directory.databaseFile()).isWritable()))
        return fail(ErrorCode::io, notWritable(absolute));
    const auto version = readSchemaVersion(directory.databaseFile());
    if (!version)
        return tl::unexpected(version.error());
    if (*version > schemaVersion())
        return fail(ErrorCode::newer,
                    QStringLiteral("%1 was written by a newer Lazaret (schema %2, this one knows %3); nothing was changed")
                        .arg(directory.databaseFile())
                        .arg(*version)
                        .arg(schemaVersion()));
    auto database = Database::open(directory.databaseFile(), Database::Access::readWrite);
    if (!database)
        return tl::unexpected(database.error());
    if (auto migrated = migrate(**database, directory.databaseFile(), clock); !migrated)
        return tl::unexpected(migrated.error());
    QFile::setPermissions(directory.databaseFile(), kOwnerOnly);
    return directory;
}

Result<DataDirectory> DataDirectory::openExisting(const QString &path, const Clock &clock)
{
    const QFileInfo there(QDir::cleanPath(QDir(path).absolutePath()));
    if (there.isDir() && !there.isExecutable()) // inside, nothing can be seen to exist
        return fail(ErrorCode::io,
                    QStringLiteral("%1 belongs to another user of this machine: its permissions keep this one out").arg(path));
    if (!QFileInfo::exists(DataDirectory(there.filePath()).databaseFile()))
        return fail(ErrorCode::not_found, QStringLiteral("%1 holds no Lazaret data; start with: workspace apply FILE, or serve").arg(path));
    return open(path, clock);
}

qint64 DataDirectory::freeBytes() const
{
    return QStorageInfo(m_path).bytesAvailable();
}

Result<std::unique_ptr<PipelineLock>> PipelineLock::take(const DataDirectory &directory)
{
    const qintptr handle = openLocked(directory.lockFile());
    if (handle < 0 && !QFileInfo(directory.path()).isWritable())
        return fail(ErrorCode::io, notWritable(directory.path()));
    if (handle < 0) {
        const QJsonObject holder = readOwner(directory.ownerFile());
        return fail(ErrorCode::locked,
                    QStringLiteral("%1 is run by process %2 (%3) since %4")
                        .arg(directory.path())
                        .arg(holder.value(QStringLiteral("pid")).toInteger())
                        .arg(holder.value(QStringLiteral("program")).toString(), holder.value(QStringLiteral("since")).toString()));
    }
    QFile::remove(directory.ownerFile());
    return std::unique_ptr<PipelineLock>(new PipelineLock(handle, directory.ownerFile()));
}

PipelineLock::~PipelineLock()
{
    QFile::remove(m_ownerFile);
    closeLocked(m_handle);
}

void PipelineLock::announce(const QJsonObject &owner)
{
    QSaveFile file(m_ownerFile);
    if (!file.open(QIODevice::WriteOnly))
        return; // only a convenience for others; the lock itself is what counts
    file.setPermissions(kOwnerOnly);
    file.write(QJsonDocument(owner).toJson(QJsonDocument::Compact));
    file.commit();
}

QJsonObject PipelineLock::owner(const DataDirectory &directory)
{
    if (!QFileInfo::exists(directory.lockFile()))
        return {};
    const qintptr handle = openLocked(directory.lockFile());
    if (handle >= 0) { // nobody holds it
        closeLocked(handle);
        return {};
    }
    QJsonObject holder = readOwner(directory.ownerFile());
    if (holder.isEmpty()) // between taking the lock and announcing
        holder.insert(QStringLiteral("starting"), true);
    return holder;
}

} // namespace lazaret
