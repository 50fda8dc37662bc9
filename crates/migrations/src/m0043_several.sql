-- A question may have several right options. What a part of them gives is its own, or as its contest has it.
ALTER TABLE questions ADD COLUMN kind TEXT NOT NULL DEFAULT 'single' CHECK (kind IN ('single', 'several'));
ALTER TABLE questions ADD COLUMN own_partial TEXT CHECK (own_partial IN ('none', 'share', 'minus', 'jee'));

-- How many of a contest's questions may have several right options, and how many answers of an attempt are right in part.
ALTER TABLE contests ADD COLUMN several_questions INTEGER NOT NULL DEFAULT 0;
ALTER TABLE attempts ADD COLUMN partly INTEGER NOT NULL DEFAULT 0;

-- A bit for each chosen option instead of the place of the one. The table is made anew, as in m0042.
ALTER TABLE answers RENAME TO answers_of_one;
CREATE TABLE answers (
  attempt_id  BIGINT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  question_no INTEGER NOT NULL,
  chosen      INTEGER NOT NULL CHECK (chosen BETWEEN 1 AND 255),
  answered_at BIGINT NOT NULL,
  PRIMARY KEY (attempt_id, question_no)
) {narrow};
INSERT INTO answers (attempt_id, question_no, chosen, answered_at)
  SELECT attempt_id, question_no, 1 << choice, answered_at FROM answers_of_one ORDER BY attempt_id, question_no;
DROP TABLE answers_of_one;
