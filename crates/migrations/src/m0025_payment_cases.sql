-- What the payment provider tells of an order beyond "paid as asked": each payment and each return of money as far as it
-- came, and the cases that a person must decide.

CREATE TABLE provider_payments (
  order_id      {uuid} NOT NULL REFERENCES payment_orders (id),
  payment_id    TEXT NOT NULL,
  stage         INTEGER NOT NULL,           -- 0 begun, 1 failed, 2 authorized, 3 released, 4 captured, 5 refunded
  amount        BIGINT NOT NULL,            -- in the hundredths of its currency
  currency      TEXT NOT NULL,
  fee           BIGINT,                     -- tax included
  tax           BIGINT,
  fee_bearer    TEXT,                       -- 'customer': the fee is in the amount
  base_amount   BIGINT,                     -- what a foreign amount is worth, as the provider says
  base_currency TEXT,
  offer_id      TEXT,
  accepted      INTEGER NOT NULL DEFAULT 0, -- 1: an administrator took it as the order's payment
  refused       INTEGER NOT NULL DEFAULT 0, -- 1: the provider would not capture it for us
  seen_at       BIGINT NOT NULL,
  PRIMARY KEY (order_id, payment_id)
);
CREATE INDEX provider_payments_by_payment ON provider_payments (payment_id);

-- Money that goes back: refunds made at the provider, and disputes.
CREATE TABLE provider_returns (
  order_id   {uuid} NOT NULL REFERENCES payment_orders (id),
  return_id  TEXT NOT NULL,                 -- 'rfnd_…', 'disp_…'
  payment_id TEXT NOT NULL,
  kind       TEXT NOT NULL,                 -- 'refund', 'dispute'
  stage      INTEGER NOT NULL,              -- 0 open, 1 closed, 2 won, 3 done: the money is gone, 4 failed
  amount     BIGINT NOT NULL,
  seen_at    BIGINT NOT NULL,
  PRIMARY KEY (order_id, return_id)
);

-- What an administrator must look at, once for each thing it is about.
CREATE TABLE payment_cases (
  id        {serial},
  order_id  {uuid} NOT NULL REFERENCES payment_orders (id),
  kind      TEXT NOT NULL,                  -- 'payment', 'authorized', 'refund_failed', 'dispute', 'dispute_lost', 'spent', 'gone'
  subject   TEXT NOT NULL,                  -- the provider's id of what it is about
  opened_at BIGINT NOT NULL,
  closed_at BIGINT,
  closed_by {uuid} REFERENCES users (id),   -- NULL: it settled itself
  decision  TEXT,                           -- 'credit', 'refund', 'done', 'settled'
  reason    TEXT,
  trouble   TEXT,                           -- why the provider did not do what was decided
  UNIQUE (order_id, kind, subject),
  CHECK ((closed_at IS NULL) = (decision IS NULL))
);
CREATE INDEX payment_cases_open ON payment_cases (opened_at) WHERE closed_at IS NULL;

-- More than the order asked for may have been paid, and goes back then.
ALTER TABLE payment_orders RENAME COLUMN refunded_paise TO refunded_before;
ALTER TABLE payment_orders ADD COLUMN refunded_paise BIGINT NOT NULL DEFAULT 0 CHECK (refunded_paise >= 0);
UPDATE payment_orders SET refunded_paise = refunded_before;
ALTER TABLE payment_orders DROP COLUMN refunded_before;
-- The part of refunded_paise and taken_… that follows from provider_returns; the rest is payment_refunds.
ALTER TABLE payment_orders ADD COLUMN returned_paise BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payment_orders ADD COLUMN returned_contests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE payment_orders ADD COLUMN returned_polls INTEGER NOT NULL DEFAULT 0;
-- How far an unpaid order's payment came: 'authorized', 'review', 'returned', 'closed', 'declined'.
ALTER TABLE payment_orders ADD COLUMN progress TEXT;

-- The sandbox takes other amounts than the order's, too.
ALTER TABLE sandbox_payments ADD COLUMN currency TEXT NOT NULL DEFAULT 'INR';
ALTER TABLE sandbox_payments ADD COLUMN fee BIGINT;
ALTER TABLE sandbox_payments ADD COLUMN tax BIGINT;
ALTER TABLE sandbox_payments ADD COLUMN base_paise BIGINT;
ALTER TABLE sandbox_payments ADD COLUMN offer_id TEXT;
ALTER TABLE sandbox_payments ADD COLUMN refunded BIGINT NOT NULL DEFAULT 0;
