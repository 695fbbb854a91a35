// Rows of the audit log. The chain itself is guard's business; here an entry is only written and read.
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::store {

void insertAudit(Database &db, const AuditEntry &entry);
std::optional<AuditEntry> lastAudit(Database &db);
QList<AuditEntry> auditAfter(Database &db, qint64 seq, qint64 limit, const QString &object = {}); // limit 0: all

// What a reader of the log looks for; empty fields ask nothing. `object` is the beginning of a name, `text` any part of an entry's words.
struct AuditFilter
{
    QString actor;
    QString action;
    QString object;
    QString text;
    Time from, to; // from inclusive, to exclusive

    friend bool operator==(const AuditFilter &, const AuditFilter &) = default;
    bool isEmpty() const { return *this == AuditFilter{}; }
};
QList<qint64> auditNumbers(Database &db, const AuditFilter &filter); // the newest first
QList<AuditEntry> auditByNumber(Database &db, const QList<qint64> &numbers);
// How many entries there are and the number of the last: equal, unless somebody took one out.
struct AuditExtent
{
    qint64 count = 0;
    qint64 last = 0;
};
AuditExtent auditExtent(Database &db);
// The words in use, most used first.
QStringList auditActors(Database &db, int most);
QStringList auditActions(Database &db, int most);
// The last change of something configured (kind: source, workflow, operator, setting), holds included. Walks back from the newest entry.
std::optional<AuditEntry> lastConfigured(Database &db, const QString &kind, const QString &name);

} // namespace lazaret::store
