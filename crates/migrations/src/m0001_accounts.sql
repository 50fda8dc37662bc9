-- People, what they may do, and how they prove who they are.

CREATE TABLE users (
  id            {uuid} PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE,       -- lower-case
  full_name     TEXT NOT NULL,
  contact       TEXT NOT NULL,              -- digits
  batch         INTEGER NOT NULL,           -- year
  password_hash TEXT NOT NULL,              -- PHC string; '!' matches nothing
  confirmed_at  BIGINT,                     -- NULL until the mailed link was opened
  created_at    BIGINT NOT NULL
);

-- ADMIN, ORGANISER, or the name of a club administered.
CREATE TABLE roles (
  user_id    {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role       TEXT NOT NULL,
  granted_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, role)
);

CREATE TABLE sessions (
  id           {uuid} PRIMARY KEY,
  token_hash   {bytes} NOT NULL UNIQUE,     -- SHA-256 of the cookie; the cookie itself is kept nowhere
  user_id      {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device       TEXT NOT NULL,               -- "Chrome on Android", from the user agent
  address      TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- Devices somebody has logged in from; failures of strangers do not slow these down.
CREATE TABLE known_devices (
  user_id     {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_hash {bytes} NOT NULL,
  seen_at     BIGINT NOT NULL,
  PRIMARY KEY (user_id, device_hash)
);

-- Log-in attempts without success per address tried, existing or not; counted before the password is looked at, so that a
-- burst cannot outrun the count.
CREATE TABLE login_failures (
  email_hash    {bytes} PRIMARY KEY,
  failures      INTEGER NOT NULL,
  blocked_until BIGINT NOT NULL,
  last_at       BIGINT NOT NULL
);

-- Which different accounts failed from one network address lately: a sprayer tries many.
CREATE TABLE login_sprays (
  address    TEXT NOT NULL,
  email_hash {bytes} NOT NULL,
  failed_at  BIGINT NOT NULL,
  PRIMARY KEY (address, email_hash)
);

-- Mails that strangers can cause (registration, reset), per address and hour: a mailbox must not be flooded.
CREATE TABLE mail_allowances (
  email_hash {bytes} PRIMARY KEY,
  sent       INTEGER NOT NULL,
  since      BIGINT NOT NULL
);

-- Mailed secrets, the newest only: purpose 'confirm' (a link) or 'reset' (six digits).
CREATE TABLE mailed_codes (
  user_id    {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose    TEXT NOT NULL,
  code_hash  {bytes} NOT NULL,
  tries_left INTEGER NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, purpose)
);
CREATE INDEX mailed_codes_by_hash ON mailed_codes (code_hash);

-- Facts about this database as a whole: 'demo' when it holds the demo campus.
CREATE TABLE marks (
  name    TEXT PRIMARY KEY,
  made_at BIGINT NOT NULL
);
