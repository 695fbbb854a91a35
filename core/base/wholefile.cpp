#include "base/wholefile.h"

#include <QSaveFile>

#include <cerrno>

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

} // namespace lazaret
