// What a person sees of one case of a release: facts of the case and of what was sent for it, beside its item. Reads only.
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::store {

struct ReleaseCaseFacts
{
    QString tenant;
    QString operationId;
    QString taskType;
    bool signatureVerified = false;
    int keySlot = 0;
    ErrorClass errorClass = ErrorClass::unknown_defect;
    QString errorCode;
    QString lastException;
    int attemptCount = 0;
    // The last effect of the job that was settled after its failure, by whomever: "worker", "verification", "operator:NAME".
    Time touchedAt;
    QString touchedBy;
    QString manualRecord;   // the link of a manual completion, or empty
    bool uncertain = false; // an effect of the job is not known: locks resuming until it is verified or settled
    // Within the release asked about:
    Time sentAt;      // the first effect request was committed to
    Time acceptedAt;  // the recipient gave the expected answer to the last one
    QString answer;   // of the last attempt there: "201", "http.422"; empty while none has ended
    Time confirmedAt; // the effect is confirmed: asked at the recipient, or the recorded answer is the proof
    QString proof;    // of its last reconciliation
};

// nullopt: no such case. redriveId may be empty: nothing was sent then.
std::optional<ReleaseCaseFacts> releaseCaseFacts(Database &db, const CaseId &id, const QString &redriveId);

} // namespace lazaret::store
