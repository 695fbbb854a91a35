// What is wrong with an installation, and what to do about it; and its figures. The doctor changes nothing, not even the schema.
#include "guard/audit.h"
#include "session.h"
#include "store/auditlog.h"
#include "store/configuration.h"
#include "store/migrations.h"
#include "watch/metrics.h"

#include <QDateTime>
#include <QFileInfo>
#include <QTcpServer>

namespace lazaret::ctl {

namespace {

constexpr qint64 kMiB = 1024 * 1024;
constexpr quint16 kHooksPort = 8787;

struct Examination
{
    QJsonArray items;
    bool sick = false;

    void good(const QString &check, const QString &detail) { add(check, QStringLiteral("ok"), detail, {}); }
    void note(const QString &check, const QString &detail, const QString &advice) { add(check, QStringLiteral("warning"), detail, advice); }
    void bad(const QString &check, const QString &detail, const QString &advice)
    {
        sick = true;
        add(check, QStringLiteral("failed"), detail, advice);
    }

private:
    void add(const QString &check, const QString &state, const QString &detail, const QString &advice)
    {
        items.append(QJsonObject{{QStringLiteral("check"), check},
                                 {QStringLiteral("state"), state},
                                 {QStringLiteral("detail"), detail},
                                 {QStringLiteral("advice"), advice.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(advice)}});
    }
};

void examineDirectory(Examination &e, const DataDirectory &directory)
{
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
}

void examinePipeline(Examination &e, const DataDirectory &directory)
{
    const QJsonObject owner = PipelineLock::owner(directory);
    if (!owner.isEmpty()) {
        e.good(QStringLiteral("pipeline"),
               QStringLiteral("process %1 (%2) since %3")
                   .arg(owner.value(QStringLiteral("pid")).toInteger())
                   .arg(owner.value(QStringLiteral("program")).toString(), owner.value(QStringLiteral("since")).toString()));
        e.good(QStringLiteral("ports"), QStringLiteral("hooks %1, admin %2")
                                            .arg(owner.value(QStringLiteral("hooks")).toString(QStringLiteral("none")),
                                                 owner.value(QStringLiteral("admin")).toString(QStringLiteral("none"))));
        return;
    }
    e.note(QStringLiteral("pipeline"), QStringLiteral("nothing receives or works on this data directory"),
           QStringLiteral("lazaretctl serve, or start the desk"));
    QTcpServer probe;
    if (probe.listen(QHostAddress::LocalHost, kHooksPort))
        e.good(QStringLiteral("ports"), QStringLiteral("127.0.0.1:%1 is free").arg(kHooksPort));
    else
        e.note(QStringLiteral("ports"), QStringLiteral("127.0.0.1:%1 is taken by another program").arg(kHooksPort),
               QStringLiteral("serve with --listen 127.0.0.1:PORT, or 0 for any free one"));
}

void examineDatabase(Examination &e, Database &db)
{
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
}

void examineClock(Examination &e, Database &db, const Clock &clock)
{
    const auto last = store::lastAudit(db);
    const QString now = QDateTime::fromMSecsSinceEpoch(clock.nowMs(), Qt::UTC).toString(Qt::ISODateWithMs);
    if (last && last->at > clock.nowMs() + 60000)
        e.bad(QStringLiteral("clock"), QStringLiteral("it says %1, but something was recorded later than that").arg(now),
              QStringLiteral("set the clock (NTP): due times and signatures depend on it"));
    else
        e.good(QStringLiteral("clock"), now);
}

void examineSecrets(Examination &e, Database &db, guard::SecretStore &secrets)
{
    const QString check = QStringLiteral("secret store");
    const auto refs = secrets.refs();
    if (!refs) {
        e.bad(check, QStringLiteral("%1: %2").arg(secrets.kind(), refs.error().detail),
              QStringLiteral("without it no signature can be checked"));
        return;
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
}

int conclude(const Invocation &invocation, const Examination &e)
{
    showListing(invocation, {e.items,
                             {},
                             e.items.size(),
                             {QStringLiteral("check"), QStringLiteral("state"), QStringLiteral("detail"), QStringLiteral("advice")}});
    return e.sick ? 1 : 0;
}

} // namespace

int runDoctor(const Invocation &invocation)
{
    Examination e;
    const SystemClock clock;
    const QString file = invocation.data + QStringLiteral("/lazaret.db");
    if (!QFileInfo::exists(file)) {
        e.note(QStringLiteral("data directory"), QStringLiteral("%1 holds no Lazaret data").arg(invocation.data),
               QStringLiteral("start with: lazaretctl workspace apply FILE"));
        return conclude(invocation, e);
    }
    const auto version = readSchemaVersion(file);
    if (!version || *version != schemaVersion()) {
        const QString detail =
            version ? QStringLiteral("version %1; this Lazaret knows %2").arg(*version).arg(schemaVersion()) : version.error().detail;
        const bool newer = version && *version > schemaVersion();
        e.bad(QStringLiteral("schema"), detail,
              newer ? QStringLiteral("use the newer Lazaret; nothing was changed")
                    : QStringLiteral("any other command brings it up to date and keeps a copy"));
        return conclude(invocation, e);
    }
    e.good(QStringLiteral("schema"), QStringLiteral("version %1").arg(*version));
    auto installation = openExistingInstallation(invocation.data, clock);
    if (!installation) {
        e.bad(QStringLiteral("installation"), installation.error().detail, {});
        return conclude(invocation, e);
    }
    const auto database = Database::open(file, Database::Access::readOnly);
    if (!database) {
        e.bad(QStringLiteral("database"), database.error().detail, {});
        return conclude(invocation, e);
    }
    examineDirectory(e, installation->directory);
    examineDatabase(e, **database);
    examineSecrets(e, **database, *installation->secrets);
    examinePipeline(e, installation->directory);
    examineClock(e, **database, clock);
    return conclude(invocation, e);
}

int runMetrics(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("reading the metrics"), [&](Session &session, const guard::Actor &) {
        const QString text = QString::fromUtf8(watch::metricsText(session.database(), session.clock().nowMs()));
        if (invocation.json)
            printJson({{QStringLiteral("format"), QStringLiteral("prometheus")}, {QStringLiteral("text"), text}});
        else
            printText(text);
        return 0;
    });
}

} // namespace lazaret::ctl
