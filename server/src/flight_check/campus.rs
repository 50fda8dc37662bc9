//! Campus of a flight check: who takes the contests of the rehearsal, and what is asked in them.

use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, QuestionId, UserId};

/// Somebody with a session.
#[derive(Debug, Clone)]
pub struct Person {
    pub user: UserId,
    pub email: String,
    pub cookie: String,
}

/// A question as students answer it.
#[derive(Debug)]
pub struct AskedQuestion {
    pub id: QuestionId,
    pub options: Vec<String>,
    pub right: i32,
}

/// Who and what the rehearsal is about.
#[derive(Debug)]
pub struct Campus {
    pub owner: Person,
    pub students: Vec<Person>,
    pub contest: ContestId,
    /// The small one of all kinds.
    pub kinds: ContestId,
    pub starts_at: Time,
    pub questions: Vec<AskedQuestion>,
}
