//! Invariants of attempts, answers and corrections, for `quad check`. The answers are by far the largest table: two
//! statements read it, each once and in the order of its key.

use quad_kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[
    Invariant {
        name: "one-answer-per-question",
        says: "A question is answered once in an attempt.",
        offenders: "SELECT 'attempt ' || n.attempt_id || ' of ' || COALESCE(u.email, '?') || ' in ' || COALESCE(c.title, '?') AS offender
            FROM (SELECT attempt_id FROM answers GROUP BY attempt_id, question_no HAVING COUNT(*) > 1) n
            LEFT JOIN attempts a ON a.id = n.attempt_id
            LEFT JOIN users u ON u.id = a.user_id LEFT JOIN contests c ON c.id = a.contest_id",
    },
    Invariant {
        name: "scores-are-the-answers",
        says: "The counters of an attempt are what its answers say by the key as it stands now, and each answer is to a \
            question of its contest and one of its options, some of them where several may be right, or typed where it has none, and was \
            given after its start.",
        // Which of those that are not right are so in part is asked where the contest's rules can be read, and so is which of those that
        // were typed are right.
        // The time ends with the last answer that gives or takes something. Corrections up to 0.6.0 left it at the last answer of all,
        // and a final board does not change until the next correction: that is right too.
        // Questions are few and answers are many: the former are gathered first, so that looking one up costs no walk
        // through a large index.
        offenders: "WITH marks AS MATERIALIZED (SELECT contest_id, no, marking, accepted, CASE WHEN kind = 'several' THEN 1 ELSE 0 END AS several,
                CASE WHEN kind IN ('number', 'text') THEN 1 ELSE 0 END AS typed,
                CASE WHEN option_8 <> '' THEN 8 WHEN option_7 <> '' THEN 7 WHEN option_6 <> '' THEN 6 WHEN option_5 <> '' THEN 5
                    WHEN option_4 <> '' THEN 4 WHEN option_3 <> '' THEN 3 ELSE 2 END AS many FROM questions),
            free AS MATERIALIZED
                (SELECT contest_id, 0 AS variant, COUNT(*) AS marks FROM questions WHERE marking = 1 GROUP BY contest_id
                UNION ALL SELECT p.contest_id, p.variant, COUNT(*) FROM contest_papers p
                    JOIN questions q ON q.contest_id = p.contest_id AND q.no = p.question_no
                    WHERE q.marking = 1 GROUP BY p.contest_id, p.variant),
            given AS MATERIALIZED (
                SELECT n.attempt_id, COUNT(*) AS answers, 
                    SUM(CASE WHEN q.typed = 1 THEN CASE WHEN n.typed IS NOT NULL AND n.chosen = 1 THEN 1 ELSE 0 END
                        WHEN n.typed IS NULL AND (n.chosen >> q.many) = 0 AND (q.several = 1 OR (n.chosen & (n.chosen - 1)) = 0)
                        THEN 1 ELSE 0 END) AS known,
                    SUM(CASE WHEN q.typed = 1 AND q.marking = 0 THEN 1 ELSE 0 END) AS judged,
                    MIN(n.answered_at) AS first, MAX(n.answered_at) AS last, MAX(CASE WHEN q.marking IN (0, 3) THEN n.answered_at END) AS last_counted,
                    SUM(CASE WHEN q.marking = 3
                        OR (q.marking = 0 AND q.typed = 0 AND (n.chosen = q.accepted OR (q.several = 0 AND (n.chosen & q.accepted) <> 0)))
                        THEN 1 ELSE 0 END) AS correct,
                    SUM(CASE WHEN q.marking = 0 AND q.typed = 0 AND n.chosen <> q.accepted AND (q.several = 1 OR (n.chosen & q.accepted) = 0)
                        THEN 1 ELSE 0 END) AS not_right
                FROM answers n JOIN attempts a ON a.id = n.attempt_id
                LEFT JOIN marks q ON q.contest_id = a.contest_id AND q.no = n.question_no
                GROUP BY n.attempt_id)
            SELECT 'attempt ' || a.id || ' of ' || COALESCE(u.email, '?') || ' in ' || COALESCE(c.title, '?') AS offender
            FROM attempts a
            LEFT JOIN users u ON u.id = a.user_id LEFT JOIN contests c ON c.id = a.contest_id
            LEFT JOIN given g ON g.attempt_id = a.id
            LEFT JOIN free f ON f.contest_id = a.contest_id AND f.variant = a.variant
            WHERE a.correct NOT BETWEEN COALESCE(g.correct, 0) + COALESCE(f.marks, 0)
                    AND COALESCE(g.correct, 0) + COALESCE(f.marks, 0) + COALESCE(g.judged, 0)
                OR a.wrong + a.partly NOT BETWEEN COALESCE(g.not_right, 0) AND COALESCE(g.not_right, 0) + COALESCE(g.judged, 0)
                OR a.correct + a.wrong + a.partly <>
                    COALESCE(g.correct, 0) + COALESCE(f.marks, 0) + COALESCE(g.not_right, 0) + COALESCE(g.judged, 0)
                OR g.known <> g.answers OR g.first < c.starts_at
                OR (a.last_answer_at IS DISTINCT FROM g.last_counted AND a.last_answer_at IS DISTINCT FROM g.last)",
    },
    Invariant {
        name: "attempts-are-at-a-paper",
        says: "An attempt is at one of the papers of its contest where some were dealt, and at none elsewhere, and has no answer to a \
            question of another.",
        // Hardly any contest has papers, so only the answers to theirs are read.
        offenders: "SELECT 'attempt ' || a.id || ' of ' || COALESCE(u.email, '?') || ' in ' || COALESCE(c.title, '?') AS offender
            FROM attempts a LEFT JOIN contests c ON c.id = a.contest_id LEFT JOIN users u ON u.id = a.user_id
            WHERE (CASE WHEN a.variant = 0 THEN 1 ELSE 0 END) <> (CASE WHEN c.draw IS NULL THEN 1 ELSE 0 END)
                OR (a.variant <> 0 AND NOT EXISTS
                    (SELECT 1 FROM contest_papers p WHERE p.contest_id = a.contest_id AND p.variant = a.variant))
                OR (a.variant <> 0 AND EXISTS (SELECT 1 FROM answers n WHERE n.attempt_id = a.id AND NOT EXISTS
                    (SELECT 1 FROM contest_papers p
                    WHERE p.contest_id = a.contest_id AND p.variant = a.variant AND p.question_no = n.question_no)))",
    },
    Invariant {
        name: "answers-end-with-the-contest",
        // The grace is a setting of the server, at most a minute.
        says: "No attempt has an answer from more than a minute after its end, be it the person's own or the contest's.",
        offenders: "SELECT 'attempt ' || a.id || ' of ' || COALESCE(u.email, '?') || ' in ' || c.title AS offender
            FROM attempts a JOIN contests c ON c.id = a.contest_id LEFT JOIN users u ON u.id = a.user_id
            WHERE a.last_answer_at > COALESCE(a.ends_at, c.ends_at) + 60000
                AND (c.paused_at IS NULL OR c.paused_at >= COALESCE(a.ends_at, c.ends_at))",
    },
    Invariant {
        name: "late-answers-came-late",
        says: "What an attempt counts as late are answers from after its end.",
        // Hardly any attempt has one, so only theirs are read.
        offenders: "SELECT 'attempt ' || a.id || ' of ' || COALESCE(u.email, '?') || ' in ' || c.title AS offender
            FROM attempts a JOIN contests c ON c.id = a.contest_id LEFT JOIN users u ON u.id = a.user_id
            WHERE a.late <> 0 AND (a.late < 0 OR a.late >
                (SELECT COUNT(*) FROM answers n WHERE n.attempt_id = a.id AND n.answered_at >= COALESCE(a.ends_at, c.ends_at)))",
    },
    Invariant {
        name: "times-end-after-they-begin",
        says: "Nobody's own time ends before it begins, none of a contest later than the contest says, and the log of times is about people of \
            its contest.",
        offenders: "SELECT 'attempt ' || a.id || ' of ' || COALESCE(u.email, '?') || ' in ' || COALESCE(c.title, '?') AS offender
            FROM attempts a LEFT JOIN contests c ON c.id = a.contest_id LEFT JOIN users u ON u.id = a.user_id
            WHERE a.ends_at < a.joined_at OR a.ends_at > CASE WHEN c.last_ends_at > c.ends_at THEN c.last_ends_at ELSE c.ends_at END
            UNION ALL SELECT 'the clocks of ' || c.title FROM contests c WHERE c.paused_at < c.starts_at
            UNION ALL SELECT 'a time change in ' || COALESCE(c.title, '?') FROM time_changes t LEFT JOIN contests c ON c.id = t.contest_id
            WHERE t.people < 0 OR t.people <
                (SELECT COUNT(*) FROM time_change_people p WHERE p.change_id = t.id)
            UNION ALL SELECT 'a time change in ' || COALESCE(c.title, '?') FROM time_change_people p JOIN time_changes t ON t.id = p.change_id
                LEFT JOIN contests c ON c.id = t.contest_id LEFT JOIN attempts a ON a.id = p.attempt_id WHERE a.contest_id IS DISTINCT FROM t.contest_id",
    },
    Invariant {
        name: "changes-are-of-answers",
        says: "Each change of an answer is of a question of its contest and has a number that browsers count to, a question has one that \
            stands, and in an attempt that has some each answer came with one.",
        // Hardly any attempt has some, so only theirs are read.
        offenders: "SELECT 'attempt ' || a.id || ' of ' || COALESCE(u.email, '?') || ' in ' || COALESCE(c.title, '?') AS offender
            FROM (SELECT s.attempt_id FROM answer_changes s LEFT JOIN attempts a ON a.id = s.attempt_id
                    LEFT JOIN questions q ON q.contest_id = a.contest_id AND q.no = s.question_no
                    WHERE q.id IS NULL OR s.seq NOT BETWEEN 1 AND 9007199254740991
                UNION SELECT attempt_id FROM answer_changes GROUP BY attempt_id, question_no HAVING COUNT(*) > 1
                UNION SELECT n.attempt_id FROM (SELECT DISTINCT attempt_id FROM answer_changes) m
                    JOIN answers n ON n.attempt_id = m.attempt_id
                    WHERE NOT EXISTS (SELECT 1 FROM answer_changes s WHERE s.attempt_id = n.attempt_id AND s.question_no = n.question_no)) d
            LEFT JOIN attempts a ON a.id = d.attempt_id
            LEFT JOIN users u ON u.id = a.user_id LEFT JOIN contests c ON c.id = a.contest_id",
    },
    Invariant {
        name: "one-attempt-per-person",
        says: "A person has one attempt at a contest.",
        offenders: "SELECT COALESCE(u.email, '?') || ' in ' || COALESCE(c.title, '?') AS offender
            FROM (SELECT contest_id, user_id FROM attempts GROUP BY contest_id, user_id HAVING COUNT(*) > 1) a
            LEFT JOIN users u ON u.id = a.user_id LEFT JOIN contests c ON c.id = a.contest_id",
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
    Invariant {
        name: "corrections-say-the-key",
        says: "A correction is about a question of its contest and says what was and is right there: some of its options, or in words where \
            the answer is typed.",
        offenders: "SELECT r.id AS offender FROM corrections r JOIN (SELECT id, contest_id, CASE WHEN kind IN ('number', 'text') THEN 1 ELSE 0 END AS typed,
                CASE WHEN option_8 <> '' THEN 8 WHEN option_7 <> '' THEN 7 WHEN option_6 <> '' THEN 6 WHEN option_5 <> '' THEN 5
                    WHEN option_4 <> '' THEN 4 WHEN option_3 <> '' THEN 3 ELSE 2 END AS many FROM questions) q ON q.id = r.question_id
            WHERE r.contest_id <> q.contest_id
                OR CASE WHEN r.texts_before IS NULL THEN 0 ELSE 1 END <> q.typed OR CASE WHEN r.texts_after IS NULL THEN 0 ELSE 1 END <> q.typed
                OR (q.typed = 0 AND (r.accepted_before < 1 OR (r.accepted_before >> q.many) <> 0
                    OR r.accepted_after < 1 OR (r.accepted_after >> q.many) <> 0))",
    },
];
