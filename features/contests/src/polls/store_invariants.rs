//! Invariants of polls, for `quad check`. Ballots are secret, so on purpose only numbers can be compared.

use quad_kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[
    Invariant {
        name: "one-vote-per-person",
        says: "A person has voted once in a poll.",
        offenders: "SELECT poll_id AS offender FROM poll_votes GROUP BY poll_id, user_id HAVING COUNT(*) > 1",
    },
    Invariant {
        name: "tallies-are-the-voters",
        says: "The tallies of a poll add up to the people who have voted in it.",
        offenders: "SELECT p.id AS offender FROM polls p
            LEFT JOIN (SELECT poll_id, SUM(votes) AS votes, MIN(votes) AS least FROM poll_options GROUP BY poll_id) o
                ON o.poll_id = p.id
            LEFT JOIN (SELECT poll_id, COUNT(*) AS voters FROM poll_votes GROUP BY poll_id) v ON v.poll_id = p.id
            WHERE COALESCE(o.votes, 0) <> COALESCE(v.voters, 0) OR o.least < 0",
    },
    Invariant {
        name: "polls-have-options",
        says: "A poll has 2 to 10 different options, numbered from 0.",
        offenders: "SELECT p.id AS offender FROM polls p
            LEFT JOIN (SELECT poll_id, COUNT(*) AS options, COUNT(DISTINCT text) AS texts, MIN(no) AS first, MAX(no) AS last
                FROM poll_options GROUP BY poll_id) o ON o.poll_id = p.id
            WHERE COALESCE(o.options, 0) NOT BETWEEN 2 AND 10 OR o.texts <> o.options OR o.first <> 0
                OR o.last <> o.options - 1",
    },
    Invariant {
        name: "polls-have-a-title",
        says: "A poll has a title.",
        offenders: "SELECT id AS offender FROM polls WHERE trim(title) = ''",
    },
];
