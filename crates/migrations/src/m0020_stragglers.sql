-- How often an answer or a join was written so late that the contest's board may have been built without it
-- (features/attempts/attempt_log.rs). Raised in the transaction that writes it: no process shows the older board for long.
ALTER TABLE contests ADD COLUMN stragglers INTEGER NOT NULL DEFAULT 0;
