//! Maths of questions: what a client draws for the formulas of their texts, made by `quad_maths`. Nothing of it is stored: the same
//! text always becomes the same, and what was made is kept in memory by its text. Texts without two dollars cost a look at them.
//!
//! What cannot be drawn stays as it stands, and is refused where a question is written in Quad's own shape ([`check`]). A question
//! whose formulas become too long keeps those that fit.

use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;

use moka::future::Cache;
use quad_maths::{Drawn, Formulas, formulas};
use serde::{Serialize, Serializer};
use tokio::sync::Semaphore;

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::{ContestId, QuestionId};

use super::model::{NewQuestion, Question};
use super::{access, messages, store};

/// Bytes of what is kept in memory.
const KEPT: u64 = 16 << 20;
/// Bytes of what the formulas of a question become, as MathML.
const MOST: usize = 32_768;
/// Previews that are made at a time; the others wait.
const PREVIEWS: usize = 2;

/// What was made of texts.
#[derive(Clone, Debug)]
pub struct MathsCache {
    made: Cache<Arc<str>, Arc<Formulas>>,
    previews: Arc<Semaphore>,
}

/// What a client draws in place of parts of texts.
#[derive(Clone, Debug, Default)]
pub struct Maths(Vec<Arc<Formulas>>);

impl Serialize for Maths {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let drawn = self.0.iter().flat_map(|formulas| &formulas.drawn);
        drawn.collect::<BTreeMap<&String, &Drawn>>().serialize(to)
    }
}

/// What is wrong with a formula, and in which of the texts.
#[derive(Clone, Debug)]
pub struct TextProblem {
    /// The place of the text among those asked about.
    pub text: usize,
    /// Characters of it before the problem.
    pub place: usize,
    /// A sentence.
    pub reason: String,
}

impl Default for MathsCache {
    fn default() -> Self {
        let weight = |text: &Arc<str>, made: &Arc<Formulas>| {
            // A tree takes several times the room of its text.
            u32::try_from(text.len() + 4 * made.bytes + 200).unwrap_or(u32::MAX)
        };
        Self {
            made: Cache::builder().max_capacity(KEPT).weigher(weight).build(),
            previews: Arc::new(Semaphore::new(PREVIEWS)),
        }
    }
}

impl MathsCache {
    /// What stands in a text to be drawn; nothing where it holds no formula.
    async fn formulas(&self, text: &str) -> Option<Arc<Formulas>> {
        if !has_two_dollars(text) {
            return None;
        }
        let kept: Arc<str> = text.into();
        let work = kept.clone();
        // Thousands ask for the same at an end; one makes it, off the threads that others wait for.
        let make =
            async move { Arc::new(tokio::task::spawn_blocking(move || formulas(&work)).await.unwrap_or_default()) };
        let made = self.made.get_with(kept, make).await;
        Some(made).filter(|made| !made.drawn.is_empty() || !made.problems.is_empty())
    }

    /// What of a question's texts is to be drawn; nothing where no text of it holds a formula.
    async fn of_texts(&self, texts: Vec<&String>) -> Option<Maths> {
        let (mut maths, mut bytes) = (Maths::default(), 0);
        for text in texts {
            let Some(formulas) = self.formulas(text).await.filter(|formulas| !formulas.drawn.is_empty()) else {
                continue;
            };
            bytes += formulas.bytes;
            if bytes <= MOST {
                maths.0.push(formulas);
            }
        }
        Some(maths).filter(|maths| !maths.0.is_empty())
    }

    /// What of questions and their options is to be drawn. What only explanations hold is not in it: it would tell what is right.
    pub async fn of_paper(&self, questions: &[Question]) -> BTreeMap<QuestionId, Maths> {
        let mut all = BTreeMap::new();
        for question in questions {
            let texts = iter::once(&question.text).chain(&question.options);
            if let Some(maths) = self.of_texts(texts.collect()).await {
                all.insert(question.id, maths);
            }
        }
        all
    }

    /// What of a question, its options and its explanation is to be drawn, for those who may see what is right.
    pub async fn of_question(&self, question: &Question) -> Option<Maths> {
        self.of_texts(texts(question).collect()).await
    }

    /// What of texts that somebody is writing is to be drawn, and what cannot be.
    pub async fn preview(&self, texts: &[String]) -> (Maths, Vec<TextProblem>) {
        // Never closed.
        let _turn = self.previews.acquire().await;
        let (mut maths, mut problems) = (Maths::default(), Vec::new());
        for (at, text) in texts.iter().enumerate() {
            if let Some(formulas) = self.formulas(text).await {
                let problem =
                    |one: &quad_maths::Problem| TextProblem { text: at, place: one.place, reason: one.reason.clone() };
                problems.extend(formulas.problems.iter().map(problem));
                maths.0.push(formulas);
            }
        }
        (maths, problems)
    }

    /// Why a question cannot be drawn as it is to be written, each with the text that is why.
    async fn refusals<'a>(&self, question: &'a NewQuestion) -> Vec<(&'a str, Rejection)> {
        let options = question.options.iter().enumerate().map(|(at, option)| ("options", Some(at), option));
        let explanation = question.explanation.iter().map(|text| ("explanation", None, text));
        let texts: Vec<_> = iter::once(("text", None, &question.text)).chain(options).chain(explanation).collect();
        let (mut refusals, mut bytes) = (Vec::new(), 0);
        for (field, option, text) in texts {
            let Some(formulas) = self.formulas(text).await else { continue };
            bytes += formulas.bytes;
            if let Some(problem) = formulas.problems.first() {
                let refusal = messages::formula_refused(field, option, problem.place, &problem.reason);
                refusals.push((text.as_str(), refusal));
            } else if bytes > MOST {
                refusals.push((text.as_str(), Rejection::invalid(field, messages::MUCH_MATHS)));
            }
        }
        refusals
    }
}

/// Refuses questions with a formula that cannot be drawn, each with its number where there are several: those of `new` that are to be
/// `checked`. What stands so in the question that is rewritten may stay: it was taken before.
pub async fn check(
    app: &ContestsState,
    who: &Member,
    contest: ContestId,
    rewritten: Option<QuestionId>,
    new: &[NewQuestion],
    checked: &[bool],
) -> Result<()> {
    let asks: Vec<_> = (1..)
        .zip(new.iter().zip(checked))
        .filter_map(|(number, (question, is_checked))| {
            (*is_checked && may_hold_maths(question)).then_some((number, question))
        })
        .collect();
    if asks.is_empty() {
        return Ok(());
    }
    // Before anything is converted for somebody, or said of what stands there.
    access::own(app, who, contest).await?;
    for (number, question) in asks {
        let mut refusals = app.maths_cache.refusals(question).await;
        if refusals.is_empty() {
            continue;
        }
        if let Some(id) = rewritten {
            let all = store::questions(&app.db, contest).await?;
            let old = all.iter().find(|question| question.id == id).ok_or(MISSING)?;
            refusals.retain(|(text, _)| !texts(old).any(|kept| kept == *text));
        }
        if let Some((_, refusal)) = refusals.into_iter().next() {
            return Err(messages::of_those_sent(number, new.len(), refusal).into());
        }
    }
    Ok(())
}

/// A formula begins and ends by a dollar.
fn has_two_dollars(text: &str) -> bool {
    text.matches('$').nth(1).is_some()
}

fn may_hold_maths(question: &NewQuestion) -> bool {
    iter::once(&question.text).chain(&question.options).chain(&question.explanation).any(|text| has_two_dollars(text))
}

/// All texts of a question.
fn texts(question: &Question) -> impl Iterator<Item = &String> {
    iter::once(&question.text).chain(&question.options).chain(&question.explanation)
}
