//! World of the model: what it knows, and what a step is answered. Pure and small: a second telling of the rules, not a
//! copy of the code.

use std::collections::BTreeMap;
use std::fmt;

use super::club::Place;
use super::credits::{Order, Poll};
use super::quizzes::Contest;
use super::steps::Step;

/// People, the last of whom is ADMIN.
pub const PEOPLE: usize = 5;
pub const ADMIN: usize = PEOPLE - 1;

/// What a sequence is mostly about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Contests,
    Spending,
    Club,
}

/// Everything there is. Moments are milliseconds since the sequence began.
#[derive(Clone, Debug)]
pub struct World {
    pub about: About,
    pub now: i64,
    /// Contest and poll creations left, by person. ADMIN needs none.
    pub credits: [(i64, i64); PEOPLE],
    pub is_organiser: [bool; PEOPLE],
    pub contests: Vec<Contest>,
    pub polls: Vec<Poll>,
    pub orders: Vec<Order>,
    pub club: BTreeMap<usize, Place>,
}

/// What a request is answered: the status, and of a refusal its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub status: u16,
    pub code: String,
    /// `success` of an answer that says yes or no with it.
    pub yes: Option<bool>,
}

impl Verdict {
    /// Whether this answer is what was expected; not everything is told of every step.
    pub fn is(&self, expected: &Self) -> bool {
        (self.status, &self.code) == (expected.status, &expected.code)
            && (expected.yes.is_none() || self.yes == expected.yes)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.status, self.code, self.yes.map_or(String::new(), |yes| yes.to_string()))
    }
}

/// A success.
pub fn fine(status: u16) -> Verdict {
    Verdict { status, code: String::new(), yes: None }
}

/// A success that says yes or no.
pub fn says(yes: bool) -> Verdict {
    Verdict { yes: Some(yes), ..fine(200) }
}

/// A refusal.
pub fn refused(status: u16, code: &str) -> Verdict {
    Verdict { status, code: code.to_owned(), yes: None }
}

/// Nobody may know of it.
pub fn missing() -> Verdict {
    refused(404, "missing")
}

impl World {
    /// With the creations that an operator gave the first two.
    pub fn new(about: About) -> Self {
        let mut credits = [(0, 0); PEOPLE];
        credits[0] = (2, 2);
        credits[1] = (1, 1);
        let is_organiser = credits.map(|given| given != (0, 0));
        let (contests, polls, orders, club) = Default::default();
        Self { about, now: 0, credits, is_organiser, contests, polls, orders, club }
    }

    /// Takes a step, and says what it is answered.
    pub fn take(&mut self, step: &Step) -> Verdict {
        match step {
            Step::Wait(seconds) => {
                self.now += seconds * 1000;
                fine(200)
            }
            Step::Contest { who, contest, deed } => self.about_contest(*who, *contest, deed),
            Step::Create { who, start, length, is_public } => self.create(*who, *start, *length, *is_public),
            Step::Buy { who, plan } => self.buy(*who, *plan),
            Step::ShowAgain { order } => {
                assert!(*order < self.orders.len());
                fine(200)
            }
            Step::Refund { who, order } => self.refund(*who, *order),
            Step::CreatePoll { who, start, length } => self.create_poll(*who, *start, *length),
            Step::Vote { who, poll, option } => self.vote(*who, *poll, *option),
            Step::DeletePoll { who, poll } => self.delete_poll(*who, *poll),
            Step::Member { who, whom, deed } => self.about_member(*who, *whom, *deed),
        }
    }
}
