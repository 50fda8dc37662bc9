-- What people wrote with the contact form.

CREATE TABLE enquiries (
  id         {uuid} PRIMARY KEY,
  topic      TEXT NOT NULL,                 -- 'contact' or 'sales'
  name       TEXT NOT NULL,
  email      TEXT NOT NULL,                 -- lower-case; typed by the sender unless user_id is set
  user_id    {uuid} REFERENCES users (id) ON DELETE SET NULL,  -- who was logged in, if anybody
  message    TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX enquiries_by_time ON enquiries (created_at, id);

-- How many came within the hour from a network address, for an e-mail address, from an account; kept as hashes.
CREATE TABLE enquiry_allowances (
  sender_hash {bytes} PRIMARY KEY,
  sent        INTEGER NOT NULL,
  since       BIGINT NOT NULL
);
