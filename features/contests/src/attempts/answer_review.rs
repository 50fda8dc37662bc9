//! Answer review: a participant reads the own answers beside the answer key, once the contest is over and if its owner
//! allows it.
//!
//! [`is_open`] decides for all that tell participants what is right: this review, the log of corrections
//! (correct_question.rs), the mail about a correction (jobs.rs) and the data export (data_export.rs). The contest is read from the
//! database, not from the cache, which may be a second old: an owner who has just closed the review, or moved the end, is
//! obeyed at once in every process.

use std::collections::HashMap;

use crate::ContestsState;
use crate::contests::{self, Contest, ContestPictures, MarkScheme, Marks, Maths, Question, QuestionPictureOut};
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::ContestId;

use super::leaderboard;
use super::model::{Attempt, StoredAnswer};
use super::scoring::{self, Mark, QuestionCredit};
use super::{messages, store};

/// A contest looked at again.
pub struct Review {
    pub contest: Contest,
    pub attempt: Attempt,
    /// In order.
    pub questions: Vec<ReviewedQuestion>,
}

/// A question with its key and the person's choice.
pub struct ReviewedQuestion {
    pub question: Question,
    /// What the person answered, if so.
    pub answer: Option<StoredAnswer>,
    /// As what it is counted.
    pub mark: Mark,
    /// What it gave the person, where the contest has marks.
    pub marks: Option<Marks>,
    /// What is drawn for its formulas.
    pub maths: Option<Maths>,
    /// What it and its options show.
    pub pictures: Vec<QuestionPictureOut>,
}

impl ReviewedQuestion {
    /// A question with what somebody answered.
    pub(super) fn new(
        question: Question,
        maths: Option<Maths>,
        answer: Option<StoredAnswer>,
        scheme: MarkScheme,
        pictures: &ContestPictures,
    ) -> Self {
        let counted = answer.as_ref().map(|answer| question.counted(answer.chosen, answer.typed.as_deref()));
        let QuestionCredit { mark, marks } = scoring::given(scheme, &question, counted);
        let pictures = pictures.out(question.id);
        Self { question, answer, mark, marks: Some(marks).filter(|_| !scheme.is_plain()), maths, pictures }
    }
}

/// Whether participants may see what is right in a contest now.
pub fn is_open(app: &ContestsState, contest: &Contest) -> bool {
    contest.rules.answers_shown && leaderboard::is_open(app, contest.closes_at())
}

/// The person's own answers beside the right ones.
pub async fn review(app: &ContestsState, who: &Member, id: ContestId) -> Result<Review> {
    let contest = contests::find(&app.db, id).await?.ok_or(MISSING)?;
    let Some(attempt) = store::attempt(&app.db, id, who.id).await? else {
        let may_see = contests::is_open_to(app, &contest, who).await?;
        return Err(if may_see { messages::NOT_JOINED } else { MISSING }.into());
    };
    if !leaderboard::is_open(app, contest.closes_at()) {
        return Err(messages::TOO_EARLY.into());
    }
    if !is_open(app, &contest) {
        return Err(messages::REVIEW_CLOSED.into());
    }
    let given = store::choices(&app.db, attempt.id).await?;
    let mut answers: HashMap<i32, StoredAnswer> = given.into_iter().map(|one| (one.question_no, one.answer)).collect();
    let pictures = contests::pictures_of(&app.db, &contest).await?;
    let mut questions = Vec::new();
    for question in contests::questions_of_paper(&app.db, id, attempt.variant).await? {
        let maths = app.maths_cache.of_question(&question).await;
        let answer = answers.remove(&question.no);
        questions.push(ReviewedQuestion::new(question, maths, answer, contest.rules.marks, &pictures));
    }
    Ok(Review { contest, attempt, questions })
}
