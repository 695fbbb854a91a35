#include "store/measures.h"

namespace lazaret::store {

namespace {

QList<WordCount> counts(Database &db, const char *sql)
{
    QList<WordCount> list;
    Statement read = db.prepare(sql);
    read.run();
    while (read.next())
        list.append({read.text(0), read.integer(1)});
    return list;
}

Durations durations(Database &db, const char *sql)
{
    Statement read = db.prepare(sql);
    return read.run() && read.next() ? Durations{read.integer(0), read.real(1) / 1000} : Durations{};
}

} // namespace

QList<WordCount> jobsByState(Database &db)
{
    return counts(db, "SELECT state, count(*) FROM jobs GROUP BY state ORDER BY state");
}

QList<WordCount> releasesByState(Database &db)
{
    return counts(db, "SELECT state, count(*) FROM releases GROUP BY state ORDER BY state");
}

QList<WordCount> reconciledByOutcome(Database &db)
{
    return counts(db, "SELECT outcome, count(*) FROM cases WHERE outcome IS NOT NULL GROUP BY outcome ORDER BY outcome");
}

QList<WordCount> redrivenByResult(Database &db)
{
    return counts(db,
                  "SELECT CASE WHEN failed_class IS NOT NULL THEN 'failed_again' WHEN no_op THEN 'no_op' ELSE 'succeeded' END, count(*) "
                  "FROM release_items WHERE state IN ('settled', 'reconciled', 'failed_again', 'isolated') GROUP BY 1 ORDER BY 1");
}

Durations timeToDisposition(Database &db)
{
    return durations(db, "SELECT count(*), coalesce(sum(decided - first_failure_at), 0) FROM (SELECT c.first_failure_at, "
                         "min(coalesce(d.decided_at, d.at)) AS decided FROM dispositions d JOIN cases c USING (case_id) "
                         "WHERE d.state NOT IN ('requested', 'rejected') GROUP BY d.case_id)");
}

Durations timeToFinalStatus(Database &db)
{
    return durations(db, "SELECT count(*), coalesce(sum(settled_at - created_at), 0) FROM jobs WHERE settled_at IS NOT NULL AND state IN "
                         "('done', 'ended')");
}

} // namespace lazaret::store
