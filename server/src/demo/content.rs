//! Demo content: the campus as it stands in `server/demo/*.toml`, compiled in.

use std::collections::BTreeMap;

use anyhow::Context;
use serde::Deserialize;

use quad_contests::contests::{ContestRules, Draw, DrawPart, QuestionMarks};
use quad_kernel::error::Rejection;
use quad_kernel::ids::Random;

use super::paint_pictures::Scene;

/// Everything.
#[derive(Debug)]
pub struct Content {
    pub people: People,
    pub contests: Vec<ContestText>,
    pub questions: BTreeMap<String, Vec<QuestionText>>,
    pub polls: Vec<PollText>,
    pub clubs: Vec<ClubText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct People {
    pub institute: Institute,
    pub logins: Vec<Login>,
    pub participants: Vec<Participant>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Institute {
    pub name: String,
    pub domain: String,
    pub contact_email: String,
    pub contact_phone: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Login {
    pub key: String,
    pub name: String,
    pub email: String,
    pub role: String,
    pub club: String,
    pub batch: i32,
    pub contact: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Participant {
    pub name: String,
    pub email: String,
    pub batch: i32,
    pub contact: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Contests {
    contests: Vec<ContestText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestText {
    pub key: String,
    pub title: String,
    pub description: String,
    pub organiser: String,
    pub questions: String,
    pub public: bool,
    #[serde(default)]
    pub rules: ContestRules,
    pub status: String,
    pub starts: i64,
    pub ends: i64,
    pub participants: usize,
    pub under_way: usize,
    pub mean_skill: f64,
    /// Questions that give other marks than the contest, or are starred.
    #[serde(default)]
    pub marks: Vec<MarksText>,
    /// What its organiser corrected the morning after.
    #[serde(default)]
    pub correction: Option<CorrectionText>,
    /// Each person gets a part of its questions.
    #[serde(default)]
    pub draw: Option<DrawText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawText {
    pub papers: i64,
    pub parts: Vec<PartText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartText {
    #[serde(default)]
    pub difficulty: Option<String>,
    #[serde(default)]
    pub tags: Vec<String>,
    pub count: i64,
}

impl DrawText {
    pub fn parse(&self, random: &Random) -> Result<Draw, Rejection> {
        let parts = self.parts.iter().map(|part| DrawPart::parse(part.difficulty.as_deref(), &part.tags, part.count));
        Draw::parse(parts.collect::<Result<_, _>>()?, self.papers, random)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarksText {
    /// The question's number on the paper, from 1.
    pub question: usize,
    #[serde(default)]
    pub right: Option<String>,
    #[serde(default)]
    pub wrong: Option<String>,
    #[serde(default)]
    pub star: bool,
}

impl MarksText {
    pub fn parse(&self) -> Result<QuestionMarks, Rejection> {
        QuestionMarks::parse(self.right.as_deref(), self.wrong.as_deref(), self.star)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorrectionText {
    /// The question's number on the paper, from 1.
    pub question: usize,
    /// everyone, answered or void.
    pub marking: String,
    pub reason: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionText {
    pub text: String,
    pub options: [String; 4],
    /// From 1.
    pub answer: usize,
    pub difficulty: String,
    /// Why the answer is right.
    #[serde(default)]
    pub explanation: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Polls {
    polls: Vec<PollText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PollText {
    pub title: String,
    pub organization: String,
    pub owner: String,
    pub starts: i64,
    pub ends: i64,
    pub voters: usize,
    pub ananya: bool,
    pub options: Vec<String>,
    /// Percents.
    pub shares: Vec<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Clubs {
    clubs: Vec<ClubText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClubText {
    /// Its short name.
    pub key: String,
    pub name: String,
    /// One line, which becomes the first of the description.
    pub tagline: String,
    pub description: String,
    pub colour: String,
    /// What its picture shows.
    pub scene: Scene,
    /// What each link says, and where it leads.
    pub links: Vec<[String; 2]>,
    pub members: usize,
    pub pending: usize,
    /// Title and text.
    pub announcement: [String; 2],
    pub feedback: Vec<FeedbackText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedbackText {
    pub rating: i64,
    pub text: String,
}

/// Reads all of it.
pub fn content() -> anyhow::Result<Content> {
    let contests: Contests = toml::from_str(include_str!("../../demo/contests.toml")).context("demo/contests.toml")?;
    let polls: Polls = toml::from_str(include_str!("../../demo/polls.toml")).context("demo/polls.toml")?;
    let clubs: Clubs = toml::from_str(include_str!("../../demo/clubs.toml")).context("demo/clubs.toml")?;
    Ok(Content {
        polls: polls.polls,
        clubs: clubs.clubs,
        people: toml::from_str(include_str!("../../demo/people.toml")).context("demo/people.toml")?,
        contests: contests.contests,
        questions: toml::from_str(include_str!("../../demo/questions.toml")).context("demo/questions.toml")?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use quad_contests::contests::{Marking, NewQuestion};
    use quad_contests::polls::NewPoll;
    use quad_kernel::clock::Time;

    #[test]
    fn every_question_passes_the_rules_of_a_question() {
        let content = content().expect("content");
        let mut texts = HashSet::new();
        for question in content.questions.values().flatten() {
            let answer = &question.options[question.answer - 1];
            NewQuestion::parse(&question.text, &question.options, answer, Some(&question.difficulty))
                .and_then(|new| new.explained(question.explanation.as_deref()))
                .unwrap_or_else(|refusal| panic!("{}: {}", question.text, refusal.say));
            assert!(texts.insert(&question.text), "twice: {}", question.text);
        }
        assert!(texts.len() >= 80);
    }

    #[test]
    fn the_campus_is_whole() {
        let content = content().expect("content");
        assert!(content.people.participants.len() >= 200);
        for contest in &content.contests {
            assert!(content.questions.contains_key(&contest.questions), "{}", contest.key);
            assert!(content.people.logins.iter().any(|login| login.key == contest.organiser), "{}", contest.key);
            assert!(
                contest.participants <= content.people.participants.len() && contest.under_way <= contest.participants
            );
            for one in &contest.marks {
                assert!(!contest.rules.marks.is_plain() && one.parse().is_ok(), "{}", contest.key);
                assert!((1..=content.questions[&contest.questions].len()).contains(&one.question));
            }
            if let Some(correction) = &contest.correction {
                assert_eq!(contest.status, "ended", "{}", contest.key);
                assert!((1..=content.questions[&contest.questions].len()).contains(&correction.question));
                let marking = Marking::from_word(&correction.marking);
                assert!(marking.is_some_and(|marking| marking != Marking::Key));
            }
        }
        for status in ["upcoming", "active", "ended"] {
            assert!(content.contests.iter().any(|contest| contest.status == status), "{status}");
        }
    }

    #[test]
    fn the_clubs_are_whole() {
        let content = content().expect("content");
        for key in ["HOBBY", "DRAMATIC", "TECH", "LITERATURE", "SPORTS", "MUSIC"] {
            assert!(content.clubs.iter().any(|club| club.key == key), "{key}");
        }
        for club in &content.clubs {
            assert!(club.members + club.pending + 5 <= content.people.participants.len(), "{}", club.key);
            assert!(club.members >= 8 && club.feedback.len() < club.members, "{}", club.key);
            assert!(club.feedback.iter().all(|one| (1..=5).contains(&one.rating)), "{}", club.key);
        }
        for login in content.people.logins.iter().filter(|login| !login.club.is_empty()) {
            assert!(content.clubs.iter().any(|club| club.key == login.club), "{}", login.key);
        }
    }

    #[test]
    fn every_poll_passes_the_rules_of_a_poll() {
        let content = content().expect("content");
        let now = Time(1_800_000_000_000);
        let at = |minutes: i64| Time(now.0 + minutes * 60_000);
        for poll in &content.polls {
            let options: Vec<&str> = poll.options.iter().map(String::as_str).collect();
            // The rules want an end to come; the window moves, its length stays.
            let (start, end) = (at(0).to_rfc3339(), at(poll.ends - poll.starts).to_rfc3339());
            NewPoll::parse(&poll.title, &poll.organization, &start, &end, &options, now)
                .unwrap_or_else(|refusal| panic!("{}: {}", poll.title, refusal.say));
            assert!(content.people.logins.iter().any(|login| login.key == poll.owner), "{}", poll.title);
            let sum: u32 = poll.shares.iter().sum();
            assert_eq!(
                (poll.shares.len(), sum),
                (options.len(), if poll.voters == 0 { 0 } else { 100 }),
                "{}",
                poll.title
            );
            assert!(poll.voters <= content.people.participants.len() && (poll.voters == 0) == (poll.starts > 0));
        }
        let count = |which: fn(&PollText) -> bool| content.polls.iter().filter(|poll| which(poll)).count();
        assert!(count(|poll| poll.starts > 0) >= 2 && count(|poll| poll.ends < 0) >= 2);
        assert!(count(|poll| poll.starts < 0 && poll.ends > 0) >= 3);
    }
}
