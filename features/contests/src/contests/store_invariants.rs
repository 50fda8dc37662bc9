//! Invariants of contests and their questions, for `quad check`.

use quad_kernel::invariant::Invariant;

/// The rules; `quad check` asks them.
pub const INVARIANTS: &[Invariant] = &[
    Invariant {
        name: "question-counts",
        says: "A contest counts the questions it has, the starred ones, those that a client of the specification cannot show, those of \
            which several options may be right and those whose answer is typed, no more with other marks than can have some, and their numbers are below the next one.",
        // Which of these give other marks than the contest is asked where its rules can be read.
        offenders: "SELECT c.id AS offender FROM contests c
            LEFT JOIN (SELECT contest_id, COUNT(*) AS questions, MAX(no) AS last,
                    SUM(CASE WHEN own_right IS NOT NULL OR own_wrong IS NOT NULL OR kind IN ('several', 'number') THEN 1 ELSE 0 END) AS own_marks,
                    SUM(starred) AS starred, SUM(CASE WHEN kind = 'several' THEN 1 ELSE 0 END) AS several,
                    SUM(CASE WHEN kind IN ('number', 'text') THEN 1 ELSE 0 END) AS typed,
                    SUM(CASE WHEN kind <> 'single' OR option_4 = '' OR option_5 <> '' THEN 1 ELSE 0 END) AS newer
                    FROM questions GROUP BY contest_id) q ON q.contest_id = c.id
            WHERE c.question_count <> COALESCE(q.questions, 0) OR c.next_question_no <= COALESCE(q.last, 0)
                OR c.own_marks NOT BETWEEN 0 AND COALESCE(q.own_marks, 0) OR c.starred <> COALESCE(q.starred, 0)
                OR c.newer_questions <> COALESCE(q.newer, 0) OR c.several_questions <> COALESCE(q.several, 0)
                OR c.typed_questions <> COALESCE(q.typed, 0)",
    },
    Invariant {
        name: "questions-have-a-key",
        says: "A question has two to eight different options without a gap, and a key among them, or a number or texts that are right and \
            no option; one of a single question unless it was corrected; a part of the key gives marks of its own only where several \
            options may be right, and what keeps its place is an option.",
        offenders: "SELECT id AS offender FROM (SELECT questions.*, CASE WHEN option_8 <> '' THEN 8 WHEN option_7 <> '' THEN 7
                WHEN option_6 <> '' THEN 6 WHEN option_5 <> '' THEN 5 WHEN option_4 <> '' THEN 4 WHEN option_3 <> '' THEN 3
                ELSE 2 END AS many FROM questions) q
            WHERE (own_partial IS NOT NULL AND kind <> 'several')
                OR CASE WHEN kind = 'number' THEN 1 ELSE 0 END <> CASE WHEN right_number IS NOT NULL THEN 1 ELSE 0 END
                OR CASE WHEN kind = 'text' THEN 1 ELSE 0 END <> CASE WHEN right_texts IS NOT NULL THEN 1 ELSE 0 END
                OR (kind <> 'number' AND (tolerance IS NOT NULL OR unit IS NOT NULL))
                OR (kind IN ('number', 'text') AND (option_1 <> '' OR option_2 <> '' OR many > 2 OR fixed_options IS NOT NULL))
                OR (kind = 'single' AND (accepted & (accepted - 1)) <> 0
                    AND NOT EXISTS (SELECT 1 FROM corrections r WHERE r.question_id = q.id))
                OR (kind IN ('single', 'several') AND (
                accepted < 1 OR accepted >> many <> 0 OR COALESCE(fixed_options, 0) >> many <> 0 OR option_1 = '' OR option_2 = ''
                OR (many > 3 AND option_3 = '') OR (many > 4 AND option_4 = '') OR (many > 5 AND option_5 = '')
                OR (many > 6 AND option_6 = '') OR (many > 7 AND option_7 = '')
                OR option_1 IN (option_2, option_3, option_4, option_5, option_6, option_7, option_8)
                OR option_2 IN (option_3, option_4, option_5, option_6, option_7, option_8)
                OR (many > 3 AND option_3 IN (option_4, option_5, option_6, option_7, option_8))
                OR (many > 4 AND option_4 IN (option_5, option_6, option_7, option_8))
                OR (many > 5 AND option_5 IN (option_6, option_7, option_8))
                OR (many > 6 AND option_6 IN (option_7, option_8)) OR (many > 7 AND option_7 = option_8)))",
    },
    Invariant {
        name: "question-pictures",
        says: "A picture of a question stands in the question's contest, on an option that there is, and was uploaded for that contest; a \
            contest counts the questions that have some.",
        offenders: "SELECT p.contest_id AS offender FROM question_pictures p JOIN questions q ON q.id = p.question_id
                LEFT JOIN pictures k ON k.key = p.picture_key
            WHERE p.contest_id <> q.contest_id OR k.owner_id IS NULL OR k.owner_id <> p.contest_id OR p.option_no >=
                CASE WHEN q.option_8 <> '' THEN 8 WHEN q.option_7 <> '' THEN 7 WHEN q.option_6 <> '' THEN 6
                WHEN q.option_5 <> '' THEN 5 WHEN q.option_4 <> '' THEN 4 WHEN q.option_3 <> '' THEN 3
                WHEN q.option_2 <> '' THEN 2 ELSE 0 END
            UNION SELECT c.id FROM contests c
                LEFT JOIN (SELECT contest_id, COUNT(DISTINCT question_id) AS pictured FROM question_pictures GROUP BY contest_id) s
                    ON s.contest_id = c.id
            WHERE c.pictured_questions <> COALESCE(s.pictured, 0)",
    },
    Invariant {
        name: "papers-are-alike",
        says: "The papers dealt for a contest all have as many questions, all of them its own, and it has a blueprint and is frozen.",
        offenders: "SELECT c.id AS offender FROM (SELECT contest_id, MIN(many) AS least, MAX(many) AS most, SUM(known) AS known,
                SUM(many) AS questions FROM (SELECT p.contest_id, p.variant, COUNT(*) AS many, COUNT(q.id) AS known FROM contest_papers p
                    LEFT JOIN questions q ON q.contest_id = p.contest_id AND q.no = p.question_no
                    GROUP BY p.contest_id, p.variant) papers GROUP BY contest_id) d
            JOIN contests c ON c.id = d.contest_id
            WHERE d.least <> d.most OR d.known <> d.questions OR c.draw IS NULL OR c.frozen_at IS NULL",
    },
    Invariant {
        name: "pictures-fit-their-question",
        says: "A question shows at most four pictures and each option one, each of them once and told in words; what a phone loads of them \
            is what the pictures weigh, and no more than it may be.",
        offenders: "SELECT p.contest_id AS offender FROM question_pictures p LEFT JOIN pictures k ON k.key = p.picture_key
            WHERE trim(p.alt) = '' OR p.no < 0 OR p.small_bytes IS DISTINCT FROM k.small_bytes
            UNION SELECT contest_id FROM (SELECT contest_id, question_id, option_no FROM question_pictures
                GROUP BY contest_id, question_id, option_no HAVING COUNT(*) > CASE WHEN option_no IS NULL THEN 4 ELSE 1 END) m
            UNION SELECT contest_id FROM (SELECT contest_id, question_id, picture_key FROM question_pictures
                GROUP BY contest_id, question_id, picture_key HAVING COUNT(*) > 1) t
            UNION SELECT contest_id FROM (SELECT contest_id, SUM(small_bytes) AS bytes
                FROM (SELECT DISTINCT contest_id, picture_key, small_bytes FROM question_pictures) d GROUP BY contest_id) w
                WHERE bytes > 1200000",
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
