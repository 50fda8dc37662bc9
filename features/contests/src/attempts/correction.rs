//! Correction: a correction of a question as it is decided, as the log has it, and as those whose score it changes are told.

use crate::contests::{Contest, Kind, Marking, Marks, Question};
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, CorrectionId, QuestionId, UserId};

/// A correction that was decided on.
#[derive(Debug)]
pub(super) struct CorrectionToApply<'a> {
    pub id: CorrectionId,
    /// As it was before; its row is held.
    pub contest: &'a Contest,
    pub before: &'a Question,
    pub after: &'a Question,
    pub by: UserId,
    pub reason: &'a str,
    pub at: Time,
}

/// How a question is or was marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionMarking {
    /// How.
    pub marking: Marking,
    /// What is right in words: the texts of the options in the key, or what may be typed.
    pub accepted: Vec<String>,
}

/// What a question is called for somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum QuestionName {
    /// By its number in the contest.
    #[default]
    Number,
    /// By its number in the contest, beside the papers that have it.
    InPapers(Vec<u32>),
    /// By the number that it had for them.
    OwnNumber(u32),
    /// By no number: it is not on their paper, or they have none where papers differ.
    Text,
}

/// A correction as the log has it.
#[derive(Clone, Debug)]
pub struct Correction {
    /// Its id.
    pub id: CorrectionId,
    /// Of which contest.
    pub contest: ContestId,
    /// Of which question.
    pub question_id: QuestionId,
    /// That question's number in the contest, from 1.
    pub question_number: u32,
    /// Its key there, which leaves out what was removed.
    pub question_no: i32,
    /// What it is called for whoever reads the log.
    pub called: QuestionName,
    /// How it is answered.
    pub kind: Kind,
    /// What was asked.
    pub question: String,
    /// Until then.
    pub before: QuestionMarking,
    /// From then on.
    pub after: QuestionMarking,
    /// Why.
    pub reason: String,
    /// The name of whoever made it.
    pub by: String,
    /// How many participants' scores it changed.
    pub scores: u32,
    /// How many ranks it changed.
    pub ranks: u32,
    /// When.
    pub created_at: Time,
}

/// What somebody whose score changed is told about it.
#[derive(Clone, Debug)]
pub struct CorrectionRecipient {
    /// Where the mail goes.
    pub email: String,
    /// To whom.
    pub full_name: String,
    /// The own place before.
    pub before: RecipientPlace,
    /// The own place after.
    pub after: RecipientPlace,
}

/// What somebody who moved is told of a place.
#[derive(Clone, Copy, Debug)]
pub struct RecipientPlace {
    /// 1 for the best; equal scores share one.
    pub rank: u32,
    /// Right answers.
    pub correct: u32,
    /// Wrong answers.
    pub wrong: u32,
    /// What the answers gave; none where an earlier release did not note it, as it followed from right and wrong.
    pub marks: Option<Marks>,
}
