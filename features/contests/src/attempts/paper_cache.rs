//! Paper cache: the questions of contests that are being taken.
//!
//! A paper cannot change once somebody has joined, so it is made once: its participants' bytes, plain and compressed,
//! and apart from them the key it is graded with. The bytes are made from a type that has no field for the answer. A
//! correction changes how a question is marked, never the paper, and comes only when nothing is graded any more.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;

use crate::ContestsState;
use crate::contests::{self, Contest, MarkScheme, Marks, Question};
use quad_cluster::cache::{self, Cache};
use quad_cluster::peers::Peers;
use quad_kernel::error::{Error, MISSING, Rejection, Result};
use quad_kernel::ids::{ContestId, QuestionId};

use super::messages;
use super::model::Chosen;
use super::scoring::{self, Counters};
use super::wire::{PaperOut, PaperQuestionOut};

/// What is kept in memory for running contests.
#[derive(Clone, Debug)]
pub struct PaperCache(Cache<ContestId, Arc<Paper>>);

/// One contest's paper.
#[derive(Debug)]
pub struct Paper {
    /// What participants get, as JSON.
    pub plain: Bytes,
    /// The same in Brotli.
    pub brotli: Bytes,
    /// The same in gzip.
    pub gzip: Bytes,
    /// The same as values, for the call that wraps them.
    pub questions: Arc<[PaperQuestionOut]>,
    /// A client of the specification cannot show all of them.
    pub is_newer: bool,
    key: HashMap<QuestionId, Question>,
    /// What answers give where a question says nothing else.
    scheme: MarkScheme,
}

/// A choice that was found on the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The question's number in the contest.
    pub question_no: i32,
    /// The option, from 0.
    pub option: i32,
    /// Whether it counts as right.
    pub correct: bool,
    /// How much more or less it gives than an answer to a question without marks of its own.
    pub extra: Marks,
    /// Whether it is right, and the question starred.
    pub starred: bool,
}

impl PaperCache {
    /// Nothing remembered yet.
    pub fn new(peers: &Peers) -> Self {
        let bounds = cache::bounds().max_capacity(1_000).time_to_idle(Duration::from_mins(50));
        Self(Cache::new(peers, "paper", bounds))
    }

    /// The paper of a contest for somebody who has joined it, and so it cannot change any more. Do not ask for anybody else:
    /// what is remembered of the contest may be older than its first join, so it is not looked at here.
    pub async fn paper(&self, app: &ContestsState, contest: &Contest) -> Result<Arc<Paper>> {
        // Thousands ask in the same second; one makes it.
        let make = || async {
            let questions = contests::questions(&app.db, contest.id).await?;
            if questions.iter().any(|question| question.marks.are_set()) {
                // Their amounts stand beside the scheme of now, not of before the first join.
                let contest = contests::find(&app.db, contest.id).await?.ok_or(MISSING)?;
                return Paper::new(&contest, questions).map(Arc::new);
            }
            Paper::new(contest, questions).map(Arc::new)
        };
        self.0.get(contest.id, make).await
    }

    /// Drops a contest's paper, whose key was corrected. Its bytes come out the same again.
    pub async fn invalidate(&self, contest: ContestId) {
        self.0.invalidate(&[contest]).await;
    }
}

impl Paper {
    /// Makes a paper: its bytes, and the key.
    pub fn new(contest: &Contest, questions: Vec<Question>) -> Result<Self> {
        let scheme = contest.rules.marks;
        let shown: Arc<[PaperQuestionOut]> =
            questions.iter().map(|question| PaperQuestionOut::new(question, scheme)).collect();
        let out = PaperOut { id: contest.id.to_string(), question_set: shown.clone() };
        let plain = serde_json::to_vec(&out).map_err(|error| Error::Internal(error.into()))?;
        Ok(Self {
            brotli: brotli(&plain)?.into(),
            gzip: gzip(&plain)?.into(),
            plain: plain.into(),
            questions: shown,
            is_newer: questions.iter().any(Question::is_newer),
            key: questions.into_iter().map(|question| (question.id, question)).collect(),
            scheme,
        })
    }

    /// Finds a choice on the paper and grades it.
    pub fn grade(&self, question: QuestionId, choice: &Chosen) -> Result<Choice, Rejection> {
        let question = self.key.get(&question).ok_or(messages::NO_SUCH_QUESTION)?;
        let option = match choice {
            Chosen::Shown(text) => question.option_shown(text).ok_or(messages::NO_SUCH_OPTION)?,
            Chosen::Place(place) => {
                let known = Some(*place as usize).filter(|option| *option < question.options.len());
                known.ok_or(messages::NO_SUCH_OPTION.with("field", "choice"))?
            }
        };
        let counted = Counters::of(self.scheme, question, scoring::mark(question, Some(option)));
        Ok(Choice {
            question_no: question.no,
            option: option as i32,
            correct: counted.correct > 0,
            extra: counted.extra,
            starred: counted.starred > 0,
        })
    }

    /// The text of an option, from 0.
    pub fn option_text(&self, question: QuestionId, option: i32) -> &str {
        let options = self.key.get(&question).map(|question| &question.options);
        options.and_then(|options| options.get(option as usize)).map_or("", String::as_str)
    }

    /// Ids and chosen texts of answers given by question number.
    pub fn chosen(&self, answers: &[(i32, i32)]) -> BTreeMap<String, String> {
        let by_no: HashMap<i32, &Question> = self.key.values().map(|question| (question.no, question)).collect();
        let texts = answers.iter().filter_map(|(no, choice)| {
            let question = by_no.get(no)?;
            Some((question.id.to_string(), question.options.get(*choice as usize)?.clone()))
        });
        texts.collect()
    }
}

fn brotli(plain: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    {
        let mut writer = brotli::CompressorWriter::new(&mut out, 4096, 9, 20);
        writer.write_all(plain).and_then(|()| writer.flush()).map_err(|error| Error::Internal(error.into()))?;
    }
    Ok(out)
}

fn gzip(plain: &[u8]) -> Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(plain).and_then(|()| writer.finish()).map_err(|error| Error::Internal(error.into()))
}
