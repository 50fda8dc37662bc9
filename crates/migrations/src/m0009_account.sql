-- Accounts that ended, and contests whose answers may be read again.

-- When the person deleted the account; then the row is a tombstone that keeps results standing under a pseudonym: its
-- email is 'deleted:' and the id (no address, so nobody can register, log in or be mailed with it), its hash is '!'.
ALTER TABLE users ADD COLUMN deleted_at BIGINT;

-- The owner lets participants see their answers beside the right ones once the contest is over.
ALTER TABLE contests ADD COLUMN answers_shown BOOLEAN NOT NULL DEFAULT FALSE;
