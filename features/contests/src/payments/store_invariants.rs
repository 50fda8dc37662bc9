//! Invariants of credits, orders and money, for `quad check`.

use quad_kernel::invariant::Invariant;

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
        says: "What an order says was given back is the sum of its refunds and of what the provider told, and no more than was \
               paid and bought.",
        offenders: "SELECT o.id AS offender FROM payment_orders o
            LEFT JOIN (SELECT order_id, SUM(amount_paise) AS amount_paise, SUM(contests) AS contests, SUM(polls) AS polls
                FROM payment_refunds GROUP BY order_id) r ON r.order_id = o.id
            WHERE o.refunded_paise - o.returned_paise <> COALESCE(r.amount_paise, 0)
                OR o.taken_contests - o.returned_contests <> COALESCE(r.contests, 0)
                OR o.taken_polls - o.returned_polls <> COALESCE(r.polls, 0)
                OR (o.refunded_paise > COALESCE((SELECT CASE
                        WHEN p.currency = 'INR' THEN CASE WHEN p.amount > 0 THEN p.amount ELSE 0 END
                        WHEN p.base_currency = 'INR' AND p.base_amount > 0 THEN p.base_amount ELSE o.amount_paise END
                        FROM provider_payments p WHERE p.order_id = o.id AND p.payment_id = o.payment_id), o.amount_paise)
                    AND NOT EXISTS (SELECT 1 FROM provider_payments p WHERE p.order_id = o.id AND p.currency = 'INR'
                        AND p.stage >= 4 AND p.amount >= o.refunded_paise))
                OR o.returned_paise < 0 OR o.returned_contests < 0 OR o.returned_polls < 0
                OR o.taken_contests > o.contests OR o.taken_polls > o.polls
                OR (o.paid_at IS NULL AND r.order_id IS NOT NULL)",
    },
    Invariant {
        name: "returned-money-was-told",
        says: "Money counts as given back by the provider only where the provider told of a refund, a lost dispute or a \
               refunded payment.",
        offenders: "SELECT o.id AS offender FROM payment_orders o
            WHERE o.returned_paise > 0
                AND NOT EXISTS (SELECT 1 FROM provider_returns r WHERE r.order_id = o.id AND r.stage = 3)
                AND NOT EXISTS (SELECT 1 FROM provider_payments p WHERE p.order_id = o.id AND p.stage = 5)",
    },
    Invariant {
        name: "one-case-per-payment",
        says: "A thing that an administrator must look at is one case, and a closed case says how it ended.",
        offenders: "SELECT order_id AS offender FROM payment_cases
            GROUP BY order_id, kind, subject
            HAVING COUNT(*) > 1 OR MAX(CASE WHEN (closed_at IS NULL) <> (decision IS NULL) THEN 1 ELSE 0 END) = 1",
    },
    Invariant {
        name: "unpaid-money-is-a-case",
        says: "Of money that its buyer is told is being looked at there is an open case.",
        offenders: "SELECT o.id AS offender FROM payment_orders o
            WHERE o.progress IN ('review', 'refund_failed')
                AND NOT EXISTS (SELECT 1 FROM payment_cases c WHERE c.order_id = o.id AND c.closed_at IS NULL
                    AND c.kind = CASE WHEN o.progress = 'review' THEN 'payment' ELSE 'refund_failed' END)",
    },
];
