//! Contest builder: writes a contest with its questions at once, with any window and age. The demo campus and the
//! flight check use it. What they do not set is as in a contest that somebody makes by hand.

use quad_db::Tx;

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{ContestId, QuestionId, Random, UserId};

use super::draw::Draw;
use super::kind::FeatureLevel;
use super::model::{Details, NewContest, NewQuestion, Window};
use super::question_marks::AskedQuestionMarks;
use super::rules::ContestRules;
use super::{edit_pictures, messages, store, store_draw};

/// A contest to be written.
#[derive(Clone, Debug)]
pub struct ContestBuilder {
    id: Option<ContestId>,
    new: NewContest,
    questions: Vec<NewQuestion>,
    draw: Option<Draw>,
}

impl ContestBuilder {
    /// A private one without description and questions, under the rules of the beginning.
    pub fn new(title: &str, window: Window) -> Self {
        let details = Details { title: title.to_owned(), description: String::new() };
        let new = NewContest { details, window, is_public: false, rules: ContestRules::default() };
        Self { id: None, new, questions: Vec::new(), draw: None }
    }

    /// With a description.
    #[must_use]
    pub fn description(mut self, text: &str) -> Self {
        text.clone_into(&mut self.new.details.description);
        self
    }

    /// With an id that was given before, so that pictures could be kept for it.
    #[must_use]
    pub fn id(mut self, id: ContestId) -> Self {
        self.id = Some(id);
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

    /// Of which each person gets a part, where a blueprint says so. Its papers are dealt for those who join.
    #[must_use]
    pub fn draw(mut self, draw: Option<Draw>) -> Self {
        self.draw = draw;
        self
    }

    /// Writes it.
    ///
    /// # Errors
    /// More questions than a contest may have, a blueprint that they do not fill, or the database's.
    pub async fn insert(&self, tx: &mut Tx, random: &Random, owner: UserId, made_at: Time) -> Result<ContestId> {
        let id = self.id.unwrap_or_else(|| ContestId::new(made_at, random));
        store::insert(tx, id, owner, &self.new, made_at).await?;
        let numbers = store::reserve_question_numbers(tx, id, self.questions.len()).await?.ok_or(messages::FULL)?;
        let mut is_pictured = false;
        for (no, question) in (numbers.first..).zip(&self.questions) {
            let question_id = QuestionId::new(made_at, random);
            store::insert_question(tx, id, question_id, no, question, made_at).await?;
            let pictures = question.pictures.as_deref().unwrap_or_default();
            if !pictures.is_empty() {
                edit_pictures::replace(tx, made_at, (id, question_id), &[], pictures).await?;
                is_pictured = true;
            }
        }
        if is_pictured {
            edit_pictures::recount_pictures(tx, id).await?;
        }
        let is_special = |question: &NewQuestion| {
            question.feature_level() != FeatureLevel::Baseline || question.marks != AskedQuestionMarks::default()
        };
        if self.questions.iter().any(is_special) {
            store::count_special_questions(tx, id, self.new.rules.marks).await?;
        }
        if let Some(draw) = &self.draw {
            draw.may_stand(&store::questions(&*tx, id).await?, self.new.rules.marks)?;
            store_draw::set(tx, id, Some(draw.clone())).await?;
        }
        Ok(id)
    }
}
