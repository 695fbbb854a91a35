// Rows of the quarantine: cases, findings, dispositions, incidents. All functions run inside the caller's transaction.
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::store {

void insertCase(Database &db, const CaseRecord &c, qint64 now);
// The same case fails again: the facts of the new failure replace the old ones; identity, first failure and history stay.
// The disposition that sent it out is spent and the case leaves its release, unless it is isolated there (what it did is not known).
void failCaseAgain(Database &db, const CaseRecord &c, bool isolated);
// The record with status, current disposition, findings, dispositions and receipts.
std::optional<CaseRecord> loadCase(Database &db, const CaseId &id);
std::optional<CaseId> caseOfJob(Database &db, const JobId &id);
// Without findings, receipts and history: for lists. `where` and `bindings` come from the selection query.
struct CasePage
{
    QString where; // SQL over case_view, or empty
    QVariantList bindings;
    QString orderBy = QStringLiteral("case_id"); // one of caseSortColumns()
    bool descending = false;
    QString afterCase;  // keyset: rows after this case in this order
    qint64 limit = 100; // 0: none
    qint64 offset = 0;  // for a window over row numbers; keyset is preferred
};
const QStringList &caseSortColumns();
QList<CaseRecord> listCases(Database &db, const CasePage &page);
QList<CaseId> matchingCases(Database &db, const QString &where, const QVariantList &bindings); // by case_id
qint64 countCases(Database &db, const QString &where, const QVariantList &bindings);

bool setOwner(Database &db, const CaseId &id, const QString &owner);
bool setReviewDue(Database &db, const CaseId &id, Time due);
void insertFinding(Database &db, const Finding &finding);
// Steps 1–6 that have a finding since the case's last failure.
QList<int> stepsFound(Database &db, const CaseId &id);

qint64 insertDisposition(Database &db, const Disposition &d, const QString &requestedOs);
std::optional<Disposition> loadDisposition(Database &db, qint64 id);
void setCurrentDisposition(Database &db, const CaseId &id, std::optional<qint64> disposition);
bool moveDisposition(Database &db, qint64 id, DispositionState from, DispositionState to, const QString &approvedBy, qint64 at,
                     bool selfApproved);
// A replaced one is again what it was: a request that nobody approved waits again. decided_at of an approved one says when it came back.
void restoreDisposition(Database &db, qint64 id);
QString requestedOs(Database &db, qint64 disposition);
bool closeCase(Database &db, const CaseId &id, qint64 at, std::optional<Reconciled> outcome);
void setOutcome(Database &db, const CaseId &id, Reconciled outcome);
void holdForRelease(Database &db, const CaseId &id, const QString &redriveId); // empty: let go

void insertIncident(Database &db, const Incident &incident);
bool closeIncident(Database &db, const IncidentId &id, const QString &learning, const QString &by, qint64 at);
std::optional<Incident> loadIncident(Database &db, const IncidentId &id);
QList<Incident> incidents(Database &db);
QList<CaseId> openCasesOfIncident(Database &db, const IncidentId &id);

} // namespace lazaret::store
