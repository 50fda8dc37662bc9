//! Regrading: pure rules of a correction. Which marking is asked for, whose score and rank it moves, and how a preview
//! is recognised when it is applied.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use crate::contests::{Contest, MarkScheme, Marking, Marks, Question};
use quad_kernel::error::Rejection;
use quad_kernel::ids::{QuestionId, UserId};
use quad_kernel::validation;

use super::messages;
use super::scoring::{Score, rank};

/// How a question shall be marked, as somebody asks for it.
#[derive(Clone, Debug)]
pub struct RequestedMarking {
    /// Which question.
    pub question: QuestionId,
    /// How.
    pub marking: Marking,
    /// The texts of the options that shall be right, or what may be typed; ignored unless the key decides.
    pub accepted: Vec<String>,
    /// The number that shall be right, where a number is typed.
    pub value: Option<String>,
    /// How far an answer may be off from it.
    pub tolerance: Option<String>,
}

impl RequestedMarking {
    /// The question as it would be.
    pub fn applied_to(&self, question: &Question) -> Result<Question, Rejection> {
        let (accepted, typed) = match (self.marking, &question.typed) {
            (Marking::Key, Some(key)) => {
                let (value, tolerance) = (self.value.as_deref(), self.tolerance.as_deref());
                (question.accepted, Some(key.corrected(value, tolerance, &self.accepted)?))
            }
            (Marking::Key, None) => (self.key_of(question)?, None),
            // Kept, so that a later correction finds it.
            (Marking::Everyone | Marking::Answered | Marking::Void, key) => (question.accepted, key.clone()),
        };
        Ok(Question { marking: self.marking, accepted, typed, ..question.clone() })
    }

    fn key_of(&self, question: &Question) -> Result<u8, Rejection> {
        if self.accepted.is_empty() {
            return Err(messages::NO_KEY.with("field", "accepted"));
        }
        let mut bits = 0_u8;
        for text in &self.accepted {
            let option = question.option_shown(text);
            let bit = option.map_or(0, |option| 1 << option);
            if bit == 0 || bits & bit != 0 {
                return Err(messages::STRANGE_KEY.with("field", "accepted"));
            }
            bits |= bit;
        }
        Ok(bits)
    }
}

/// A correction to be made.
#[derive(Clone, Debug)]
pub struct NewCorrection {
    /// What is wanted.
    pub wanted: RequestedMarking,
    /// Why; participants read it.
    pub reason: String,
    /// Of the preview that was looked at.
    pub version: String,
}

impl NewCorrection {
    /// Checks the reason.
    pub fn parse(wanted: RequestedMarking, reason: &str, version: String) -> Result<Self, Rejection> {
        Ok(Self { wanted, reason: validation::text("reason", "Reason", reason, 1, 500)?, version })
    }
}

/// What was there when a preview was made; corrections and answers are never taken back, so numbers say it all.
#[derive(Clone, Copy, Debug)]
pub struct AnswerCounts {
    /// Attempts at the contest.
    pub attempts: i64,
    /// Answers given in them.
    pub answers: i64,
}

/// By what a preview is known again: it changes with another correction, another answer, or another wish.
pub fn version(contest: &Contest, stand: AnswerCounts, after: &Question) -> String {
    let text = format!(
        "{} {} {} {} {} {} {}{}",
        contest.id,
        contest.corrections,
        stand.attempts,
        stand.answers,
        after.id,
        after.marking.number(),
        after.accepted,
        after.typed.as_ref().map(|key| format!(" {}", key.shown().join("\n"))).unwrap_or_default()
    );
    hex::encode(&Sha256::digest(text)[..16])
}

/// Where somebody stands on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// 1 for the best; equal scores share one.
    pub rank: u32,
    /// Right answers.
    pub correct: u32,
    /// Wrong answers.
    pub wrong: u32,
    /// Answers that are right in part.
    pub partly: u32,
    /// Right answers to starred questions.
    pub starred: u32,
    /// The time that decides between equal numbers.
    pub duration_ms: i64,
    /// What the answers give by the contest's scheme.
    pub marks: Marks,
}

/// Somebody who moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who.
    pub user: UserId,
    /// From.
    pub before: Place,
    /// To.
    pub after: Place,
}

impl Move {
    /// Whether the score changed, not only rank or time: the marks, or in a contest without them right or wrong answers. A floor may
    /// leave the marks as they are.
    pub fn is_scored(&self, scheme: MarkScheme) -> bool {
        if scheme.is_plain() { self.is_counted() } else { self.before.marks != self.after.marks }
    }

    /// Whether right or wrong answers changed, or those that are right in part.
    pub fn is_counted(&self) -> bool {
        let counted = |place: Place| (place.correct, place.wrong, place.partly);
        counted(self.before) != counted(self.after)
    }

    /// Whether the rank changed.
    pub fn is_ranked(&self) -> bool {
        self.before.rank != self.after.rank
    }
}

/// Who moves from one board to the other, which has the same people: first those whose rank changes, then those whose
/// score does, then those of whom only the time does; each in the new order.
pub fn moves(scheme: MarkScheme, before: &[Score], after: &[Score]) -> Vec<Move> {
    let from: HashMap<UserId, Place> = places(scheme, before).into_iter().collect();
    let mut moved: Vec<Move> = places(scheme, after)
        .into_iter()
        .filter_map(|(user, after)| {
            let before = *from.get(&user)?;
            (before != after).then_some(Move { user, before, after })
        })
        .collect();
    moved.sort_by_key(|one| (!one.is_ranked(), !one.is_scored(scheme)));
    moved
}

fn places(scheme: MarkScheme, scores: &[Score]) -> Vec<(UserId, Place)> {
    let mut scores = scores.to_vec();
    let ranks = rank(scheme, &mut scores);
    let place = |(score, rank): (&Score, u32)| {
        let Score { user, correct, wrong, partly, starred, duration_ms, marks } = *score;
        (user, Place { rank, correct, wrong, partly, starred, duration_ms, marks })
    };
    scores.iter().zip(ranks).map(place).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::attempts::scoring::tests::{any_marks, any_scheme};
    use crate::attempts::scoring::{Counters, Worth, Worths, worths};
    use crate::contests::{Floor, Kind, Partial, Preset, QuestionMarks};
    use quad_kernel::clock::Time;

    fn question(no: i32, accepted: u8, marking: Marking) -> Question {
        Question {
            id: QuestionId(Uuid::from_u128(no as u128)),
            no,
            kind: Kind::Single,
            text: "Why?".to_owned(),
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

    fn wanted(marking: Marking, accepted: &[&str]) -> RequestedMarking {
        let accepted = accepted.iter().map(ToString::to_string).collect();
        RequestedMarking { question: QuestionId(Uuid::nil()), marking, accepted, value: None, tolerance: None }
    }

    #[test]
    fn a_key_is_some_of_the_options() {
        let old = question(1, 0b0001, Marking::Key);
        let key = |accepted: &[&str]| wanted(Marking::Key, accepted).applied_to(&old).map(|new| new.accepted);
        assert_eq!(key(&["b"]), Ok(0b0010));
        assert_eq!(key(&["d", " a "]), Ok(0b1001));
        assert_eq!(key(&["a", "b", "c", "d"]), Ok(0b1111));
        for strange in [&[][..], &["e"], &["a", "a"], &["a", ""], &["A"], &["a", "b", "c", "d", "e"]] {
            assert!(key(strange).is_err(), "{strange:?}");
        }
        let letters = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let eight = Question { options: letters.map(str::to_owned).to_vec(), ..old.clone() };
        let of_eight = |accepted: &[&str]| wanted(Marking::Key, accepted).applied_to(&eight).map(|new| new.accepted);
        assert_eq!((of_eight(&["h"]), of_eight(&letters)), (Ok(0b1000_0000), Ok(0b1111_1111)));
        let void = wanted(Marking::Void, &["nonsense"]).applied_to(&old).expect("the key is ignored");
        assert_eq!((void.marking, void.accepted), (Marking::Void, 0b0001));
    }

    #[test]
    fn those_whose_rank_changes_come_first() {
        let plain = MarkScheme::default();
        let score = |user: u128, correct| {
            Score::new(plain, UserId(Uuid::from_u128(user)), Counters::usual(correct, 0), Time(0), None)
        };
        let moved = moves(plain, &[score(1, 5), score(2, 3), score(3, 1)], &[score(1, 6), score(2, 3), score(3, 4)]);
        let told: Vec<(u128, u32, u32)> =
            moved.iter().map(|one| (one.user.0.as_u128(), one.before.rank, one.after.rank)).collect();
        assert_eq!(told, [(3, 3, 2), (2, 2, 3), (1, 1, 1)]);
        assert_eq!(moved.iter().map(|one| one.is_scored(plain)).collect::<Vec<_>>(), [true, false, true]);
    }

    /// A score is what is compared: marks where there are some, so that a floor that holds before and after changes none.
    #[test]
    fn a_score_changes_with_the_marks_where_there_are_some() {
        let moved = |scheme, before: (u32, u32), after: (u32, u32)| {
            let place = |(correct, wrong)| {
                let score = Score::new(scheme, UserId(Uuid::nil()), Counters::usual(correct, wrong), Time(0), None);
                Place { rank: 1, correct, wrong, partly: 0, starred: 0, duration_ms: 0, marks: score.marks }
            };
            let one = Move { user: UserId(Uuid::nil()), before: place(before), after: place(after) };
            (one.is_scored(scheme), one.is_counted())
        };
        let jee = |floor| MarkScheme { floor, ..MarkScheme::of(Preset::JeeMain) };
        // -3 and -2 are both 0 above the floor; so are -1 and 0. From -1 to 3 is a change.
        for (before, after, scored) in [((0, 3), (0, 2), false), ((0, 1), (0, 0), false), ((0, 1), (1, 1), true)] {
            assert_eq!(moved(jee(Floor::Total), before, after), (scored, true), "{before:?} {after:?}");
            assert_eq!(moved(jee(Floor::None), before, after), (true, true), "{before:?} {after:?}");
        }
        assert_eq!(moved(jee(Floor::Question), (1, 1), (1, 0)), (false, true));
        assert_eq!(moved(MarkScheme::default(), (1, 1), (1, 0)), (true, true), "right and wrong are the score");
        assert_eq!(moved(jee(Floor::Total), (1, 1), (1, 1)), (false, false));
    }

    #[test]
    fn whoever_has_another_time_alone_comes_last() {
        let plain = MarkScheme::default();
        let score = |user: u128, took| {
            Score::new(plain, UserId(Uuid::from_u128(user)), Counters::usual(1, 0), Time(0), Some(Time(took)))
        };
        let before = [score(1, 10), score(2, 20), score(3, 30)];
        let moved = moves(plain, &before, &[score(1, 5), score(2, 30), score(3, 20)]);
        let told: Vec<(u128, i64)> = moved.iter().map(|one| (one.user.0.as_u128(), one.after.duration_ms)).collect();
        assert_eq!(told, [(3, 20), (2, 30), (1, 5)]);
        assert_eq!(moved.iter().map(|one| (one.is_ranked(), one.is_scored(plain))).next_back(), Some((false, false)));
    }

    /// What somebody chose at a question, a bit for each option, and when after joining.
    type Given = Option<(u8, i64)>;

    /// A whole score from nothing but the answers: the naive model, which adds up what each question gives.
    fn naive(scheme: MarkScheme, user: UserId, questions: &[Question], given: &[Given]) -> Score {
        let (mut right, mut wrong, mut last) = (Vec::new(), Vec::new(), 0);
        let (mut partly, mut parts) = (0, Marks::ZERO);
        for (question, given) in questions.iter().zip(given) {
            match (question.marking, given) {
                (Marking::Everyone, _) => right.push(question),
                (Marking::Key, Some((chosen, at))) if question.kind.is_several() => {
                    last = last.max(*at);
                    let is_part = chosen & !question.accepted == 0;
                    match question.marks.partial {
                        _ if *chosen == question.accepted => right.push(question),
                        Some(Partial::Jee) if is_part => {
                            partly += 1;
                            let quarters = i64::from(chosen.count_ones().min(3));
                            let whole = question.marks.right.unwrap_or(scheme.right);
                            parts = parts + Marks::from_units(whole.units() / 4 * quarters);
                        }
                        _ => wrong.push(question),
                    }
                }
                (Marking::Key, Some((chosen, at))) => {
                    last = last.max(*at);
                    let is_right = question.accepted & chosen != 0;
                    if is_right { &mut right } else { &mut wrong }.push(question);
                }
                (Marking::Answered, Some((_, at))) => {
                    last = last.max(*at);
                    right.push(question);
                }
                (Marking::Key | Marking::Answered, None) | (Marking::Void, _) => {}
            }
        }
        let gained = right.iter().map(|question| question.marks.right.unwrap_or(scheme.right));
        let lost = wrong.iter().map(|question| question.marks.wrong.unwrap_or(scheme.wrong));
        let lost = lost.filter(|_| scheme.floor != Floor::Question);
        let sum = gained.chain(lost).sum::<Marks>() + parts;
        Score {
            user,
            correct: right.len() as u32,
            wrong: wrong.len() as u32,
            partly,
            starred: right.iter().filter(|question| question.marks.is_starred).count() as u32,
            duration_ms: last,
            marks: if scheme.floor == Floor::Total { sum.max(Marks::ZERO) } else { sum },
        }
    }

    /// The same added up from what the choices are worth, as the database does.
    fn added_up(scheme: MarkScheme, user: UserId, worths: &Worths, questions: &[Question], given: &[Given]) -> Score {
        let (mut correct, mut wrong, mut last) = (worths.correct, worths.wrong, None);
        let (mut extra, mut starred, mut partly) = (worths.extra, worths.starred, 0);
        for (question, given) in questions.iter().zip(given) {
            let Some((chosen, at)) = *given else { continue };
            let is_it = |worth: &&Worth| (worth.no, worth.chosen) == (question.no, chosen);
            if let Some(worth) = worths.choices.iter().find(is_it) {
                correct += worth.correct;
                wrong += worth.wrong;
                partly += worth.partly;
                extra += worth.extra;
                starred += worth.starred;
                last = last.max(Some(Time(at)));
            }
        }
        let counted = Counters {
            correct: correct as u32,
            wrong: wrong as u32,
            partly: partly as u32,
            extra: Marks::from_units(extra),
            starred: starred as u32,
        };
        Score::new(scheme, user, counted, Time(0), last)
    }

    proptest! {
        /// Corrections one after the other, of questions again and again, leave everybody with the score and the time that
        /// counting all answers anew gives; and who is said to have moved is who did.
        #[test]
        fn recomputed_scores_equal_the_naive_ones(
            scheme in any_scheme(),
            keys in prop::collection::vec((0_usize..4, any_marks(), prop::option::of(any::<bool>())), 1..6),
            people in prop::collection::vec(prop::collection::vec(prop::option::of((1_u8..16, 0_i64..5)), 6), 0..12),
            corrections in prop::collection::vec((0_usize..6, 0_i32..4, 1_u8..16), 0..8),
        ) {
            let mut questions: Vec<Question> = (1..)
                .zip(&keys)
                .map(|(no, (key, marks, several))| Question {
                    kind: if several.is_some() { Kind::Several } else { Kind::Single },
                    // All or nothing, or quarters of what a right answer gives.
                    marks: QuestionMarks { partial: several.filter(|parts| *parts).map(|_| Partial::Jee), ..*marks },
                    ..question(no, 1 << key, Marking::Key)
                })
                .collect();
            // Of a single question the first of the options that were drawn, and an amount that parts into quarters.
            let scheme = MarkScheme { right: Marks::from_units(scheme.right.units() * 4), ..scheme };
            let people: Vec<Vec<Given>> = people
                .into_iter()
                .map(|given| {
                    given.into_iter().enumerate().map(|(at, given)| {
                        let is_several = questions.get(at).is_some_and(|question| question.kind.is_several());
                        given.map(|(chosen, when)| if is_several { (chosen, when) } else { (chosen & chosen.wrapping_neg(), when) })
                    }).collect()
                })
                .collect();
            let of_all = |score: &dyn Fn(UserId, &[Given]) -> Score| -> Vec<Score> {
                people.iter().zip(1_u128..).map(|(given, user)| score(UserId(Uuid::from_u128(user)), given)).collect()
            };
            let mut scores = of_all(&|user, given| naive(scheme, user, &questions, given));
            for (at, marking, bits) in corrections {
                let at = at % questions.len();
                let old = questions[at].clone();
                let marking = Marking::from_number(marking);
                let texts = (0..old.options.len()).filter(|option| bits >> option & 1 == 1).map(|option| old.options[option].clone());
                let accepted = texts.collect();
                let wish = RequestedMarking { question: old.id, marking, accepted, value: None, tolerance: None };
                questions[at] = wish.applied_to(&old).expect("a key");
                let worths = worths(scheme, &questions);
                let after = of_all(&|user, given| added_up(scheme, user, &worths, &questions, given));
                prop_assert_eq!(&after, &of_all(&|user, given| naive(scheme, user, &questions, given)));
                let moved = moves(scheme, &scores, &after);
                for (user, place) in places(scheme, &after) {
                    let is_it = |(other, _): &(UserId, Place)| *other == user;
                    let before = places(scheme, &scores).into_iter().find(is_it).expect("the same people").1;
                    let told = moved.iter().find(|one| one.user == user);
                    prop_assert_eq!(told.is_some(), before != place);
                    if let Some(told) = told {
                        prop_assert_eq!((told.before, told.after), (before, place));
                    }
                }
                scores = after;
            }
        }
    }
}
