//! Time changes: what an organiser did with people's time, as the log keeps it, and whose ends moved. What they come to is in
//! `personal_time.rs`.

use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;

/// What an organiser does with people's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeAction {
    /// Gives time, or takes some back.
    Extend,
    /// Stops all clocks.
    Pause,
    /// Lets them go on.
    Resume,
    /// Lets somebody who has handed in, or whose time is over, go on.
    Reopen,
}

impl TimeAction {
    const ALL: [Self; 4] = [Self::Extend, Self::Pause, Self::Resume, Self::Reopen];

    /// The word for programs, also in the log.
    pub fn word(self) -> &'static str {
        match self {
            Self::Extend => "extend",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Reopen => "reopen",
        }
    }

    /// Reads what [`Self::word`] wrote.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.word() == word)
    }
}

/// Whose time it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Everybody's.
    Everybody,
    /// Of these people.
    Named(Vec<UserId>),
}

/// Where somebody's time ends now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedEnd {
    /// The attempt's narrow key.
    pub attempt: i64,
    /// Whose.
    pub user: UserId,
    /// When that person joined.
    pub joined_at: Time,
    /// The first moment after it.
    pub ends_at: Time,
}

/// What was done with people's time, as the log has it.
#[derive(Clone, Debug)]
pub struct TimeChange {
    /// What.
    pub action: TimeAction,
    /// Milliseconds given or taken; of resuming how long the clocks stood.
    pub millis: i64,
    /// How many it was about.
    pub people: u32,
    /// Why.
    pub reason: String,
    /// The name of whoever did it.
    pub by: String,
    /// When.
    pub at: Time,
    /// Where it moved the end of the person for whom the log was read.
    pub ends_at: Option<Time>,
}
