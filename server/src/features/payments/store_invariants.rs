//! What must be true of creations and money.

use crate::kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[
    Invariant {
        name: "balances-are-the-ledger",
        says: "The creations a person has left are the sum of the person's entries in the ledger.",
        offenders: "SELECT COALESCE(b.user_id, e.user_id) AS offender FROM credit_balances b
            FULL JOIN (SELECT user_id, SUM(contests) AS contests, SUM(polls) AS polls FROM credit_entries GROUP BY user_id) e
                ON e.user_id = b.user_id
            WHERE COALESCE(b.contests, 0) <> COALESCE(e.contests, 0) OR COALESCE(b.polls, 0) <> COALESCE(e.polls, 0)",
    },
    Invariant {
        name: "paid-orders-are-credited-once",
        says: "A paid order has one entry 'bought' in its buyer's ledger with what the plan gives, an unpaid one has none.",
        offenders: "SELECT COALESCE({hex:o.id}, e.subject) AS offender
            FROM payment_orders o
            FULL JOIN (SELECT user_id, replace(subject, '-', '') AS subject, COUNT(*) AS entries,
                    SUM(contests) AS contests, SUM(polls) AS polls
                FROM credit_entries WHERE reason = 'bought' GROUP BY user_id, replace(subject, '-', '')) e
                ON e.subject = {hex:o.id}
            WHERE (o.id IS NULL) OR (o.paid_at IS NULL) <> (e.subject IS NULL) OR e.entries <> 1
                OR e.user_id <> o.user_id OR e.contests <> o.contests OR e.polls <> o.polls",
    },
    Invariant {
        name: "paid-orders-have-a-receipt",
        says: "A paid order has one receipt, an unpaid one has none.",
        offenders: "SELECT o.id AS offender FROM payment_orders o
            LEFT JOIN (SELECT order_id, COUNT(*) AS receipts FROM payment_receipts GROUP BY order_id) r ON r.order_id = o.id
            WHERE COALESCE(r.receipts, 0) <> CASE WHEN o.paid_at IS NULL THEN 0 ELSE 1 END",
    },
    Invariant {
        name: "refunds-add-up",
        says: "What an order says was given back is the sum of its refunds, and no more than was paid and bought.",
        offenders: "SELECT o.id AS offender FROM payment_orders o
            LEFT JOIN (SELECT order_id, SUM(amount_paise) AS amount_paise, SUM(contests) AS contests, SUM(polls) AS polls
                FROM payment_refunds GROUP BY order_id) r ON r.order_id = o.id
            WHERE o.refunded_paise <> COALESCE(r.amount_paise, 0) OR o.taken_contests <> COALESCE(r.contests, 0)
                OR o.taken_polls <> COALESCE(r.polls, 0) OR o.refunded_paise > o.amount_paise
                OR o.taken_contests > o.contests OR o.taken_polls > o.polls
                OR (o.paid_at IS NULL AND r.order_id IS NOT NULL)",
    },
];
