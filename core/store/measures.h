// Counts and durations for the metrics beside those of figures.h: totals over everything kept, so that a restart changes nothing.
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::store {

struct WordCount
{
    QString word;
    qint64 count = 0;
};
QList<WordCount> jobsByState(Database &db);
QList<WordCount> releasesByState(Database &db);
QList<WordCount> reconciledByOutcome(Database &db); // cases, by their last outcome
QList<WordCount> redrivenByResult(Database &db);    // settled release items: succeeded, no_op, failed_again

struct Durations
{
    qint64 count = 0;
    double seconds = 0; // their sum
};
Durations timeToDisposition(Database &db); // first failure to the first decision
Durations timeToFinalStatus(Database &db); // a job made to the job done or ended

} // namespace lazaret::store
