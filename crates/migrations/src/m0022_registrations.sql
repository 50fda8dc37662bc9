-- What belongs to one browser: registrations that wait for their mailed link, and codes of a reset.

-- Each stands for itself. The first of an address that is rightly confirmed becomes its account, the others are dropped; what
-- was confirmed stays without its words until the link ends, so that opening it twice is fine.
CREATE TABLE registrations (
  link_hash     {bytes} PRIMARY KEY,        -- SHA-256 of the mailed token
  browser_hash  {bytes} NOT NULL,           -- of the cookie of the browser that registered; empty: unknown
  email         TEXT NOT NULL,
  full_name     TEXT NOT NULL,
  contact       TEXT NOT NULL,
  batch         INTEGER NOT NULL,
  password_hash TEXT NOT NULL,
  created_at    BIGINT NOT NULL,
  expires_at    BIGINT NOT NULL,
  confirmed_at  BIGINT
);
CREATE INDEX registrations_by_email ON registrations (email, created_at);
CREATE INDEX registrations_by_end ON registrations (expires_at);

-- Links that are on their way: they need the password from now on. Their people's rows stay, closed as before.
INSERT INTO registrations (link_hash, browser_hash, email, full_name, contact, batch, password_hash, created_at, expires_at)
  SELECT c.code_hash, {hex}'', u.email, u.full_name, u.contact, u.batch, u.password_hash, u.created_at, c.expires_at
  FROM mailed_codes c JOIN users u ON u.id = c.user_id
  WHERE c.purpose = 'confirm' AND u.confirmed_at IS NULL;

-- Six digits for the browser that asked, the newest only; those made on the host are any browser's.
CREATE TABLE reset_codes (
  user_id      {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  browser_hash {bytes} NOT NULL,            -- empty: made on the host
  code_hash    {bytes} NOT NULL,
  tries_left   INTEGER NOT NULL,
  expires_at   BIGINT NOT NULL,
  PRIMARY KEY (user_id, browser_hash)
);

DROP TABLE mailed_codes;
