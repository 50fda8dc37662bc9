-- Clubs, who is in them, what they hear and what they say.

CREATE TABLE clubs (
  id          {uuid} PRIMARY KEY,
  short_name  TEXT NOT NULL UNIQUE,         -- upper-case, fixed once made: it is a role word and stands in addresses
  name        TEXT NOT NULL,
  description TEXT NOT NULL,
  colour      TEXT,                         -- #rrggbb
  links       TEXT NOT NULL,                -- JSON, [{"label", "url"}]
  picture     TEXT,                         -- key of a picture
  created_at  BIGINT NOT NULL
);

-- One row per club and person, from the application on. Whoever is appointed or President manages the club, and has its
-- short name as a role word; both are changed in one transaction.
CREATE TABLE memberships (
  id         {uuid} PRIMARY KEY,
  club_id    {uuid} NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
  user_id    {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  office     TEXT NOT NULL,                 -- president, secretary, joint_secretary, treasurer, member
  appointed  BOOLEAN NOT NULL,              -- administrator by the word of ADMIN
  applied_at BIGINT NOT NULL,
  joined_at  BIGINT,                        -- NULL while the application waits
  UNIQUE (club_id, user_id)
);
CREATE INDEX memberships_by_user ON memberships (user_id, club_id);

-- Which events are a club's; a row comes with the event.
CREATE TABLE club_events (
  event_id  {uuid} PRIMARY KEY,
  club_id   {uuid} NOT NULL REFERENCES clubs (id),
  begins_at BIGINT                          -- NULL: no date, or called off
);
CREATE INDEX club_events_by_club ON club_events (club_id);

-- One per person and club, and one per person and event.
CREATE TABLE club_feedback (
  about_id   {uuid} NOT NULL,               -- an event's id, or the club's own
  user_id    {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  club_id    {uuid} NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
  rating     INTEGER NOT NULL,              -- 1 to 5
  text       TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (about_id, user_id)
);
CREATE INDEX club_feedback_by_club ON club_feedback (club_id, changed_at);
CREATE INDEX club_feedback_by_user ON club_feedback (user_id);

-- What people asked a club.
CREATE TABLE club_questions (
  id         {uuid} PRIMARY KEY,
  club_id    {uuid} NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
  user_id    {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  text       TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX club_questions_by_club ON club_questions (club_id, created_at);
CREATE INDEX club_questions_by_user ON club_questions (user_id, created_at);

-- What was sent to many at once; a job carries it to them.
CREATE TABLE announcements (
  id         {uuid} PRIMARY KEY,
  club_id    {uuid} REFERENCES clubs (id) ON DELETE CASCADE,  -- NULL: the platform's own
  author_id  {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  audience   TEXT NOT NULL,                 -- all, members
  title      TEXT NOT NULL,
  body       TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  told       INTEGER NOT NULL,              -- people it has reached so far
  done_at    BIGINT                         -- NULL while it is on its way
);
CREATE INDEX announcements_by_club ON announcements (club_id, created_at);
CREATE INDEX announcements_by_author ON announcements (author_id, created_at);

-- Every campus has these two.
INSERT INTO clubs (id, short_name, name, description, colour, links, picture, created_at) VALUES
  ({hex}'019e807aec007000800000000000000a', 'HOBBY', 'Hobby Club',
   'Photography walks, origami, amateur radio, chess, and whatever you bring. Nobody is asked for experience: the members who know a thing teach it to those who do not.',
   NULL, '[]', NULL, 1780272000000),
  ({hex}'019e807aec007000800000000000000b', 'DRAMATIC', 'Dramatic Club',
   'We act, write, light and build. Auditions are open to every year and every branch, and those who prefer the dark side of the curtain are wanted just as much.',
   NULL, '[]', NULL, 1780272000000);
