-- Why the answer to a question is right, as the organiser wrote it; shown with the answers after the end.
ALTER TABLE questions ADD COLUMN explanation TEXT;
