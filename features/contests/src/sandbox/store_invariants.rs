//! Invariants of the payment sandbox, for `quad check`.

use quad_kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[Invariant {
    name: "one-payment-per-sandbox-order",
    says: "At most one payment of a sandbox order counts.",
    offenders: "SELECT order_id AS offender FROM sandbox_payments WHERE capture_at IS NOT NULL
        GROUP BY order_id HAVING COUNT(*) > 1",
}];
