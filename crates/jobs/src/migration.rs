//! Migration of the queue: the table `jobs`. The application lists this step among its own; its name must never change.

use quad_db::Step;

/// Creates the table `jobs` and its two indexes.
pub const MIGRATION: Step = Step {
    name: "jobs_0001_create",
    // Unique among the waiting only: while a job runs, the next one with its key may already wait.
    text: "CREATE TABLE jobs (
                id {serial},
                kind TEXT NOT NULL,
                payload TEXT NOT NULL,
                dedupe_key TEXT,
                state INTEGER NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
                run_at BIGINT NOT NULL,
                tries INTEGER NOT NULL DEFAULT 0,
                lease_until BIGINT,
                last_error TEXT,
                created_at BIGINT NOT NULL
            );
        CREATE UNIQUE INDEX jobs_waiting_key ON jobs (kind, dedupe_key) WHERE state = 0;
        CREATE INDEX jobs_due ON jobs (state, run_at)",
    derived: &[],
};
