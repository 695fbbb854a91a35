// The reconciliation report: what became of every case of a release, or of a query, and what proves it. One value, read in one moment;
// every written form (reportwriters.h, ui/print) shows the same figures from it. Times are UTC milliseconds. Any thread; it never writes.
#pragma once

#include "base/result.h"
#include "model/records.h"
#include "store/database.h"

#include <QMap>

namespace lazaret::reconcile {

struct ReportCase
{
    CaseRecord record;                                // with its receipts and decisions as they are now
    std::optional<ReleaseItem> item;                  // its place in the release's frozen selection
    std::optional<Disposition> decision;              // the one in force, else the last one taken
    std::optional<Reconciled> outcome;                // nullopt: none yet, or closed by decision alone (discard, incident)
    std::optional<ReconciliationItem> reconciliation; // what gave that outcome
    QJsonArray receiptsBefore;                        // action, state, evidence, as its first reconciliation found them
    QString proof;                                    // one sentence, or where the manual record is
    QString attention;                                // why a person must read this case; empty: it needs nobody

    bool failedAgain() const { return item && item->state == ReleaseItemState::failed_again; }
};

// The five outcomes and these two words add up to the number of cases.
inline constexpr QLatin1StringView closedByDecision("closed_by_decision");
inline constexpr QLatin1StringView stillOpen("open");

struct Report
{
    QString title; // "Release rdv_…" or what the caller called the query
    QString query; // the selection, as recorded or as asked
    qint64 generatedAt = 0;
    std::optional<Release> release; // without items: those are in the cases
    QList<ReportCase> cases;        // the whole selection in its order, not eligible and completed by hand included

    int closed = 0;
    int closedWithProof = 0;
    int confirmedBefore = 0;         // cases with a confirmed effect from before the release (of a query: from no release at all)
    int confirmedNow = 0;            // cases with a confirmed effect now
    int sent = 0;                    // cases for which an effect request left in this release
    QMap<QString, int> outcomes;     // by word, all seven of them
    QMap<QString, int> dispositions; // by kind; absent: none of that kind

    QList<AuditEntry> stops; // pauses, resumes and aborts of the release, oldest first
    qint64 auditFirst = 0;   // first and last entry about this release and its cases; 0: none
    qint64 auditLast = 0;
    qint64 auditHead = 0; // the chain's last entry when this was read, and its hash: what the report is anchored to
    QString auditHeadHash;
    QString sha256; // of the JSON form without this field: keys sorted, no blanks, UTF-8 (jq -jcS 'del(.sha256)')
};

// Errors: not_found for an unknown release, io and corrupt from the store. Whoever calls has checked that the reader may see every case.
Result<Report> buildForRelease(Database &db, const QString &redriveId, qint64 now);
// Unknown ids are not_found: a report with a hole would claim more than it shows.
Result<Report> buildForCases(Database &db, const QString &query, const QList<CaseId> &cases, qint64 now);

} // namespace lazaret::reconcile
