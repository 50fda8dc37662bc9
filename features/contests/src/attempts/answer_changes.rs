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
use super::model::StoredAnswer;
use super::paper_cache::{Choice, Paper};
use super::scoring::Counters;

/// The base that comes with the join. The column of the attempt begins with it, so that handing it out writes nothing.
pub const FIRST_BASE: i64 = 1_024_001;

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
    pub given: Option<Choice>,
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
        let stored = |given: &Choice| StoredAnswer {
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

/// What stands at a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandingAnswer {
    /// The number of the change that it came with; 0 where there was none.
    pub seq: i64,
    /// None where it was cleared, and where nothing was answered.
    pub answer: Option<StoredAnswer>,
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
pub struct Found {
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
pub fn moved(winners: &[&Change], found: &HashMap<(i64, i32), Found>) -> Vec<(i64, Moved)> {
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
    found: &HashMap<(i64, i32), Found>,
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
