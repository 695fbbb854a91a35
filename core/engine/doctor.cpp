#include "engine/doctor.h"

#include "guard/audit.h"
#include "store/auditlog.h"
#include "store/configuration.h"

#include <QDateTime>
#include <QFileInfo>
#include <QTcpServer>

namespace lazaret {

namespace {

constexpr qint64 kMiB = 1024 * 1024;
constexpr quint16 kHooksPort = 8787;

struct Examination
{
    QList<HealthCheck> items;

    void good(const QString &check, const QString &detail) { items.append({check, HealthCheck::State::ok, detail, {}}); }
    void note(const QString &check, const QString &detail, const QString &advice)
    {
        items.append({check, HealthCheck::State::warning, detail, advice});
    }
    void bad(const QString &check, const QString &detail, const QString &advice)
    {
        items.append({check, HealthCheck::State::failed, detail, advice});
    }
};

} // namespace

QString toText(HealthCheck::State state)
{
    return state == HealthCheck::State::ok        ? QStringLiteral("ok")
           : state == HealthCheck::State::warning ? QStringLiteral("warning")
                                                  : QStringLiteral("failed");
}

QList<HealthCheck> examineDirectory(const DataDirectory &directory)
{
    Examination e;
    const QFileInfo info(directory.path());
    const QString check = QStringLiteral("data directory");
    if (!info.isWritable())
        e.bad(check, QStringLiteral("%1 cannot be written").arg(directory.path()), QStringLiteral("give it to the user Lazaret runs as"));
    else if (info.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther))
        e.note(check, QStringLiteral("%1 can be read by others").arg(directory.path()),
               QStringLiteral("chmod 700 it: it names people and tenants"));
    else
        e.good(check, directory.path());
    const qint64 free = directory.freeBytes();
    const QString space = QStringLiteral("%1 MiB free").arg(free / kMiB);
    if (free < 100 * kMiB)
        e.bad(QStringLiteral("disk"), space, QStringLiteral("free some: a full disk makes the listener answer 503"));
    else if (free < 1024 * kMiB)
        e.note(QStringLiteral("disk"), space, QStringLiteral("free some before it fills"));
    else
        e.good(QStringLiteral("disk"), space);
    return e.items;
}

QList<HealthCheck> examinePipeline(const DataDirectory &directory)
{
    Examination e;
    const QJsonObject owner = PipelineLock::owner(directory);
    if (!owner.isEmpty()) {
        e.good(QStringLiteral("pipeline"),
               QStringLiteral("process %1 (%2) since %3")
                   .arg(owner.value(QStringLiteral("pid")).toInteger())
                   .arg(owner.value(QStringLiteral("program")).toString(), owner.value(QStringLiteral("since")).toString()));
        e.good(QStringLiteral("ports"), QStringLiteral("hooks %1, admin %2")
                                            .arg(owner.value(QStringLiteral("hooks")).toString(QStringLiteral("none")),
                                                 owner.value(QStringLiteral("admin")).toString(QStringLiteral("none"))));
        return e.items;
    }
    e.note(QStringLiteral("pipeline"), QStringLiteral("nothing receives or works on this data directory"),
           QStringLiteral("lazaretctl serve, or start the desk"));
    QTcpServer probe;
    if (probe.listen(QHostAddress::LocalHost, kHooksPort))
        e.good(QStringLiteral("ports"), QStringLiteral("127.0.0.1:%1 is free").arg(kHooksPort));
    else
        e.note(QStringLiteral("ports"), QStringLiteral("127.0.0.1:%1 is taken by another program").arg(kHooksPort),
               QStringLiteral("serve with --listen 127.0.0.1:PORT, or 0 for any free one"));
    return e.items;
}

QList<HealthCheck> examineDatabase(Database &db, const Clock &clock)
{
    Examination e;
    const QString answer = db.quickCheck();
    if (answer == u"ok")
        e.good(QStringLiteral("database"), QStringLiteral("quick check passed"));
    else
        e.bad(QStringLiteral("database"), answer, QStringLiteral("keep every file as it is and restore a backup into a new directory"));
    const auto chain = guard::verifyChain(db);
    if (chain.intact)
        e.good(QStringLiteral("audit"), QStringLiteral("%1 entries, the chain is intact").arg(chain.entries));
    else
        e.bad(QStringLiteral("audit"), chain.reason, QStringLiteral("keep the file as evidence and compare it with a backup"));
    const auto last = store::lastAudit(db);
    const QString now = QDateTime::fromMSecsSinceEpoch(clock.nowMs(), Qt::UTC).toString(Qt::ISODateWithMs);
    if (last && last->at > clock.nowMs() + 60000)
        e.bad(QStringLiteral("clock"), QStringLiteral("it says %1, but something was recorded later than that").arg(now),
              QStringLiteral("set the clock (NTP): due times and signatures depend on it"));
    else
        e.good(QStringLiteral("clock"), now);
    return e.items;
}

QList<HealthCheck> examineSecrets(Database &db, guard::SecretStore &secrets)
{
    Examination e;
    const QString check = QStringLiteral("secret store");
    const auto refs = secrets.refs();
    if (!refs) {
        e.bad(check, QStringLiteral("%1: %2").arg(secrets.kind(), refs.error().detail),
              QStringLiteral("without it no signature can be checked"));
        return e.items;
    }
    QStringList missing;
    for (const auto &source : store::currentSources(db)) {
        for (const auto &secret : source.secrets) {
            if (!refs->contains(secret.ref))
                missing.append(secret.ref);
        }
    }
    if (missing.isEmpty())
        e.good(check, QStringLiteral("%1, %2 secrets").arg(secrets.kind()).arg(refs->size()));
    else
        e.bad(check, QStringLiteral("%1: missing %2").arg(secrets.kind(), missing.join(QStringLiteral(", "))),
              QStringLiteral("apply the workspace file with the secrets' values again"));
    return e.items;
}

} // namespace lazaret
