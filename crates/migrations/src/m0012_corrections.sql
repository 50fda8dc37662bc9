-- Questions that turned out wrong after the end, and what was done about it.

-- 0: by the key; 1: everybody has the mark; 2: void, it counts for nobody.
ALTER TABLE questions ADD COLUMN marking INTEGER NOT NULL DEFAULT 0 CHECK (marking BETWEEN 0 AND 2);

-- How many corrections it has seen; raised in the transaction that recomputes the scores.
ALTER TABLE contests ADD COLUMN corrections INTEGER NOT NULL DEFAULT 0;

-- A log: rows are never changed. What is corrected again is another row.
CREATE TABLE corrections (
  id              {uuid} PRIMARY KEY,
  contest_id      {uuid} NOT NULL REFERENCES contests (id),
  no              INTEGER NOT NULL,         -- from 1 within the contest
  question_id     {uuid} NOT NULL REFERENCES questions (id),
  made_by         {uuid} NOT NULL REFERENCES users (id),
  marking_before  INTEGER NOT NULL,
  accepted_before INTEGER NOT NULL,
  marking_after   INTEGER NOT NULL,
  accepted_after  INTEGER NOT NULL,
  reason          TEXT NOT NULL,
  scores          INTEGER NOT NULL,         -- how many participants' scores it changed
  ranks           INTEGER NOT NULL,         -- and how many ranks
  created_at      BIGINT NOT NULL,
  UNIQUE (contest_id, no)
);

-- Whom a correction moved: another score or only another rank. For the mail that tells them.
CREATE TABLE correction_moves (
  correction_id  {uuid} NOT NULL REFERENCES corrections (id),
  user_id        {uuid} NOT NULL REFERENCES users (id),
  rank_before    INTEGER NOT NULL,
  correct_before INTEGER NOT NULL,
  wrong_before   INTEGER NOT NULL,
  rank_after     INTEGER NOT NULL,
  correct_after  INTEGER NOT NULL,
  wrong_after    INTEGER NOT NULL,
  told_at        BIGINT,                    -- when the mail was put into the queue
  PRIMARY KEY (correction_id, user_id)
) {narrow};
