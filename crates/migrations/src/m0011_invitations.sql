-- Contests shared by link, and who came in by it.

-- The living link of a contest; making another replaces it, and the old one is dead.
CREATE TABLE contest_invitations (
  contest_id {uuid} PRIMARY KEY REFERENCES contests (id) ON DELETE CASCADE,
  token      TEXT NOT NULL UNIQUE,          -- 128 random bits; kept readable, because its owner is shown it again
  created_at BIGINT NOT NULL
);

-- Who accepted. They stay when the link is revoked.
CREATE TABLE contest_guests (
  contest_id  {uuid} NOT NULL REFERENCES contests (id) ON DELETE CASCADE,
  user_id     {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  accepted_at BIGINT NOT NULL,
  PRIMARY KEY (contest_id, user_id)
) {narrow};
CREATE INDEX contest_guests_by_user ON contest_guests (user_id, contest_id);

-- How many invitations a person looked at within the minute; who guesses is slowed.
CREATE TABLE invitation_looks (
  user_id {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  looked  INTEGER NOT NULL,
  since   BIGINT NOT NULL
);
