// The rule for two people on one case: a decision taken on what no longer stands is refused, and says who changed it and how.
#include "engine/desk.h"

#include "guard/audit.h"
#include "store/auditlog.h"

#include <QJsonDocument>

namespace lazaret {

namespace {

QString clock(qint64 at)
{
    return QDateTime::fromMSecsSinceEpoch(at, Qt::UTC).toString(QStringLiteral("HH:mm"));
}

// What an entry did to the case, as a verb after a name; empty: nothing that a decision depends on.
QString deed(const AuditEntry &entry, bool ownerMatters, const QString &me)
{
    const QJsonObject details = QJsonDocument::fromJson(entry.details.toUtf8()).object();
    const auto field = [&](const char *name) { return details.value(QLatin1String(name)).toString(); };
    if (entry.action == u"case.dispose")
        return (field("state") == u"requested" ? QStringLiteral("asked to dispose of it as %1") : QStringLiteral("disposed of it as %1"))
            .arg(field("kind"));
    if (entry.action == u"case.approve")
        return QStringLiteral("approved %1").arg(field("kind"));
    if (entry.action == u"case.reject")
        return QStringLiteral("rejected the request for %1").arg(field("kind"));
    if (entry.action == u"case.withdraw")
        return QStringLiteral("withdrew the request for %1").arg(field("kind"));
    if (entry.action == u"case.settle_effect")
        return QStringLiteral("settled %1 as %2").arg(field("action"), field("state"));
    if (entry.action == u"case.verify_effect")
        return QStringLiteral("had the recipient asked (%1)").arg(entry.details.left(120));
    if (entry.action == u"case.close")
        return QStringLiteral("closed it with incident %1").arg(field("incident"));
    if (entry.action == u"release.case")
        return QStringLiteral("released it in %1").arg(entry.details.section(u' ', 0, 0));
    if (entry.action == u"case.assign" && ownerMatters) {
        const QString owner = field("owner");
        return owner == me       ? QString() // handed to whoever decides now
               : owner.isEmpty() ? QStringLiteral("took the owner off it")
                                 : QStringLiteral("assigned it to %1").arg(owner);
    }
    return {};
}

} // namespace

Result<> Desk::stillAsSeen(const std::optional<queries::Seen> &seen, Database &db, const Actor &actor, const CaseRecord &c,
                           bool ownerMatters)
{
    if (!seen)
        return {};
    QString change, mine;
    qint64 at = 0;
    const auto entries = store::auditAfter(db, seen->audit, 0, c.caseId.value);
    for (const auto &entry : entries) {
        const QString done = deed(entry, ownerMatters, actor.name);
        if (entry.actor == actor.name)
            mine = done.isEmpty() ? mine : done; // no conflict with oneself, but if it ended the case that is how
        if (done.isEmpty() || entry.actor == actor.name)
            continue;
        change =
            QStringLiteral("%1 %2").arg(entry.actor == guard::pipelineActor().name ? QStringLiteral("the pipeline") : entry.actor, done);
        at = entry.at;
    }
    // The pipeline's own work leaves no audit entry: the record's times tell.
    if (c.lastFailureAt > seen->at && c.lastFailureAt >= at) {
        change = QStringLiteral("it failed again with %1").arg(c.errorCode);
        at = c.lastFailureAt;
    } else if (change.isEmpty() && c.closedAt && *c.closedAt > seen->at && !c.outcome.isEmpty()) {
        change = mine.isEmpty() ? QStringLiteral("reconciliation closed it as %1").arg(c.outcome)
                                : QStringLiteral("%1, elsewhere, %2").arg(actor.name, mine);
        at = *c.closedAt;
    }
    if (change.isEmpty())
        return {};
    return fail(ErrorCode::conflict, QStringLiteral("changed since you looked: %1 at %2 UTC").arg(change, clock(at)));
}

} // namespace lazaret
