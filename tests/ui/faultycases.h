// Fills a store with cases made by SQL alone: many, fast, with faults that differ in their numbers only.
#pragma once

#include "core/engine/deskbench.h"

namespace lazaret::test {

inline bool addCases(DeskBench &bench, int count)
{
    if (bench.db().begin()) {
        bench.db()
            .prepareOnce(
                QStringLiteral("INSERT INTO jobs (job_id, source, operation_id, task_type, tenant, workflow, workflow_version, state, "
                               "state_reason, attempt, "
                               "created_at, settled_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT "
                               "printf('job_MANY%021d', i), 'shop', 'card_' || (88000 + i), 'cards', CASE i % 3 WHEN 0 THEN 'acme-eu' WHEN "
                               "1 THEN 'northwind' "
                               "ELSE 'acme-us' END, 'cards', '12', 'quarantined', 'invalid_input', 1, ? - i * 60000, ? - i * 60000 FROM n"))
            .run(count, bench.clock.nowMs(), bench.clock.nowMs());
        bench.db()
            .prepareOnce(QStringLiteral(
                "INSERT INTO cases (case_id, job_id, source, operation_id, task_type, tenant, workflow, workflow_version, error_class, "
                "error_code, last_exception, first_failure_at, last_failure_at, attempt_count, data_classification, signature_verified, "
                "key_slot, review_due_at, opened_at) SELECT replace(job_id, 'job_', 'case_'), job_id, source, operation_id, task_type, "
                "tenant, "
                "workflow, workflow_version, CASE rowid % 4 WHEN 0 THEN 'transient' ELSE 'invalid_input' END, CASE rowid % 4 WHEN 0 THEN "
                "'http.503' ELSE 'http.422' END, CASE rowid % 4 WHEN 0 THEN 'the recipient answered 503 after ' || rowid || ' ms' WHEN 1 "
                "THEN "
                "'price.currency is required' WHEN 2 THEN 'image.url answers ' || (400 + rowid % 7) ELSE 'card ' || operation_id || ' is "
                "not "
                "known' END, created_at, created_at, 1, 'internal', 1, 1, created_at + 172800000, created_at FROM jobs WHERE job_id LIKE "
                "'job_MANY%'"))
            .run();
    }
    const bool kept = bench.db().commit();
    if (!kept)
        qWarning("%s", qPrintable(bench.db().error() ? bench.db().error()->detail : QString()));
    return kept;
}

} // namespace lazaret::test
