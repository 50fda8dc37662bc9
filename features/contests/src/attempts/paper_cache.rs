//! Paper cache: the questions of contests that are being taken.
//!
//! A paper cannot change once somebody has joined, so it is made once: its participants' bytes, plain and compressed,
//! and apart from them the key it is graded with. The bytes are made from a type that has no field for the answer. A
//! correction changes how a question is marked, never the paper, and comes only when nothing is graded any more.
//!
//! Where each person gets a part of the questions, a contest has several papers, made and kept together; each person has one, and knows no
//! question of the others.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;

use crate::ContestsState;
use crate::contests::{
    self, ChangeRule, Contest, ContestPictures, ContestRules, DealtPapers, FeatureLevel, MarkScheme, Maths, Question,
    TypedAnswer,
};
use quad_cluster::cache::{self, Cache};
use quad_cluster::peers::Peers;
use quad_kernel::error::{Error, MISSING, Rejection, Result};
use quad_kernel::ids::{ContestId, PictureKey, QuestionId};

use super::messages;
use super::model::{AnswerInput, Answered, GivenAnswer, StoredAnswer};
use super::scoring::Counters;
use super::wire::{DrawnQuestionOut, PaperOut, PaperQuestionOut};

/// What is kept in memory for running contests.
#[derive(Clone, Debug)]
pub struct PaperCache(Cache<ContestId, Arc<Papers>>);

/// The papers of a contest, by their number: 0 where everybody gets all questions.
type Papers = BTreeMap<u32, Arc<Paper>>;

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
    /// What a client has to show for all of them, and whether it has to change answers.
    pub feature_level: FeatureLevel,
    /// Whether answers may be changed.
    pub changing: ChangeRule,
    /// A question may have several right options.
    has_several: bool,
    key: HashMap<QuestionId, Question>,
    /// The pictures of its questions and their options.
    pictures: BTreeSet<PictureKey>,
    /// What answers give where a question says nothing else.
    scheme: MarkScheme,
}

/// A choice that was found on the paper, or what was typed at one of its questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedChoice {
    /// The question's number in the contest.
    pub question_no: i32,
    /// The options, a bit for each, as stored.
    pub chosen: u8,
    /// What was typed, where something was.
    pub typed: Option<Arc<TypedAnswer>>,
    /// What it is counted as.
    pub counted: Counters,
}

impl PaperCache {
    /// Nothing remembered yet.
    pub fn new(peers: &Peers) -> Self {
        let bounds = cache::bounds().max_capacity(1_000).time_to_idle(Duration::from_mins(50));
        Self(Cache::new(peers, "paper", bounds))
    }

    /// The paper of a contest that somebody has who has joined it (`variant`, 0 where everybody gets all questions), and so it cannot change any
    /// more. Do not ask for anybody else: what is remembered of the contest may be older than its first join, so it is not looked at here.
    pub async fn paper(&self, app: &ContestsState, contest: &Contest, variant: u32) -> Result<Arc<Paper>> {
        // Thousands ask in the same second; one makes it.
        let make = || async {
            let questions = contests::questions(&app.db, contest.id).await?;
            let maths = app.maths_cache.of_paper(&questions).await;
            let pictures = contests::pictures_of(&app.db, contest).await?;
            let dealt = if variant > 0 { contests::papers(&app.db, contest.id).await? } else { DealtPapers::new() };
            let depends_on_scheme = |question: &Question| question.marks.are_set() || question.depends_on_scheme();
            if contest.frozen_at.is_none() || questions.iter().any(depends_on_scheme) {
                // Their amounts and parts stand beside the scheme of now, not of before the first join; and so does whether answers may be
                // changed.
                let contest = contests::find(&app.db, contest.id).await?.ok_or(MISSING)?;
                return all(&contest, questions, maths, &pictures, &dealt);
            }
            all(contest, questions, maths, &pictures, &dealt)
        };
        let papers = self.0.get(contest.id, make).await?;
        Ok(papers.get(&variant).cloned().ok_or(MISSING)?)
    }

    /// Drops a contest's paper, whose key was corrected. Its bytes come out the same again.
    pub async fn invalidate(&self, contest: ContestId) {
        self.0.invalidate(&[contest]).await;
    }
}

/// Makes all papers of a contest: one of all questions, unless some were dealt.
fn all(
    contest: &Contest,
    questions: Vec<Question>,
    maths: BTreeMap<QuestionId, Maths>,
    pictures: &ContestPictures,
    dealt: &DealtPapers,
) -> Result<Arc<Papers>> {
    if dealt.is_empty() {
        let paper = Paper::new(contest, questions, maths, pictures)?;
        return Ok(Arc::new(Papers::from([(0, Arc::new(paper))])));
    }
    // What a client has to show is the contest's, whatever paper somebody has.
    let (feature_level, has_several) = needs(contest.rules, &questions, pictures);
    let mut papers = Papers::new();
    for (variant, numbers) in dealt {
        let own = questions.iter().filter(|question| numbers.contains(&question.no)).cloned().collect();
        let paper = Paper::new(contest, own, maths.clone(), pictures)?;
        papers.insert(*variant, Arc::new(Paper { feature_level, has_several, ..paper }));
    }
    Ok(Arc::new(papers))
}

/// What a client has to show for these questions, and whether a question may have several right options.
fn needs(rules: ContestRules, questions: &[Question], pictures: &ContestPictures) -> (FeatureLevel, bool) {
    let feature_level = match rules.changing {
        _ if rules.minutes.is_some() => FeatureLevel::PersonalTime,
        ChangeRule::UntilHandIn => FeatureLevel::AnswerChanges,
        ChangeRule::First if pictures.is_empty() => {
            questions.iter().map(Question::feature_level).max().unwrap_or_default()
        }
        ChangeRule::First => FeatureLevel::Pictures,
    };
    (feature_level, questions.iter().any(|question| question.kind.is_several()))
}

impl Paper {
    /// Makes a paper: its bytes, and the key. The specification's call shows its questions without their maths.
    pub fn new(
        contest: &Contest,
        questions: Vec<Question>,
        mut maths: BTreeMap<QuestionId, Maths>,
        pictures: &ContestPictures,
    ) -> Result<Self> {
        let scheme = contest.rules.marks;
        let (feature_level, has_several) = needs(contest.rules, &questions, pictures);
        let shown: Arc<[PaperQuestionOut]> =
            questions.iter().map(|question| PaperQuestionOut::new(question, scheme, pictures)).collect();
        let drawn = questions.iter().zip(&*shown).map(|(question, shown)| {
            let maths = maths.remove(&question.id);
            DrawnQuestionOut { question: shown.clone(), maths }
        });
        let out = PaperOut { id: contest.id.to_string(), question_set: drawn.collect() };
        let plain = serde_json::to_vec(&out).map_err(|error| Error::Internal(error.into()))?;
        Ok(Self {
            brotli: brotli(&plain)?.into(),
            gzip: gzip(&plain)?.into(),
            plain: plain.into(),
            questions: shown,
            feature_level,
            changing: contest.rules.changing,
            has_several,
            pictures: questions.iter().flat_map(|question| pictures.keys(question.id)).cloned().collect(),
            key: questions.into_iter().map(|question| (question.id, question)).collect(),
            scheme,
        })
    }

    /// Whether one of its questions or options shows a picture.
    pub fn shows_picture(&self, picture: &PictureKey) -> bool {
        self.pictures.contains(picture)
    }

    /// Finds a choice on the paper and grades it.
    pub fn grade(&self, question: QuestionId, choice: &AnswerInput) -> Result<GradedChoice, Rejection> {
        let question = self.key.get(&question).ok_or(messages::NO_SUCH_QUESTION)?;
        let (chosen, typed) = match choice {
            // Only where answers may be changed, and then nothing is graded.
            AnswerInput::Cleared => return Err(messages::FIRST_ANSWER_STAYS.with("field", "clear")),
            // Whoever answers by the text of one option shows questions of which one is right.
            AnswerInput::OptionText(_) if !question.kind.is_single() => return Err(messages::NEEDS_NEWER_CLIENT),
            AnswerInput::OptionText(text) => (1 << question.option_shown(text).ok_or(messages::NO_SUCH_OPTION)?, None),
            // Where nothing is sent, what is typed is missing.
            AnswerInput::OptionIndexes(places) if question.kind.is_typed() => {
                let field = if places.is_empty() { "value" } else { "choice" };
                return Err(messages::TYPED_HERE.with("field", field));
            }
            AnswerInput::OptionIndexes(places) => {
                (chosen_by(question, places).map_err(|refusal| refusal.with("field", "choice"))?, None)
            }
            AnswerInput::TypedText(_) if !question.kind.is_typed() => {
                return Err(messages::CHOSEN_HERE.with("field", "value"));
            }
            AnswerInput::TypedText(text) => (1, Some(TypedAnswer::parse(question.kind, text)?)),
        };
        let counted = question.counted(chosen, typed.as_ref().map(TypedAnswer::text));
        Ok(GradedChoice {
            question_no: question.no,
            chosen,
            typed: typed.map(Arc::new),
            counted: Counters::of(self.scheme, question, Some(counted)),
        })
    }

    /// The number of a question in the contest.
    pub fn number_of(&self, question: QuestionId) -> Result<i32, Rejection> {
        self.key.get(&question).map(|question| question.no).ok_or(messages::NO_SUCH_QUESTION)
    }

    /// What a stored answer to a question, by its number in the contest, is counted as.
    pub fn counted(&self, question_no: i32, StoredAnswer { chosen, typed }: &StoredAnswer) -> Counters {
        let question = self.key.values().find(|question| question.no == question_no);
        let counted = |question: &Question| {
            Counters::of(self.scheme, question, Some(question.counted(*chosen, typed.as_deref())))
        };
        question.map(counted).unwrap_or_default()
    }

    /// The ids of the questions by their numbers in the contest.
    pub fn ids(&self) -> HashMap<i32, QuestionId> {
        self.key.values().map(|question| (question.no, question.id)).collect()
    }

    /// An answer in words.
    pub fn text_of(&self, question: QuestionId, StoredAnswer { chosen, typed }: &StoredAnswer) -> String {
        let question = self.key.get(&question);
        question.map_or_else(String::new, |question| question.answer_text(*chosen, typed.as_deref()))
    }

    /// Answers by the ids of their questions, given by question number.
    pub fn chosen(&self, answers: &[GivenAnswer]) -> Answered {
        let by_no: HashMap<i32, &Question> = self.key.values().map(|question| (question.no, question)).collect();
        let known = || answers.iter().filter_map(|given| Some((*by_no.get(&given.question_no)?, &given.answer)));
        let text = |(question, given): (&Question, &StoredAnswer)| {
            let text = question.answer_text(given.chosen, given.typed.as_deref());
            (!text.is_empty()).then(|| (question.id.to_string(), text))
        };
        let places = |(question, given): (&Question, &StoredAnswer)| {
            let places = contests::places_of(given.chosen).collect();
            question.kind.is_several().then(|| (question.id.to_string(), places))
        };
        Answered {
            texts: known().filter_map(text).collect(),
            places: self.has_several.then(|| known().filter_map(places).collect()),
        }
    }
}

/// The options at these places, a bit for each: one of a single question, any of them of several, each named once.
fn chosen_by(question: &Question, places: &[u32]) -> Result<u8, Rejection> {
    if !question.kind.is_several() && places.len() != 1 {
        return Err(messages::ONE_CHOICE);
    }
    if places.is_empty() {
        return Err(messages::NO_CHOICE);
    }
    if places.iter().any(|place| *place as usize >= question.options.len()) {
        return Err(messages::NO_SUCH_OPTION);
    }
    contests::bits_of(places, question.options.len()).ok_or(messages::CHOSEN_TWICE)
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
