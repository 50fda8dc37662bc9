//! Scoring: what an answer is worth, and how ranks follow. Both are decided here alone: the database adds up what
//! [`worths`] says and compares by [`is_better`], and the browser shows what the server answers.
//!
//! What is counted and stored are right and wrong answers. The marks are what the contest's [`MarkScheme`] makes of the two
//! numbers; a plain contest has one mark for each right answer, so that its order is right, wrong, time by the same rule.

use std::cmp::Ordering;

use crate::contests::{Floor, MOST_TIE_BREAKS, MarkScheme, Marking, Marks, OPTIONS, Question, TieBreak};
use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;

/// What a question is worth to one participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// One right answer more.
    Right,
    /// One wrong answer more.
    Wrong,
    /// Nothing.
    None,
}

/// What a question is worth to somebody who joined: with an answer, or without one.
pub fn mark(question: &Question, choice: Option<usize>) -> Mark {
    match (question.marking, choice) {
        (Marking::Everyone, _) | (Marking::Answered, Some(_)) => Mark::Right,
        (Marking::Void, _) | (Marking::Key | Marking::Answered, None) => Mark::None,
        (Marking::Key, Some(option)) if question.in_key(option) => Mark::Right,
        (Marking::Key, Some(_)) => Mark::Wrong,
    }
}

/// What a question gives by the contest's scheme.
pub fn marks(scheme: MarkScheme, mark: Mark) -> Marks {
    match mark {
        Mark::Right => scheme.of_right(),
        Mark::Wrong => scheme.of_wrong(),
        Mark::None => Marks::ZERO,
    }
}

/// Whether whoever chose an option has the mark.
pub fn is_right(question: &Question, option: usize) -> bool {
    mark(question, Some(option)) == Mark::Right
}

/// What a choice changes of the score of somebody who left the question open, as a row for the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The question's number.
    pub no: i32,
    /// The option from 0.
    pub choice: i32,
    /// Right answers more.
    pub correct: i32,
    /// Wrong answers more.
    pub wrong: i32,
}

/// The scores of a contest for the database to add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worths {
    /// Right answers of whoever answers nothing.
    pub correct: i32,
    /// Wrong answers of whoever answers nothing.
    pub wrong: i32,
    /// What each choice changes of that, where it changes anything. Only such an answer ends an attempt's time: what decides
    /// nothing for anybody must not decide a tie, neither where a question is void nor where everybody has its mark.
    pub choices: Vec<Worth>,
}

/// What there is to add up at these questions.
pub fn worths(questions: &[Question]) -> Worths {
    let mut all = Worths { correct: 0, wrong: 0, choices: Vec::new() };
    for question in questions {
        let (right, wrong) = counts(mark(question, None));
        all.correct += right;
        all.wrong += wrong;
        for option in 0..OPTIONS {
            let counted = counts(mark(question, Some(option)));
            let (correct, wrong) = (counted.0 - right, counted.1 - wrong);
            if (correct, wrong) != (0, 0) {
                all.choices.push(Worth { no: question.no, choice: option as i32, correct, wrong });
            }
        }
    }
    all
}

fn counts(mark: Mark) -> (i32, i32) {
    match mark {
        Mark::Right => (1, 0),
        Mark::Wrong => (0, 1),
        Mark::None => (0, 0),
    }
}

/// What a rank depends on, and who it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Whose.
    pub user: UserId,
    /// Right answers.
    pub correct: u32,
    /// Wrong answers.
    pub wrong: u32,
    /// Milliseconds from joining to the last answer that counts ([`Worths::choices`]); 0 without one.
    pub duration_ms: i64,
    /// What the answers give by the contest's scheme.
    pub marks: Marks,
}

impl Score {
    /// What counts of an attempt at a contest with such a scheme: the time from joining to the last answer that counts, and none
    /// without one.
    pub fn new(
        scheme: MarkScheme,
        user: UserId,
        (correct, wrong): (u32, u32),
        joined_at: Time,
        last_answer_at: Option<Time>,
    ) -> Self {
        let duration_ms = last_answer_at.map_or(0, |last| last.0.saturating_sub(joined_at.0).max(0));
        Self { user, correct, wrong, duration_ms, marks: scheme.total(correct, wrong) }
    }
}

/// By what scores of equal marks are told apart, first to last; whoever is equal in all of it shares a rank.
type TieChain = [Option<TieBreak>; MOST_TIE_BREAKS];

/// What nearly all contests have, the plain ones among them.
const USUAL: TieChain = [Some(TieBreak::FewerWrong), Some(TieBreak::LessTime), None];

/// Which of two scores stands first under the usual chain. The same as [`compare`] says of it: a board of 100,000 is sorted in
/// five sixths of the time.
fn compare_as_usual(one: &Score, other: &Score) -> Ordering {
    (other.marks, one.wrong, one.duration_ms).cmp(&(one.marks, other.wrong, other.duration_ms))
}

/// Which of two scores stands first: the one with more marks, then what the chain says.
fn compare(chain: TieChain, one: &Score, other: &Score) -> Ordering {
    let mut order = other.marks.cmp(&one.marks);
    for tie in chain.into_iter().flatten() {
        if order.is_ne() {
            break;
        }
        order = match tie {
            TieBreak::FewerWrong => one.wrong.cmp(&other.wrong),
            TieBreak::MoreRight => other.correct.cmp(&one.correct),
            TieBreak::LessTime => one.duration_ms.cmp(&other.duration_ms),
        };
    }
    order
}

/// That the attempt `one` stands before `other` at a contest with such a scheme, for the database, which counts a rank where no
/// board is built: [`compare`] in SQL, in whole numbers of ours alone.
pub fn is_better(scheme: MarkScheme, one: &str, other: &str) -> String {
    let took = |row: &str| {
        format!(
            "(CASE WHEN {row}.last_answer_at > {row}.joined_at THEN {row}.last_answer_at - {row}.joined_at ELSE 0 END)"
        )
    };
    let marks = |row: &str| {
        if scheme.is_plain() {
            return format!("{row}.correct");
        }
        let (right, wrong) = (scheme.of_right().units(), scheme.of_wrong().units());
        // PostgreSQL adds up what is narrow in narrow numbers.
        let sum = format!("CAST({row}.correct AS BIGINT) * ({right}) + CAST({row}.wrong AS BIGINT) * ({wrong})");
        if scheme.floor == Floor::Total {
            format!("(CASE WHEN {sum} > 0 THEN {sum} ELSE 0 END)")
        } else {
            format!("({sum})")
        }
    };
    let mut ways = vec![format!("{} > {}", marks(one), marks(other))];
    let mut equal = format!("{} = {}", marks(one), marks(other));
    for tie in scheme.tie_break.iter() {
        let (one, sign, other) = match tie {
            TieBreak::FewerWrong => (format!("{one}.wrong"), "<", format!("{other}.wrong")),
            TieBreak::MoreRight => (format!("{one}.correct"), ">", format!("{other}.correct")),
            TieBreak::LessTime => (took(one), "<", took(other)),
        };
        ways.push(format!("{equal} AND {one} {sign} {other}"));
        equal = format!("{equal} AND {one} = {other}");
    }
    format!("({})", ways.join(" OR "))
}

/// Sorts the scores of a contest best first (ties by id, so that every process agrees) and returns the rank of each: equal
/// scores share one, and the next rank leaves a gap (1, 2, 2, 4).
pub fn rank(scheme: MarkScheme, scores: &mut [Score]) -> Vec<u32> {
    let mut ranks = Vec::with_capacity(scores.len());
    rank_by(scheme, scores, |score| *score, |_, rank| ranks.push(rank));
    ranks
}

/// The same for anything that has a score: sorts, and then tells each its rank, best first.
pub fn rank_by<T>(scheme: MarkScheme, all: &mut [T], score: impl Fn(&T) -> Score, tell: impl FnMut(&mut T, u32)) {
    let mut ties = scheme.tie_break.iter();
    let chain: TieChain = std::array::from_fn(|_| ties.next());
    if chain == USUAL {
        rank_in_order(all, score, compare_as_usual, tell);
    } else {
        rank_in_order(all, score, |one, other| compare(chain, one, other), tell);
    }
}

fn rank_in_order<T>(
    all: &mut [T],
    score: impl Fn(&T) -> Score,
    order: impl Fn(&Score, &Score) -> Ordering,
    mut tell: impl FnMut(&mut T, u32),
) {
    all.sort_unstable_by(|one, other| {
        let (one, other) = (score(one), score(other));
        order(&one, &other).then_with(|| one.user.cmp(&other.user))
    });
    let (mut before, mut rank) = (None, 0);
    for (one, place) in all.iter_mut().zip(1..) {
        let score = score(one);
        if before.is_none_or(|before| order(&before, &score).is_ne()) {
            rank = place;
        }
        before = Some(score);
        tell(one, rank);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::cmp::Reverse;

    use proptest::prelude::*;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;
    use quad_kernel::ids::QuestionId;

    fn question(accepted: u8, marking: Marking) -> Question {
        Question {
            id: QuestionId(Uuid::nil()),
            no: 7,
            text: String::new(),
            options: ["a", "b", "c", "d"].map(str::to_owned),
            accepted,
            marking,
            difficulty: None,
            explanation: None,
        }
    }

    #[test]
    fn marking_decides_beside_the_key() {
        let marks = |question: &Question| [None, Some(0), Some(1), Some(2)].map(|choice| mark(question, choice));
        let by_key = question(0b0110, Marking::Key);
        assert_eq!(marks(&by_key), [Mark::None, Mark::Wrong, Mark::Right, Mark::Right]);
        assert_eq!((by_key.answer(), by_key.key_texts()), ("b", vec!["b".to_owned(), "c".to_owned()]));
        let everyone = question(0b0001, Marking::Everyone);
        assert_eq!(marks(&everyone), [Mark::Right; 4]);
        assert_eq!((everyone.answer(), is_right(&everyone, 3)), ("a", true));
        let answered = question(0b0001, Marking::Answered);
        assert_eq!(marks(&answered), [Mark::None, Mark::Right, Mark::Right, Mark::Right]);
        assert_eq!((answered.answer(), is_right(&answered, 3)), ("a", true));
        let void = question(0b0001, Marking::Void);
        assert_eq!(marks(&void), [Mark::None; 4]);
        assert_eq!((void.answer(), is_right(&void, 0)), ("a", false));
    }

    #[test]
    fn worths_add_up_to_the_marks() {
        let row = |choice, correct, wrong| Worth { no: 7, choice, correct, wrong };
        let by_key = worths(&[question(0b0010, Marking::Key)]);
        let choices = vec![row(0, 0, 1), row(1, 1, 0), row(2, 0, 1), row(3, 0, 1)];
        assert_eq!(by_key, Worths { correct: 0, wrong: 0, choices });
        let answered = worths(&[question(0b0010, Marking::Answered)]);
        assert_eq!(
            answered,
            Worths { correct: 0, wrong: 0, choices: (0..4).map(|choice| row(choice, 1, 0)).collect() }
        );
        // Whoever leaves it open has the mark as well, so no choice changes anything.
        let two = [question(0b0010, Marking::Everyone), question(0b0001, Marking::Void)];
        assert_eq!(worths(&two), Worths { correct: 1, wrong: 0, choices: Vec::new() });
    }

    fn score_by(scheme: MarkScheme, user: u128, correct: u32, wrong: u32, duration_ms: i64) -> Score {
        Score::new(scheme, UserId(Uuid::from_u128(user)), (correct, wrong), Time(0), Some(Time(duration_ms)))
    }

    fn scheme(right: i64, wrong: i64, floor: &str, ties: &[&str]) -> MarkScheme {
        let (right, wrong) = (Marks::from_units(right).exact(), Marks::from_units(wrong).exact());
        let scheme = json!({"preset": "own", "right": right, "wrong": wrong, "floor": floor, "tieBreak": ties});
        serde_json::from_value(scheme).expect("a scheme")
    }

    /// Amounts with many equal totals among few answers, and others.
    pub(in crate::attempts) fn any_scheme() -> impl Strategy<Value = MarkScheme> {
        let right = prop_oneof![Just(10_080), Just(3_360), Just(40_320), 1_i64..50_000];
        let wrong = prop_oneof![Just(0), Just(-3_360), Just(-10_080), -50_000_i64..0];
        let floor = prop::sample::select(vec!["none", "question", "total"]);
        let ties = Just(vec!["fewer_wrong", "more_right", "less_time"]).prop_shuffle();
        (right, wrong, floor, ties, 0_usize..4)
            .prop_map(|(right, wrong, floor, ties, many)| scheme(right, wrong, floor, &ties[..many]))
    }

    #[test]
    fn equal_scores_share_a_rank() {
        let plain = MarkScheme::default();
        let score = |user, correct, wrong, duration_ms| score_by(plain, user, correct, wrong, duration_ms);
        let mut scores = [score(4, 1, 0, 9), score(3, 5, 1, 9), score(2, 5, 1, 9), score(1, 5, 0, 9)];
        assert_eq!(rank(plain, &mut scores), [1, 2, 2, 4]);
        assert_eq!(scores.map(|score| score.user.0.as_u128()), [1, 2, 3, 4]);
    }

    #[test]
    fn marks_decide_before_right_and_wrong() {
        let scheme = scheme(40_320, -10_080, "none", &["fewer_wrong", "less_time"]);
        let score = |user, correct, wrong| score_by(scheme, user, correct, wrong, 0);
        // 11, 8, 12 and 12 marks: whoever has more right answers may stand behind.
        let mut scores = [score(4, 4, 5), score(3, 2, 0), score(2, 4, 4), score(1, 3, 0)];
        assert_eq!(rank(scheme, &mut scores), [1, 2, 3, 4]);
        assert_eq!(scores.map(|score| score.user.0.as_u128()), [1, 2, 4, 3]);
    }

    /// The rank as the rules say it, in other words than [`compare`]: one more than there are who stand before.
    fn naive_rank(scheme: MarkScheme, of: &Score, all: &[Score]) -> u32 {
        let floored = |marks: Marks, floor| if scheme.floor == floor { marks.max(Marks::ZERO) } else { marks };
        let total = |score: &Score| {
            let answers = (0..score.correct).map(|_| scheme.right).chain((0..score.wrong).map(|_| scheme.wrong));
            floored(answers.map(|one| floored(one, Floor::Question)).sum(), Floor::Total)
        };
        let is_before = |one: &Score| {
            let mut order = total(of).cmp(&total(one));
            for tie in scheme.tie_break.iter() {
                order = order.then(match tie {
                    TieBreak::FewerWrong => one.wrong.cmp(&of.wrong),
                    TieBreak::MoreRight => of.correct.cmp(&one.correct),
                    TieBreak::LessTime => one.duration_ms.cmp(&of.duration_ms),
                });
            }
            order.is_lt()
        };
        all.iter().filter(|one| is_before(one)).count() as u32 + 1
    }

    proptest! {
        /// Whatever the scheme, ranks are those of the naive definition.
        #[test]
        fn ranks_follow_the_rule(
            scheme in any_scheme(),
            raw in prop::collection::vec((0_u32..4, 0_u32..5, 0_i64..3), 0..40),
        ) {
            let mut scores: Vec<Score> =
                raw.iter().enumerate().map(|(n, (c, w, d))| score_by(scheme, n as u128, *c, *w, *d)).collect();
            let ranks = rank(scheme, &mut scores);
            for (one, rank) in scores.iter().zip(&ranks) {
                prop_assert_eq!(*rank, naive_rank(scheme, one, &scores));
            }
        }

        /// The usual chain has a comparison of its own, which says the same.
        #[test]
        fn the_usual_chain_is_a_chain(
            scheme in any_scheme(),
            one in (0_u32..4, 0_u32..5, 0_i64..3),
            other in (0_u32..4, 0_u32..5, 0_i64..3),
        ) {
            let score = |(correct, wrong, took)| score_by(scheme, 1, correct, wrong, took);
            let (one, other) = (score(one), score(other));
            prop_assert_eq!(compare_as_usual(&one, &other), compare(USUAL, &one, &other));
        }

        /// A plain contest is ranked by right, wrong, time.
        #[test]
        fn a_plain_contest_is_ranked_as_ever(raw in prop::collection::vec((0_u32..4, 0_u32..4, 0_i64..3), 0..40)) {
            let plain = MarkScheme::default();
            let mut scores: Vec<Score> =
                raw.iter().enumerate().map(|(n, (c, w, d))| score_by(plain, n as u128, *c, *w, *d)).collect();
            rank(plain, &mut scores);
            let keys: Vec<_> = scores.iter().map(|one| (Reverse(one.correct), one.wrong, one.duration_ms)).collect();
            prop_assert!(keys.is_sorted());
        }
    }
}
