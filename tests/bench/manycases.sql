-- Fills a data directory that holds at least one case with 10,000 more, to measure how the desk starts:
--   sqlite3 DIR/lazaret.db < tests/bench/manycases.sql
BEGIN IMMEDIATE;
INSERT INTO jobs (job_id, source, event_type, operation_id, task_type, tenant, workflow, workflow_version, state, state_reason, attempt, created_at, settled_at)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
SELECT printf('job_BENCH%021d', i), 'github', 'pull_request', 'op-' || i, 'save_card', 'tenant-' || (i % 40), c.workflow, c.workflow_version, 'quarantined', c.error_class, 1,
       c.first_failure_at - i * 60000, c.first_failure_at - i * 60000
FROM n, (SELECT * FROM cases LIMIT 1) c;
INSERT INTO cases (case_id, job_id, source, event_type, operation_id, task_type, tenant, workflow, workflow_version, error_class, error_code, last_exception, first_failure_at,
                   last_failure_at, attempt_count, data_classification, signature_verified, key_slot, review_due_at, opened_at, closed_at)
SELECT replace(j.job_id, 'job_', 'case_'), j.job_id, j.source, j.event_type, j.operation_id, j.task_type, j.tenant, j.workflow, j.workflow_version,
       CASE length(j.operation_id) % 3 WHEN 0 THEN 'invalid_input' WHEN 1 THEN 'transient' ELSE 'policy' END, 'http.422', 'generated for a measurement', j.created_at, j.created_at, 1,
       'internal', 1, 1, j.created_at + 172800000, j.created_at, CASE WHEN rowid % 4 = 0 THEN j.created_at + 3600000 END
FROM jobs j WHERE j.job_id LIKE 'job_BENCH%';
COMMIT;
