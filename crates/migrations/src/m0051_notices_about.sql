-- Of whom a notice in somebody else's inbox speaks: what it calls the person, which follows a change of the name and goes with the account.
CREATE TABLE notices_about (
  notification_id BIGINT NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
  about_user      {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  said            TEXT NOT NULL,            -- the name as it stands in the text, with the address where that does
  has_address     INTEGER NOT NULL,         -- 0 or 1
  stays           INTEGER NOT NULL,         -- 1: stays under the pseudonym when the account goes; 0: goes with it
  PRIMARY KEY (notification_id, about_user)
) {narrow};
CREATE INDEX notices_about_by_person ON notices_about (about_user);
