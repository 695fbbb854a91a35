#include "composition.h"

#include "base/clock.h"
#include "base/ids.h"
#include "keychain.h"
#include "store/configuration.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#ifdef Q_OS_WIN
#include <lmcons.h>
#include <windows.h>
#else
#include <pwd.h>
#include <unistd.h>
#endif

namespace lazaret {

namespace {

const QString kStore = QStringLiteral("secret_store");
const QString kId = QStringLiteral("installation_id");

struct Choice
{
    QString kind;
    QString installation;
};

// Recorded once; whoever comes later reads what was chosen.
Result<Choice> chooseStore(Database &db, const QString &kindIfNew, const Clock &clock)
{
    Choice choice{store::setting(db, kStore), store::setting(db, kId)};
    if (!choice.kind.isEmpty() && !choice.installation.isEmpty())
        return choice;
    if (!db.begin())
        return tl::unexpected(db.error().value_or(Error{}));
    choice.kind = store::setting(db, kStore, kindIfNew);
    choice.installation = store::setting(db, kId, newUlid(clock.nowMs()));
    store::putSetting(db, kStore, choice.kind);
    store::putSetting(db, kId, choice.installation);
    if (!db.commit()) {
        const Error error = db.error().value_or(Error{});
        db.rollback();
        return tl::unexpected(error);
    }
    return choice;
}

Result<Installation> compose(DataDirectory directory, const QString &kindIfNew, const Clock &clock)
{
    auto database = Database::open(directory.databaseFile(), Database::Access::readWrite);
    if (!database)
        return tl::unexpected(database.error());
    const auto choice = chooseStore(**database, kindIfNew, clock);
    if (!choice)
        return tl::unexpected(choice.error());
    Installation installation{std::move(directory), nullptr};
    if (choice->kind == u"file")
        installation.secrets = std::make_unique<guard::FileSecrets>(installation.directory.secretsFile());
    else if (choice->kind == u"keychain")
        installation.secrets = std::make_unique<KeychainSecrets>(QStringLiteral("lazaret-") + choice->installation);
    else
        return fail(ErrorCode::corrupt, QStringLiteral("the data directory names an unknown secret store \"%1\"").arg(choice->kind));
    return installation;
}

} // namespace

Result<Installation> openInstallation(const QString &path, const QString &kindIfNew, const Clock &clock)
{
    auto directory = DataDirectory::open(path, clock);
    if (!directory)
        return tl::unexpected(directory.error());
    return compose(std::move(*directory), kindIfNew, clock);
}

Result<Installation> openExistingInstallation(const QString &path, const Clock &clock)
{
    auto directory = DataDirectory::openExisting(path, clock);
    if (!directory)
        return tl::unexpected(directory.error());
    return compose(std::move(*directory), QStringLiteral("file"), clock);
}

QString defaultDataPath()
{
    const QString given = qEnvironmentVariable("LAZARET_DATA");
    return given.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/lazaret") : given;
}

QString demoDataPath(const QString &dataPath)
{
    return QDir::cleanPath(dataPath) + QStringLiteral("-demo");
}

QString osUserName()
{
#ifdef Q_OS_WIN
    wchar_t name[UNLEN + 1];
    DWORD length = UNLEN + 1;
    return GetUserNameW(name, &length) ? QString::fromWCharArray(name) : QStringLiteral("unknown");
#else
    const passwd *user = ::getpwuid(::geteuid());
    return user ? QString::fromLocal8Bit(user->pw_name) : QString::number(::geteuid()); // a container's user may have no name
#endif
}

} // namespace lazaret
