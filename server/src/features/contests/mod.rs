//! Contests and their questions: what organisers write.
//!
//! Rules, in the specification's words:
//! 1. A contest has a title, a description, a window `start ≤ t < end`, and is public or private.
//! 2. Creating costs one contest credit, in the same transaction (`contests::creating_costs_one_credit`,
//!    `credits::racing_the_last_credit_makes_one_contest`).
//! 3. Only the owner changes a contest; ADMIN reads every contest and edits none but the own
//!    (`contests::only_the_owner_edits`). A private contest of somebody else answers like a missing one.
//! 4. Time may be changed until the end, never to before now once running (`contests::time_changes_within_the_rules`).
//! 5. A question has four distinct options and its answer is one of them (`model.rs`).
//! 6. Questions are frozen by the first join, decided in the transaction that writes
//!    (`attempts::racing_the_first_join_against_an_edit`).
//! 7. Whether participants see the right answers after the end is the owner's to say, and off until said
//!    (`review::the_owner_decides_whether_answers_are_shown`).
//! 8. When an account ends, its contests that nobody has joined are deleted and the others stay
//!    (`account::contests_nobody_joined_go_and_the_others_stay`).
//!
//! What participants do with a contest is the attempts feature's.

mod authoring;
mod composing;
mod demonstrating;
mod model;
mod routes;
mod store;
mod windows;
mod wire;
mod words;

pub use authoring::{forget, leave};
pub use demonstrating::insert_for_demo;
pub use model::{Contest, Details, NewContest, NewQuestion, OPTIONS, Question, Status, Window};
pub use routes::routes;
pub use store::{find, frozen_by_joins, of_owner, question_ids, questions};
pub use windows::Windows;
