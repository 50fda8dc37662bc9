-- How often people were told that a contest's time was changed; at some point they are not any more.
ALTER TABLE contests ADD COLUMN moves_told INTEGER NOT NULL DEFAULT 0;
