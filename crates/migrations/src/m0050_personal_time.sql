-- When somebody's time ends, where that is another moment than the contest's end; none: with the contest.
ALTER TABLE attempts ADD COLUMN ends_at BIGINT;

-- The last of these ends once an organiser has moved one; results wait for it. And since when the clocks of a contest stand still.
ALTER TABLE contests ADD COLUMN last_ends_at BIGINT;
ALTER TABLE contests ADD COLUMN paused_at BIGINT;

-- A log: what organisers did with people's time. A reason goes when the one person whom it is about deletes the account.
CREATE TABLE time_changes (
  id         {uuid} PRIMARY KEY,
  contest_id {uuid} NOT NULL REFERENCES contests (id) ON DELETE CASCADE,
  made_by    {uuid} NOT NULL REFERENCES users (id),
  action     TEXT NOT NULL CHECK (action IN ('extend', 'pause', 'resume', 'reopen')),
  millis     BIGINT NOT NULL,               -- given or taken; of resume how long the pause was
  people     INTEGER NOT NULL,              -- whose end it moved, how many
  reason     TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX time_changes_by_contest ON time_changes (contest_id, created_at);

-- Whose end each of them moved, and where to.
CREATE TABLE time_change_people (
  change_id  {uuid} NOT NULL REFERENCES time_changes (id) ON DELETE CASCADE,
  attempt_id BIGINT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  ends_at    BIGINT NOT NULL,
  PRIMARY KEY (change_id, attempt_id)
) {narrow};
CREATE INDEX time_change_people_by_attempt ON time_change_people (attempt_id);
