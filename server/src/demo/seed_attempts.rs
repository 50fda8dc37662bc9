//! Demo seed of attempts: who takes a contest, how well, and when.

use std::time::Duration;

use quad_contests::attempts::{DemoAnswer, DemoAttempt, DemoCorrection};
use quad_contests::contests::{AskedFixed, Kind, Marking, NewQuestion, QuestionMarks, Window};
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, Random, UserId};

use super::content::{ContestText, CorrectionText, QuestionText};

/// Somebody who takes a contest.
#[derive(Debug)]
pub struct Taker {
    user: UserId,
    /// Chance of a right answer to a question of middling difficulty.
    skill: f64,
    /// Still answering: this many questions are done.
    under_way: Option<usize>,
}

/// A question, and what people type at it.
#[derive(Debug, Clone)]
pub struct PlayedQuestion {
    pub new: NewQuestion,
    /// What is right, in one spelling or another; nothing where options are chosen.
    pub ways: Vec<String>,
    /// What else is typed.
    pub wrong: Vec<String>,
}

impl From<NewQuestion> for PlayedQuestion {
    fn from(new: NewQuestion) -> Self {
        Self { new, ways: Vec::new(), wrong: Vec::new() }
    }
}

impl PlayedQuestion {
    /// An answer that is right or not: the options chosen, and what is typed.
    fn answer(&self, random: &Random, correct: bool) -> (u8, Option<String>) {
        let Self { new, ways, wrong } = self;
        let below = |count: usize| random.below(count.max(1) as u64) as usize;
        match new.kind {
            Kind::Single => {
                let other = (new.answer() + 1 + below(new.options.len() - 1)) % new.options.len();
                (1 << if correct { new.answer() } else { other }, None)
            }
            Kind::Several if correct => (new.accepted, None),
            Kind::Several => {
                // One too few, or another beside it.
                let option = 1 << below(new.options.len());
                (Some(new.accepted ^ option).filter(|chosen| *chosen != 0).unwrap_or(!new.accepted & 3), None)
            }
            Kind::Number | Kind::Text => {
                let typed = if correct { ways } else { wrong };
                (1, typed.get(below(typed.len())).cloned())
            }
        }
    }
}

/// A question as the feature takes it; the content's test has checked it.
pub fn question(text: &QuestionText) -> NewQuestion {
    NewQuestion {
        kind: Kind::Single,
        text: text.text.clone(),
        options: text.options.to_vec(),
        accepted: 1 << (text.answer - 1),
        typed: None,
        difficulty: Some(text.difficulty.clone()),
        explanation: text.explanation.clone(),
        marks: QuestionMarks::default().into(),
        pictures: None,
        fixed: AskedFixed::default(),
        tags: None,
    }
}

/// Questions with the marks and stars that some have in this contest; the content's test has checked them.
pub fn marked(questions: Vec<NewQuestion>, text: &ContestText) -> Vec<NewQuestion> {
    let of_number = |number| text.marks.iter().find(|one| one.question == number).and_then(|one| one.parse().ok());
    let marks = (1..).map(|number| of_number(number).unwrap_or_default());
    questions.into_iter().zip(marks).map(|(question, marks)| question.marked(marks)).collect()
}

/// A number in 0..1.
fn chance(random: &Random) -> f64 {
    random.below(1 << 53) as f64 / (1_u64 << 53) as f64
}

/// Draws the contest's participants and how well each knows the subject.
pub fn takers(random: &Random, crowd: &[UserId], text: &ContestText) -> Vec<Taker> {
    let mut crowd = crowd.to_vec();
    for at in (1..crowd.len()).rev() {
        crowd.swap(at, random.below(at as u64 + 1) as usize);
    }
    let chosen = crowd.into_iter().take(text.participants).enumerate();
    chosen
        .map(|(at, user)| {
            // The mean of four draws is close enough to a bell.
            let bell = (0..4).map(|_| chance(random)).sum::<f64>() / 4.0 - 0.5;
            let skill = (text.mean_skill + bell * 1.3).clamp(0.12, 0.985);
            let under_way = (at < text.under_way).then(|| random.below(9) as usize);
            Taker { user, skill, under_way }
        })
        .collect()
}

/// The demo's student takes part in some of them, and is in the middle of one.
pub fn student(user: UserId, text: &ContestText) -> Option<Taker> {
    let (skill, under_way) = match text.key.as_str() {
        "operating-systems" => (0.8, Some(4)),
        "general-friday" => (0.75, None),
        "data-structures" | "indian-polity" | "dbms" | "physics" | "cinema-theatre" | "several-right"
        | "typed-answers" | "shuffled" | "drawn-paper" => (0.78, None),
        _ => return None,
    };
    Some(Taker { user, skill, under_way })
}

/// What the organiser corrected the morning after; nothing if the text makes no sense, which the content's test looks at.
pub fn correction(text: &CorrectionText, contest: ContestId, owner: UserId, window: Window) -> Option<DemoCorrection> {
    Some(DemoCorrection {
        contest,
        question_no: text.question as i32,
        marking: Marking::from_word(&text.marking)?,
        reason: text.reason.clone(),
        by: owner,
        at: window.ends_at.plus(Duration::from_hours(14)),
    })
}

/// Plays the attempts of a contest.
pub fn play(
    random: &Random,
    contest: ContestId,
    window: Window,
    questions: &[PlayedQuestion],
    text: &ContestText,
    takers: &[Taker],
    now: Time,
) -> Vec<DemoAttempt> {
    if text.status == "upcoming" {
        return Vec::new();
    }
    let until = window.ends_at.min(now).0;
    let mut attempts = Vec::with_capacity(takers.len());
    for taker in takers {
        let count = taker.under_way.unwrap_or(questions.len()).min(questions.len());
        let paces: Vec<u64> = (0..count).map(|_| 7_000 + random.below(38_000)).collect();
        let needed = paces.iter().sum::<u64>() as i64 + 5_000;
        let joined_at = if taker.under_way.is_some() {
            until - needed - random.below(60_000) as i64
        } else {
            let room = (until - window.starts_at.0 - needed).max(1) as u64;
            // Most come soon after the start.
            let early = chance(random).powi(2);
            window.starts_at.0 + (room as f64 * early) as i64
        };
        let joined_at = Time(joined_at.max(window.starts_at.0));
        let mut at = joined_at;
        let mut answers = Vec::with_capacity(count);
        for ((no, question), pace) in (1..).zip(questions).zip(&paces) {
            at = at.plus(Duration::from_millis(*pace));
            if at.0 >= until || (taker.under_way.is_none() && chance(random) < 0.03) {
                continue;
            }
            let ease = match question.new.difficulty.as_deref() {
                Some("Easy") => 0.12,
                Some("Hard") => -0.2,
                _ => -0.04,
            };
            let correct = chance(random) < taker.skill + ease;
            let (chosen, typed) = question.answer(random, correct);
            answers.push(DemoAnswer { question_no: no, chosen, typed, correct, at });
        }
        let handed_in = at.plus(Duration::from_millis(2_000 + random.below(20_000)));
        let submitted_at = (taker.under_way.is_none() && handed_in.0 < until).then_some(handed_in);
        attempts.push(DemoAttempt { contest, user: taker.user, joined_at, submitted_at, answers });
    }
    attempts
}
