//! Invariants of events and registrations, for `quad check`. More people with a place than places is not a violation:
//! an organiser who lowers the number of places takes nobody's place away.

use quad_kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[
    Invariant {
        name: "registrations-are-counted",
        says: "An event counts those who have a place and those who wait, and nobody waits while there is a place.",
        offenders: "SELECT e.id AS offender FROM events e
            LEFT JOIN (SELECT event_id, SUM(CASE WHEN state = 0 THEN 1 ELSE 0 END) AS registered,
                SUM(CASE WHEN state = 1 THEN 1 ELSE 0 END) AS waiting FROM event_registrations GROUP BY event_id) r
                ON r.event_id = e.id
            WHERE e.registered <> COALESCE(r.registered, 0) OR e.waiting <> COALESCE(r.waiting, 0)
                OR (e.waiting > 0 AND (e.capacity IS NULL OR e.registered < e.capacity))",
    },
    Invariant {
        name: "who-came-first-has-the-place",
        says: "Those who have a place came before those who wait, and each came at a number of their own.",
        offenders: "SELECT e.id AS offender FROM events e
            JOIN (SELECT event_id, COUNT(*) AS people, COUNT(DISTINCT no) AS numbers, MAX(no) AS last,
                    MAX(CASE WHEN state = 0 THEN no END) AS last_in, MIN(CASE WHEN state = 1 THEN no END) AS first_waiting
                FROM event_registrations WHERE state <> 2 GROUP BY event_id) r ON r.event_id = e.id
            WHERE r.numbers <> r.people OR r.last > e.next_no OR r.last_in > r.first_waiting",
    },
    Invariant {
        name: "one-registration-per-person",
        says: "A person is registered for an event once.",
        offenders: "SELECT event_id AS offender FROM event_registrations GROUP BY event_id, user_id HAVING COUNT(*) > 1",
    },
    Invariant {
        name: "registrations-have-their-form",
        says: "The form of each event, and the one each registration was made with, is there.",
        offenders: "SELECT e.id AS offender FROM events e
            LEFT JOIN event_forms f ON f.event_id = e.id AND f.version = e.form_version WHERE f.event_id IS NULL
            UNION ALL SELECT r.id FROM event_registrations r
            LEFT JOIN event_forms f ON f.event_id = r.event_id AND f.version = r.form_version
            WHERE f.event_id IS NULL AND r.state <> 2",
    },
    Invariant {
        name: "events-are-counted-by-clubs",
        says: "Each event is counted by its own club, and clubs count no others.",
        offenders: "SELECT COALESCE(e.id, c.event_id) AS offender FROM events e
            FULL JOIN club_events c ON c.event_id = e.id
            WHERE e.id IS NULL OR c.event_id IS NULL OR c.club_id <> e.club_id",
    },
    Invariant {
        name: "events-have-a-title",
        says: "An event has a title.",
        offenders: "SELECT id AS offender FROM events WHERE trim(title) = ''",
    },
];
