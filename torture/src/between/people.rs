//! People of the fault `between`: which answers each gives, drawn from the seed, and what they saw become of them.
//!
//! Everybody gives the questions in an order of their own, other options than their neighbours, and leaves some out, so that
//! an answer that somebody else gave shows: as another option, before its time, or where there should be none.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quad_kernel::clock::Time;
use quad_kernel::ids::Random;
use quad_testbed::campus::Campus;
use serde_json::{Value, json};

/// The contest that ends long after everything; the others end one after the other.
pub const MAIN: usize = 0;
/// Of a hundred questions somebody leaves so many out.
const LEFT_OUT: u64 = 10;
/// Longest pause before the next answer.
const PAUSE_MS: u64 = 800;
/// Of a hundred people so many load their page anew in the middle.
const RELOADS: u64 = 25;
/// A contest is taken that ends in so long at least, and at most.
const TAKEN_BEFORE_END: std::ops::Range<i64> = 4_000..40_000;

/// An answer, by places in the campus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Of which contest.
    pub contest: usize,
    /// To which question.
    pub question: usize,
    /// Which option.
    pub option: usize,
}

/// What its person saw of an answer.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// When it was given.
    pub given_at: Option<i64>,
    /// The outbox said that it is kept on the device.
    pub is_kept: bool,
    /// The option that was shown as saved; one that the question does not have is [`usize::MAX`].
    pub saved: Option<usize>,
    /// It was shown as refused for good, with this code.
    pub refused: Option<String>,
}

/// Somebody who takes part.
#[derive(Clone, Debug)]
pub struct Person {
    /// What they give, in order.
    pub answers: Vec<Answer>,
    /// What they saw of it.
    pub seen: Vec<Seen>,
    /// Their page is loaded anew after this one.
    reload_after: Option<usize>,
    pauses: Vec<u64>,
    loads: usize,
}

#[cfg(test)]
impl Person {
    /// Somebody who saw that of these answers.
    pub fn of(answers: Vec<Answer>, seen: Vec<Seen>) -> Self {
        Self { pauses: vec![0; answers.len()], reload_after: None, loads: 0, answers, seen }
    }
}

/// How far everybody is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// People who have begun.
    pub begun: usize,
    /// Answers that they have given.
    pub given: usize,
    /// Of these, shown neither as saved nor as refused yet.
    pub waiting: usize,
    /// Answers that they will still give at the contest that goes on.
    pub to_give: usize,
}

/// Everybody.
#[derive(Debug)]
pub struct People {
    /// Who they are.
    pub campus: Arc<Campus>,
    /// When the contests end.
    pub ends: Vec<Time>,
    all: Vec<Mutex<Option<Person>>>,
    next: AtomicUsize,
    seed: u64,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl People {
    /// All of the campus; nobody has begun.
    pub fn new(campus: &Arc<Campus>, ends: Vec<Time>, seed: u64) -> Self {
        let all = campus.people.iter().map(|_| Mutex::default()).collect();
        Self { campus: Arc::clone(campus), ends, all, next: AtomicUsize::new(0), seed }
    }

    /// The next to begin; nothing when all have begun.
    pub fn take_next(&self) -> Option<usize> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (next < self.all.len()).then_some(next)
    }

    /// Those who have begun, by their places.
    pub fn begun(&self) -> Vec<(usize, Person)> {
        self.all.iter().enumerate().filter_map(|(who, one)| Some((who, held(one).clone()?))).collect()
    }

    /// What the page of a person is told when it is loaded; nothing when there is nobody.
    pub fn load(&self, who: usize, now: Time) -> Option<Value> {
        let mut person = held(self.all.get(who)?);
        let person = person.get_or_insert_with(|| self.draw(who, now));
        let is_again = person.loads > 0;
        person.loads += 1;
        let answers = person.answers.iter().zip(&person.pauses).filter_map(|(answer, pause)| {
            let contest = self.campus.contests.get(answer.contest)?;
            let question = contest.questions.get(answer.question)?;
            let choice = question.options.get(answer.option)?;
            Some(
                json!({"contest": contest.id.to_string(), "question": question.name, "choice": choice, "pause": pause}),
            )
        });
        let from = if is_again { person.reload_after.map_or(0, |place| place + 1) } else { 0 };
        let reload_after = person.reload_after.filter(|_| !is_again);
        Some(json!({"user": self.campus.people.get(who)?.name, "answers": answers.collect::<Vec<_>>(), "from": from,
            "reloadAfter": reload_after}))
    }

    fn draw(&self, who: usize, now: Time) -> Person {
        let random = Random::seeded(self.seed.wrapping_mul(1_000_000).wrapping_add(who as u64));
        let left = |contest: usize| self.ends.get(contest).map(|end| end.millis_since(now));
        let ending = (0..self.ends.len())
            .filter(|contest| *contest != MAIN)
            .find(|contest| left(*contest).is_some_and(|left| TAKEN_BEFORE_END.contains(&left)));
        let mut answers = Vec::new();
        for contest in [Some(MAIN), ending].into_iter().flatten() {
            let questions = self.campus.contests.get(contest).map_or(0, |contest| contest.questions.len());
            for question in (0..questions).filter(|_| random.below(100) >= LEFT_OUT) {
                // Neighbours never give the same option.
                let option = (who + question + random.below(2) as usize * 2) % 4;
                answers.push(Answer { contest, question, option });
            }
        }
        for place in (1..answers.len()).rev() {
            answers.swap(place, random.below(place as u64 + 1) as usize);
        }
        let reload = random.below(100) < RELOADS && !answers.is_empty();
        Person {
            seen: vec![Seen::default(); answers.len()],
            reload_after: reload.then(|| random.below(answers.len() as u64) as usize),
            pauses: answers.iter().map(|_| random.below(PAUSE_MS)).collect(),
            loads: 0,
            answers,
        }
    }

    /// Takes what a page reports; no when it is no report.
    pub fn report(&self, who: usize, body: &[u8]) -> bool {
        let (Some(person), Ok(reports)) = (self.all.get(who), serde_json::from_slice::<Vec<Value>>(body)) else {
            return false;
        };
        let mut person = held(person);
        let Some(person) = person.as_mut() else { return false };
        for report in &reports {
            let place = report[1].as_u64().unwrap_or(u64::MAX) as usize;
            let (Some(seen), Some(answer)) = (person.seen.get_mut(place), person.answers.get(place)) else {
                return false;
            };
            match report[0].as_str() {
                Some("given") => seen.given_at = report[2].as_i64(),
                Some("kept") => seen.is_kept = true,
                Some("saved") => {
                    let question = self.campus.contests[answer.contest].questions.get(answer.question);
                    let options = question.iter().flat_map(|question| &question.options);
                    let shown = options.enumerate().find(|(_, option)| report[2].as_str() == Some(option));
                    // The first that was shown counts: a page that takes it back was wrong before.
                    seen.saved.get_or_insert(shown.map_or(usize::MAX, |(option, _)| option));
                }
                Some("refused") => seen.refused = report[2].as_str().map(str::to_owned),
                _ => return false,
            }
        }
        true
    }

    /// How far everybody is.
    pub fn progress(&self) -> Progress {
        let mut progress = Progress::default();
        for person in &self.all {
            let person = held(person);
            let Some(person) = person.as_ref() else { continue };
            progress.begun += 1;
            for (answer, seen) in person.answers.iter().zip(&person.seen) {
                let is_given = seen.given_at.is_some();
                progress.given += usize::from(is_given);
                progress.to_give += usize::from(!is_given && answer.contest == MAIN);
                progress.waiting += usize::from(is_given && seen.saved.is_none() && seen.refused.is_none());
            }
        }
        progress
    }

    /// Whether everybody who has begun has given all they had to, and nothing of it waits.
    pub fn are_done(&self, now: Time) -> bool {
        self.all.iter().all(|person| {
            held(person).as_ref().is_none_or(|person| {
                person.answers.iter().zip(&person.seen).all(|(answer, seen)| {
                    let is_over =
                        self.ends.get(answer.contest).is_some_and(|end| now > end.plus(Duration::from_secs(1)));
                    seen.saved.is_some() || seen.refused.is_some() || (seen.given_at.is_none() && is_over)
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use quad_kernel::clock::Clock;
    use quad_testbed::campus::Plan;

    use super::*;

    fn people(seed: u64) -> People {
        let plan = Plan { people: 8, contests: vec![(40, 8, false), (5, 8, false)], ..Plan::default() };
        let now = Clock::System.now();
        let ends = vec![now.plus(Duration::from_hours(1)), now.plus(Duration::from_secs(20))];
        People::new(&Arc::new(Campus::new(&plan)), ends, seed)
    }

    #[test]
    fn a_seed_gives_the_same_answers_and_nobody_those_of_a_neighbour() {
        let (one, two, now) = (people(3), people(3), Clock::System.now());
        for who in 0..8 {
            assert!(one.load(who, now).is_some() && two.load(who, now).is_some());
        }
        assert!(one.load(8, now).is_none(), "there is nobody");
        let (one, two) = (one.begun(), two.begun());
        for ((_, one), (_, two)) in one.iter().zip(&two) {
            assert_eq!(one.answers, two.answers);
            assert!(one.answers.iter().any(|answer| answer.contest == MAIN));
        }
        for pair in one.windows(2) {
            assert!(pair[0].1.answers.iter().all(|answer| !pair[1].1.answers.contains(answer)));
            assert_ne!(pair[0].1.answers.len(), 45, "some are left out");
        }
        assert!(one.iter().any(|(_, person)| person.answers.iter().any(|answer| answer.contest == 1)));
    }

    #[test]
    fn a_page_that_is_loaded_anew_goes_on_where_it_was() {
        let (people, now) = (people(1), Clock::System.now());
        let mut reloads = 0;
        for who in 0..8 {
            let first = people.load(who, now).expect("a person");
            let again = people.load(who, now).expect("the same");
            assert_eq!((&first["from"], &again["reloadAfter"]), (&json!(0), &Value::Null));
            assert_eq!(again["from"], first["reloadAfter"].as_u64().map_or(json!(0), |place| json!(place + 1)));
            reloads += usize::from(!first["reloadAfter"].is_null());
        }
        assert!((1..8).contains(&reloads), "{reloads}");
    }

    #[test]
    fn what_a_page_reports_is_seen() {
        let (people, now) = (people(1), Clock::System.now());
        let told = people.load(0, now).expect("a person");
        let choice = told["answers"][1]["choice"].as_str().expect("a choice");
        let reports =
            json!([["given", 1, 77], ["kept", 1, ""], ["saved", 1, choice], ["given", 2, 78], ["saved", 2, "?"]]);
        assert!(people.report(0, reports.to_string().as_bytes()));
        assert_eq!((people.progress().given, people.progress().waiting), (2, 0));
        let (_, person) = &people.begun()[0];
        assert_eq!((person.seen[1].given_at, person.seen[1].is_kept), (Some(77), true));
        assert_eq!((person.seen[1].saved, person.seen[2].saved), (Some(person.answers[1].option), Some(usize::MAX)));
        let waits = json!([["given", 3, 80], ["given", 4, 81], ["refused", 4, "contest_ended"]]);
        assert!(people.report(0, waits.to_string().as_bytes()));
        assert_eq!((people.progress().given, people.progress().waiting), (4, 1));
        assert!(!people.are_done(now));
        assert!(!people.report(0, b"[[\"given\",999,1]]") && !people.report(1, b"[]") && !people.report(0, b"{"));
    }
}
