-- What a question is about, as a list of words in JSON; none where it has none.
ALTER TABLE questions ADD COLUMN tags TEXT;

-- By which blueprint each person gets a part of the questions, in JSON; none where everybody gets all of them.
ALTER TABLE contests ADD COLUMN draw TEXT;

-- The papers that were dealt, from 1, and the questions of each.
CREATE TABLE contest_papers (
  contest_id  {uuid} NOT NULL REFERENCES contests (id) ON DELETE CASCADE,
  variant     INTEGER NOT NULL CHECK (variant BETWEEN 1 AND 16),
  question_no INTEGER NOT NULL,
  PRIMARY KEY (contest_id, variant, question_no)
) {narrow};

-- Which of them somebody has; 0 where everybody has all questions.
ALTER TABLE attempts ADD COLUMN variant INTEGER NOT NULL DEFAULT 0;
