// Reading the audit log: any number of entries by number, with a filter; the chain's verification; its export. The log tells of every
// tenant, so it is for those who see all of them.
#pragma once

#include "engine/queries.h"
#include "guard/audit.h"
#include "store/auditlog.h"

namespace lazaret::queries {

using AuditFilter = store::AuditFilter;

Result<> mayReadAudit(const Viewer &viewer); // ErrorCode::refused, naming the tenants this viewer sees

// The entries of a filter in their order. Without a filter the numbers follow each other and are not listed.
struct AuditOrder
{
    QList<qint64> numbers; // the newest first
    qint64 matching = 0;
    qint64 kept = 0; // entries there are
    qint64 last = 0; // number of the newest
    bool listed = true;
    double tookMs = 0;

    qint64 numberAt(qint64 place) const { return listed ? numbers.value(place) : last - place; }
    qint64 placeOf(qint64 number) const; // -1: not among them
};
Result<AuditOrder> auditOrder(Database &db, const Viewer &viewer, const AuditFilter &filter);

QList<AuditEntry> auditPage(Database &db, const Viewer &viewer, const QList<qint64> &numbers);

// What there is to filter by, most used first; more than `most` are left out and counted nowhere else.
struct AuditWords
{
    QStringList actors, actions;
};
AuditWords auditWords(Database &db, const Viewer &viewer, int most);

enum class AuditFormat { jsonLines, csv };
// Counts what was done; false stops. total is known.
using AuditProgress = std::function<bool(qint64 done, qint64 total)>;
struct AuditWritten
{
    qint64 entries = 0;
    QString head; // hash of the log's last entry when it was written
};
// Needs the right to export. The oldest first; the file appears whole or not at all. Errors: refused, io, cancelled.
Result<AuditWritten> writeAudit(Database &db, const Viewer &viewer, const AuditFilter &filter, AuditFormat format, const QString &file,
                                const AuditProgress &progress);

Result<guard::ChainCheck> verifyAudit(Database &db, const AuditProgress &progress);

} // namespace lazaret::queries
