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
    const qint64 most = limit > 0 ? limit : -1;
    Statement read = db.prepare(object.isEmpty() ? "SELECT " AUDIT_COLUMNS " FROM audit WHERE seq > ? ORDER BY seq LIMIT ?"
                                                 : "SELECT " AUDIT_COLUMNS " FROM audit WHERE seq > ? AND object = ? ORDER BY seq LIMIT ?");
    if (object.isEmpty())
        read.run(seq, most);
    else
        read.run(seq, object, most);
    while (read.next())
        list.append(readEntry(read));
    return list;
}

namespace {

QString likePattern(QString text)
{
    return u'%' + text.replace(u'\\', QStringLiteral("\\\\")).replace(u'%', QStringLiteral("\\%")).replace(u'_', QStringLiteral("\\_")) +
           u'%';
}

QStringList firstTexts(Statement read, int most)
{
    QStringList list;
    read.run(most);
    while (read.next())
        list.append(read.text(0));
    return list;
}

} // namespace

QList<qint64> auditNumbers(Database &db, const AuditFilter &filter)
{
    QStringList where;
    QVariantList bindings;
    const auto add = [&](const char *condition, const QVariantList &values) {
        where.append(QLatin1String(condition));
        bindings += values;
    };
    if (!filter.actor.isEmpty())
        add("actor = ?", {filter.actor});
    if (!filter.action.isEmpty())
        add("action = ?", {filter.action});
    if (!filter.object.isEmpty()) // a range, so that the index serves; the last character of Unicode stands after every name
        add("object >= ? AND object < ?", {filter.object, QString(filter.object + QStringLiteral("\U0010FFFF"))});
    if (filter.from)
        add("at >= ?", {*filter.from});
    if (filter.to)
        add("at < ?", {*filter.to});
    if (!filter.text.isEmpty()) {
        const QString pattern = likePattern(filter.text);
        add("(details LIKE ? ESCAPE '\\' OR object LIKE ? ESCAPE '\\' OR action LIKE ? ESCAPE '\\' OR actor LIKE ? ESCAPE '\\')",
            {pattern, pattern, pattern, pattern});
    }
    QList<qint64> numbers;
    const QString condition = where.isEmpty() ? QString() : QStringLiteral(" WHERE ") + where.join(QStringLiteral(" AND "));
    Statement read = db.prepareOnce(QStringLiteral("SELECT seq FROM audit%1 ORDER BY seq DESC").arg(condition));
    read.runWith(bindings);
    while (read.next())
        numbers.append(read.integer(0));
    return numbers;
}

QList<AuditEntry> auditByNumber(Database &db, const QList<qint64> &numbers)
{
    QList<AuditEntry> list;
    list.reserve(numbers.size());
    for (const qint64 number : numbers) {
        Statement read = db.prepare("SELECT " AUDIT_COLUMNS " FROM audit WHERE seq = ?");
        if (read.run(number) && read.next())
            list.append(readEntry(read));
    }
    return list;
}

AuditExtent auditExtent(Database &db)
{
    Statement read = db.prepare("SELECT (SELECT count(*) FROM audit), (SELECT coalesce(max(seq), 0) FROM audit)");
    if (!read.run() || !read.next())
        return {};
    return {read.integer(0), read.integer(1)};
}

QStringList auditActors(Database &db, int most)
{
    return firstTexts(db.prepare("SELECT actor FROM audit GROUP BY actor ORDER BY count(*) DESC, actor LIMIT ?"), most);
}

QStringList auditActions(Database &db, int most)
{
    return firstTexts(db.prepare("SELECT action FROM audit GROUP BY action ORDER BY count(*) DESC, action LIMIT ?"), most);
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
