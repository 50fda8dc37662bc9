-- 3: everybody who answered the question has the mark. Neither engine changes a check in place in the words of the other, so the
-- column is made anew.
ALTER TABLE questions ADD COLUMN marked_as INTEGER NOT NULL DEFAULT 0 CHECK (marked_as BETWEEN 0 AND 3);
UPDATE questions SET marked_as = marking WHERE marking <> 0;
ALTER TABLE questions DROP COLUMN marking;
ALTER TABLE questions RENAME COLUMN marked_as TO marking;
