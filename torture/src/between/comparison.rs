//! Comparison of what the people of the fault `between` gave and were shown with the answers in the database.
//!
//! - What was shown as saved is there, as it was shown.
//! - What is there was given by that person, with that option, and not before they gave it.
//! - What was given at the contest that goes on is there once the network is back, and shown as saved.
//! - What was given at a contest that has ended meanwhile is shown as saved, or as refused because it has ended, and then it is
//!   not there.

use std::collections::BTreeMap;

use super::people::{MAIN, Person};

/// Clocks of browser and server are one; each is read in milliseconds of its own.
const SAME_MOMENT_MS: i64 = 50;
/// What an answer is refused with that comes after the end.
const ENDED: &str = "contest_ended";
/// How many of a kind are told.
const TOLD: usize = 4;

/// An answer in the database, by places in the campus.
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    /// Of which contest.
    pub contest: usize,
    /// Under which person.
    pub who: usize,
    /// To which question.
    pub question: usize,
    /// Which option.
    pub option: usize,
    /// When it arrived.
    pub at: i64,
}

/// What a kind of wrong came to: how often, and the first of them.
#[derive(Debug, Default)]
pub struct Wrong {
    /// How often.
    pub count: usize,
    /// The first of them.
    pub told: Vec<String>,
}

impl Wrong {
    fn add(&mut self, what: impl FnOnce() -> String) {
        self.count += 1;
        if self.count <= TOLD {
            self.told.push(what());
        }
    }
}

/// What the comparison came to.
#[derive(Debug, Default)]
pub struct Compared {
    /// Answers shown as saved.
    pub saved: usize,
    /// Of them not there, or there otherwise.
    pub missing: Wrong,
    /// There more than once.
    pub doubled: Wrong,
    /// There under somebody who did not give it.
    pub foreign: Wrong,
    /// Given, and kept on the device, at the contest that goes on.
    pub given: usize,
    /// Of them not there.
    pub not_there: Wrong,
    /// Given before the end of a contest, and rightly shown as not counted because they arrived after it.
    pub not_counted: usize,
    /// Shown neither as saved nor rightly as refused, or as both.
    pub shown_wrongly: Wrong,
}

impl Compared {
    /// All kinds of wrong, with their words.
    pub fn wrongs(&self) -> [(&'static str, &Wrong); 5] {
        [
            ("shown as saved and missing", &self.missing),
            ("doubled", &self.doubled),
            ("under another person", &self.foreign),
            ("given before the end and not there", &self.not_there),
            ("shown wrongly", &self.shown_wrongly),
        ]
    }
}

/// Compares.
pub fn compare(people: &[(usize, Person)], stored: impl IntoIterator<Item = Stored>) -> Compared {
    let mut found = Compared::default();
    let mut there: BTreeMap<(usize, usize, usize), Stored> = BTreeMap::new();
    for row in stored {
        if there.insert((row.contest, row.who, row.question), row).is_some() {
            found.doubled.add(|| format!("{row:?}"));
        }
    }
    let mut mine: BTreeMap<(usize, usize, usize), (usize, Option<i64>)> = BTreeMap::new();
    for (who, person) in people {
        for (answer, seen) in person.answers.iter().zip(&person.seen) {
            let key = (answer.contest, *who, answer.question);
            mine.insert(key, (answer.option, seen.given_at));
            let row = there.get(&key);
            if let Some(shown) = seen.saved {
                found.saved += 1;
                if row.is_none_or(|row| row.option != shown) {
                    found.missing.add(|| format!("person {who}: {answer:?}, there is {row:?}"));
                }
            }
            let is_main = answer.contest == MAIN;
            if is_main && seen.is_kept {
                found.given += 1;
                if row.is_none_or(|row| row.option != answer.option) {
                    found.not_there.add(|| format!("person {who}: {answer:?}, {seen:?}, there is {row:?}"));
                }
            }
            let is_right = match (&seen.refused, seen.saved) {
                (None, Some(shown)) => shown == answer.option,
                (None, None) => !seen.is_kept,
                (Some(code), None) if !is_main && code == ENDED && row.is_none() => {
                    found.not_counted += 1;
                    true
                }
                (Some(_), _) => false,
            };
            if !is_right {
                found.shown_wrongly.add(|| format!("person {who}: {answer:?}, {seen:?}, there is {row:?}"));
            }
        }
    }
    for (key, row) in &there {
        let given = mine.get(key).and_then(|(option, at)| Some((*option, (*at)?)));
        if given.is_none_or(|(option, at)| option != row.option || row.at + SAME_MOMENT_MS < at) {
            found.foreign.add(|| format!("{row:?}, given was {given:?} (option, moment)"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::people::{Answer, Seen};
    use super::*;

    const ENDING: usize = 1;

    fn answer(contest: usize, question: usize) -> Answer {
        Answer { contest, question, option: question % 4 }
    }

    fn given() -> Seen {
        Seen { given_at: Some(1_000), is_kept: true, ..Seen::default() }
    }

    fn saved(answer: Answer) -> Seen {
        Seen { saved: Some(answer.option), ..given() }
    }

    fn refused(code: &str) -> Seen {
        Seen { refused: Some(code.to_owned()), ..given() }
    }

    fn row(answer: Answer) -> Stored {
        let Answer { contest, question, option } = answer;
        Stored { contest, who: 7, question, option, at: 1_200 }
    }

    /// What is wrong when person 7 saw that of these answers, and that is there.
    fn wrongs(saw: Vec<(Answer, Seen)>, stored: Vec<Stored>) -> [usize; 5] {
        let (answers, seen) = saw.into_iter().unzip();
        compare(&[(7, Person::of(answers, seen))], stored).wrongs().map(|(_, wrong)| wrong.count)
    }

    #[test]
    fn what_is_as_it_was_shown_is_right() {
        let (one, late, not_given) = (answer(MAIN, 1), answer(ENDING, 2), answer(MAIN, 3));
        let early = answer(ENDING, 3);
        let person =
            vec![(one, saved(one)), (late, refused(ENDED)), (not_given, Seen::default()), (early, saved(early))];
        let (answers, seen) = person.into_iter().unzip();
        let found = compare(&[(7, Person::of(answers, seen))], [row(one), row(early)]);
        assert_eq!(found.wrongs().map(|(_, wrong)| wrong.count), [0; 5], "{found:?}");
        assert_eq!((found.saved, found.given, found.not_counted), (2, 1, 1));
    }

    #[test]
    fn each_kind_of_wrong_is_found() {
        let (one, two, late) = (answer(MAIN, 1), answer(MAIN, 2), answer(ENDING, 1));
        let other = |answer| Stored { option: 3, ..row(answer) };
        // In turn: missing, doubled, under another person, not there, shown wrongly.
        assert_eq!(wrongs(vec![(one, saved(one))], vec![]), [1, 0, 0, 1, 0]);
        assert_eq!(wrongs(vec![(one, saved(one))], vec![other(one)]), [1, 0, 1, 1, 0], "another option");
        assert_eq!(wrongs(vec![(one, saved(one))], vec![row(one), row(one)]), [0, 1, 0, 0, 0]);
        assert_eq!(wrongs(vec![(one, saved(one))], vec![row(one), row(two)]), [0, 0, 1, 0, 0], "never given");
        let early = Stored { at: 400, ..row(one) };
        assert_eq!(wrongs(vec![(one, saved(one))], vec![early]), [0, 0, 1, 0, 0], "before it was given");
        assert_eq!(wrongs(vec![(one, given())], vec![row(one)]), [0, 0, 0, 0, 1], "waits for ever");
        assert_eq!(wrongs(vec![(one, given())], vec![]), [0, 0, 0, 1, 1], "waits for ever");
        assert_eq!(wrongs(vec![(one, refused(ENDED))], vec![]), [0, 0, 0, 1, 1], "refused, though it goes on");
        assert_eq!(wrongs(vec![(late, refused("forbidden"))], vec![]), [0, 0, 0, 0, 1], "refused by somebody else");
        assert_eq!(wrongs(vec![(late, refused(ENDED))], vec![row(late)]), [0, 0, 0, 0, 1], "refused, and there");
        let both = Seen { refused: Some(ENDED.to_owned()), ..saved(late) };
        assert_eq!(wrongs(vec![(late, both)], vec![row(late)]), [0, 0, 0, 0, 1], "saved and refused");
        let shown_other = Seen { saved: Some(3), ..given() };
        assert_eq!(wrongs(vec![(one, shown_other)], vec![other(one)]), [0, 0, 1, 1, 1], "another one counts");
    }
}
