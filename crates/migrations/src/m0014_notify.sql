-- What people are told: the inbox, their devices, what they chose, and what is still to be pushed.

-- The key pair that push services know this Quad by. One row: several processes must sign with the same.
CREATE TABLE push_keys (
  one        INTEGER PRIMARY KEY CHECK (one = 1),
  secret     {bytes} NOT NULL,              -- 32 bytes, P-256
  created_at BIGINT NOT NULL
);

-- Browsers that asked to be told. Whoever logs in there last is told there.
CREATE TABLE push_subscriptions (
  id         {serial},
  user_id    {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id {uuid} NOT NULL,               -- that brought it; it goes when that is ended, and stays when that grows old
  endpoint   TEXT NOT NULL UNIQUE,          -- at the browser's push service; a secret of the two
  p256dh     {bytes} NOT NULL,              -- the browser's public key, 65 bytes
  auth       {bytes} NOT NULL,              -- the secret shared with it, 16 bytes
  label      TEXT NOT NULL,                 -- "Chrome on Android", from the user agent
  created_at BIGINT NOT NULL,
  last_ok    BIGINT,                        -- when a push was last taken
  failures   INTEGER NOT NULL DEFAULT 0     -- pushes its push service refused since then
);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, id);

CREATE TABLE notifications (
  id         {serial},
  user_id    {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  once       TEXT NOT NULL,                 -- what it is about; a second one with the same word adds nothing
  kind       TEXT NOT NULL,                 -- a word of About, see features/notify/model.rs
  title      TEXT NOT NULL,
  body       TEXT NOT NULL,
  url        TEXT NOT NULL,                 -- a path of ours
  created_at BIGINT NOT NULL,
  read_at    BIGINT,
  UNIQUE (user_id, once)
);
CREATE INDEX notifications_by_user ON notifications (user_id, id);
CREATE INDEX notifications_by_age ON notifications (created_at);

-- Only where somebody chose otherwise than: inbox and push, no mail.
CREATE TABLE notify_preferences (
  user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind    TEXT NOT NULL,
  push    INTEGER NOT NULL,                 -- 0 or 1
  mail    INTEGER NOT NULL,                 -- 0 or 1
  PRIMARY KEY (user_id, kind)
) {narrow};

-- One push of one notification to one device, until it was taken or given up.
CREATE TABLE push_deliveries (
  id              {serial},
  notification_id BIGINT NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
  subscription_id BIGINT NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  due_at          BIGINT NOT NULL,          -- moved ahead while somebody has it in hand
  tries           INTEGER NOT NULL DEFAULT 0,
  UNIQUE (notification_id, subscription_id)
);
CREATE INDEX push_deliveries_by_due ON push_deliveries (due_at, id);
CREATE INDEX push_deliveries_by_subscription ON push_deliveries (subscription_id);

-- When everybody was told that a contest is public, and its participants that results are ready. Contests that ended long
-- before this step are told to nobody: only the last day is looked at.
ALTER TABLE contests ADD COLUMN announced_at BIGINT;
ALTER TABLE contests ADD COLUMN results_told_at BIGINT;
CREATE INDEX contests_by_results ON contests (results_told_at, ends_at);

-- Enquiries an administrator has ticked off.
ALTER TABLE enquiries ADD COLUMN answered_at BIGINT;
