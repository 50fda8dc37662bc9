//! Every sentence of this feature; where the specification has one, it is that one.

use crate::kernel::fail::{Kind, Refusal};

pub const CREATED: &str = "Contest created successfully!";
pub const SAVED: &str = "Contest saved";
pub const DELETED: &str = "Contest deleted; its creation credit is yours again";
pub const NOW_PUBLIC: &str = "Contest is now public";
pub const NOW_PRIVATE: &str = "Contest is now private";
pub const TIME_UPDATED: &str = "Contest time updated successfully!";
pub const QUESTION_ADDED: &str = "Question added successfully!";
pub const QUESTION_UPDATED: &str = "Question updated successfully";
pub const QUESTION_REMOVED: &str = "Question removed successfully";

pub const NOT_OWNER: Refusal =
    Refusal::new(Kind::Forbidden, "not_owner", "Only the person who created this contest can do that.");
pub const END_BEFORE_START: Refusal = Refusal::new(Kind::Invalid, "invalid", "End date must be after start date");
pub const END_IN_PAST: Refusal = Refusal::new(Kind::Invalid, "invalid", "The end must lie in the future");
pub const TOO_FAR: Refusal = Refusal::new(Kind::Invalid, "invalid", "A contest must lie within three years of today");
pub const TIME_AFTER_END: Refusal =
    Refusal::new(Kind::Conflict, "contest_ended", "This contest has ended; its time cannot be changed any more.");
pub const START_AFTER_JOINS: Refusal = Refusal::new(
    Kind::Conflict,
    "contest_frozen",
    "People are already taking this contest, so its start cannot move to a later time.",
);
pub const FROZEN: Refusal = Refusal::new(
    Kind::Conflict,
    "contest_frozen",
    "Somebody has joined this contest, so its questions cannot be changed any more.",
);
pub const TAKEN: Refusal =
    Refusal::new(Kind::Conflict, "contest_frozen", "Somebody has joined this contest, so it cannot be deleted.");
pub const FULL: Refusal = Refusal::new(Kind::Conflict, "contest_full", "A contest may have at most 200 questions.");
pub const NO_QUESTION_TEXT: Refusal = Refusal::new(Kind::Invalid, "invalid", "Please enter a question");
pub const FOUR_OPTIONS: Refusal = Refusal::new(Kind::Invalid, "invalid", "A question has exactly four options");
pub const EMPTY_OPTION: Refusal = Refusal::new(Kind::Invalid, "invalid", "All options must have values");
pub const SAME_OPTIONS: Refusal =
    Refusal::new(Kind::Invalid, "invalid", "The four options must be different from each other");
pub const NO_ANSWER: Refusal = Refusal::new(Kind::Invalid, "invalid", "Please select an answer");
pub const FOREIGN_ANSWER: Refusal =
    Refusal::new(Kind::Invalid, "invalid", "The answer must match one of the options exactly");
pub const NO_QUESTIONS: Refusal = Refusal::new(Kind::Invalid, "invalid", "Send at least one question");
pub const MANY_QUESTIONS: Refusal = Refusal::new(Kind::Invalid, "invalid", "Send at most 100 questions at a time");

/// Which of several questions a refusal is about, counted from 1.
pub fn in_question(number: usize, refusal: Refusal) -> Refusal {
    let say = format!("Question {number}: {}", refusal.say);
    Refusal { say: say.into(), ..refusal }
}
