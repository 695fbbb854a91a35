// What is wrong with an installation, and what to do about it; and its figures. The doctor changes nothing, not even the schema.
#include "engine/doctor.h"
#include "session.h"
#include "store/migrations.h"
#include "watch/metrics.h"

#include <QFileInfo>

namespace lazaret::ctl {

namespace {

int conclude(const Invocation &invocation, const QList<HealthCheck> &checks)
{
    QJsonArray items;
    bool sick = false;
    for (const auto &check : checks) {
        sick |= check.state == HealthCheck::State::failed;
        items.append(
            QJsonObject{{QStringLiteral("check"), check.check},
                        {QStringLiteral("state"), toText(check.state)},
                        {QStringLiteral("detail"), check.detail},
                        {QStringLiteral("advice"), check.advice.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(check.advice)}});
    }
    showListing(
        invocation,
        {items, {}, items.size(), {QStringLiteral("check"), QStringLiteral("state"), QStringLiteral("detail"), QStringLiteral("advice")}});
    return sick ? 1 : 0;
}

} // namespace

int runDoctor(const Invocation &invocation)
{
    using State = HealthCheck::State;
    QList<HealthCheck> checks;
    const SystemClock clock;
    const QString file = invocation.data + QStringLiteral("/lazaret.db");
    if (!QFileInfo::exists(file)) {
        checks.append({QStringLiteral("data directory"), State::warning, QStringLiteral("%1 holds no Lazaret data").arg(invocation.data),
                       QStringLiteral("start with: lazaretctl workspace apply FILE")});
        return conclude(invocation, checks);
    }
    const auto version = readSchemaVersion(file);
    if (!version || *version != schemaVersion()) {
        const QString detail =
            version ? QStringLiteral("version %1; this Lazaret knows %2").arg(*version).arg(schemaVersion()) : version.error().detail;
        const bool newer = version && *version > schemaVersion();
        checks.append({QStringLiteral("schema"), State::failed, detail,
                       newer ? QStringLiteral("use the newer Lazaret; nothing was changed")
                             : QStringLiteral("any other command brings it up to date and keeps a copy")});
        return conclude(invocation, checks);
    }
    checks.append({QStringLiteral("schema"), State::ok, QStringLiteral("version %1").arg(*version), {}});
    auto installation = openExistingInstallation(invocation.data, clock);
    if (!installation) {
        checks.append({QStringLiteral("installation"), State::failed, installation.error().detail, {}});
        return conclude(invocation, checks);
    }
    const auto database = Database::open(file, Database::Access::readOnly);
    if (!database) {
        checks.append({QStringLiteral("database"), State::failed, database.error().detail, {}});
        return conclude(invocation, checks);
    }
    checks += examineDirectory(installation->directory) + examineDatabase(**database, clock) +
              examineSecrets(**database, *installation->secrets) + examinePipeline(installation->directory);
    return conclude(invocation, checks);
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
