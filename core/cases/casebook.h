// The casebook: how a case opens, is inspected, decided and closed. Every function runs inside the caller's transaction; rights
// are checked before (engine/desk), rules of the state here. Refusals are ErrorCode::refused and say what is missing.
#pragma once

#include "base/result.h"
#include "model/records.h"
#include "model/workflow.h"
#include "store/database.h"

namespace lazaret::cases {

struct Failure
{
    ErrorClass errorClass = ErrorClass::unknown_defect;
    QString code;
    QString message;        // scrubbed
    QString idempotencyKey; // of the step it stopped at
    QString workerId;
    QString appVersion;
};

// Opens the case of a job, or records that it failed again after a redrive: same identity, same history. isolated: it stays in its
// release, since what it did at the recipient is not known.
CaseId open(Database &db, const Job &job, const Failure &failure, const CasePolicy &policy, qint64 now, bool isolated = false);

// step 1–6 is a finding of the inspection, 0 a note. Reading and noting never change the frozen facts.
Result<> addFinding(Database &db, const CaseId &id, int step, const QString &text, const QString &by, qint64 now);

struct Decision
{
    DispositionKind kind = DispositionKind::blocked_evidence;
    QString reason;
    QString authority; // who accepted, who has the say
    QString link;
    QString incident; // an id, or "new"
    Time until;
    QString by;
    QString osUser;
    bool mayApprove = false; // holds the approver's right
    bool fourEyes = false;
};

// Why this disposition cannot be taken now; empty: it can. What the desk shows beside a locked button.
QString lockedReason(const CaseRecord &c, DispositionKind kind, const QList<int> &stepsFound);

// Records the decision (or, for redrive and discard by someone who may not approve, the request) and its consequence.
Result<Disposition> dispose(Database &db, const CaseId &id, const Decision &decision, qint64 now);
// A request becomes the decision, or is turned down. fourEyes: refused for whoever asked.
Result<> approve(Database &db, const CaseId &id, const QString &by, const QString &osUser, const QString &reason, bool fourEyes,
                 qint64 now);
Result<> reject(Database &db, const CaseId &id, const QString &by, const QString &reason, qint64 now);

// Whoever asked takes the request back while nobody has decided it; what it had replaced stands again.
Result<> withdraw(Database &db, const CaseId &id, const QString &by, qint64 now);

// A note is taken back by a later note that says so.
std::optional<Finding> standingNote(const CaseRecord &c, const QString &by, const QString &text); // the latest not yet taken back
QString withdrawal(const Finding &note);
bool isWithdrawn(const CaseRecord &c, const Finding &note);

// A person or a verification settles an uncertain effect: the only ways out of `uncertain`.
struct Settlement
{
    QString action;
    ReceiptState state = ReceiptState::confirmed; // confirmed or denied
    QString evidence;                             // scrubbed
    QString settledBy;                            // "verification" or "operator:NAME"
};
Result<> settleEffect(Database &db, const CaseId &id, const Settlement &settlement, qint64 now);

// Closes an incident; the cases that wait for it close with it.
Result<QList<CaseId>> closeIncident(Database &db, const IncidentId &id, const QString &learning, const QString &by, qint64 now);

} // namespace lazaret::cases
