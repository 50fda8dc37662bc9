//! Scoring: what an answer is worth, and how ranks follow. Both are decided here alone: the database adds up what
//! [`worths`] says and compares by [`is_better`], and the browser shows what the server answers.
//!
//! What is counted and stored are right and wrong answers ([`Counters`]). The marks are what the contest's [`MarkScheme`] makes of
//! the two numbers; a plain contest has one mark for each right answer, so that its order is right, wrong, time by the same rule.
//! Where questions give other marks or are starred, two more numbers are counted: by how much, and how many right ones.

use std::cmp::Ordering;

use crate::contests::{Floor, MOST_TIE_BREAKS, MarkScheme, Marking, Marks, Question, TieBreak};
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

/// What a question gives by the contest's scheme and its own marks.
pub fn marks(scheme: MarkScheme, question: &Question, mark: Mark) -> Marks {
    let scheme = question.marks.over(scheme);
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

/// What is counted of answers: of an attempt's, or of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Right answers.
    pub correct: u32,
    /// Wrong answers.
    pub wrong: u32,
    /// How much more or less they give than the contest's scheme gives for as many right and wrong ones.
    pub extra: Marks,
    /// Right answers to starred questions.
    pub starred: u32,
}

impl Counters {
    /// Where no question gives other marks than its contest, and none is starred.
    pub fn usual(correct: u32, wrong: u32) -> Self {
        Self { correct, wrong, ..Self::default() }
    }

    /// What a question adds to them.
    pub fn of(scheme: MarkScheme, question: &Question, mark: Mark) -> Self {
        let own = question.marks.over(scheme);
        match mark {
            Mark::Right => Self {
                correct: 1,
                wrong: 0,
                extra: own.of_right() - scheme.of_right(),
                starred: u32::from(question.marks.is_starred),
            },
            Mark::Wrong => Self { correct: 0, wrong: 1, extra: own.of_wrong() - scheme.of_wrong(), starred: 0 },
            Mark::None => Self::default(),
        }
    }

    /// The marks by the contest's scheme.
    pub fn marks(self, scheme: MarkScheme) -> Marks {
        scheme.total(self.correct, self.wrong, self.extra)
    }
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
    /// Units of 1/10,080 mark more beyond them.
    pub extra: i64,
    /// Right answers to starred questions more.
    pub starred: i32,
}

/// The scores of a contest for the database to add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worths {
    /// Right answers of whoever answers nothing.
    pub correct: i32,
    /// Wrong answers of whoever answers nothing.
    pub wrong: i32,
    /// Units of 1/10,080 mark beyond them, of whoever answers nothing.
    pub extra: i64,
    /// Right answers to starred questions of whoever answers nothing.
    pub starred: i32,
    /// What each choice changes of that, where it changes anything. Only such an answer ends an attempt's time: what decides
    /// nothing for anybody must not decide a tie, neither where a question is void nor where everybody has its mark.
    pub choices: Vec<Worth>,
}

/// What there is to add up at these questions of a contest with such a scheme.
pub fn worths(scheme: MarkScheme, questions: &[Question]) -> Worths {
    let mut all = Worths { correct: 0, wrong: 0, extra: 0, starred: 0, choices: Vec::new() };
    for question in questions {
        let open = Counters::of(scheme, question, mark(question, None));
        all.correct += open.correct as i32;
        all.wrong += open.wrong as i32;
        all.extra += open.extra.units();
        all.starred += open.starred as i32;
        for option in 0..question.options.len() {
            let counted = Counters::of(scheme, question, mark(question, Some(option)));
            if counted != open {
                all.choices.push(Worth {
                    no: question.no,
                    choice: option as i32,
                    correct: counted.correct as i32 - open.correct as i32,
                    wrong: counted.wrong as i32 - open.wrong as i32,
                    extra: (counted.extra - open.extra).units(),
                    starred: counted.starred as i32 - open.starred as i32,
                });
            }
        }
    }
    all
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
    /// Right answers to starred questions.
    pub starred: u32,
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
        counted: Counters,
        joined_at: Time,
        last_answer_at: Option<Time>,
    ) -> Self {
        let duration_ms = last_answer_at.map_or(0, |last| last.0.saturating_sub(joined_at.0).max(0));
        let Counters { correct, wrong, starred, .. } = counted;
        Self { user, correct, wrong, starred, duration_ms, marks: counted.marks(scheme) }
    }
}

/// By what scores of equal marks are told apart, first to last; whoever is equal in all of it shares a rank.
type TieChain = [Option<TieBreak>; MOST_TIE_BREAKS];

/// What nearly all contests have, the plain ones among them.
const USUAL: TieChain = [Some(TieBreak::FewerWrong), Some(TieBreak::LessTime), None, None];

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
            TieBreak::Starred => other.starred.cmp(&one.starred),
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
        let sum = format!(
            "CAST({row}.correct AS BIGINT) * ({right}) + CAST({row}.wrong AS BIGINT) * ({wrong}) + {row}.extra_marks"
        );
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
            TieBreak::Starred => (format!("{one}.starred"), ">", format!("{other}.starred")),
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
    use crate::contests::{Preset, QuestionMarks};
    use quad_kernel::ids::QuestionId;

    fn question(accepted: u8, marking: Marking) -> Question {
        Question {
            id: QuestionId(Uuid::nil()),
            no: 7,
            text: String::new(),
            options: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
            accepted,
            marking,
            difficulty: None,
            explanation: None,
            marks: QuestionMarks::default(),
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
        let row = |choice, correct, wrong| Worth { no: 7, choice, correct, wrong, extra: 0, starred: 0 };
        let all = |correct, choices| Worths { correct, wrong: 0, extra: 0, starred: 0, choices };
        let plain = |questions: &[Question]| worths(MarkScheme::default(), questions);
        let by_key = plain(&[question(0b0010, Marking::Key)]);
        assert_eq!(by_key, all(0, vec![row(0, 0, 1), row(1, 1, 0), row(2, 0, 1), row(3, 0, 1)]));
        let eight = Question {
            options: ["a", "b", "c", "d", "e", "f", "g", "h"].map(str::to_owned).to_vec(),
            ..question(0b1000_0000, Marking::Key)
        };
        let wrong_ones = (0..7).map(|choice| row(choice, 0, 1));
        assert_eq!(plain(&[eight]), all(0, wrong_ones.chain([row(7, 1, 0)]).collect()));
        let two = Question { options: ["a", "b"].map(str::to_owned).to_vec(), ..question(0b0010, Marking::Key) };
        assert_eq!(plain(&[two]), all(0, vec![row(0, 0, 1), row(1, 1, 0)]));
        let answered = plain(&[question(0b0010, Marking::Answered)]);
        assert_eq!(answered, all(0, (0..4).map(|choice| row(choice, 1, 0)).collect()));
        // Whoever leaves it open has the mark as well, so no choice changes anything.
        let two = [question(0b0010, Marking::Everyone), question(0b0001, Marking::Void)];
        assert_eq!(plain(&two), all(1, Vec::new()));
    }

    /// GATE's scheme, +1 and −1/3, with a starred question of +2 and −2/3.
    #[test]
    fn own_marks_are_counted_as_what_they_give_beyond_the_scheme() {
        let gate = scheme(10_080, -3_360, "none", &[]);
        let two_marks = |marking| {
            let marks = QuestionMarks::parse(Some("2"), Some("-2/3"), true).expect("marks");
            Question { marks, ..question(0b0001, marking) }
        };
        let row = |choice, correct, wrong, extra, starred| Worth { no: 7, choice, correct, wrong, extra, starred };
        let wrong = |choice| row(choice, 0, 1, -3_360, 0);
        let all = |correct, extra, starred, choices| Worths { correct, wrong: 0, extra, starred, choices };
        let by_key = worths(gate, &[two_marks(Marking::Key)]);
        assert_eq!(by_key, all(0, 0, 0, vec![row(0, 1, 0, 10_080, 1), wrong(1), wrong(2), wrong(3)]));
        let everyone = worths(gate, &[two_marks(Marking::Everyone)]);
        assert_eq!(everyone, all(1, 10_080, 1, Vec::new()));
        let answered = worths(gate, &[two_marks(Marking::Answered)]);
        assert_eq!(answered, all(0, 0, 0, (0..4).map(|choice| row(choice, 1, 0, 10_080, 1)).collect()));
        assert_eq!(worths(gate, &[two_marks(Marking::Void)]), all(0, 0, 0, Vec::new()));
        // No question takes anything, so it takes no more than others.
        let floored = worths(scheme(10_080, -3_360, "question", &[]), &[two_marks(Marking::Key)]);
        assert_eq!(floored.choices[1], row(1, 0, 1, 0, 0));
    }

    fn score_by(scheme: MarkScheme, user: u128, correct: u32, wrong: u32, duration_ms: i64) -> Score {
        score_of(scheme, user, Counters::usual(correct, wrong), duration_ms)
    }

    fn score_of(scheme: MarkScheme, user: u128, counted: Counters, duration_ms: i64) -> Score {
        Score::new(scheme, UserId(Uuid::from_u128(user)), counted, Time(0), Some(Time(duration_ms)))
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
        let ties = Just(vec!["starred", "fewer_wrong", "more_right", "less_time"]).prop_shuffle();
        (right, wrong, floor, ties, 0_usize..5)
            .prop_map(|(right, wrong, floor, ties, many)| scheme(right, wrong, floor, &ties[..many]))
    }

    /// The questions of `own_mark_totals.txt`: an amount or a dash for right and wrong, and a star.
    fn questions_of(line: &str) -> Vec<Question> {
        let amount = |text: &str| Some(text.to_owned()).filter(|text| text != "-");
        let question = |(no, text): (i32, &str)| {
            let (right, wrong) = text.trim_end_matches('*').split_once(':').expect("two amounts");
            let (right, wrong) = (amount(right), amount(wrong));
            let marks = QuestionMarks::parse(right.as_deref(), wrong.as_deref(), text.ends_with('*')).expect("marks");
            Question { no, marks, ..question(0b0001, Marking::Key) }
        };
        (1..).zip(line.split_whitespace()).map(question).collect()
    }

    /// 60 answer sheets under three schemes and three floors against totals that were computed with fractions.
    #[test]
    fn totals_with_own_marks_are_the_computed_ones() {
        let text = include_str!("own_mark_totals.txt");
        let questions = questions_of(text.lines().find_map(|line| line.strip_prefix("# own ")).expect("questions"));
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let schemes = lines.next().expect("a heading").split_whitespace().skip(4).map(|word| {
            let (preset, floor) = word.split_once(':').expect("a preset and a floor");
            let scheme =
                Preset::ALL.into_iter().find(|one| one.word() == preset).map(MarkScheme::of).expect("a preset");
            let floor = [Floor::None, Floor::Question, Floor::Total].into_iter().find(|one| one.word() == floor);
            MarkScheme { floor: floor.expect("a floor"), ..scheme }
        });
        let schemes: Vec<MarkScheme> = schemes.collect();
        let mut sheets = 0;
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let expected: Vec<u32> = words[1..4].iter().map(|word| word.parse().expect("a number")).collect();
            for (scheme, total) in schemes.iter().zip(&words[4..]) {
                let mut counted = Counters::default();
                for (question, letter) in questions.iter().zip(words[0].chars()) {
                    let choice = match letter {
                        'r' => Some(0),
                        'w' => Some(3),
                        _ => None,
                    };
                    let one = Counters::of(*scheme, question, mark(question, choice));
                    counted = added(counted, one);
                }
                assert_eq!([counted.correct, counted.wrong, counted.starred], expected[..], "{line}");
                assert_eq!(counted.marks(*scheme).exact(), *total, "{scheme:?}: {line}");
            }
            sheets += 1;
        }
        assert_eq!((sheets, schemes.len(), questions.len()), (60, 9, 8));
    }

    fn added(one: Counters, other: Counters) -> Counters {
        Counters {
            correct: one.correct + other.correct,
            wrong: one.wrong + other.wrong,
            extra: one.extra + other.extra,
            starred: one.starred + other.starred,
        }
    }

    /// What questions may have of their own, with amounts of which many are equal.
    pub(in crate::attempts) fn any_marks() -> impl Strategy<Value = QuestionMarks> {
        let right = prop::option::of(prop::sample::select(vec![3_360, 10_080, 20_160, 10_080_000]));
        let wrong = prop::option::of(prop::sample::select(vec![0, -3_360, -6_720, -10_080_000]));
        (right, wrong, any::<bool>()).prop_map(|(right, wrong, is_starred)| QuestionMarks {
            right: right.map(Marks::from_units),
            wrong: wrong.map(Marks::from_units),
            is_starred,
        })
    }

    #[test]
    fn stars_decide_where_the_chain_has_them() {
        let score =
            |scheme, user, starred| score_of(scheme, user, Counters { correct: 2, starred, ..Counters::default() }, 9);
        let ranks = |ties: &[&str]| {
            let scheme = scheme(10_080, 0, "none", ties);
            let mut scores = [score(scheme, 1, 0), score(scheme, 2, 2), score(scheme, 3, 1), score(scheme, 4, 2)];
            let ranks = rank(scheme, &mut scores);
            let mut by_user: Vec<(u128, u32)> =
                scores.iter().zip(ranks).map(|(score, rank)| (score.user.0.as_u128(), rank)).collect();
            by_user.sort_unstable();
            by_user.into_iter().map(|(_, rank)| rank).collect::<Vec<u32>>()
        };
        assert_eq!(ranks(&["starred"]), [4, 1, 3, 1]);
        assert_eq!(ranks(&["less_time", "starred"]), [4, 1, 3, 1]);
        assert_eq!(ranks(&["fewer_wrong", "less_time"]), [1, 1, 1, 1]);
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

    /// The marks of some answers, right or wrong, each to a question with such marks: what each gives, one after the other.
    fn naive_total(scheme: MarkScheme, answers: &[(QuestionMarks, bool)]) -> Marks {
        let floored = |marks: Marks, floor| if scheme.floor == floor { marks.max(Marks::ZERO) } else { marks };
        let gives = |(marks, is_right): &(QuestionMarks, bool)| {
            let own = if *is_right { marks.right } else { marks.wrong };
            floored(own.unwrap_or(if *is_right { scheme.right } else { scheme.wrong }), Floor::Question)
        };
        floored(answers.iter().map(gives).sum(), Floor::Total)
    }

    /// The rank as the rules say it, in other words than [`compare`]: one more than there are who stand before.
    fn naive_rank(scheme: MarkScheme, of: &Score, all: &[Score]) -> u32 {
        let is_before = |one: &Score| {
            let mut order = of.marks.cmp(&one.marks);
            for tie in scheme.tie_break.iter() {
                order = order.then(match tie {
                    TieBreak::Starred => of.starred.cmp(&one.starred),
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
            raw in prop::collection::vec((0_u32..4, 0_u32..5, -2_i64..3, 0_u32..3, 0_i64..3), 0..40),
        ) {
            let score = |user, (correct, wrong, thirds, starred, took)| {
                let counted = Counters { correct, wrong, extra: Marks::from_units(thirds * 3_360), starred };
                score_of(scheme, user, counted, took)
            };
            let mut scores: Vec<Score> = (0..).zip(&raw).map(|(user, numbers)| score(user, *numbers)).collect();
            let ranks = rank(scheme, &mut scores);
            for (one, rank) in scores.iter().zip(&ranks) {
                prop_assert_eq!(*rank, naive_rank(scheme, one, &scores));
            }
        }

        /// Whatever questions give, adding up the counters of answers in any order gives what the answers give one by one; and
        /// without own marks and stars it is what two counters give.
        #[test]
        fn counters_add_up_to_what_each_answer_gives(
            scheme in any_scheme(),
            answers in prop::collection::vec((any_marks(), any::<bool>()), 0..20),
            turned in 0_usize..20,
        ) {
            let all = |answers: &[(QuestionMarks, bool)]| {
                answers.iter().fold(Counters::default(), |all, (marks, is_right)| {
                    let question = Question { marks: *marks, ..question(1, Marking::Key) };
                    added(all, Counters::of(scheme, &question, mark(&question, Some(usize::from(!is_right)))))
                })
            };
            let counted = all(&answers);
            prop_assert_eq!(counted.marks(scheme), naive_total(scheme, &answers));
            let starred = answers.iter().filter(|(marks, is_right)| *is_right && marks.is_starred).count();
            prop_assert_eq!(counted.starred as usize, starred);
            let mut other_order = answers.clone();
            other_order.rotate_left(turned.min(answers.len()));
            other_order.reverse();
            prop_assert_eq!(all(&other_order), counted);
            let without: Vec<_> = answers.iter().map(|(_, is_right)| (QuestionMarks::default(), *is_right)).collect();
            let usual = Counters::usual(counted.correct, counted.wrong);
            prop_assert_eq!(all(&without), usual);
            prop_assert_eq!(usual.marks(scheme), scheme.total(counted.correct, counted.wrong, Marks::ZERO));
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
