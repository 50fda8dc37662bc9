//! Demo seed of polls: when they run, who has voted, and how the votes fall.
//!
//! Who voted for what is not made up either: the voters are drawn by themselves, the tallies by themselves.

use std::time::Duration;

use quad_contests::polls::NewPoll;
use quad_kernel::clock::Time;
use quad_kernel::ids::{Random, UserId};

use super::content::PollText;

/// A poll to be written.
#[derive(Debug)]
pub struct Polled {
    pub new: NewPoll,
    pub made_at: Time,
    pub votes: Vec<i32>,
    pub voters: Vec<UserId>,
}

/// Draws a poll. `student` votes too, when there is one.
pub fn poll(random: &Random, crowd: &[UserId], student: Option<UserId>, text: &PollText, now: Time) -> Polled {
    let at = |minutes: i64| Time(now.0 + minutes * 60_000);
    let (starts_at, ends_at) = (at(text.starts), at(text.ends));
    let mut crowd = crowd.to_vec();
    for place in (1..crowd.len()).rev() {
        crowd.swap(place, random.below(place as u64 + 1) as usize);
    }
    crowd.truncate(text.voters);
    crowd.extend(student);
    let mut votes: Vec<i32> = text.shares.iter().map(|share| (text.voters * *share as usize / 100) as i32).collect();
    // What rounding left over, and the student's, go where most went.
    let missing = crowd.len() as i32 - votes.iter().sum::<i32>();
    if let Some(first) = votes.iter_mut().max() {
        *first += missing;
    }
    let made_at = starts_at.min(now).minus(Duration::from_mins(90 + random.below(600)));
    let new = NewPoll::for_demo(&text.title, &text.organization, starts_at, ends_at, &text.options);
    Polled { new, made_at, votes, voters: crowd }
}
