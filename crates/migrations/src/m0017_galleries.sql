-- Galleries: the pictures of an event, in the order they were added.

CREATE TABLE galleries (
  id          {uuid} PRIMARY KEY,
  club_id     {uuid} NOT NULL REFERENCES clubs (id),
  event_id    {uuid} NOT NULL UNIQUE REFERENCES events (id),  -- one gallery per event
  title       TEXT NOT NULL,
  description TEXT NOT NULL,
  pictures    INTEGER NOT NULL,          -- how many there are
  next_no     INTEGER NOT NULL,          -- the number of the next one; never given twice
  created_by  {uuid} NOT NULL REFERENCES users (id),
  created_at  BIGINT NOT NULL,
  CHECK (pictures BETWEEN 0 AND 500)
);
CREATE INDEX galleries_by_club ON galleries (club_id);

CREATE TABLE gallery_pictures (
  gallery_id  {uuid} NOT NULL REFERENCES galleries (id),
  no          INTEGER NOT NULL,          -- the order; gaps where pictures were removed
  picture_key TEXT NOT NULL,             -- held in pictures
  PRIMARY KEY (gallery_id, no),
  UNIQUE (gallery_id, picture_key)
) {narrow};
