//! Invariants of galleries, and of how often each picture is used, for `quad check`. The latter stands here because
//! galleries come after all other features that show pictures.

use quad_kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[
    Invariant {
        name: "gallery-counts",
        says: "A gallery counts its pictures, their numbers are below the next one, and it belongs to its event's club.",
        offenders: "SELECT g.id AS offender FROM galleries g JOIN events e ON e.id = g.event_id
            LEFT JOIN (SELECT gallery_id, COUNT(*) AS pictures, MAX(no) AS last FROM gallery_pictures GROUP BY gallery_id) p
                ON p.gallery_id = g.id
            WHERE g.pictures <> COALESCE(p.pictures, 0) OR g.next_no <= COALESCE(p.last, -1) OR g.club_id <> e.club_id",
    },
    Invariant {
        name: "picture-uses",
        says: "Each picture that is shown is known, counts those who show it, and is not being deleted.",
        offenders: "SELECT COALESCE(p.key, s.key) AS offender FROM pictures p
            FULL JOIN (SELECT key, COUNT(*) AS uses FROM (
                    SELECT picture_key AS key FROM users WHERE picture_key IS NOT NULL
                    UNION ALL SELECT picture FROM clubs WHERE picture IS NOT NULL
                    UNION ALL SELECT picture FROM events WHERE picture IS NOT NULL
                    UNION ALL SELECT picture_key FROM gallery_pictures
                    UNION ALL SELECT picture_key FROM question_pictures) shown GROUP BY key) s ON s.key = p.key
            WHERE p.key IS NULL OR p.uses <> COALESCE(s.uses, 0)
                OR (p.uses > 0 AND (p.going_at IS NOT NULL OR p.found_at IS NOT NULL))",
    },
    Invariant {
        name: "galleries-have-a-title",
        says: "A gallery has a title.",
        offenders: "SELECT id AS offender FROM galleries WHERE trim(title) = ''",
    },
];
