#include "base/wholefile.h"

#include <QFile>
#include <QSaveFile>

#include <cerrno>

#ifdef Q_OS_UNIX
#include <sys/stat.h>
#endif

namespace lazaret {

Result<> writeWhole(const QString &file, const QByteArray &bytes, QFileDevice::Permissions permissions)
{
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly))
        return fail(ErrorCode::io, QStringLiteral("cannot write %1: %2").arg(file, out.errorString()));
    if (permissions)
        out.setPermissions(permissions);
    // Flushed by hand: what only commit() flushes may fail on a full disk without commit() saying so (Qt 6.4.2, measured).
    errno = 0;
    if (out.write(bytes) != bytes.size() || !out.flush()) {
        const QString reason = errno ? qt_error_string(errno) : out.errorString();
        out.cancelWriting();
        return fail(ErrorCode::io, QStringLiteral("cannot write %1: %2; nothing was left there").arg(file, reason));
    }
    if (!out.commit())
        return fail(ErrorCode::io, QStringLiteral("cannot write %1: %2").arg(file, out.errorString()));
    return {};
}

QByteArray fileIdentity(const QString &file)
{
#ifdef Q_OS_UNIX
    struct stat found = {};
    if (::stat(QFile::encodeName(file).constData(), &found) != 0)
        return "gone";
    return QByteArray::number(quint64(found.st_dev)) + ':' + QByteArray::number(quint64(found.st_ino));
#else
    Q_UNUSED(file)
    return {};
#endif
}

} // namespace lazaret
