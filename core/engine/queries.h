// The read side: what the desk and the command line show. Every function reads over the connection it is given, inside one
// moment, and checks what this reader may see (tenants). Nothing here writes. Run them on a reader thread (engine/reader.h).
#pragma once

#include "base/result.h"
#include "model/records.h"
#include "model/workflow.h"
#include "store/figures.h"

namespace lazaret::queries {

// Who is looking: `me` for owner:me, and the tenants they may see ("*": all).
struct Viewer
{
    QString me;
    QStringList tenants{QStringLiteral("*")};
};

// A mistake in a selection query, at its place in the text.
struct QueryError
{
    qsizetype position = 0;
    qsizetype length = 0;
    QString message;
    QString hint; // what would be right, or empty
};
// A word of the query for highlighting. kind: key, value, text, operator, parenthesis, error.
struct QueryToken
{
    qsizetype position = 0;
    qsizetype length = 0;
    QString kind;
};
QList<QueryToken> queryTokens(const QString &text);
QStringList queryKeys();
QStringList queryValues(const QString &key); // the closed words of a key; empty when it takes free text
std::optional<QueryError> checkQuery(const QString &text, qint64 nowMs);

// The query as a condition over case_view, narrowed to what the viewer may see.
struct Condition
{
    QString where;
    QVariantList bindings;
};
tl::expected<Condition, QueryError> condition(const Viewer &viewer, const QString &query, qint64 nowMs);
bool visible(const Viewer &viewer, const QString &tenant);

// --- cases
// What somebody had before them: the last entry of the audit log, and when they looked. A decision taken on it is refused once somebody
// else has decided, or the pipeline has gone on (Desk).
struct Seen
{
    qint64 audit = 0;
    qint64 at = 0;
};
Seen seen(Database &db, qint64 nowMs); // ask before reading what is shown
struct CaseOrder                       // a frozen list: rows in order, read page by page with casePage
{
    QList<qint64> rows;
    qint64 total = 0; // cases there are in all, so that "38 of 128,412" can be said
    double tookMs = 0;
    Seen seen;
    std::optional<QueryError> error; // then rows is empty
};
CaseOrder caseOrder(Database &db, const Viewer &viewer, const QString &query, const QString &sortColumn, bool descending, qint64 nowMs);
QList<CaseRecord> casePage(Database &db, const QList<qint64> &rows);
struct ReleaseRun
{
    QString redriveId;
    ReleaseItem item;
};
struct CaseDetail
{
    CaseRecord record;
    Job job;
    QList<Attempt> attempts;
    QList<ReconciliationItem> reconciliations;
    QList<AuditEntry> audit;
    std::optional<Delivery> delivery;
    std::optional<Workflow> workflow; // the version it ran under
    QString currentVersion;           // of the workflow now; empty: it was removed
    QString requestedOs;              // who asked for the current request, as the machine knows them
    bool fourEyes = false;
    QStringList locked;           // per DispositionKind: why it cannot be taken now, or empty
    QList<qint64> withdrawnNotes; // findings taken back by their author
    QList<ReleaseRun> releases;   // those it was planned into, the latest first
    Seen seen;
};
std::optional<CaseDetail> caseDetail(Database &db, const Viewer &viewer, const CaseId &id, qint64 nowMs);

// --- deliveries
QList<qint64> deliveryOrder(Database &db, const Viewer &viewer, const store::DeliveryFilter &filter);
QList<store::DeliveryRow> deliveryPage(Database &db, const QList<qint64> &seqs);

// --- overview
struct Overview
{
    store::PipelineFigures figures;
    QList<store::ClassCount> openByClass; // most first
    qint64 now = 0;
};
Overview overview(Database &db, const Viewer &viewer, qint64 nowMs);
// Up to `most` cases per list for "Needs you".
struct NeedsYou
{
    QList<CaseRecord> uncertain, overdue, awaitingApproval;
};
NeedsYou needsYou(Database &db, const Viewer &viewer, qint64 nowMs, int most);

} // namespace lazaret::queries
