//! What must be true of attempts, answers and corrections. The answers are by far the largest table: two statements read
//! it, each once and in the order of its key.

use crate::kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[
    Invariant {
        name: "one-answer-per-question",
        says: "A question is answered once in an attempt.",
        offenders: "SELECT attempt_id AS offender FROM answers GROUP BY attempt_id, question_no HAVING COUNT(*) > 1",
    },
    Invariant {
        name: "scores-are-the-answers",
        says: "The counters of an attempt are what its answers say by the key as it stands now, and each answer is to a \
            question of its contest.",
        // Questions are few and answers are many: the former are gathered first, so that looking one up costs no walk
        // through a large index.
        offenders: "WITH marks AS MATERIALIZED (SELECT contest_id, no, marking, accepted FROM questions),
            free AS MATERIALIZED
                (SELECT contest_id, COUNT(*) AS marks FROM questions WHERE marking = 1 GROUP BY contest_id),
            given AS MATERIALIZED (
                SELECT n.attempt_id, COUNT(*) AS answers, COUNT(q.no) AS known, MAX(n.answered_at) AS last,
                    SUM(CASE WHEN q.marking = 0 AND ((q.accepted >> n.choice) & 1) = 1 THEN 1 ELSE 0 END) AS correct,
                    SUM(CASE WHEN q.marking = 0 AND ((q.accepted >> n.choice) & 1) = 0 THEN 1 ELSE 0 END) AS wrong
                FROM answers n JOIN attempts a ON a.id = n.attempt_id
                LEFT JOIN marks q ON q.contest_id = a.contest_id AND q.no = n.question_no
                GROUP BY n.attempt_id)
            SELECT a.id AS offender FROM attempts a
            LEFT JOIN given g ON g.attempt_id = a.id
            LEFT JOIN free f ON f.contest_id = a.contest_id
            WHERE a.correct <> COALESCE(g.correct, 0) + COALESCE(f.marks, 0) OR a.wrong <> COALESCE(g.wrong, 0)
                OR g.known <> g.answers OR a.late < 0 OR a.late > COALESCE(g.answers, 0)
                OR a.last_answer_at IS DISTINCT FROM g.last",
    },
    Invariant {
        name: "one-attempt-per-person",
        says: "A person has one attempt at a contest.",
        offenders: "SELECT user_id AS offender FROM attempts GROUP BY contest_id, user_id HAVING COUNT(*) > 1",
    },
    Invariant {
        name: "participants-are-counted",
        says: "A contest counts its attempts, and its questions are frozen once there is one.",
        offenders: "SELECT c.id AS offender FROM contests c
            LEFT JOIN (SELECT contest_id, COUNT(*) AS attempts FROM attempts GROUP BY contest_id) a ON a.contest_id = c.id
            WHERE c.participants <> COALESCE(a.attempts, 0) OR (a.attempts IS NOT NULL AND c.frozen_at IS NULL)",
    },
    Invariant {
        name: "corrections-are-counted",
        says: "A contest counts its corrections, and they are numbered from 1 without a gap.",
        offenders: "SELECT c.id AS offender FROM contests c
            LEFT JOIN (SELECT contest_id, COUNT(*) AS corrections, COUNT(DISTINCT no) AS numbers, MIN(no) AS first,
                MAX(no) AS last FROM corrections GROUP BY contest_id) r ON r.contest_id = c.id
            WHERE c.corrections <> COALESCE(r.corrections, 0)
                OR r.numbers <> r.corrections OR r.first <> 1 OR r.last <> r.corrections",
    },
];
