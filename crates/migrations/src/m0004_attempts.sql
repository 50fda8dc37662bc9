-- What students do. Answers have narrow integer keys: measured at three times the rows per second of UUID text.

CREATE TABLE attempts (
  id             {serial},
  contest_id     {uuid} NOT NULL REFERENCES contests (id),
  user_id        {uuid} NOT NULL REFERENCES users (id),
  joined_at      BIGINT NOT NULL,
  submitted_at   BIGINT,                    -- NULL after the end counts as submitted
  correct        INTEGER NOT NULL DEFAULT 0,
  wrong          INTEGER NOT NULL DEFAULT 0,
  late           INTEGER NOT NULL DEFAULT 0,  -- answers taken within the grace after the end
  last_answer_at BIGINT,
  UNIQUE (contest_id, user_id)
);
CREATE INDEX attempts_by_user ON attempts (user_id, contest_id);

CREATE TABLE answers (
  attempt_id  BIGINT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  question_no INTEGER NOT NULL,
  choice      INTEGER NOT NULL CHECK (choice BETWEEN 0 AND 3),
  answered_at BIGINT NOT NULL,
  PRIMARY KEY (attempt_id, question_no)
) {narrow};
