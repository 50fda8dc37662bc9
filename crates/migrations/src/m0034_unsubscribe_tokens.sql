-- By which somebody stops mails of a kind without a log-in: the token in the head and at the end of each such mail. It stops
-- mails and does nothing else, and stands in each of them, so that it is kept as it is.
CREATE TABLE unsubscribe_tokens (
  user_id    {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token      {bytes} NOT NULL UNIQUE,
  created_at BIGINT NOT NULL
) {narrow};
