-- A question may be answered by a number or a text that is typed. The column is made anew, as in m0037.
ALTER TABLE questions ADD COLUMN of_kind TEXT NOT NULL DEFAULT 'single' CHECK (of_kind IN ('single', 'several', 'number', 'text'));
UPDATE questions SET of_kind = kind WHERE kind <> 'single';
ALTER TABLE questions DROP COLUMN kind;
ALTER TABLE questions RENAME COLUMN of_kind TO kind;

-- What is right there: a number, how far an answer may be off and what it is counted in, as they were typed, or texts, as a list in JSON.
ALTER TABLE questions ADD COLUMN right_number TEXT;
ALTER TABLE questions ADD COLUMN tolerance TEXT;
ALTER TABLE questions ADD COLUMN unit TEXT;
ALTER TABLE questions ADD COLUMN right_texts TEXT;

-- How many of a contest's questions are such.
ALTER TABLE contests ADD COLUMN typed_questions INTEGER NOT NULL DEFAULT 0;

-- What was typed. Then the first bit is chosen, which says that there is an answer.
ALTER TABLE answers ADD COLUMN typed TEXT;

-- What was right before and after, in words, as a list in JSON.
ALTER TABLE corrections ADD COLUMN texts_before TEXT;
ALTER TABLE corrections ADD COLUMN texts_after TEXT;
