-- Creations left. The ledger is append-only and is the truth; the balance is its running sum, kept in the same
-- transaction so that one guarded statement can decide a spend.

CREATE TABLE credit_balances (
  user_id  {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  contests INTEGER NOT NULL CHECK (contests >= 0),
  polls    INTEGER NOT NULL CHECK (polls >= 0)
);

CREATE TABLE credit_entries (
  id         {serial},
  user_id    {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  contests   INTEGER NOT NULL,
  polls      INTEGER NOT NULL,
  reason     TEXT NOT NULL,                 -- 'granted', 'contest created', 'contest deleted'
  subject    TEXT,                          -- id of what it was spent on
  created_at BIGINT NOT NULL
);
CREATE INDEX credit_entries_by_user ON credit_entries (user_id);

-- With billing off: how many a person made on a day (days since 1970 in the institute's zone).
CREATE TABLE daily_creations (
  user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day     INTEGER NOT NULL,
  kind    TEXT NOT NULL,
  made    INTEGER NOT NULL,
  PRIMARY KEY (user_id, day, kind)
);
