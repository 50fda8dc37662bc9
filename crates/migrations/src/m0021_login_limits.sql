-- Failed log-ins are counted by where they come from, each source apart; what is counted about one account ends together.
ALTER TABLE login_failures ADD COLUMN account_hash {bytes};
CREATE INDEX login_failures_by_account ON login_failures (account_hash);

-- Passwords that failed, wherever and for whomever: one that is tried on very many accounts is a sprayer's. Kept is a cell
-- of 65,536, which says no password and no account.
CREATE TABLE guessed_passwords (
  cell  INTEGER PRIMARY KEY,
  tries INTEGER NOT NULL,
  since BIGINT NOT NULL
);
