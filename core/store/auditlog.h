// Rows of the audit log. The chain itself is guard's business; here an entry is only written and read.
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::store {

void insertAudit(Database &db, const AuditEntry &entry);
std::optional<AuditEntry> lastAudit(Database &db);
QList<AuditEntry> auditAfter(Database &db, qint64 seq, qint64 limit, const QString &object = {}); // limit 0: all

// The last change of something configured (kind: source, workflow, operator, setting), holds included. Walks back from the newest entry.
std::optional<AuditEntry> lastConfigured(Database &db, const QString &kind, const QString &name);

} // namespace lazaret::store
