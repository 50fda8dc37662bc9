//! Demo seed of the other kinds of question: contests whose questions have several right options, are typed at, show pictures, are
//! marked as a competitive paper is, or are drawn for each person. They have a source of chance of their own, so that the rest of the campus stays as it was.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use anyhow::Context;
use chrono_tz::Tz;
use serde::Deserialize;

use crate::app::App;
use quad_contests::attempts;
use quad_contests::contests::{AskedPicture, ContestBuilder, NewQuestion, TypedKey};
use quad_db::Tx;
use quad_kernel::clock::Time;
use quad_kernel::error::{Rejection, Result};
use quad_kernel::ids::{ContestId, Random, UserId};
use quad_people::pictures;

use super::content::ContestText;
use super::contest_window;
use super::draw_figures::{Figure, draw};
use super::seed_attempts::{self, PlayedQuestion};

/// As the file has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kinds {
    pub contests: Vec<ContestText>,
    pub questions: BTreeMap<String, Vec<KindText>>,
}

/// A question of any kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindText {
    #[serde(default)]
    kind: Option<String>,
    text: String,
    #[serde(default)]
    options: Vec<String>,
    /// From 1.
    #[serde(default)]
    right: Vec<u32>,
    #[serde(default)]
    value: Option<String>,
    #[serde(default)]
    tolerance: Option<String>,
    #[serde(default)]
    unit: Option<String>,
    #[serde(default)]
    accepted: Vec<String>,
    #[serde(default)]
    ways: Vec<String>,
    #[serde(default)]
    wrong: Vec<String>,
    difficulty: String,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    explanation: Option<String>,
    #[serde(default)]
    pictures: Vec<PictureText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PictureText {
    figure: Figure,
    alt: String,
    /// From 1.
    #[serde(default)]
    option: Option<u32>,
}

/// A contest to be written, whose pictures are kept.
#[derive(Debug)]
pub struct Drawn {
    id: ContestId,
    text: ContestText,
    questions: Vec<PlayedQuestion>,
}

/// Reads the file.
pub fn kinds() -> anyhow::Result<Kinds> {
    toml::from_str(include_str!("../../demo/kinds.toml")).context("demo/kinds.toml")
}

impl KindText {
    /// By the rules of a question that somebody writes; without its pictures.
    fn question(&self) -> Result<NewQuestion, Rejection> {
        let right: Vec<u32> = self.right.iter().map(|option| option.saturating_sub(1)).collect();
        let (text, difficulty) = (self.text.trim(), Some(self.difficulty.as_str()));
        let new = match self.kind.as_deref() {
            Some("several") => NewQuestion::several(text, &self.options, &right, difficulty),
            Some("number") => {
                let key = TypedKey::number(self.value.as_deref(), self.tolerance.as_deref(), self.unit.as_deref())?;
                NewQuestion::typed(text, key, difficulty)
            }
            Some("text") => NewQuestion::typed(text, TypedKey::texts(&self.accepted)?, difficulty),
            _ => NewQuestion::single(text, &self.options, &right, difficulty),
        };
        let tags = Some(self.tags.as_slice()).filter(|tags| !tags.is_empty());
        new?.explained(self.explanation.as_deref())?.tagged(tags)
    }

    fn played(&self, new: NewQuestion) -> PlayedQuestion {
        let usual = self.accepted.first().or(self.value.as_ref());
        let ways = if self.ways.is_empty() { usual.into_iter().cloned().collect() } else { self.ways.clone() };
        PlayedQuestion { new, ways, wrong: self.wrong.clone() }
    }
}

/// Draws the pictures of all contests and keeps them; outside of any transaction.
pub async fn draw_all(app: &App, random: &Random, now: Time) -> Result<Vec<Drawn>> {
    let Kinds { contests, questions } = kinds()?;
    let mut all = Vec::with_capacity(contests.len());
    for text in contests {
        let id = ContestId::new(made_at(&text, now), random);
        let texts = questions.get(&text.questions).map(Vec::as_slice).unwrap_or_default();
        let mut played = Vec::with_capacity(texts.len());
        for question in texts {
            let mut shown = Vec::with_capacity(question.pictures.len());
            for PictureText { figure, alt, option } in &question.pictures {
                let png = draw(*figure).map_err(anyhow::Error::from)?;
                let picture = pictures::store_private_for_demo(app, png, id.0).await?;
                let option = option.map(|option| option.saturating_sub(1));
                shown.push(AskedPicture::parse(picture.key.as_str(), alt, option)?);
            }
            let new = question.question()?.pictured(Some(shown).filter(|shown| !shown.is_empty()))?;
            played.push(question.played(new));
        }
        all.push(Drawn { id, text, questions: played });
    }
    Ok(all)
}

/// Writes them, with who took them.
pub async fn contests(
    tx: &mut Tx,
    random: &Random,
    all: &[Drawn],
    by_key: &HashMap<String, UserId>,
    crowd: &[UserId],
    zone: Tz,
    now: Time,
) -> Result<()> {
    for (at, Drawn { id, text, questions }) in all.iter().enumerate() {
        let Some(owner) = by_key.get(&text.organiser).copied() else { continue };
        let window = contest_window::window(text, at, zone, now);
        let contest = ContestBuilder::new(&text.title, window)
            .id(*id)
            .description(&text.description)
            .public(text.public)
            .rules(text.rules)
            .draw(text.draw.as_ref().map(|draw| draw.parse(random)).transpose()?)
            .questions(questions.iter().map(|question| question.new.clone()).collect());
        contest.insert(tx, random, owner, made_at(text, now)).await?;
        let mut takers = seed_attempts::takers(random, crowd, text);
        takers.extend(by_key.get("ananya").and_then(|ananya| seed_attempts::student(*ananya, text)));
        let played = seed_attempts::play(random, *id, window, questions, text, &takers, now);
        attempts::insert_for_demo(tx, *id, &played).await?;
    }
    Ok(())
}

/// Some days before it began, or before now.
fn made_at(text: &ContestText, now: Time) -> Time {
    Time(now.0 + text.starts * 60_000).min(now).minus(Duration::from_hours(72))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use quad_contests::contests::{ChangeRule, ContestRules, FeatureLevel, Kind, Marks, PaperOrder, TypedAnswer};

    /// All contests with their questions by the rules of a question.
    fn papers() -> Vec<(ContestText, Vec<PlayedQuestion>)> {
        let Kinds { contests, questions } = kinds().expect("the file");
        let paper = |text: ContestText| {
            let made = questions[&text.questions].iter().map(|question| {
                let new = question.question().unwrap_or_else(|refusal| panic!("{}: {}", question.text, refusal.say));
                question.played(new)
            });
            let made = made.collect();
            (text, made)
        };
        contests.into_iter().map(paper).collect()
    }

    #[test]
    fn each_kind_and_rule_has_a_contest_of_its_own() {
        let papers = papers();
        assert_eq!(papers.iter().map(|(text, _)| &text.key).collect::<HashSet<_>>().len(), papers.len());
        let has = |what: &dyn Fn(&ContestText, &[PlayedQuestion]) -> bool| {
            papers.iter().filter(|(text, questions)| what(text, questions)).count()
        };
        let all_of = |kinds: &'static [Kind]| {
            has(&move |_, questions| questions.iter().all(|question| kinds.contains(&question.new.kind)))
        };
        assert_eq!(all_of(&[Kind::Several]), 1);
        assert_eq!(all_of(&[Kind::Number, Kind::Text]), 1);
        assert_eq!(has(&|text, _| text.key == "jee-main-mock" && text.rules.marks.of_wrong() < Marks::ZERO), 1);
        let mixed = |text: &ContestText| text.rules != ContestRules { answers_shown: true, ..ContestRules::default() };
        assert_eq!(has(&|text, _| text.key == "shuffled" && text.rules.marks.is_plain() && mixed(text)), 1);
        assert_eq!(has(&|_, questions| questions.iter().any(|question| question.new.text.contains("```"))), 1);
        let drawn = |text: &ContestText, questions: &[PlayedQuestion]| {
            let each: i64 = text.draw.iter().flat_map(|draw| &draw.parts).map(|part| part.count).sum();
            let is_part = (1..questions.len() as i64).contains(&each);
            let is_tagged = questions.iter().any(|question| question.new.tags.is_some());
            let is_dealt = text.draw.as_ref().is_some_and(|draw| draw.parse(&Random::seeded(1)).is_ok());
            is_part && is_tagged && is_dealt && text.participants > 0 && text.status != "upcoming"
        };
        assert_eq!(has(&drawn), 1);
        assert_eq!(has(&|text, _| text.rules.question_order != PaperOrder::default()), 1);
        assert_eq!(has(&|text, _| text.rules.changing != ChangeRule::default()), 1);
        let kinds = kinds().expect("the file");
        let pictured = kinds.questions.values().filter(|all| all.iter().any(|one| !one.pictures.is_empty())).count();
        assert_eq!(pictured, 1);
        assert!(papers.iter().all(|(text, questions)| text.participants >= text.under_way && questions.len() >= 5));
        let newest = papers.iter().flat_map(|(_, all)| all).map(|question| question.new.feature_level()).max();
        assert_eq!(newest, Some(FeatureLevel::TypedAnswers));
    }

    /// What people type at a question is what it is meant to be.
    #[test]
    fn what_is_typed_is_right_or_wrong_as_it_says() {
        for question in papers().iter().flat_map(|(_, questions)| questions) {
            let Some(key) = &question.new.typed else { continue };
            assert!(!question.ways.is_empty() && question.wrong.len() >= 3, "{}", question.new.text);
            for (typed, is_right) in
                question.ways.iter().map(|way| (way, true)).chain(question.wrong.iter().map(|wrong| (wrong, false)))
            {
                let read = TypedAnswer::parse(key.kind(), typed).unwrap_or_else(|_| panic!("{typed}"));
                assert_eq!(read.text(), typed);
                assert_eq!(key.accepts(typed), is_right, "{}: {typed}", question.new.text);
            }
        }
    }

    #[test]
    fn every_formula_is_drawn() {
        let mut drawn = 0;
        for question in papers().into_iter().flat_map(|(_, questions)| questions) {
            let new = question.new;
            for text in new.options.iter().chain([&new.text]).chain(&new.explanation) {
                let formulas = quad_maths::formulas(text);
                assert!(formulas.problems.is_empty(), "{text}: {:?}", formulas.problems);
                drawn += formulas.drawn.len();
            }
        }
        assert!(drawn > 20, "{drawn}");
    }
}
