-- Questions have two to eight options. An empty one is none, and none stands behind it; the third and the fourth may be empty too.
ALTER TABLE questions ADD COLUMN option_5 TEXT NOT NULL DEFAULT '';
ALTER TABLE questions ADD COLUMN option_6 TEXT NOT NULL DEFAULT '';
ALTER TABLE questions ADD COLUMN option_7 TEXT NOT NULL DEFAULT '';
ALTER TABLE questions ADD COLUMN option_8 TEXT NOT NULL DEFAULT '';

-- Eight bits instead of four. The column is made anew, as in m0037.
ALTER TABLE questions ADD COLUMN in_key INTEGER NOT NULL DEFAULT 0 CHECK (in_key BETWEEN 0 AND 255);
UPDATE questions SET in_key = accepted;
ALTER TABLE questions DROP COLUMN accepted;
ALTER TABLE questions RENAME COLUMN in_key TO accepted;

-- How many of a contest's questions a client of the specification cannot show: those with other than four options.
ALTER TABLE contests ADD COLUMN newer_questions INTEGER NOT NULL DEFAULT 0;

-- Answers are many: the table is made anew, which writes each of them once. A column made anew would write them twice. In the order
-- of the key, as they are read.
ALTER TABLE answers RENAME TO answers_of_four;
CREATE TABLE answers (
  attempt_id  BIGINT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  question_no INTEGER NOT NULL,
  choice      INTEGER NOT NULL CHECK (choice BETWEEN 0 AND 7),
  answered_at BIGINT NOT NULL,
  PRIMARY KEY (attempt_id, question_no)
) {narrow};
INSERT INTO answers (attempt_id, question_no, choice, answered_at)
  SELECT attempt_id, question_no, choice, answered_at FROM answers_of_four ORDER BY attempt_id, question_no;
DROP TABLE answers_of_four;
