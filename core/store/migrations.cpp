#include "store/migrations.h"

#include "base/clock.h"
#include "store/database.h"

#include <QFile>
#include <QFileInfo>

static void initSchemaResources() // Q_INIT_RESOURCE must be called outside a namespace
{
    Q_INIT_RESOURCE(schema);
}

namespace lazaret {

namespace {

// Splits a script at the semicolons that end statements; a trigger's BEGIN … END keeps its own.
QStringList statementsOf(const QString &script)
{
    QStringList list;
    QString current;
    const auto lines = script.split(u'\n');
    for (const QString &line : lines) {
        const qsizetype comment = line.indexOf(QStringLiteral("--"));
        const QString code = comment < 0 ? line : line.left(comment);
        current += code + u'\n';
        const QString trimmed = code.trimmed();
        const bool inTrigger = current.contains(QStringLiteral("CREATE TRIGGER"));
        if (inTrigger ? trimmed.endsWith(QStringLiteral("END;")) : trimmed.endsWith(u';')) {
            list.append(current.trimmed());
            current.clear();
        }
    }
    return list;
}

Result<QString> script(int version)
{
    QFile file(QStringLiteral(":/lazaret/schema/%1").arg(version, 4, 10, QLatin1Char('0')));
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::internal, QStringLiteral("schema step %1 is missing from this build").arg(version));
    return QString::fromUtf8(file.readAll());
}

Result<int> versionOf(Database &database)
{
    Statement read = database.prepareOnce(QStringLiteral("PRAGMA user_version"));
    if (!read.run() || !read.next())
        return tl::unexpected(database.error().value_or(Error{ErrorCode::corrupt, QStringLiteral("the database does not answer")}));
    return int(read.integer(0));
}

Result<> keepCopy(Database &database, const QString &file, int version)
{
    const QString copy = QStringLiteral("%1.before-%2").arg(file).arg(version, 4, 10, QLatin1Char('0'));
    QFile::remove(copy);
    Statement vacuum = database.prepareOnce(QStringLiteral("VACUUM INTO ?"));
    if (!vacuum.run(copy))
        return tl::unexpected(*database.error());
    QFile::setPermissions(copy, QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    return {};
}

Result<> apply(Database &database, int version, const QString &text, const Clock &clock)
{
    database.begin();
    // Another process may have migrated while this one waited for the write lock.
    if (const auto current = versionOf(database); current && *current >= version) {
        database.rollback();
        return {};
    }
    const auto statements = statementsOf(text);
    for (const QString &sql : statements)
        database.prepareOnce(sql).run();
    database.prepareOnce(QStringLiteral("PRAGMA user_version = %1").arg(version)).run();
    if (version == 1) {
        database.prepareOnce(QStringLiteral("INSERT INTO meta (key, value) VALUES ('created_at', ?), ('epoch', '1')"))
            .run(QString::number(clock.nowMs()));
    }
    if (database.commit())
        return {};
    const Error error = database.error().value_or(Error{});
    database.rollback();
    return fail(error.code, QStringLiteral("schema step %1 failed and was undone: %2").arg(version).arg(error.detail));
}

} // namespace

int schemaVersion()
{
    return 2;
}

Result<int> readSchemaVersion(const QString &file)
{
    if (!QFileInfo::exists(file) || QFileInfo(file).size() == 0)
        return 0;
    // The header holds user_version at byte 60, big endian (sqlite.org/fileformat.html); opening the database would already write beside
    // it.
    QFile raw(file);
    if (!raw.open(QIODevice::ReadOnly))
        return fail(ErrorCode::io, QStringLiteral("cannot read %1: %2").arg(file, raw.errorString()));
    const QByteArray header = raw.read(64);
    if (header.size() < 64 || !header.startsWith("SQLite format 3"))
        return fail(ErrorCode::corrupt, QStringLiteral("%1 is not a Lazaret database").arg(file));
    return int((quint8(header[60]) << 24) | (quint8(header[61]) << 16) | (quint8(header[62]) << 8) | quint8(header[63]));
}

Result<> migrate(Database &database, const QString &file, const Clock &clock)
{
    initSchemaResources();
    auto current = versionOf(database);
    if (!current)
        return tl::unexpected(current.error());
    if (*current > schemaVersion())
        return fail(ErrorCode::newer, QStringLiteral("%1 has schema %2, this Lazaret knows %3: use the newer version; nothing was changed")
                                          .arg(file)
                                          .arg(*current)
                                          .arg(schemaVersion()));
    const bool anythingToKeep = *current > 0;
    for (int version = *current + 1; version <= schemaVersion(); ++version) {
        if (anythingToKeep) {
            if (auto kept = keepCopy(database, file, version); !kept)
                return kept;
        }
        const auto text = script(version);
        if (!text)
            return tl::unexpected(text.error());
        if (auto applied = apply(database, version, *text, clock); !applied)
            return applied;
    }
    return {};
}

} // namespace lazaret
