-- What administrators did, on the screens and on the command line. Rows are added and never changed; nothing secret is in them.
CREATE TABLE audit_entries (
  no       {serial},
  at       BIGINT NOT NULL,
  actor_id {uuid} REFERENCES users (id),    -- NULL: the command line of the host
  about_id {uuid} REFERENCES users (id),    -- whom it was done to, if anybody
  act      TEXT NOT NULL,                   -- 'credits', 'role given', …
  detail   TEXT NOT NULL,                   -- a role, a club's short name, a kind of job; '' where there is none
  contests INTEGER NOT NULL DEFAULT 0,      -- creations given; taken ones are negative
  polls    INTEGER NOT NULL DEFAULT 0,
  number   BIGINT NOT NULL DEFAULT 0        -- sessions, jobs, paise
);
CREATE INDEX audit_entries_by_actor ON audit_entries (actor_id);
CREATE INDEX audit_entries_by_person ON audit_entries (about_id);
