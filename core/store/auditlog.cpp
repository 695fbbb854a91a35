#include "store/auditlog.h"

namespace lazaret::store {

namespace {

#define AUDIT_COLUMNS "seq, at, actor, os_user, action, object, details, previous_hash, hash"

AuditEntry readEntry(const Statement &s)
{
    return {s.integer(0), s.integer(1), s.text(2), s.text(3), s.text(4), s.text(5), s.text(6), s.text(7), s.text(8)};
}

} // namespace

void insertAudit(Database &db, const AuditEntry &e)
{
    db.prepare("INSERT INTO audit (" AUDIT_COLUMNS ") VALUES (?,?,?,?,?,?,?,?,?)")
        .run(e.seq, e.at, notNull(e.actor), notNull(e.osUser), notNull(e.action), notNull(e.object), notNull(e.details),
             notNull(e.previousHash), e.hash);
}

std::optional<AuditEntry> lastAudit(Database &db)
{
    Statement read = db.prepare("SELECT " AUDIT_COLUMNS " FROM audit ORDER BY seq DESC LIMIT 1");
    if (!read.run() || !read.next())
        return std::nullopt;
    return readEntry(read);
}

QList<AuditEntry> auditAfter(Database &db, qint64 seq, qint64 limit, const QString &object)
{
    QList<AuditEntry> list;
    Statement read = db.prepare("SELECT " AUDIT_COLUMNS " FROM audit WHERE seq > ? AND (? = '' OR object = ?) ORDER BY seq LIMIT ?");
    read.run(seq, notNull(object), notNull(object), limit > 0 ? limit : -1);
    while (read.next())
        list.append(readEntry(read));
    return list;
}

std::optional<AuditEntry> lastConfigured(Database &db, const QString &kind, const QString &name)
{
    Statement read =
        db.prepare("SELECT " AUDIT_COLUMNS " FROM audit WHERE (action = ? AND (object = ? OR substr(object, 1, ?) = ?)) OR (action "
                   "= 'configuration.hold' AND object = ?) OR (action IN (?, ?) AND object = ?) ORDER BY seq DESC LIMIT 1");
    const QString versions = name + u'@';
    if (!read.run(QStringLiteral("configuration.") + kind, name, versions.size(), versions, kind + u' ' + name,
                  kind + QStringLiteral(".hold"), kind + QStringLiteral(".resume"), name) ||
        !read.next())
        return std::nullopt;
    return readEntry(read);
}

} // namespace lazaret::store
