-- Times are UTC milliseconds. Every state has a CHECK; every move is an UPDATE … WHERE state = expected.

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- Configuration -------------------------------------------------------------------------------------------------------
CREATE TABLE sources (
  slug TEXT NOT NULL, version INTEGER NOT NULL, definition TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (slug, version)) WITHOUT ROWID;
-- The version in force; removed = 1 keeps the history of a pruned source.
CREATE TABLE source_current (
  slug TEXT PRIMARY KEY, version INTEGER NOT NULL, removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))) WITHOUT ROWID;
CREATE TABLE workflows (
  name TEXT NOT NULL, version TEXT NOT NULL, definition TEXT NOT NULL, content_hash TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (name, version)) WITHOUT ROWID;
CREATE TABLE workflow_current (
  name TEXT PRIMARY KEY, version TEXT NOT NULL, removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))) WITHOUT ROWID;
CREATE TABLE tenants (name TEXT PRIMARY KEY, owner TEXT, notes TEXT, created_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE operators (
  name TEXT PRIMARY KEY, role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'approver', 'administrator')),
  tenants TEXT NOT NULL, created_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE holds (
  kind TEXT NOT NULL CHECK (kind IN ('source', 'workflow')), name TEXT NOT NULL, since INTEGER NOT NULL, by TEXT NOT NULL,
  PRIMARY KEY (kind, name)) WITHOUT ROWID;

-- Receiving -----------------------------------------------------------------------------------------------------------
CREATE TABLE deliveries (
  seq INTEGER PRIMARY KEY,
  source TEXT NOT NULL, source_version INTEGER NOT NULL, delivery_id TEXT NOT NULL, event_type TEXT,
  received_at INTEGER NOT NULL, scheme TEXT NOT NULL, key_slot INTEGER NOT NULL,
  body_sha256 BLOB NOT NULL, body_size INTEGER NOT NULL,
  duplicate_count INTEGER NOT NULL DEFAULT 0, last_duplicate_at INTEGER,
  duplicate_differs INTEGER NOT NULL DEFAULT 0 CHECK (duplicate_differs IN (0, 1)),
  replay_suspected INTEGER NOT NULL DEFAULT 0 CHECK (replay_suspected IN (0, 1)));
CREATE UNIQUE INDEX deliveries_identity ON deliveries (source, delivery_id);
CREATE INDEX deliveries_body ON deliveries (body_sha256);
CREATE INDEX deliveries_received ON deliveries (received_at);
-- What was answered without a job, per minute: refusals, events nobody asked for, duplicates.
CREATE TABLE intake_counts (
  minute INTEGER NOT NULL, source TEXT NOT NULL, result TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (minute, source, result)) WITHOUT ROWID;

-- Queue ---------------------------------------------------------------------------------------------------------------
CREATE TABLE jobs (
  job_id TEXT PRIMARY KEY,
  delivery_seq INTEGER REFERENCES deliveries (seq), source TEXT, event_type TEXT,
  operation_id TEXT, task_id TEXT, task_type TEXT NOT NULL, input_ref TEXT, input_sha256 TEXT, tenant TEXT, user_ref TEXT, ordering_key TEXT,
  workflow TEXT NOT NULL, workflow_version TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('ready', 'leased', 'waiting', 'done', 'quarantined', 'ended')),
  state_reason TEXT, attempt INTEGER NOT NULL DEFAULT 0, due_at INTEGER, deadline_at INTEGER,
  run_started_at INTEGER, run_first_attempt INTEGER NOT NULL DEFAULT 1,
  lease_owner TEXT, lease_until INTEGER, last_completed_step TEXT, cost REAL NOT NULL DEFAULT 0, result_ref TEXT,
  created_at INTEGER NOT NULL, settled_at INTEGER, redrive_id TEXT, parent_job_id TEXT,
  CHECK ((state = 'leased') = (lease_owner IS NOT NULL)),
  CHECK (state NOT IN ('ready', 'waiting') OR due_at IS NOT NULL));
CREATE INDEX jobs_due ON jobs (workflow, due_at) WHERE state IN ('ready', 'waiting');
CREATE INDEX jobs_leased ON jobs (lease_until) WHERE state = 'leased';
CREATE INDEX jobs_delivery ON jobs (delivery_seq);
CREATE INDEX jobs_redrive ON jobs (redrive_id) WHERE redrive_id IS NOT NULL;
CREATE INDEX jobs_settled ON jobs (settled_at) WHERE settled_at IS NOT NULL;

CREATE TABLE attempts (
  job_id TEXT NOT NULL REFERENCES jobs (job_id), number INTEGER NOT NULL,
  worker_id TEXT NOT NULL, app_version TEXT NOT NULL, workflow_version TEXT NOT NULL, policy_version TEXT NOT NULL,
  started_at INTEGER NOT NULL, finished_at INTEGER,
  outcome TEXT CHECK (outcome IN ('done', 'no_op', 'retryable', 'terminal', 'manual_review')),
  error_class TEXT CHECK (error_class IN ('transient', 'invalid_input', 'incompatible_dependency', 'policy', 'quality', 'uncertain_effect', 'unknown_defect')),
  error_code TEXT, message TEXT, steps TEXT NOT NULL DEFAULT '[]', retry_after_ms INTEGER, cost REAL NOT NULL DEFAULT 0, redrive_id TEXT,
  PRIMARY KEY (job_id, number)) WITHOUT ROWID;
CREATE INDEX attempts_started ON attempts (started_at);

CREATE TABLE receipts (
  job_id TEXT NOT NULL REFERENCES jobs (job_id), action TEXT NOT NULL, idempotency_key TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('intended', 'confirmed', 'denied', 'uncertain', 'compensated')),
  external_ref TEXT, intended_at INTEGER NOT NULL, settled_at INTEGER, evidence TEXT, settled_by TEXT,
  attempt INTEGER NOT NULL, workflow_version TEXT NOT NULL, redrive_id TEXT,
  idempotent_target INTEGER NOT NULL DEFAULT 0 CHECK (idempotent_target IN (0, 1)),
  PRIMARY KEY (job_id, action)) WITHOUT ROWID;
CREATE INDEX receipts_unsettled ON receipts (state) WHERE state IN ('intended', 'uncertain');

-- Cases ---------------------------------------------------------------------------------------------------------------
CREATE TABLE cases (
  case_id TEXT PRIMARY KEY, job_id TEXT NOT NULL UNIQUE REFERENCES jobs (job_id),
  delivery_id TEXT, source TEXT, event_type TEXT, operation_id TEXT, task_id TEXT, task_type TEXT, tenant TEXT, user_ref TEXT,
  workflow TEXT NOT NULL, workflow_version TEXT NOT NULL, input_reference TEXT, input_sha256 TEXT,
  error_class TEXT NOT NULL CHECK (error_class IN ('transient', 'invalid_input', 'incompatible_dependency', 'policy', 'quality', 'uncertain_effect', 'unknown_defect')),
  error_code TEXT NOT NULL, last_exception TEXT, first_failure_at INTEGER NOT NULL, last_failure_at INTEGER NOT NULL,
  attempt_count INTEGER NOT NULL, last_completed_step TEXT, idempotency_key TEXT,
  data_classification TEXT NOT NULL, worker_id TEXT, app_version TEXT, signature_verified INTEGER NOT NULL, key_slot INTEGER NOT NULL,
  owner TEXT, review_due_at INTEGER, opened_at INTEGER NOT NULL, closed_at INTEGER, last_finding_at INTEGER NOT NULL DEFAULT 0,
  disposition_id INTEGER REFERENCES dispositions (id), redrive_id TEXT, outcome TEXT, case_group TEXT);
CREATE INDEX cases_open ON cases (last_failure_at) WHERE closed_at IS NULL;
CREATE INDEX cases_closed ON cases (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX cases_class ON cases (error_class, last_failure_at) WHERE closed_at IS NULL;
CREATE INDEX cases_code ON cases (error_code, last_failure_at);
CREATE INDEX cases_workflow ON cases (workflow, workflow_version);
CREATE INDEX cases_redrive ON cases (redrive_id) WHERE redrive_id IS NOT NULL;
CREATE INDEX cases_review ON cases (review_due_at) WHERE closed_at IS NULL;

CREATE TABLE findings (
  id INTEGER PRIMARY KEY, case_id TEXT NOT NULL REFERENCES cases (case_id), step INTEGER NOT NULL CHECK (step BETWEEN 0 AND 6),
  text TEXT NOT NULL, by TEXT NOT NULL, at INTEGER NOT NULL);
CREATE INDEX findings_case ON findings (case_id);

CREATE TABLE dispositions (
  id INTEGER PRIMARY KEY, case_id TEXT NOT NULL REFERENCES cases (case_id),
  kind TEXT NOT NULL CHECK (kind IN ('redrive_approved', 'manual_completion', 'accepted_partial', 'discard_business_valid', 'incident_opened', 'blocked_evidence')),
  state TEXT NOT NULL CHECK (state IN ('requested', 'standing', 'rejected', 'replaced', 'spent')),
  by TEXT NOT NULL, at INTEGER NOT NULL, reason TEXT NOT NULL, authority TEXT,
  requested_by TEXT, requested_os TEXT, approved_by TEXT, decided_at INTEGER, evidence TEXT, until INTEGER, link TEXT, incident TEXT,
  self_approved INTEGER NOT NULL DEFAULT 0);
CREATE INDEX dispositions_case ON dispositions (case_id);

CREATE TABLE incidents (
  incident_id TEXT PRIMARY KEY, title TEXT NOT NULL, severity TEXT, impact TEXT, response TEXT, learning TEXT,
  opened_at INTEGER NOT NULL, opened_by TEXT NOT NULL, closed_at INTEGER, closed_by TEXT) WITHOUT ROWID;

-- Release and reconciliation ------------------------------------------------------------------------------------------
CREATE TABLE releases (
  redrive_id TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('draft', 'planned', 'approved', 'canary', 'running', 'paused', 'reconciling', 'finished', 'aborted')),
  state_reason TEXT, resume_to TEXT NOT NULL, case_selection_query TEXT NOT NULL, workflow TEXT NOT NULL, source_versions TEXT NOT NULL,
  target_version TEXT NOT NULL, fix_reference TEXT NOT NULL, allowed_effects TEXT NOT NULL, rate_limit REAL NOT NULL, stop_conditions TEXT NOT NULL,
  planned_by TEXT NOT NULL, planned_os TEXT NOT NULL, planned_at INTEGER NOT NULL, approver TEXT, approved_at INTEGER, self_approved INTEGER NOT NULL DEFAULT 0,
  reconciliation_owner TEXT NOT NULL, plan_version INTEGER NOT NULL, ladder TEXT NOT NULL, step INTEGER NOT NULL DEFAULT 0, canary TEXT,
  accept_irreversible INTEGER NOT NULL DEFAULT 0, started_at INTEGER, finished_at INTEGER, approved_case_count INTEGER NOT NULL,
  stop_early INTEGER NOT NULL DEFAULT 0, accepted TEXT NOT NULL DEFAULT '{}') WITHOUT ROWID;
CREATE INDEX releases_state ON releases (state);
CREATE TABLE release_items (
  redrive_id TEXT NOT NULL REFERENCES releases (redrive_id), position INTEGER NOT NULL, case_id TEXT NOT NULL REFERENCES cases (case_id), job_id TEXT NOT NULL,
  eligible INTEGER NOT NULL, reason TEXT,
  state TEXT NOT NULL CHECK (state IN ('planned', 'released', 'settled', 'reconciled', 'failed_again', 'isolated', 'returned')),
  step INTEGER NOT NULL DEFAULT -1, released_at INTEGER, settled_at INTEGER, outcome TEXT, sent INTEGER NOT NULL DEFAULT 0,
  no_op INTEGER NOT NULL DEFAULT 0, failed_class TEXT, source_version TEXT NOT NULL, irreversible INTEGER NOT NULL DEFAULT 0,
  planned_class TEXT NOT NULL,
  PRIMARY KEY (redrive_id, position)) WITHOUT ROWID;
CREATE UNIQUE INDEX release_items_case ON release_items (redrive_id, case_id);
CREATE INDEX release_items_of_case ON release_items (case_id);

CREATE TABLE reconciliations (
  id INTEGER PRIMARY KEY, case_id TEXT NOT NULL REFERENCES cases (case_id), redrive_id TEXT, at INTEGER NOT NULL,
  receipts_before TEXT NOT NULL, observed TEXT NOT NULL, observed_at INTEGER, how TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('single_execution_confirmed', 'duplicate_blocked', 'partial_settled', 'still_uncertain', 'recreated_manually')),
  proof TEXT NOT NULL);
CREATE INDEX reconciliations_case ON reconciliations (case_id);
CREATE INDEX reconciliations_redrive ON reconciliations (redrive_id);

-- What a command asked the pipeline's process to carry out, and what came of it.
CREATE TABLE requests (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('verify_effect', 'reconcile')), subjects TEXT NOT NULL, redrive_id TEXT,
  actor TEXT NOT NULL, os_user TEXT NOT NULL, at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asked', 'taken', 'answered')), results TEXT NOT NULL DEFAULT '[]', answered_at INTEGER);
CREATE INDEX requests_open ON requests (id) WHERE state <> 'answered';

-- Evidence ------------------------------------------------------------------------------------------------------------
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, os_user TEXT NOT NULL, action TEXT NOT NULL, object TEXT NOT NULL,
  details TEXT NOT NULL, previous_hash TEXT NOT NULL, hash TEXT NOT NULL);
-- Append-only also for a slip of our own code; whoever owns the file can still rewrite it, which the chain shows.
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- Read side -----------------------------------------------------------------------------------------------------------
-- A case's status is derived here and nowhere stored.
CREATE VIEW case_view AS
SELECT c.rowid AS row, c.*, d.kind AS disposition, d.state AS disposition_state, d.until AS disposition_until,
  CASE
    WHEN c.closed_at IS NOT NULL THEN 'closed'
    WHEN ri.state = 'released' THEN 'releasing'
    WHEN ri.state IN ('settled', 'isolated') THEN 'reconciling'
    WHEN d.state = 'requested' THEN 'awaiting_approval'
    WHEN d.kind = 'redrive_approved' THEN 'approved'
    WHEN d.kind = 'blocked_evidence' AND d.until > CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) THEN 'blocked'
    WHEN d.kind = 'incident_opened' THEN 'open'
    WHEN c.last_finding_at > c.last_failure_at THEN 'in_inspection'
    ELSE 'open'
  END AS status
FROM cases c
LEFT JOIN dispositions d ON d.id = c.disposition_id
LEFT JOIN release_items ri ON ri.redrive_id = c.redrive_id AND ri.case_id = c.case_id;
