// The journey of one delivery, from its arrival to the proof of its effect, as spans of time that follow each other without a gap: what
// was work, what was waiting, what lay with people. Their lengths add up to the whole.
#pragma once

#include "engine/queries.h"

namespace lazaret::queries {

struct JourneySpan
{
    enum class Kind {
        work,
        wait,       // for a free worker, for a retry, for the recipient's answer
        unattended, // a case nobody has touched yet
        people,     // a case being inspected and decided
    };
    Kind kind = Kind::work;
    qint64 from = 0, to = 0;
    int attempt = 0;      // work: its number
    QString code{};       // work: the error's code, or the last step's result
    bool failed = false;  // work
    bool running = false; // goes on now
    qint64 length() const { return to - from; }
};

struct Journey
{
    store::DeliveryRow row;
    Job job;
    std::optional<CaseRecord> record;
    QString redriveId; // of its last release
    QString approver;
    Time approvedAt;
    std::optional<ReconciliationItem> reconciliation;    // the last
    QList<JourneySpan> attempts, people, release, proof; // of the boxes after the arrival
    qint64 endedAt = 0;                                  // or now
    bool ended = false;
    qint64 workMs = 0, waitMs = 0, peopleMs = 0; // unattended is people's
};

struct JourneyFacts
{
    store::DeliveryRow row;
    Job job;
    QList<Attempt> attempts;
    std::optional<CaseRecord> record;
    QList<ReleaseRun> releases; // in any order
    QList<ReconciliationItem> reconciliations;
    qint64 now = 0;
};
Journey tellJourney(const JourneyFacts &facts); // pure
// nullopt: no such delivery, or not for this viewer.
std::optional<Journey> journey(Database &db, const Viewer &viewer, qint64 deliverySeq, qint64 nowMs);

} // namespace lazaret::queries
