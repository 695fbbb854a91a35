// The audit log: append-only, each entry's hash covers the one before it. It is written in the same transaction as what it
// records. The chain shows tampering inside; against an owner who rewrites the whole chain only an anchor kept elsewhere helps.
#pragma once

#include "guard/rights.h"
#include "model/records.h"

#include <functional>

namespace lazaret::guard {

// details: scrubbed here; compact JSON or a sentence.
void record(Database &db, qint64 now, const Actor &actor, const QString &action, const QString &object, const QString &details = {});
// What the pipeline itself does (a stop condition fires): actor "lazaret".
Actor pipelineActor();

// SHA-256 over the entry's canonical form: a compact JSON array [seq, at, actor, os_user, action, object, details, previous].
QString hashOf(const AuditEntry &entry);

struct ChainCheck
{
    bool intact = true;
    bool stopped = false; // by whoever asked, after `entries`; what was read until then is intact
    qint64 entries = 0;
    QString head;           // hash of the last entry, to be noted elsewhere
    qint64 firstBroken = 0; // seq, when not intact
    QString reason;
};
// progress: called after every thousand entries with how many are verified; false stops.
ChainCheck verifyChain(Database &db, const std::function<bool(qint64)> &progress = {});

} // namespace lazaret::guard
