//! Invariants of clubs and memberships, for `quad check`.

use quad_kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[
    Invariant {
        name: "one-membership-per-person",
        says: "A person is in a club once.",
        offenders: "SELECT user_id AS offender FROM memberships GROUP BY club_id, user_id HAVING COUNT(*) > 1",
    },
    Invariant {
        name: "offices-are-known",
        says: "A member has one of the five offices, and an application has none.",
        offenders: "SELECT id AS offender FROM memberships
            WHERE office NOT IN ('president', 'secretary', 'joint_secretary', 'treasurer', 'member')
                OR (joined_at IS NULL AND (office <> 'member' OR appointed))",
    },
    Invariant {
        name: "roles-follow-the-office",
        says: "Everybody who manages a club has its short name as a role, and nobody else has it.",
        offenders: "SELECT COALESCE(m.user_id, r.user_id) AS offender
            FROM (SELECT m.user_id, c.short_name FROM memberships m JOIN clubs c ON c.id = m.club_id
                WHERE m.joined_at IS NOT NULL AND (m.appointed OR m.office = 'president')) m
            FULL JOIN (SELECT user_id, role FROM roles WHERE role NOT IN ('ADMIN', 'ORGANISER')) r
                ON r.user_id = m.user_id AND r.role = m.short_name
            WHERE m.user_id IS NULL OR r.user_id IS NULL",
    },
    Invariant {
        name: "feedback-is-about-the-club",
        says: "Feedback is 1 to 5 stars, once per person, and about the club itself or one of its events.",
        offenders: "SELECT f.about_id AS offender FROM club_feedback f
            LEFT JOIN club_events e ON e.event_id = f.about_id AND e.club_id = f.club_id
            WHERE f.rating NOT BETWEEN 1 AND 5 OR (f.about_id <> f.club_id AND e.event_id IS NULL)
            UNION ALL SELECT about_id FROM club_feedback GROUP BY about_id, user_id HAVING COUNT(*) > 1",
    },
];
