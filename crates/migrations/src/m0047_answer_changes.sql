-- Where answers may be changed until they are handed in: the number of the change that stands, of each question that was answered or
-- cleared. Whoever has a higher one wins, whatever arrives when. What stands is in answers; a cleared answer is a missing row there.
CREATE TABLE answer_changes (
  attempt_id  BIGINT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  question_no INTEGER NOT NULL,
  seq         BIGINT NOT NULL CHECK (seq BETWEEN 1 AND 9007199254740991),
  PRIMARY KEY (attempt_id, question_no)
) {narrow};

-- From where the devices of an attempt number their changes: the last base that was handed out. The first comes with the join.
ALTER TABLE attempts ADD COLUMN seq_base BIGINT NOT NULL DEFAULT 1024001;
