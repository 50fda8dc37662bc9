-- Polls. Ballots are secret: who voted and what was voted for are in different tables, and nothing joins them.

CREATE TABLE polls (
  id           {uuid} PRIMARY KEY,
  owner_id     {uuid} NOT NULL REFERENCES users (id),
  title        TEXT NOT NULL,
  organization TEXT NOT NULL,
  starts_at    BIGINT NOT NULL,
  ends_at      BIGINT NOT NULL CHECK (ends_at > starts_at),
  created_at   BIGINT NOT NULL
);
CREATE INDEX polls_by_age ON polls (created_at, id);
CREATE INDEX polls_by_owner ON polls (owner_id, created_at);
CREATE INDEX polls_by_end ON polls (ends_at);

CREATE TABLE poll_options (
  poll_id {uuid} NOT NULL REFERENCES polls (id) ON DELETE CASCADE,
  no      INTEGER NOT NULL,                 -- from 0, in the order they are shown
  text    TEXT NOT NULL,
  votes   INTEGER NOT NULL DEFAULT 0,       -- raised in the transaction that takes the vote
  PRIMARY KEY (poll_id, no)
) {narrow};

-- Who has voted. No option and no time, on purpose: with either, a row would tell what somebody voted for.
CREATE TABLE poll_votes (
  poll_id {uuid} NOT NULL REFERENCES polls (id) ON DELETE CASCADE,
  user_id {uuid} NOT NULL REFERENCES users (id),
  PRIMARY KEY (poll_id, user_id)
) {narrow};
CREATE INDEX poll_votes_by_user ON poll_votes (user_id);
