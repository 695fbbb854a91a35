#include "guard/audit.h"

#include "base/bytes.h"
#include "base/scrub.h"
#include "store/auditlog.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lazaret::guard {

Actor pipelineActor()
{
    Actor actor;
    actor.name = QStringLiteral("lazaret");
    actor.role = Role::administrator;
    return actor;
}

QString hashOf(const AuditEntry &e)
{
    // Numbers as text: a JSON number above 2^53 has no single spelling.
    const QJsonArray canonical{QString::number(e.seq), QString::number(e.at), e.actor, e.osUser, e.action, e.object, e.details,
                               e.previousHash};
    return sha256Hex(QJsonDocument(canonical).toJson(QJsonDocument::Compact));
}

void record(Database &db, qint64 now, const Actor &actor, const QString &action, const QString &object, const QString &details)
{
    const auto last = store::lastAudit(db);
    AuditEntry entry;
    entry.seq = last ? last->seq + 1 : 1;
    entry.at = now;
    entry.actor = actor.name;
    entry.osUser = actor.osUser;
    entry.action = action;
    entry.object = object;
    entry.details = scrub(details);
    entry.previousHash = last ? last->hash : QString();
    entry.hash = hashOf(entry);
    store::insertAudit(db, entry);
}

ChainCheck verifyChain(Database &db, const std::function<bool(qint64)> &progress)
{
    ChainCheck check;
    qint64 seq = 0;
    const auto broken = [&](qint64 at, const QString &reason) {
        check.intact = false;
        check.firstBroken = at;
        check.reason = reason;
        return check;
    };
    for (;;) {
        const auto page = store::auditAfter(db, seq, 1000);
        if (page.isEmpty())
            return check;
        for (const auto &entry : page) {
            if (entry.seq != seq + 1)
                return broken(seq + 1, QStringLiteral("entry %1 is missing").arg(seq + 1));
            if (entry.previousHash != check.head)
                return broken(entry.seq, QStringLiteral("entry %1 does not continue the chain").arg(entry.seq));
            if (hashOf(entry) != entry.hash)
                return broken(entry.seq, QStringLiteral("entry %1 was changed").arg(entry.seq));
            check.head = entry.hash;
            seq = entry.seq;
            ++check.entries;
        }
        if (progress && !progress(check.entries)) {
            check.stopped = true;
            return check;
        }
    }
}

} // namespace lazaret::guard
