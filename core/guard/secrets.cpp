#include "guard/secrets.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>

namespace lazaret::guard {

namespace {

Result<QJsonObject> load(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return QJsonObject();
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::io, QStringLiteral("cannot read %1: %2").arg(path, file.errorString()));
#ifndef Q_OS_WIN
    constexpr auto others = QFileDevice::ReadGroup | QFileDevice::ReadOther | QFileDevice::WriteGroup | QFileDevice::WriteOther;
    if (QFileInfo(path).permissions() & others)
        return fail(ErrorCode::io, QStringLiteral("%1 can be read by others; make it yours alone: chmod 600").arg(path));
#endif
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &error);
    if (error.error != QJsonParseError::NoError || !document.isObject())
        return fail(ErrorCode::corrupt, QStringLiteral("%1 is not a secrets file").arg(path)); // never quote its content
    return document.object();
}

Result<> save(const QString &path, const QJsonObject &secrets)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return fail(ErrorCode::io, QStringLiteral("cannot write %1: %2").arg(path, file.errorString()));
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner); // before the first byte
    file.write(QJsonDocument(secrets).toJson());
    if (!file.commit())
        return fail(ErrorCode::io, QStringLiteral("cannot write %1: %2").arg(path, file.errorString()));
    return {};
}

template <typename Change>
Result<> change(const QString &path, Change edit)
{
    QLockFile lock(path + QStringLiteral(".lock")); // two commands at once must not lose one's secret
    if (!lock.tryLock(5000))
        return fail(ErrorCode::io, QStringLiteral("%1 is being changed by another process").arg(path));
    auto secrets = load(path);
    if (!secrets)
        return tl::unexpected(secrets.error());
    edit(*secrets);
    return save(path, *secrets);
}

} // namespace

Result<QByteArray> FileSecrets::read(const QString &ref)
{
    const auto secrets = load(m_file);
    if (!secrets)
        return tl::unexpected(secrets.error());
    if (!secrets->contains(ref))
        return fail(ErrorCode::not_found, QStringLiteral("no secret %1 in the secret store").arg(ref));
    return QByteArray::fromBase64(secrets->value(ref).toString().toLatin1());
}

Result<> FileSecrets::write(const QString &ref, const QByteArray &value)
{
    return change(m_file, [&](QJsonObject &secrets) { secrets.insert(ref, QString::fromLatin1(value.toBase64())); });
}

Result<> FileSecrets::remove(const QString &ref)
{
    return change(m_file, [&](QJsonObject &secrets) { secrets.remove(ref); });
}

Result<QStringList> FileSecrets::refs()
{
    const auto secrets = load(m_file);
    if (!secrets)
        return tl::unexpected(secrets.error());
    return secrets->keys();
}

} // namespace lazaret::guard
