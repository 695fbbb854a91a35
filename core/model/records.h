// The records of the contract: plain values, as stored and as shown. Times are UTC milliseconds; nullopt or an empty string is null.
#pragma once

#include "base/ids.h"
#include "model/enums.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace lazaret {

using Time = std::optional<qint64>;

struct Delivery
{
    qint64 seq = 0;
    QString source;
    int sourceVersion = 0;
    QString deliveryId;
    QString eventType;
    qint64 receivedAt = 0;
    QString scheme;
    int keySlot = 0; // 1 or 2
    QString bodySha256;
    qint64 bodySize = 0;
    int duplicateCount = 0;
    Time lastDuplicateAt;
    bool duplicateDiffers = false;
    bool replaySuspected = false;
};

struct Job
{
    JobId jobId;
    Time deliverySeq;
    QString deliveryId;
    QString source;
    QString eventType;
    QString operationId;
    QString taskId;
    QString taskType;
    QString inputRef;
    QString inputSha256;
    QString tenant;
    QString userRef;
    QString orderingKey;
    QString workflow;
    QString workflowVersion;
    JobState state = JobState::ready;
    QString stateReason;
    int attempt = 0; // attempts begun so far
    Time dueAt;
    Time deadlineAt;
    Time runStartedAt; // first lease of this run; a redrive starts a new run
    int runFirstAttempt = 1;
    QString leaseOwner;
    Time leaseUntil;
    QString lastCompletedStep;
    double cost = 0;
    QString resultRef;
    qint64 createdAt = 0;
    QString redriveId;
    QString parentJobId;
};

struct StepRun // one step of one attempt
{
    QString name;
    QString kind;
    Time startedAt;
    Time finishedAt;
    QString result; // short: "201", "http.503", "reused"
    QString targetHost;
};

struct Attempt
{
    JobId jobId;
    int number = 0;
    QString workerId;
    QString appVersion;
    QString workflowVersion;
    QString policyVersion;
    qint64 startedAt = 0;
    Time finishedAt;
    std::optional<OutcomeKind> outcome;
    std::optional<ErrorClass> errorClass;
    QString errorCode;
    QString message;
    QList<StepRun> steps;
    Time retryAfterMs;
    double cost = 0;
    QString redriveId;
};

struct Receipt
{
    JobId jobId;
    QString action;
    QString idempotencyKey;
    ReceiptState state = ReceiptState::intended;
    QString externalRef;
    qint64 intendedAt = 0;
    Time settledAt;
    QString evidence;
    QString settledBy;
    int attempt = 0;
    QString workflowVersion;
    QString redriveId;
    bool idempotentTarget = false; // sending it again is harmless: uncertain locks nothing

    bool isOpen() const { return !idempotentTarget && (state == ReceiptState::intended || state == ReceiptState::uncertain); }
};

struct Finding
{
    qint64 id = 0;
    CaseId caseId;
    int step = 0; // 1–6; 0: a note
    QString text;
    QString by;
    qint64 at = 0;
};

struct Disposition
{
    qint64 id = 0;
    CaseId caseId;
    DispositionKind kind = DispositionKind::blocked_evidence;
    DispositionState state = DispositionState::standing;
    QString by;
    qint64 at = 0;
    QString reason;
    QString authority;
    QString requestedBy;
    QString approvedBy;
    Time decidedAt;
    QString evidence;
    Time until;
    QString link;
    QString incident;
    bool selfApproved = false;
};

struct CaseRecord
{
    CaseId caseId;
    JobId jobId;
    QString deliveryId;
    QString source;
    QString eventType;
    QString operationId;
    QString taskId;
    QString taskType;
    QString tenant;
    QString userRef;
    QString workflow;
    QString workflowVersion;
    QString inputReference;
    QString inputSha256;
    ErrorClass errorClass = ErrorClass::unknown_defect;
    QString errorCode;
    QString lastException;
    qint64 firstFailureAt = 0;
    qint64 lastFailureAt = 0;
    int attemptCount = 0;
    QString lastCompletedStep;
    QString idempotencyKey;
    QString dataClassification;
    QString workerId;
    QString appVersion;
    bool signatureVerified = false;
    int keySlot = 0;
    QString owner;
    Time reviewDueAt;
    CaseStatus status = CaseStatus::open;
    Time closedAt;
    QString redriveId; // the open release that holds it, if any
    QString outcome;   // last reconciliation outcome, if any
    std::optional<Disposition> disposition;
    QList<Receipt> receipts;
    QList<Finding> findings;
    QList<Disposition> dispositions;
    qint64 lastFindingAt = 0;
};

struct ReleaseItem
{
    int position = 0;
    CaseId caseId;
    JobId jobId;
    bool eligible = false;
    QString reason; // why not, or empty
    ReleaseItemState state = ReleaseItemState::planned;
    int step = -1; // ladder step it went out with
    Time releasedAt;
    Time settledAt;
    std::optional<Reconciled> outcome;
    bool sent = false; // an effect request left in this release
    QString sourceVersion;
    bool irreversible = false;                            // its remaining steps hold an irreversible action
    bool noOp = false;                                    // the job was found complete; nothing was sent
    QString failedClass;                                  // error class, when it failed again
    ErrorClass plannedClass = ErrorClass::unknown_defect; // at planning
};

struct ReleaseCounters
{
    int planned = 0, released = 0, succeeded = 0, noOp = 0, duplicateBlocked = 0, failedAgain = 0, uncertain = 0, remaining = 0;
};

struct Release
{
    RedriveId redriveId;
    ReleaseState state = ReleaseState::draft;
    QString stateReason;
    ReleaseState resumeTo = ReleaseState::canary; // where resume goes back to
    QString query;
    QString workflow;
    QStringList sourceVersions;
    QString targetVersion;
    QString fixReference;
    QStringList allowedEffects;
    double ratePerMin = 0;
    QStringList stopConditions;
    QString plannedBy;
    QString plannedByOs;
    qint64 plannedAt = 0;
    QString approver;
    Time approvedAt;
    bool selfApproved = false;
    QString reconciliationOwner;
    int planVersion = 1;
    QList<int> ladder{1, 5, 20, 0}; // 0: the rest
    int step = 0;
    QString canary;
    bool acceptIrreversible = false;
    Time startedAt;
    Time finishedAt;
    int approvedCaseCount = 0;
    bool stopEarly = false; // aborted: sends nothing more
    QJsonObject accepted;   // what resume has accepted: the cases and error classes that stop it no more
    ReleaseCounters counters;
    QList<ReleaseItem> items;
};

struct ReconciliationItem
{
    qint64 id = 0;
    CaseId caseId;
    QString redriveId;
    qint64 at = 0;
    QJsonArray receiptsBefore;
    QString observed; // completed | absent | unclear | not_asked
    Time observedAt;
    QString how; // "verify: HTTP 200, body sha256 …" or "recorded answer"
    Reconciled outcome = Reconciled::still_uncertain;
    QString proof;
};

struct AuditEntry
{
    qint64 seq = 0;
    qint64 at = 0;
    QString actor;
    QString osUser;
    QString action;
    QString object;
    QString details;
    QString previousHash;
    QString hash;
};

struct Operator
{
    QString name;
    Role role = Role::viewer;
    QStringList tenants{QStringLiteral("*")};
};

struct Tenant
{
    QString name;
    QString owner;
    QString notes;
};

struct Incident
{
    IncidentId incidentId;
    QString title;
    QString severity;
    QString impact;
    QString response;
    QString learning;
    qint64 openedAt = 0;
    QString openedBy;
    Time closedAt;
    QString closedBy;
    QStringList cases;
};

} // namespace lazaret
