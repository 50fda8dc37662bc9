//! Login queue: handles log-ins of one account one after the other, and few with one password at a time, however many
//! arrive at once.
//!
//! A try is counted before its password is looked at, and a right one takes the count away. Several right ones at once (a
//! student's phone and laptop, a browser that sends twice) would otherwise be counted as failures of each other. A line
//! that is too long refuses whoever comes then. Several processes know nothing of each other's lines: each may have one
//! try of an account in hand, and each of those is counted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use quad_kernel::error::{Error, Result};

use super::messages;
use super::store_limits::LimitKey;

/// Tries of one account that may be in hand or wait.
const MOST: usize = 64;
/// Tries of one password that may be in hand: with some processes still far from what a sprayer needs to be noticed.
const GUESSES_IN_HAND: usize = 4;

/// The lines there are. Cheap to clone.
#[derive(Clone, Debug)]
pub struct LoginQueue {
    lines: Arc<Mutex<HashMap<LimitKey, Line>>>,
    at_a_time: usize,
    most: usize,
}

#[derive(Debug)]
struct Line {
    turn: Arc<Semaphore>,
    length: usize,
}

/// A place in a line. Dropping it leaves the line.
#[derive(Debug)]
struct Place {
    turns: LoginQueue,
    key: LimitKey,
}

/// Whoever has it may try this key. Dropping it lets the next one try.
#[derive(Debug)]
pub(super) struct Turn {
    _turn: OwnedSemaphorePermit,
    _place: Place,
}

impl LoginQueue {
    /// Lines of accounts: one try at a time.
    pub fn of_accounts() -> Self {
        Self { lines: Arc::default(), at_a_time: 1, most: MOST }
    }

    /// Lines of passwords: a few at a time. How many wait is bounded by the line before the hashing.
    pub fn of_guesses() -> Self {
        Self { lines: Arc::default(), at_a_time: GUESSES_IN_HAND, most: usize::MAX }
    }

    fn lines(&self) -> MutexGuard<'_, HashMap<LimitKey, Line>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn, if nobody else has it.
    pub(super) fn at_once(&self, key: LimitKey) -> Option<Turn> {
        let (place, turn) = self.join(key)?;
        Some(Turn { _turn: turn.try_acquire_owned().ok()?, _place: place })
    }

    /// The turn, once those before have had theirs.
    pub(super) async fn wait(&self, key: LimitKey) -> Result<Turn> {
        let (place, turn) = self.join(key).ok_or(messages::MANY_AT_ONCE)?;
        let turn = turn.acquire_owned().await.map_err(|error| Error::Internal(error.into()))?;
        Ok(Turn { _turn: turn, _place: place })
    }

    fn join(&self, key: LimitKey) -> Option<(Place, Arc<Semaphore>)> {
        let mut lines = self.lines();
        let line =
            lines.entry(key).or_insert_with(|| Line { turn: Arc::new(Semaphore::new(self.at_a_time)), length: 0 });
        if line.length >= self.most {
            return None;
        }
        line.length += 1;
        Some((Place { turns: self.clone(), key }, Arc::clone(&line.turn)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut lines = self.turns.lines();
        if let Some(line) = lines.get_mut(&self.key) {
            line.length -= 1;
            if line.length == 0 {
                lines.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_has_the_turn_and_an_empty_line_is_forgotten() {
        let turns = LoginQueue::of_accounts();
        let first = turns.at_once([1; 32]).expect("the first");
        assert!(turns.at_once([1; 32]).is_none());
        assert!(turns.at_once([2; 32]).is_some(), "another account's line is another");
        let mut second = Box::pin(turns.wait([1; 32]));
        assert!(futures::poll!(second.as_mut()).is_pending());
        drop(first);
        drop(second.await.expect("the second"));
        assert!(turns.lines().is_empty());
    }

    #[tokio::test]
    async fn guesses_of_a_password_wait_behind_a_few() {
        let guesses = LoginQueue::of_guesses();
        let mut few = Vec::new();
        for _ in 0..GUESSES_IN_HAND {
            few.push(guesses.wait([1; 32]).await.expect("a turn"));
        }
        let mut next = Box::pin(guesses.wait([1; 32]));
        assert!(futures::poll!(next.as_mut()).is_pending());
        few.pop();
        assert!(next.await.is_ok());
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_refuses() {
        let turns = LoginQueue::of_accounts();
        let places: Vec<_> = (0..MOST).map(|_| turns.join([1; 32]).expect("a place")).collect();
        assert!(
            matches!(turns.wait([1; 32]).await, Err(Error::Rejected(refusal)) if refusal == messages::MANY_AT_ONCE)
        );
        drop(places);
        assert!(turns.wait([1; 32]).await.is_ok());
    }
}
