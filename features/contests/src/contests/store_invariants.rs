//! Invariants of contests and their questions, for `quad check`.

use quad_kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[
    Invariant {
        name: "question-counts",
        says: "A contest counts the questions it has and the starred ones, no more with other marks than have marks of their own, \
            and their numbers are below the next one.",
        // Which of these give other marks than the contest is asked where its rules can be read.
        offenders: "SELECT c.id AS offender FROM contests c
            LEFT JOIN (SELECT contest_id, COUNT(*) AS questions, MAX(no) AS last,
                    SUM(CASE WHEN own_right IS NOT NULL OR own_wrong IS NOT NULL THEN 1 ELSE 0 END) AS own_marks,
                    SUM(starred) AS starred FROM questions GROUP BY contest_id) q ON q.contest_id = c.id
            WHERE c.question_count <> COALESCE(q.questions, 0) OR c.next_question_no <= COALESCE(q.last, 0)
                OR c.own_marks NOT BETWEEN 0 AND COALESCE(q.own_marks, 0) OR c.starred <> COALESCE(q.starred, 0)",
    },
    Invariant {
        name: "questions-have-a-key",
        says: "A question has four different options, and a key among them.",
        offenders: "SELECT id AS offender FROM questions
            WHERE accepted NOT BETWEEN 1 AND 15 OR option_1 IN (option_2, option_3, option_4)
                OR option_2 IN (option_3, option_4) OR option_3 = option_4",
    },
    Invariant {
        name: "one-number-per-question",
        says: "The number of a question is given once within its contest.",
        offenders: "SELECT contest_id AS offender FROM questions GROUP BY contest_id, no HAVING COUNT(*) > 1",
    },
    Invariant {
        name: "contests-have-a-title",
        says: "A contest has a title.",
        offenders: "SELECT id AS offender FROM contests WHERE trim(title) = ''",
    },
];
