-- What a question gives instead of what the rules of its contest say, in units of 1/10,080 mark; NULL: as the contest has it.
ALTER TABLE questions ADD COLUMN own_right BIGINT CHECK (own_right > 0);
ALTER TABLE questions ADD COLUMN own_wrong BIGINT CHECK (own_wrong <= 0);
-- 1: right answers to it are counted apart.
ALTER TABLE questions ADD COLUMN starred INTEGER NOT NULL DEFAULT 0 CHECK (starred BETWEEN 0 AND 1);

-- How many of a contest's questions have marks of their own, and how many a star.
ALTER TABLE contests ADD COLUMN own_marks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contests ADD COLUMN starred INTEGER NOT NULL DEFAULT 0;

-- By how many units the answers give more or less than the contest's rules give for as many right and wrong ones; and how many
-- right ones are to starred questions. Both 0 where no question has marks of its own or a star.
ALTER TABLE attempts ADD COLUMN extra_marks BIGINT NOT NULL DEFAULT 0;
ALTER TABLE attempts ADD COLUMN starred INTEGER NOT NULL DEFAULT 0;

-- What the answers gave, in units; NULL in rows of earlier releases, where it follows from right and wrong.
ALTER TABLE correction_moves ADD COLUMN marks_before BIGINT;
ALTER TABLE correction_moves ADD COLUMN marks_after BIGINT;
