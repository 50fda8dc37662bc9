-- Events of clubs, their registration forms, and who comes.

-- Places that events were announced for. Whoever books one holds its row until the commit, so that two events cannot take
-- the same hour there at once.
CREATE TABLE event_places (
  place TEXT PRIMARY KEY                    -- as events.place
);

CREATE TABLE events (
  id            {uuid} PRIMARY KEY,
  club_id       {uuid} NOT NULL REFERENCES clubs (id),
  created_by    {uuid} NOT NULL REFERENCES users (id),
  title         TEXT NOT NULL,
  description   TEXT NOT NULL,
  location      TEXT NOT NULL,              -- empty: not said
  place         TEXT NOT NULL,              -- the location as it is compared: lower-case, single spaces
  starts_at     BIGINT,
  ends_at       BIGINT,                     -- NULL: not said
  over_at       BIGINT,                     -- the end, or a day after the start; NULL: no date
  picture       TEXT,                       -- key of a picture
  picture_url   TEXT,                       -- or somebody else's, https
  capacity      INTEGER,                    -- NULL: as many as come
  registered    INTEGER NOT NULL DEFAULT 0, -- people with a place
  waiting       INTEGER NOT NULL DEFAULT 0, -- and on the waiting list
  next_no       INTEGER NOT NULL DEFAULT 0, -- registrations so far; the next gets the number after it
  form_version  INTEGER NOT NULL,
  closed        BOOLEAN NOT NULL,           -- by its club, before its end
  cancelled_at  BIGINT,
  reason        TEXT,
  revision      INTEGER NOT NULL DEFAULT 0, -- raised by each change that calendars should know of
  reminded_day  BIGINT,                     -- the start that registrants were reminded of a day ahead
  reminded_hour BIGINT,                     -- and an hour ahead
  created_at    BIGINT NOT NULL,
  changed_at    BIGINT NOT NULL,
  CHECK (over_at > starts_at),
  -- Nobody waits while there is a place.
  CHECK (waiting >= 0 AND registered >= 0 AND (waiting = 0 OR (capacity IS NOT NULL AND registered >= capacity)))
);
CREATE INDEX events_by_club ON events (club_id, over_at);
CREATE INDEX events_by_place ON events (place, starts_at);
CREATE INDEX events_by_start ON events (starts_at);
CREATE INDEX events_by_end ON events (over_at);
CREATE INDEX events_by_creator ON events (created_by, created_at);

-- Forms as they stood when somebody registered, and the newest of each event.
CREATE TABLE event_forms (
  event_id   {uuid} NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  version    INTEGER NOT NULL,              -- from 1
  definition TEXT NOT NULL,                 -- JSON, a list of fields
  created_at BIGINT NOT NULL,
  PRIMARY KEY (event_id, version)
);

-- One per person and event; who registers again after cancelling stands at the end.
CREATE TABLE event_registrations (
  id            {uuid} PRIMARY KEY,
  event_id      {uuid} NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id       {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state         INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2), -- 0 has a place, 1 waits, 2 cancelled
  no            INTEGER NOT NULL,           -- the order they came in
  form_version  INTEGER NOT NULL,           -- the form the answers are for
  answers       TEXT NOT NULL,              -- JSON, by the field's name
  registered_at BIGINT NOT NULL,
  UNIQUE (event_id, user_id)
);
CREATE INDEX event_registrations_by_state ON event_registrations (event_id, state, no);
CREATE INDEX event_registrations_by_user ON event_registrations (user_id, event_id);
