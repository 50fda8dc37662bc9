//! Contest builder: writes a contest with its questions at once, with any window and age. The demo campus and the
//! flight check use it. What they do not set is as in a contest that somebody makes by hand.

use quad_db::Tx;

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{ContestId, QuestionId, Random, UserId};

use super::kind::FeatureLevel;
use super::model::{Details, NewContest, NewQuestion, Window};
use super::question_marks::AskedQuestionMarks;
use super::rules::ContestRules;
use super::{messages, store};

/// A contest to be written.
#[derive(Clone, Debug)]
pub struct ContestBuilder {
    new: NewContest,
    questions: Vec<NewQuestion>,
}

impl ContestBuilder {
    /// A private one without description and questions, under the rules of the beginning.
    pub fn new(title: &str, window: Window) -> Self {
        let details = Details { title: title.to_owned(), description: String::new() };
        let new = NewContest { details, window, is_public: false, rules: ContestRules::default() };
        Self { new, questions: Vec::new() }
    }

    /// With a description.
    #[must_use]
    pub fn description(mut self, text: &str) -> Self {
        text.clone_into(&mut self.new.details.description);
        self
    }

    /// Listed for everybody, or not.
    #[must_use]
    pub fn public(mut self, is_public: bool) -> Self {
        self.new.is_public = is_public;
        self
    }

    /// Under other rules.
    #[must_use]
    pub fn rules(mut self, rules: ContestRules) -> Self {
        self.new.rules = rules;
        self
    }

    /// With questions, which are numbered from 1.
    #[must_use]
    pub fn questions(mut self, questions: Vec<NewQuestion>) -> Self {
        self.questions = questions;
        self
    }

    /// Writes it.
    ///
    /// # Errors
    /// More questions than a contest may have, or the database's.
    pub async fn insert(&self, tx: &mut Tx, random: &Random, owner: UserId, made_at: Time) -> Result<ContestId> {
        let id = ContestId::new(made_at, random);
        store::insert(tx, id, owner, &self.new, made_at).await?;
        let numbers = store::reserve_question_numbers(tx, id, self.questions.len()).await?.ok_or(messages::FULL)?;
        for (no, question) in (numbers.first..).zip(&self.questions) {
            store::insert_question(tx, id, QuestionId::new(made_at, random), no, question, made_at).await?;
        }
        let is_special = |question: &NewQuestion| {
            question.feature_level() != FeatureLevel::Baseline || question.marks != AskedQuestionMarks::default()
        };
        if self.questions.iter().any(is_special) {
            store::count_special_questions(tx, id, self.new.rules.marks).await?;
        }
        Ok(id)
    }
}
