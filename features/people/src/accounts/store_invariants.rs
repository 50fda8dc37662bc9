//! Invariants of people, their roles and their sessions, for `quad check`.

use quad_kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[
    Invariant {
        name: "one-account-per-address",
        says: "An e-mail address has one account, and is kept in lower case.",
        offenders: "SELECT lower(email) AS offender FROM users GROUP BY lower(email)
            HAVING COUNT(*) > 1 OR MIN(email) <> lower(MIN(email))",
    },
    Invariant {
        name: "deleted-accounts-are-closed",
        says: "A deleted account keeps no address, no password, no role, no session and no known device.",
        offenders: "SELECT u.id AS offender FROM users u WHERE u.deleted_at IS NOT NULL AND (
                u.password_hash <> '!' OR replace(u.email, '-', '') <> 'deleted:' || {hex:u.id}
                OR EXISTS (SELECT 1 FROM roles r WHERE r.user_id = u.id)
                OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id)
                OR EXISTS (SELECT 1 FROM known_devices d WHERE d.user_id = u.id))",
    },
];
