-- How many questions were drafted, for the limits of a day and of a month (both in the institute's zone). Reserved before
-- the work, given back as far as nothing came of it.

CREATE TABLE drafts_of_day (
  user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day     INTEGER NOT NULL,                 -- days since 1970
  drafts  INTEGER NOT NULL CHECK (drafts >= 0),
  PRIMARY KEY (user_id, day)
);

-- By a provider, for the whole installation.
CREATE TABLE drafts_of_month (
  month  INTEGER PRIMARY KEY,               -- months since the year 0
  drafts INTEGER NOT NULL CHECK (drafts >= 0)
);
