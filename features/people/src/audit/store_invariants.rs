//! Invariants of the audit list, for `quad check`.

use quad_kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[Invariant {
    name: "acts-name-their-person",
    says: "An administrator's act about a person names the person.",
    offenders: "SELECT no AS offender FROM audit_entries WHERE about_id IS NULL AND act IN ('credits', 'role given',
        'role taken', 'account made', 'code mailed', 'code kept', 'code printed', 'sessions ended', 'club appointed',
        'club dismissed', 'member approved', 'member turned down', 'member removed', 'office given', 'office taken',
        'poll deleted')",
}];
