-- What organisers write.

CREATE TABLE contests (
  id               {uuid} PRIMARY KEY,
  owner_id         {uuid} NOT NULL REFERENCES users (id),
  title            TEXT NOT NULL,
  description      TEXT NOT NULL,
  starts_at        BIGINT NOT NULL,
  ends_at          BIGINT NOT NULL CHECK (ends_at > starts_at),
  is_public        BOOLEAN NOT NULL,
  frozen_at        BIGINT,                  -- first join; questions cannot change after it
  question_count   INTEGER NOT NULL DEFAULT 0,
  next_question_no INTEGER NOT NULL DEFAULT 1,
  participants     INTEGER NOT NULL DEFAULT 0,
  created_at       BIGINT NOT NULL
);
CREATE INDEX contests_by_owner ON contests (owner_id, created_at);
CREATE INDEX contests_by_end ON contests (is_public, ends_at);

CREATE TABLE questions (
  id         {uuid} PRIMARY KEY,
  contest_id {uuid} NOT NULL REFERENCES contests (id) ON DELETE CASCADE,
  no         INTEGER NOT NULL,              -- order and narrow key of answers; never reused within a contest
  text       TEXT NOT NULL,
  option_1   TEXT NOT NULL,
  option_2   TEXT NOT NULL,
  option_3   TEXT NOT NULL,
  option_4   TEXT NOT NULL,
  accepted   INTEGER NOT NULL CHECK (accepted BETWEEN 0 AND 15),  -- bit 0 for the first option …
  difficulty TEXT,
  created_at BIGINT NOT NULL,
  UNIQUE (contest_id, no)
);
