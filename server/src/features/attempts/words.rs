//! Every sentence of this feature; where the specification has one, it is that one.

use crate::kernel::fail::{Kind, Refusal};

pub const JOINED: &str = "You have joined the contest";
pub const STILL_OPEN: &str = "You are in; go on with your contest";
pub const ALREADY_COMPLETE: &str = "You have completed this contest";
pub const NOT_COMPLETE: &str = "You have not completed this contest";
pub const SUBMITTED: &str = "Contest submitted successfully!";
pub const ANSWER_TAKEN: &str = "Answer submitted successfully!";

pub const NOT_ACTIVE: Refusal = Refusal::new(Kind::Forbidden, "contest_not_active", "Contest is not currently active!");
pub const NOT_STARTED: Refusal = Refusal::new(Kind::Forbidden, "contest_not_started", "Contest hasn't started yet!");
pub const ENDED: Refusal = Refusal::new(Kind::Forbidden, "contest_ended", "Contest has already ended!");
pub const NOT_JOINED: Refusal = Refusal::new(Kind::Forbidden, "not_joined", "Join this contest first.");
pub const OWN_CONTEST: Refusal = Refusal::new(
    Kind::Forbidden,
    "own_contest",
    "You created this contest, so you cannot take it. The preview shows it as participants see it.",
);
pub const NO_QUESTIONS: Refusal =
    Refusal::new(Kind::Conflict, "no_questions", "No questions available for this contest.");
pub const ALREADY_SUBMITTED: Refusal = Refusal::new(
    Kind::Conflict,
    "already_submitted",
    "You have submitted this contest, so answers cannot be added any more.",
);
pub const NO_SUCH_QUESTION: Refusal =
    Refusal::new(Kind::Invalid, "invalid", "This question does not belong to the contest.");
pub const NO_SUCH_OPTION: Refusal =
    Refusal::new(Kind::Invalid, "invalid", "The answer must be one of the question's options.");
pub const TOO_EARLY: Refusal =
    Refusal::new(Kind::Forbidden, "results_too_early", "Results are only available after the contest ends!");
pub const REVIEW_CLOSED: Refusal =
    Refusal::new(Kind::Forbidden, "review_closed", "Whoever created this contest does not show the right answers.");
pub const STRANGE_STATUS: Refusal =
    Refusal::new(Kind::Invalid, "invalid", "The status is one of upcoming, active, completed.");
pub const STRANGE_SORT: Refusal = Refusal::new(Kind::Invalid, "invalid", "The sort is one of new, now.");
pub const STRANGE_INTENT: Refusal = Refusal::new(Kind::Invalid, "invalid", "The intent is one of join, submit.");

/// Another answer is stored for the question.
pub fn already_answered(stored: &str) -> Refusal {
    const ALREADY: Refusal =
        Refusal::new(Kind::Conflict, "already_answered", "This question is already answered; the first answer counts.");
    ALREADY.with("stored", stored)
}
