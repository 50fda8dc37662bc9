//! Answer changes: pure rules of contests in which answers may be changed until they are handed in (docs/decisions/042).
//!
//! Each change of an answer carries a number, its seq. Of all changes of a question the one with the highest stands, whatever arrives
//! when; so what is sent twice, late or from another device does no harm. A device counts on from a base that the server hands out.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{ContestId, UserId};

use super::messages;
use super::model::{StandingAnswer, StoredAnswer};
use super::paper_cache::{GradedChoice, Paper};
use super::scoring::Counters;

/// The highest number that a browser counts up to exactly.
const MOST: i64 = (1 << 53) - 1;

/// A change of an answer, or its clearing.
#[derive(Clone, Debug)]
pub struct Change {
    /// At which contest.
    pub contest: ContestId,
    /// Whose.
    pub user: UserId,
    /// In which attempt.
    pub attempt: i64,
    /// Of which question, by its number in the contest.
    pub question_no: i32,
    /// The highest stands.
    pub seq: i64,
    /// What is answered from now on; nothing where the answer is cleared.
    pub given: Option<GradedChoice>,
    /// When its body was complete.
    pub at: Time,
    /// By which answers are counted, the one before as well.
    pub paper: Arc<Paper>,
}

impl Change {
    /// The question of the attempt.
    pub fn key(&self) -> (i64, i32) {
        (self.attempt, self.question_no)
    }

    /// What stands when it has won.
    pub fn as_standing(&self) -> StandingAnswer {
        let stored = |given: &GradedChoice| StoredAnswer {
            chosen: given.chosen,
            typed: given.typed.as_ref().map(|typed| typed.text().to_owned()),
        };
        StandingAnswer { seq: self.seq, answer: self.given.as_ref().map(stored) }
    }

    /// What becomes of it beside what stands and is not lower.
    fn beside(&self, standing: &StandingAnswer) -> ChangeVerdict {
        let is_alike = match (&self.given, &standing.answer) {
            (Some(given), Some(stored)) => stored.is_alike(given.chosen, given.typed.as_deref()),
            (None, None) => true,
            _ => false,
        };
        if self.seq == standing.seq && is_alike {
            ChangeVerdict::SameAgain
        } else {
            ChangeVerdict::Outrun(standing.clone())
        }
    }

    /// What becomes of it where nothing is taken any more: nothing where it would have won.
    pub fn too_late(&self, standing: &StandingAnswer) -> Option<ChangeVerdict> {
        (self.seq <= standing.seq).then(|| self.beside(standing))
    }
}

/// What became of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeVerdict {
    /// It stands now, durably.
    Taken,
    /// It stood already.
    SameAgain,
    /// Another one stands: one with a higher number, or with the same and another answer.
    Outrun(StandingAnswer),
    /// The attempt was handed in before.
    Closed,
}

/// What was found of a question of an attempt, before the batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandingBefore {
    /// The attempt was handed in.
    pub is_closed: bool,
    /// What stood.
    pub standing: StandingAnswer,
}

/// By how much the counters of an attempt move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Right answers.
    pub correct: i32,
    /// Wrong answers.
    pub wrong: i32,
    /// Answers that are right in part.
    pub partly: i32,
    /// Units of 1/10,080 mark beyond them.
    pub extra: i64,
    /// Right answers to starred questions.
    pub starred: i32,
}

impl Moved {
    fn add(&mut self, before: Counters, after: Counters) {
        self.correct += after.correct as i32 - before.correct as i32;
        self.wrong += after.wrong as i32 - before.wrong as i32;
        self.partly += after.partly as i32 - before.partly as i32;
        self.extra += after.extra.units() - before.extra.units();
        self.starred += after.starred as i32 - before.starred as i32;
    }
}

/// By how much these changes, which stand now, move the counters of their attempts beside what stood before; they come in the order of
/// their keys. An attempt whose counters stay is named too: the time of its last answer is another.
pub fn moved(winners: &[&Change], found: &HashMap<(i64, i32), StandingBefore>) -> Vec<(i64, Moved)> {
    let mut all: Vec<(i64, Moved)> = Vec::new();
    for change in winners {
        if all.last().is_none_or(|(attempt, _)| *attempt != change.attempt) {
            all.push((change.attempt, Moved::default()));
        }
        let stored = found.get(&change.key()).and_then(|found| found.standing.answer.as_ref());
        let before = stored.map(|stored| change.paper.counted(change.question_no, stored)).unwrap_or_default();
        let after = change.given.as_ref().map(|given| given.counted).unwrap_or_default();
        if let Some((_, moved)) = all.last_mut() {
            moved.add(before, after);
        }
    }
    all
}

/// The changes that are offered to the database: of each question the one with the highest number, of equal ones the first. In the
/// order of the keys, which is the same for all processes.
pub fn offered(changes: &[Change]) -> Vec<&Change> {
    let mut best: HashMap<(i64, i32), &Change> = HashMap::with_capacity(changes.len());
    for change in changes {
        let one = best.entry(change.key()).or_insert(change);
        if change.seq > one.seq {
            *one = change;
        }
    }
    let mut best: Vec<&Change> = best.into_values().collect();
    best.sort_unstable_by_key(|change| change.key());
    best
}

/// A verdict for each change, in their order; none for an attempt that somebody else has locked. `found`: what stood before; `won`:
/// which of those that were offered stand now; `is_open`: whether an attempt was there to be written to.
pub fn verdicts(
    changes: &[Change],
    found: &HashMap<(i64, i32), StandingBefore>,
    won: &HashMap<(i64, i32), &Change>,
    is_open: impl Fn(i64) -> bool,
) -> Vec<Option<ChangeVerdict>> {
    let verdict = |change: &Change| {
        if let Some(winner) = won.get(&change.key()) {
            let is_winner = std::ptr::eq(*winner, change);
            return Some(if is_winner { ChangeVerdict::Taken } else { change.beside(&winner.as_standing()) });
        }
        // An attempt that is gone is closed.
        let Some(found) = found.get(&change.key()) else { return Some(ChangeVerdict::Closed) };
        if is_open(change.attempt) {
            return Some(change.beside(&found.standing));
        }
        found.is_closed.then(|| change.too_late(&found.standing).unwrap_or(ChangeVerdict::Closed))
    };
    changes.iter().map(verdict).collect()
}

/// Reads the number of a change as it was sent.
pub fn seq(sent: Option<&Value>) -> Result<i64, Rejection> {
    let seq = sent.ok_or_else(|| messages::NO_SEQ.with("field", "seq"))?;
    let seq = seq.as_i64().filter(|seq| (1..=MOST).contains(seq));
    seq.ok_or_else(|| messages::STRANGE_SEQ.with("field", "seq"))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use proptest::prelude::*;
    use proptest::sample::Index;
    use proptest::test_runner::{Config, TestRunner};
    use serde_json::json;
    use uuid::Uuid;

    use super::*;
    use crate::attempts::model::{AnswerInput, FIRST_BASE};
    use crate::contests::{
        ChangeRule, Contest, ContestPictures, ContestRules, Kind, MarkScheme, Marking, Preset, Question, QuestionMarks,
    };
    use quad_kernel::ids::QuestionId;

    const QUESTIONS: i32 = 3;
    const ATTEMPT: i64 = 7;

    fn id(no: i32) -> QuestionId {
        QuestionId(Uuid::from_u128(no as u128))
    }

    /// Three questions of four options, of which the second is right, in a contest that takes a third off.
    fn paper() -> Arc<Paper> {
        let marks = MarkScheme::of(Preset::Gate);
        let contest = Contest {
            id: ContestId(Uuid::nil()),
            owner: UserId(Uuid::nil()),
            title: String::new(),
            description: String::new(),
            starts_at: Time(0),
            ends_at: Time(i64::MAX),
            last_ends_at: None,
            paused_at: None,
            is_public: true,
            rules: ContestRules { changing: ChangeRule::UntilHandIn, marks, ..ContestRules::default() },
            draw: None,
            frozen_at: Some(Time(0)),
            question_count: QUESTIONS as u32,
            own_marks: 0,
            starred: 1,
            extended_questions: 0,
            several_questions: 0,
            typed_questions: 0,
            pictured_questions: 0,
            participants: 1,
            corrections: 0,
            stragglers: 0,
            created_at: Time(0),
        };
        let question = |no: i32| Question {
            id: id(no),
            no,
            kind: Kind::Single,
            text: String::new(),
            options: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
            accepted: 2,
            typed: None,
            marking: Marking::Key,
            difficulty: None,
            explanation: None,
            fixed_options: None,
            marks: QuestionMarks { is_starred: no == 1, ..QuestionMarks::default() },
            tags: Vec::new(),
        };
        let pictures = ContestPictures::none(contest.id);
        Arc::new(Paper::new(&contest, (1..=QUESTIONS).map(question).collect(), BTreeMap::new(), &pictures).unwrap())
    }

    fn change(paper: &Arc<Paper>, question_no: i32, option: Option<u32>, seq: i64) -> Change {
        let given =
            option.map(|option| paper.grade(id(question_no), &AnswerInput::OptionIndexes(vec![option])).unwrap());
        let (contest, user) = (ContestId(Uuid::nil()), UserId(Uuid::nil()));
        Change { contest, user, attempt: ATTEMPT, question_no, seq, given, at: Time(seq), paper: Arc::clone(paper) }
    }

    /// What the database has, and what the statements do.
    #[derive(Default)]
    struct Table {
        seqs: HashMap<(i64, i32), i64>,
        answers: HashMap<(i64, i32), StoredAnswer>,
        counted: Moved,
        is_closed: bool,
    }

    impl Table {
        fn found(&self, key: (i64, i32)) -> StandingBefore {
            let standing = StandingAnswer {
                seq: self.seqs.get(&key).copied().unwrap_or_default(),
                answer: self.answers.get(&key).cloned(),
            };
            StandingBefore { is_closed: self.is_closed, standing }
        }

        fn write(&mut self, batch: &[Change], is_locked: bool) -> Vec<Option<ChangeVerdict>> {
            let is_open = !self.is_closed && !is_locked;
            let offered = offered(batch);
            let found = offered.iter().map(|change| (change.key(), self.found(change.key()))).collect();
            let mut winners = offered;
            winners.retain(|change| is_open && change.seq > self.found(change.key()).standing.seq);
            for winner in &winners {
                self.seqs.insert(winner.key(), winner.seq);
                match winner.as_standing().answer {
                    Some(answer) => self.answers.insert(winner.key(), answer),
                    None => self.answers.remove(&winner.key()),
                };
            }
            for (_, by) in moved(&winners, &found) {
                self.counted.correct += by.correct;
                self.counted.wrong += by.wrong;
                self.counted.partly += by.partly;
                self.counted.extra += by.extra;
                self.counted.starred += by.starred;
            }
            let won = winners.into_iter().map(|change| (change.key(), change)).collect();
            verdicts(batch, &found, &won, |_| is_open)
        }

        fn recounted(&self, paper: &Paper) -> Moved {
            let mut all = Moved::default();
            for ((_, no), answer) in &self.answers {
                all.add(Counters::default(), paper.counted(*no, answer));
            }
            all
        }
    }

    /// What two devices do: which of them, at which question, the option or none to clear it, and the milliseconds since what came before.
    type Step = (bool, i32, Option<u32>, i64);

    /// The changes in the order in which they are made, numbered as devices number them.
    fn made(paper: &Arc<Paper>, steps: &[Step]) -> Vec<Change> {
        let next = |last: i64, now: i64| 1024 * (now + 1000).max(last / 1024 + 1) + (last % 1024 + 1) % 1024;
        let bases = [FIRST_BASE, next(FIRST_BASE, 0)];
        let (mut now, mut taken) = (0, [0_i64; 2]);
        let mut change_of = |(is_second, no, option, pause): &Step| {
            let device = usize::from(*is_second);
            now += pause;
            taken[device] = now.max(taken[device] + 1);
            change(paper, *no, *option, bases[device] + 1024 * taken[device])
        };
        steps.iter().map(&mut change_of).collect()
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        prop::collection::vec((any::<bool>(), 1..=QUESTIONS, prop::option::of(0_u32..4), 0_i64..3), 1..24)
    }

    /// However changes of two devices arrive – late, twice, in batches of any size, while the attempt is locked – of each question the
    /// one with the highest number stands at the end, each is written once at most, and the counters are those of a recount.
    fn interleave(cases: u32) {
        let early = prop::collection::vec((any::<Index>(), 1_usize..5, prop::bool::weighted(0.2)), 0..40);
        let paper = paper();
        let mut runner = TestRunner::new(Config::with_cases(cases));
        let ran = runner.run(&(steps(), early, any::<Index>()), |(steps, early, order)| {
            hold(&paper, &steps, &early, order);
            Ok(())
        });
        ran.unwrap();
    }

    #[test]
    fn the_highest_number_stands_whatever_arrives_when() {
        interleave(4_000);
    }

    /// The same for so long that only the part `invariants` runs it.
    #[test]
    fn the_highest_number_stands_in_a_million_interleavings() {
        interleave(1_000_000);
    }

    fn hold(paper: &Arc<Paper>, steps: &[Step], early: &[(Index, usize, bool)], order: Index) {
        let all = made(paper, steps);
        let seqs: HashSet<i64> = all.iter().map(|change| change.seq).collect();
        assert_eq!(seqs.len(), all.len(), "two devices never tie");
        let (mut table, mut taken) = (Table::default(), HashMap::<i64, u32>::new());
        let mut deliver = |table: &mut Table, batch: &[Change], is_locked: bool| {
            for (change, verdict) in batch.iter().zip(table.write(batch, is_locked)) {
                match verdict {
                    Some(ChangeVerdict::Taken) => *taken.entry(change.seq).or_default() += 1,
                    Some(ChangeVerdict::SameAgain) => assert!(table.found(change.key()).standing.seq >= change.seq),
                    Some(ChangeVerdict::Outrun(standing)) => assert!(standing.seq > change.seq),
                    Some(ChangeVerdict::Closed) => panic!("it is open"),
                    None => assert!(is_locked),
                }
            }
            assert_eq!(table.recounted(paper), table.counted);
        };
        for (first, many, is_locked) in early {
            let at = |step: usize| all[(first.index(all.len()) + step * 5) % all.len()].clone();
            deliver(&mut table, &(0..*many).map(at).collect::<Vec<_>>(), *is_locked);
        }
        // At last everything arrives once more, from somewhere in the middle on, backwards.
        let mut rest = all.clone();
        rest.rotate_left(order.index(all.len()));
        rest.reverse();
        rest.chunks(3).for_each(|batch| deliver(&mut table, batch, false));
        for no in 1..=QUESTIONS {
            let highest = all.iter().filter(|change| change.question_no == no).max_by_key(|change| change.seq);
            let stands = table.found((ATTEMPT, no)).standing;
            assert_eq!(stands, highest.map(Change::as_standing).unwrap_or_default());
            assert!(highest.is_none_or(|highest| taken.get(&highest.seq) == Some(&1)), "written once");
        }
        assert!(taken.values().all(|times| *times == 1));
        // Handed in, nothing moves any more, and what was said before is said again.
        table.is_closed = true;
        let before = table.counted;
        for change in &all {
            let said = table.write(std::slice::from_ref(change), false);
            assert!(!matches!(said[0], None | Some(ChangeVerdict::Taken | ChangeVerdict::Closed)), "{said:?}");
        }
        let later = change(paper, 1, Some(1), FIRST_BASE * 1_000_000);
        assert_eq!(table.write(&[later], false), [Some(ChangeVerdict::Closed)]);
        assert_eq!(table.counted, before);
    }

    #[test]
    fn of_equal_numbers_the_first_stands() {
        let paper = &paper();
        let (one, other) = (change(paper, 1, Some(1), 5), change(paper, 1, Some(2), 5));
        let cleared = change(paper, 1, None, 5);
        let mut table = Table::default();
        let said = table.write(&[one.clone(), other.clone(), cleared.clone(), one.clone()], false);
        let outrun = Some(ChangeVerdict::Outrun(one.as_standing()));
        assert_eq!(said, [Some(ChangeVerdict::Taken), outrun.clone(), outrun.clone(), Some(ChangeVerdict::SameAgain)]);
        let said = table.write(&[other, cleared, one], false);
        assert_eq!(said, [outrun.clone(), outrun, Some(ChangeVerdict::SameAgain)]);
        assert_eq!((table.counted.correct, table.counted.wrong, table.counted.starred), (1, 0, 1));
    }

    #[test]
    fn an_attempt_that_is_gone_is_closed() {
        let late = change(&paper(), 1, Some(1), 5);
        let said = verdicts(&[late], &HashMap::new(), &HashMap::new(), |_| false);
        assert_eq!(said, [Some(ChangeVerdict::Closed)]);
    }

    #[test]
    fn a_number_is_a_whole_one_that_browsers_count_to() {
        let read = |sent: Value| seq(Some(&sent)).map_err(|refusal| refusal.say.into_owned());
        assert_eq!(read(json!(1)), Ok(1));
        assert_eq!(read(json!(9_007_199_254_740_991_i64)), Ok(MOST));
        for strange in [json!(0), json!(-1), json!(9_007_199_254_740_992_i64), json!(1.5), json!("7"), json!(u64::MAX)]
        {
            assert_eq!(read(strange.clone()), Err(messages::STRANGE_SEQ.say.into_owned()), "{strange}");
        }
        assert_eq!(seq(None), Err(messages::NO_SEQ.with("field", "seq")));
    }
}
