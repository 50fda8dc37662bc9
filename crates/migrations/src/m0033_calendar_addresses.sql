-- The secret address of a person's own calendar, which calendar programs ask for without a log-in. One per person: a new one
-- replaces the old. Only the hash of its token is kept.
CREATE TABLE calendar_addresses (
  user_id    {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token_hash {bytes} NOT NULL UNIQUE,
  created_at BIGINT NOT NULL
) {narrow};
