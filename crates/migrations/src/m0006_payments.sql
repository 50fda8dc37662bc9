-- Plans bought: what was ordered at the payment provider, what came of it, and what was given back.

CREATE TABLE payment_orders (
  id                {uuid} PRIMARY KEY,
  user_id           {uuid} NOT NULL REFERENCES users (id),
  key_id            TEXT NOT NULL,          -- the seller's account at the provider; another one never settles it
  provider_order_id TEXT NOT NULL UNIQUE,
  plan              TEXT NOT NULL,          -- 'starter', 'pro', 'enterprise'
  period            TEXT NOT NULL,          -- 'monthly', 'annual'
  amount_paise      BIGINT NOT NULL CHECK (amount_paise > 0),
  contests          INTEGER NOT NULL CHECK (contests >= 0),
  polls             INTEGER NOT NULL CHECK (polls >= 0),
  created_at        BIGINT NOT NULL,
  paid_at           BIGINT,
  payment_id        TEXT,                   -- of the payment that was credited
  check_at          BIGINT,                 -- when the provider is asked next; NULL: not any more
  asked_at          BIGINT,                 -- when the buyer last had it asked
  refunded_paise    BIGINT NOT NULL DEFAULT 0 CHECK (refunded_paise BETWEEN 0 AND amount_paise),
  taken_contests    INTEGER NOT NULL DEFAULT 0 CHECK (taken_contests BETWEEN 0 AND contests),
  taken_polls       INTEGER NOT NULL DEFAULT 0 CHECK (taken_polls BETWEEN 0 AND polls),
  CHECK ((paid_at IS NULL) = (payment_id IS NULL))
);
CREATE INDEX payment_orders_by_user ON payment_orders (user_id, created_at);
CREATE INDEX payment_orders_due ON payment_orders (key_id, check_at) WHERE check_at IS NOT NULL;
CREATE INDEX payment_orders_paid ON payment_orders (paid_at) WHERE paid_at IS NOT NULL;
CREATE UNIQUE INDEX payment_orders_one_per_payment ON payment_orders (key_id, payment_id) WHERE payment_id IS NOT NULL;

-- Numbers of receipts: each once, in the order of payment, and some may be missing.
CREATE TABLE payment_receipts (
  no       {serial},
  order_id {uuid} NOT NULL UNIQUE REFERENCES payment_orders (id)
);

-- Money given back by hand, and the creations taken back with it.
CREATE TABLE payment_refunds (
  id           {serial},
  order_id     {uuid} NOT NULL REFERENCES payment_orders (id),
  made_by      {uuid} NOT NULL REFERENCES users (id),
  amount_paise BIGINT NOT NULL CHECK (amount_paise >= 0),
  contests     INTEGER NOT NULL CHECK (contests >= 0),
  polls        INTEGER NOT NULL CHECK (polls >= 0),
  reason       TEXT NOT NULL,
  reference    TEXT,                        -- the provider's or the bank's number of it
  created_at   BIGINT NOT NULL,
  UNIQUE (order_id, reference)
);

-- Unpaid orders a person began within the hour.
CREATE TABLE payment_allowances (
  user_id {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  begun   INTEGER NOT NULL,
  since   BIGINT NOT NULL
);

-- An order is credited once, whatever else goes wrong.
CREATE UNIQUE INDEX credit_entries_bought_once ON credit_entries (subject) WHERE reason = 'bought';
