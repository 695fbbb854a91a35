// What a failed step means: its class, what happens to the job, and what its receipt says. Pure; a table of stable codes
// (3-contracts, "Default classification") and one rule above it: an effect that may have happened is never called transient.
#pragma once

#include "model/enums.h"

#include <QMap>
#include <QString>

namespace lazaret::outcome {

// One failed try of one step. Stable codes:
//   http.<status>            an answer the step does not expect
//   http.connect_refused  http.connect_timeout  http.connect_failed  http.dns  http.tls  http.tls_certificate  http.address_forbidden
//   http.no_answer  http.broken  http.bad_response  http.too_large  http.cancelled
//   lease.lost  local.resource  replay.suspected  workflow.missing  work.missing_placeholder  work.bad_url
struct Failure
{
    QString code;
    bool effect = true;            // the step has an outside effect
    bool idempotentTarget = false; // the recipient promises that the same key acts once
    bool requestSent = false;      // at least one byte of the request left; for lease.lost: an intended receipt stands
    int status = 0;                // the whole answer's status; 0: none came, or it broke off
};

struct Classified
{
    ErrorClass errorClass = ErrorClass::unknown_defect;
    OutcomeKind outcome = OutcomeKind::manual_review;
    // denied: the effect did not happen (nothing was sent, or the recipient refused). uncertain: it may have. Never confirmed here:
    // an expected answer is no failure.
    ReceiptState receipt = ReceiptState::denied;
};

// overrides: the workflow's "classify" table, exact code → class. An override cannot make an effect that may have happened transient.
Classified classify(const Failure &failure, const QMap<QString, ErrorClass> &overrides = {});

// retryable, terminal or manual_review (3-contracts, "Worker outcome").
OutcomeKind outcomeOf(ErrorClass errorClass);

// "http.503"
QString httpCode(int status);

} // namespace lazaret::outcome
