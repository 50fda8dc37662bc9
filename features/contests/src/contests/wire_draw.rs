//! JSON of a contest's blueprint: what each person of a contest gets.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use quad_http::body::{self, UnreadNames};
use quad_kernel::error::Rejection;
use quad_kernel::ids::Random;

use super::draw::{Draw, MOST_PAPERS, Part};
use super::edit_draw::ShownDraw;
use super::messages;

/// A part of what each person shall get.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DrawPartIn {
    /// Questions of this difficulty, however it is written; of any when null or absent.
    #[serde(default)]
    difficulty: Option<String>,
    /// Null: no question has one.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    category: Value,
    /// Questions with one of these tags, at most eight, however they are written; any when empty or absent.
    #[serde(default)]
    tags: Option<Vec<String>>,
    /// How many of them each person gets, 1 or more and no more than there are.
    count: i64,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl TryFrom<DrawPartIn> for Part {
    type Error = Rejection;

    fn try_from(sent: DrawPartIn) -> Result<Self, Rejection> {
        sent.others.refuse_but(&["pool"], &["difficulty", "tags", "count"])?;
        if !sent.category.is_null() && sent.category != "" {
            return Err(Rejection::invalid("category", messages::NO_CATEGORY));
        }
        Self::parse(sent.difficulty.as_deref(), sent.tags.as_deref().unwrap_or_default(), sent.count)
    }
}

/// What each person shall get.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DrawIn {
    /// At most 20, no two about the same questions. Without any, everybody gets all questions.
    #[serde(deserialize_with = "body::objects")]
    parts: Vec<DrawPartIn>,
    /// How many papers are made, 1 to 16; 16 when null or absent.
    #[serde(default)]
    papers: Option<i64>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl DrawIn {
    /// Checks it; nothing where everybody shall get all questions.
    pub fn parse(self, random: &Random) -> Result<Option<Draw>, Rejection> {
        let told = ["success", "message", "questionsEach", "inNoPaper", "frozen"];
        self.others.refuse_but(&told, &["parts", "papers"])?;
        if self.parts.is_empty() {
            return Ok(None);
        }
        let parts: Result<Vec<Part>, Rejection> = self.parts.into_iter().map(Part::try_from).collect();
        Draw::parse(parts?, self.papers.unwrap_or(MOST_PAPERS.into()), random).map(Some)
    }
}

/// A part of what each person gets.
#[derive(Debug, Serialize, ToSchema)]
pub struct DrawPartOut {
    /// Questions of this difficulty; of any when null.
    difficulty: Option<String>,
    /// Always null.
    category: Option<String>,
    /// Questions with one of these tags; any when empty.
    tags: Vec<String>,
    /// How many of them each person gets.
    count: u32,
    /// How many questions there are for it: those that fit it and no part before it.
    pool: u32,
}

/// What each person of a contest gets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawOut {
    /// Always true.
    success: bool,
    /// For people, after a change.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// None where everybody gets all questions.
    parts: Vec<DrawPartOut>,
    /// How many papers are made; null where everybody gets all questions.
    papers: Option<u32>,
    /// How many questions each person gets.
    questions_each: u32,
    /// How many questions fit no part and are in nobody's paper.
    in_no_paper: u32,
    /// Somebody has joined, or the papers are dealt: none of it can change any more.
    frozen: bool,
}

impl DrawOut {
    /// What is shown, with a word about it.
    pub fn new(ShownDraw { contest, questions }: &ShownDraw, message: Option<&str>) -> Self {
        let pools: Vec<u32> = contest
            .draw
            .as_ref()
            .map_or_else(Vec::new, |draw| draw.pools(questions).iter().map(|pool| pool.len() as u32).collect());
        let parts = contest.draw.iter().flat_map(|draw| &draw.parts).zip(&pools);
        let parts = parts.map(|(part, pool)| DrawPartOut {
            difficulty: part.difficulty.clone(),
            category: None,
            tags: part.tags.clone(),
            count: part.count,
            pool: *pool,
        });
        let in_a_pool: u32 = pools.iter().sum();
        Self {
            success: true,
            message: message.map(str::to_owned),
            parts: parts.collect(),
            papers: contest.draw.as_ref().map(|draw| draw.papers),
            questions_each: contest.questions_each(),
            in_no_paper: if contest.draw.is_some() { questions.len() as u32 - in_a_pool } else { 0 },
            frozen: contest.frozen_at.is_some(),
        }
    }
}
