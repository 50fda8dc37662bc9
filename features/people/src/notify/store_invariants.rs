//! Invariants of inboxes, for `quad check`.

use quad_kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[Invariant {
    name: "told-once",
    says: "Nobody is told the same thing twice, and a device tells one person.",
    offenders: "SELECT {hex:user_id} AS offender FROM notifications GROUP BY user_id, once HAVING COUNT(*) > 1
        UNION ALL SELECT MIN(user_id) FROM (SELECT endpoint, {hex:user_id} AS user_id FROM push_subscriptions) s
        GROUP BY endpoint HAVING COUNT(*) > 1",
}];
