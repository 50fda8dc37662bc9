-- The payment sandbox: a payment provider of our own, in which no money moves. Nothing of the product's is in here, and
-- no other table points here.

-- Made once per installation, so that several processes share them and nobody can guess them.
CREATE TABLE sandbox_keys (
  one            INTEGER PRIMARY KEY CHECK (one = 1),
  key_id         TEXT NOT NULL,
  key_secret     TEXT NOT NULL,
  webhook_secret TEXT NOT NULL,
  created_at     BIGINT NOT NULL
);

CREATE TABLE sandbox_orders (
  id           TEXT PRIMARY KEY,            -- 'order_' and 14 letters
  amount_paise BIGINT NOT NULL,
  receipt      TEXT,
  notes        TEXT NOT NULL,               -- JSON, as it came
  attempts     INTEGER NOT NULL,
  created_at   BIGINT NOT NULL
);

CREATE TABLE sandbox_payments (
  id           TEXT PRIMARY KEY,            -- 'pay_' and 14 letters
  order_id     TEXT NOT NULL REFERENCES sandbox_orders (id),
  amount_paise BIGINT NOT NULL,
  capture_at   BIGINT,                      -- taken from then on; NULL: declined
  created_at   BIGINT NOT NULL
);
-- One payment that counts per order, whoever clicks how often.
CREATE UNIQUE INDEX sandbox_payments_that_count ON sandbox_payments (order_id) WHERE capture_at IS NOT NULL;
CREATE INDEX sandbox_payments_by_order ON sandbox_payments (order_id, created_at);

-- Webhooks to be sent; a job sends each when it is due.
CREATE TABLE sandbox_deliveries (
  number     {serial},
  event_id   TEXT NOT NULL,                 -- the same for an event that is sent twice
  event      TEXT NOT NULL,                 -- 'payment.captured', 'order.paid', 'payment.failed'
  payment_id TEXT NOT NULL REFERENCES sandbox_payments (id),
  due_at     BIGINT NOT NULL,
  sent_at    BIGINT
);
