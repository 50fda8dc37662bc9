//! Scoring: what an answer is worth, and how ranks follow. Both are decided here alone: the database adds up what
//! [`worths`] says and compares by [`is_better`], and the browser shows what the server answers.
//!
//! What is counted and stored are right and wrong answers ([`Counters`]). The marks are what the contest's [`MarkScheme`] makes of
//! the two numbers; a plain contest has one mark for each right answer, so that its order is right, wrong, time by the same rule.
//! Where questions give other marks or are starred, two more numbers are counted: by how much, and how many right ones. Where
//! several options may be right, a third one counts answers that are right in part: what they give is beyond the scheme.
//!
//! What somebody chose is a mask of bits, one for each option: of a single question one bit is set. What somebody typed is one of two
//! such choices, a wrong answer or a right one ([`Question::counted`]).

use std::cmp::Ordering;

use crate::contests::{Floor, Kind, MOST_TIE_BREAKS, MarkScheme, Marking, Marks, Question, TYPED_RIGHT, TieBreak};
use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;

/// What a question is worth to one participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// One right answer more.
    Right,
    /// One wrong answer more.
    Wrong,
    /// One answer more that is right in part, neither a right nor a wrong one.
    Partly,
    /// Nothing.
    None,
}

/// What a question gives one participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionCredit {
    /// As what it is counted.
    pub mark: Mark,
    /// The marks, by the contest's scheme and the question's own.
    pub marks: Marks,
}

/// What a question is worth to somebody who joined a contest with such a scheme: with an answer, or without one.
pub fn given(contest: MarkScheme, question: &Question, chosen: Option<u8>) -> QuestionCredit {
    let scheme = question.scheme(contest);
    let right = QuestionCredit { mark: Mark::Right, marks: scheme.of_right() };
    match (question.marking, chosen) {
        (Marking::Everyone, _) | (Marking::Answered, Some(_)) => right,
        (Marking::Void, _) | (Marking::Key | Marking::Answered, None) => {
            QuestionCredit { mark: Mark::None, marks: Marks::ZERO }
        }
        (Marking::Key, Some(chosen)) if is_in_key(question, chosen) => right,
        (Marking::Key, Some(chosen)) => in_part(scheme, question, chosen),
    }
}

/// Whether what is chosen is right by the key: exactly its options where several may be right, one of them where one is chosen.
fn is_in_key(question: &Question, chosen: u8) -> bool {
    match question.kind {
        Kind::Several => chosen == question.accepted,
        Kind::Single => chosen.is_power_of_two() && chosen & question.accepted != 0,
        Kind::Number | Kind::Text => chosen == TYPED_RIGHT,
    }
}

/// What an answer gives that is not right as a whole, by the scheme as it is for the question.
fn in_part(scheme: MarkScheme, question: &Question, chosen: u8) -> QuestionCredit {
    let wrong = QuestionCredit { mark: Mark::Wrong, marks: scheme.of_wrong() };
    if !question.kind.is_several() {
        return wrong;
    }
    scheme.partial.gives(scheme.of_right(), question.chosen(chosen)).map_or(wrong, |marks| QuestionCredit {
        mark: if marks > Marks::ZERO { Mark::Partly } else { Mark::Wrong },
        marks: scheme.of_question(marks),
    })
}

/// As what a question is counted for somebody who joined: with an answer, or without one.
pub fn mark(contest: MarkScheme, question: &Question, chosen: Option<u8>) -> Mark {
    given(contest, question, chosen).mark
}

/// Whether an option counts as right: whoever chose it, and all others that do, has the mark.
pub fn is_right(question: &Question, option: usize) -> bool {
    match question.marking {
        Marking::Key => question.in_key(option),
        Marking::Everyone | Marking::Answered => true,
        Marking::Void => false,
    }
}

/// What is counted of answers: of an attempt's, or of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Right answers.
    pub correct: u32,
    /// Wrong answers.
    pub wrong: u32,
    /// Answers that are right in part.
    pub partly: u32,
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

    /// What a question of a contest with such a scheme adds to them.
    pub fn of(scheme: MarkScheme, question: &Question, chosen: Option<u8>) -> Self {
        let QuestionCredit { mark, marks } = given(scheme, question, chosen);
        match mark {
            Mark::Right => Self {
                correct: 1,
                extra: marks - scheme.of_right(),
                starred: u32::from(question.marks.is_starred),
                ..Self::default()
            },
            Mark::Wrong => Self { wrong: 1, extra: marks - scheme.of_wrong(), ..Self::default() },
            Mark::Partly => Self { partly: 1, extra: marks, ..Self::default() },
            Mark::None => Self::default(),
        }
    }

    /// How much more or less a right answer to a question gives than the contest's scheme says.
    pub fn extra_of_right(scheme: MarkScheme, question: &Question) -> Marks {
        question.scheme(scheme).of_right() - scheme.of_right()
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
    /// The chosen options, a bit for each.
    pub chosen: u8,
    /// Right answers more.
    pub correct: i32,
    /// Wrong answers more.
    pub wrong: i32,
    /// Answers more that are right in part.
    pub partly: i32,
    /// Units of 1/10,080 mark more beyond them.
    pub extra: i64,
    /// Right answers to starred questions more.
    pub starred: i32,
}

impl Worth {
    /// One number for question and choice.
    pub fn key(&self) -> i32 {
        self.no * 256 + i32::from(self.chosen)
    }
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
    /// What each choice changes of that, where it changes anything: up to 255 of a question with several right options. Only such an answer ends an attempt's time: what decides
    /// nothing for anybody must not decide a tie, neither where a question is void nor where everybody has its mark.
    pub choices: Vec<Worth>,
    /// Of what was typed, the texts that are right, each with its question; nothing where no answer is typed.
    pub right_typed: Option<Vec<String>>,
    /// Of whose paper all this is; of everybody's where all get the same.
    pub variant: Option<u32>,
}

/// What there is to add up at these questions of a contest with such a scheme, without what was typed (`worths_of` in
/// `store_typed.rs` asks for that as well).
pub fn worths(scheme: MarkScheme, questions: &[Question]) -> Worths {
    let mut all =
        Worths { correct: 0, wrong: 0, extra: 0, starred: 0, choices: Vec::new(), right_typed: None, variant: None };
    for question in questions {
        let open = Counters::of(scheme, question, None);
        all.correct += open.correct as i32;
        all.wrong += open.wrong as i32;
        all.extra += open.extra.units();
        all.starred += open.starred as i32;
        for chosen in question.answers() {
            let counted = Counters::of(scheme, question, Some(chosen));
            if counted != open {
                all.choices.push(Worth {
                    no: question.no,
                    chosen,
                    correct: counted.correct as i32 - open.correct as i32,
                    wrong: counted.wrong as i32 - open.wrong as i32,
                    partly: counted.partly as i32 - open.partly as i32,
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
    /// Answers that are right in part.
    pub partly: u32,
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
        let Counters { correct, wrong, partly, starred, .. } = counted;
        Self { user, correct, wrong, partly, starred, duration_ms, marks: counted.marks(scheme) }
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
    use crate::contests::{Partial, Preset, QuestionMarks, TypedKey};
    use quad_kernel::ids::QuestionId;

    fn question(accepted: u8, marking: Marking) -> Question {
        Question {
            id: QuestionId(Uuid::nil()),
            no: 7,
            kind: Kind::Single,
            text: String::new(),
            options: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
            accepted,
            typed: None,
            marking,
            difficulty: None,
            explanation: None,
            fixed_options: None,
            marks: QuestionMarks::default(),
            tags: Vec::new(),
        }
    }

    #[test]
    fn marking_decides_beside_the_key() {
        let plain = MarkScheme::default();
        let marks = |question: &Question| [None, Some(1), Some(2), Some(4)].map(|chosen| mark(plain, question, chosen));
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

    /// What was typed is one of two choices, whatever the question says of options; a wrong number takes what the scheme says.
    #[test]
    fn what_is_typed_is_right_or_wrong() {
        let number = |marking| Question {
            kind: Kind::Number,
            options: Vec::new(),
            typed: Some(TypedKey::number(Some("9.81"), Some("0.05"), None).expect("a number")),
            ..question(1, marking)
        };
        let main = MarkScheme::of(Preset::JeeMain);
        let gives = |scheme: MarkScheme, marking, typed: Option<&str>| {
            let question = number(marking);
            let given = given(scheme, &question, typed.map(|typed| question.counted(1, Some(typed))));
            (given.mark, given.marks.exact())
        };
        for (scheme, wrong) in [
            (main, "-1"),
            (MarkScheme { number_wrong: Some(Marks::ZERO), ..main }, "0"),
            (MarkScheme { number_wrong: Some(Marks::whole(-2)), floor: Floor::Question, ..main }, "0"),
        ] {
            assert_eq!(gives(scheme, Marking::Key, Some("9,86")), (Mark::Right, "4".to_owned()));
            assert_eq!(gives(scheme, Marking::Key, Some("9.87")), (Mark::Wrong, wrong.to_owned()));
            assert_eq!(gives(scheme, Marking::Key, None), (Mark::None, "0".to_owned()));
            assert_eq!(gives(scheme, Marking::Answered, Some("7")), (Mark::Right, "4".to_owned()));
            assert_eq!(gives(scheme, Marking::Void, Some("9.81")), (Mark::None, "0".to_owned()));
        }
        let choices = worths(main, &[number(Marking::Key)]).choices;
        let counted = choices.iter().map(|one| (one.key(), one.correct, one.wrong)).collect::<Vec<_>>();
        assert_eq!(counted, [(7 * 256 + 1, 0, 1), (7 * 256 + 2, 1, 0)]);
    }

    #[test]
    fn worths_add_up_to_the_marks() {
        let row = |option: u8, correct, wrong| Worth {
            no: 7,
            chosen: 1 << option,
            correct,
            wrong,
            partly: 0,
            extra: 0,
            starred: 0,
        };
        let all = |correct, choices| Worths {
            correct,
            wrong: 0,
            extra: 0,
            starred: 0,
            choices,
            right_typed: None,
            variant: None,
        };
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
        let row = |option: u8, correct, wrong, extra, starred| Worth {
            no: 7,
            chosen: 1 << option,
            correct,
            wrong,
            partly: 0,
            extra,
            starred,
        };
        let wrong = |choice| row(choice, 0, 1, -3_360, 0);
        let all = |correct, extra, starred, choices| Worths {
            correct,
            wrong: 0,
            extra,
            starred,
            choices,
            right_typed: None,
            variant: None,
        };
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
                    let chosen = match letter {
                        'r' => Some(0b0001),
                        'w' => Some(0b1000),
                        _ => None,
                    };
                    let one = Counters::of(*scheme, question, chosen);
                    counted = added(counted, one);
                }
                assert_eq!([counted.correct, counted.wrong, counted.starred], expected[..], "{line}");
                assert_eq!(counted.marks(*scheme).exact(), *total, "{scheme:?}: {line}");
            }
            sheets += 1;
        }
        assert_eq!((sheets, schemes.len(), questions.len()), (60, 9, 8));
    }

    /// Every answer to questions of two to eight options, 1 to 7 of them right, by each way of giving parts, with amounts of
    /// thirds, sevenths and others, against marks that were computed with fractions; and where a part is no whole unit it is found.
    #[test]
    fn marks_of_a_part_are_the_computed_ones() {
        let (mut rows, mut inexact) = (0, 0);
        for line in include_str!("partial_totals.txt").lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [way, right, wrong, is_right, is_wrong, expected @ ..] = words.as_slice() else { panic!("{line}") };
            let count = |word: &str| word.parse::<u32>().expect("a number");
            let (key, others) = (count(is_right), count(is_wrong));
            let letters = ["a", "b", "c", "d", "e", "f", "g", "h"].map(str::to_owned);
            let several = Question {
                kind: Kind::Several,
                options: letters[..(key + others) as usize].to_vec(),
                ..question(((1_u16 << key) - 1) as u8, Marking::Key)
            };
            let asked = json!({"preset": "own", "right": right, "wrong": wrong, "partial": way});
            let scheme: MarkScheme = serde_json::from_value(asked).expect("a scheme");
            if *expected == ["inexact"] {
                assert!(several.inexact_part(scheme).is_some(), "{line}");
                inexact += 1;
                continue;
            }
            assert_eq!(several.inexact_part(scheme), None, "{line}");
            let mut expected = expected.iter();
            for right_ones in 0..=key {
                for wrong_ones in 0..=others {
                    if (right_ones, wrong_ones) == (0, 0) {
                        continue;
                    }
                    // The last of both, so that no order of bits is the only one that is right.
                    let mask =
                        (((1_u16 << right_ones) - 1) << (key - right_ones)) | (((1_u16 << wrong_ones) - 1) << key);
                    let QuestionCredit { mark, marks } = given(scheme, &several, Some(mask as u8));
                    let letter = match mark {
                        Mark::Right => "r",
                        Mark::Wrong => "w",
                        Mark::Partly => "p",
                        Mark::None => "-",
                    };
                    let found = format!("{letter}{}", marks.exact());
                    assert_eq!(
                        Some(&found.as_str()),
                        expected.next(),
                        "{right_ones} right, {wrong_ones} wrong: {line}"
                    );
                    let floored = MarkScheme { floor: Floor::Question, ..scheme };
                    let above = QuestionCredit { mark, marks: marks.max(Marks::ZERO) };
                    assert_eq!(given(floored, &several, Some(mask as u8)), above, "{line}");
                    rows += 1;
                }
            }
            assert_eq!(expected.next(), None, "{line}");
        }
        assert!(rows > 2_000 && inexact > 10, "{rows} {inexact}");
    }

    /// Under GATE and JEE Advanced, which have other marks where several options are right, and where nothing is said.
    #[test]
    fn several_right_options_are_counted_by_what_is_chosen() {
        let several = |marking| Question { kind: Kind::Several, ..question(0b0111, marking) };
        let of = |scheme, chosen| Counters::of(scheme, &several(Marking::Key), Some(chosen));
        let units = |counted: Counters| (counted.correct, counted.wrong, counted.partly, counted.extra.units());
        let (plain, gate, advanced) =
            (MarkScheme::default(), MarkScheme::of(Preset::Gate), MarkScheme::of(Preset::JeeAdvanced));
        for (chosen, all_or_nothing, by_gate, by_jee) in [
            (0b0111, (1, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0)),
            (0b0011, (0, 1, 0, 0), (0, 1, 0, 3_360), (0, 0, 1, 20_160)),
            (0b0100, (0, 1, 0, 0), (0, 1, 0, 3_360), (0, 0, 1, 10_080)),
            (0b1111, (0, 1, 0, 0), (0, 1, 0, 3_360), (0, 1, 0, -10_080)),
            (0b1000, (0, 1, 0, 0), (0, 1, 0, 3_360), (0, 1, 0, -10_080)),
        ] {
            assert_eq!(units(of(plain, chosen)), all_or_nothing, "{chosen:b}");
            assert_eq!(units(of(gate, chosen)), by_gate, "{chosen:b}");
            assert_eq!(units(of(advanced, chosen)), by_jee, "{chosen:b}");
        }
        let share = MarkScheme { partial: Partial::Share, ..advanced };
        // One right and the wrong one: a third of four marks, less all four.
        assert_eq!(units(of(share, 0b1001)), (0, 1, 0, 10_080), "nothing, where a wrong answer takes one mark");
        assert_eq!(units(of(share, 0b0011)), (0, 0, 1, 26_880));
        let everyone = Counters::of(share, &several(Marking::Everyone), None);
        let answered = Counters::of(share, &several(Marking::Answered), Some(0b1000));
        assert_eq!((units(everyone), units(answered)), ((1, 0, 0, 0), (1, 0, 0, 0)));
        let worths = |marking| worths(advanced, &[several(marking)]).choices.len();
        let markings = [Marking::Key, Marking::Answered, Marking::Everyone, Marking::Void];
        assert_eq!(markings.map(worths), [15, 15, 0, 0]);
        assert_eq!([0, 1, 3].map(|option| is_right(&several(Marking::Key), option)), [true, true, false]);
    }

    /// A question of two to eight options, as a mask each: which there are, which of them are right, and what was chosen.
    fn any_several() -> impl Strategy<Value = (u32, u8, u8)> {
        (2_u32..9).prop_flat_map(|options| {
            let most = ((1_u16 << options) - 1) as u8;
            (Just(options), 1..=most, 1..=most)
        })
    }

    fn added(one: Counters, other: Counters) -> Counters {
        Counters {
            correct: one.correct + other.correct,
            wrong: one.wrong + other.wrong,
            partly: one.partly + other.partly,
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
            ..QuestionMarks::default()
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
                let extra = Marks::from_units(thirds * 3_360);
                let counted = Counters { correct, wrong, extra, starred, ..Counters::default() };
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
                    added(all, Counters::of(scheme, &question, Some(if *is_right { 0b01 } else { 0b10 })))
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

        /// However answers with several right options come, their marks are the sum of what each gives by the textbook, in whole
        /// units of which every share has some; and a floor is above it.
        #[test]
        fn parts_add_up_in_any_order(
            answers in prop::collection::vec((any_several(), 0_usize..4), 0..12),
            wrong in -50_000_i64..1,
            floor in 0_usize..3,
            turned in 0_usize..12,
        ) {
            // Every share of up to eight is whole.
            const RIGHT: i64 = 10_080;
            let floor = [Floor::None, Floor::Question, Floor::Total][floor];
            let scheme = MarkScheme {
                preset: Preset::Own, right: Marks::from_units(RIGHT), wrong: Marks::from_units(wrong), floor, ..MarkScheme::default()
            };
            let gives = |((options, key, chosen), way): ((u32, u8, u8), usize)| {
                let (r, w) = (i64::from(key.count_ones()), i64::from(options) - i64::from(key.count_ones()));
                let (h, x) = (i64::from((key & chosen).count_ones()), i64::from((chosen & !key).count_ones()));
                let marks = match Partial::ALL[way] {
                    _ if chosen == key => RIGHT,
                    Partial::None => wrong,
                    Partial::Share => (RIGHT / r * h - if x == 0 { 0 } else { RIGHT / w * x }).max(0),
                    Partial::Minus => RIGHT / r * (h - x),
                    Partial::Jee if x > 0 => wrong,
                    Partial::Jee => RIGHT / 4 * h.min(3),
                };
                if floor == Floor::Question { marks.max(0) } else { marks }
            };
            let all = |answers: &[((u32, u8, u8), usize)]| {
                answers.iter().fold(Counters::default(), |all, ((options, key, chosen), way)| {
                    let letters = ["a", "b", "c", "d", "e", "f", "g", "h"].map(str::to_owned);
                    let question = Question {
                        kind: Kind::Several,
                        options: letters[..*options as usize].to_vec(),
                        marks: QuestionMarks { partial: Some(Partial::ALL[*way]), ..QuestionMarks::default() },
                        ..question(*key, Marking::Key)
                    };
                    added(all, Counters::of(scheme, &question, Some(*chosen)))
                })
            };
            let counted = all(&answers);
            let sum: i64 = answers.iter().copied().map(gives).sum();
            let sum = if floor == Floor::Total { sum.max(0) } else { sum };
            prop_assert_eq!(counted.marks(scheme), Marks::from_units(sum));
            prop_assert_eq!(counted.correct + counted.wrong + counted.partly, answers.len() as u32);
            let mut other_order = answers.clone();
            other_order.rotate_left(turned.min(answers.len()));
            other_order.reverse();
            prop_assert_eq!(all(&other_order), counted);
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
