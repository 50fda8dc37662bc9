-- Pictures that one object alone shows: whose they are, and what a phone loads of them. Their keys are chance, and no public address has them.
ALTER TABLE pictures ADD COLUMN owner_id {uuid};
ALTER TABLE pictures ADD COLUMN small_bytes BIGINT;
CREATE INDEX pictures_apart ON pictures (owner_id) WHERE owner_id IS NOT NULL;

-- Pictures of questions and of their options, in order.
CREATE TABLE question_pictures (
  question_id {uuid} NOT NULL REFERENCES questions (id),
  no          INTEGER NOT NULL,          -- the order on the question, from 0
  contest_id  {uuid} NOT NULL REFERENCES contests (id),
  option_no   INTEGER CHECK (option_no BETWEEN 0 AND 7),  -- the option it stands on, from 0; none: on the question
  picture_key TEXT NOT NULL,             -- held in pictures
  alt         TEXT NOT NULL,             -- what it shows, in words
  width       INTEGER NOT NULL,          -- of the largest variant
  height      INTEGER NOT NULL,
  small_bytes BIGINT NOT NULL,           -- of the smallest variant, which phones load
  PRIMARY KEY (question_id, no)
) {narrow};
CREATE INDEX question_pictures_by_contest ON question_pictures (contest_id);

-- How many of a contest's questions have some.
ALTER TABLE contests ADD COLUMN pictured_questions INTEGER NOT NULL DEFAULT 0;
