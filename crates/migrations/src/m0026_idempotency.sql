-- Keys of changing calls that are to be made once (http/idempotency.rs): claimed by the first call, and for an hour what that
-- was answered. The key itself is nowhere: without it nobody can try out what was sent, or open what was answered.
CREATE TABLE idempotency_keys (
  key_hash    {bytes} PRIMARY KEY,
  fingerprint {bytes} NOT NULL,             -- of the call, made with the key
  owner       {bytes} NOT NULL,             -- of the session's cookie; empty: a guest's
  claim       {bytes} NOT NULL,             -- chance: which claim of this key it is
  claimed_at  BIGINT NOT NULL,
  status      INTEGER,                      -- NULL: under way, or its process died
  answer      {bytes}                       -- sealed with the key; NULL beside a status: too large to keep
);
CREATE INDEX idempotency_keys_by_owner ON idempotency_keys (owner, claimed_at);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at);
