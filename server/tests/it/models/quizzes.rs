//! Model of contests and attempts, in place of the database.

use std::collections::BTreeMap;

use super::steps::{Deed, Intent};
use super::world::{ADMIN, PEOPLE, Verdict, World, fine, missing, refused, says};

/// An answer that arrives this long after the end counts, in milliseconds.
const GRACE: i64 = 2_000;
/// Handing in is possible this long after the end.
const HAND_IN: i64 = 10_000;

#[derive(Clone, Debug)]
pub struct Contest {
    pub owner: usize,
    pub starts: i64,
    pub ends: i64,
    pub is_public: bool,
    pub is_deleted: bool,
    pub questions: Vec<Question>,
    pub attempts: BTreeMap<usize, Attempt>,
}

#[derive(Clone, Debug)]
pub struct Question {
    pub is_removed: bool,
    /// Bit 0 for the first option.
    pub accepted: u8,
    pub marking: Marking,
}

/// How a question counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marking {
    Key,
    Everyone,
    Answered,
    Void,
}

#[derive(Clone, Debug)]
pub struct Attempt {
    pub joined: i64,
    pub is_submitted: bool,
    /// Question to option.
    pub answers: BTreeMap<usize, usize>,
    pub last_answer: i64,
}

/// A row of the board: rank, right, wrong, milliseconds.
pub type Row = (usize, usize, usize, i64);

impl Contest {
    /// Whether somebody who has not joined may see it.
    pub fn is_open_to(&self, who: usize) -> bool {
        !self.is_deleted && (self.is_public || self.sees_all(who))
    }

    pub fn sees_all(&self, who: usize) -> bool {
        who == self.owner || who == ADMIN
    }

    pub fn is_visible_to(&self, who: usize) -> bool {
        self.is_open_to(who) || (!self.is_deleted && self.attempts.contains_key(&who))
    }

    /// Questions there are.
    pub fn living(&self) -> usize {
        self.questions.iter().filter(|question| !question.is_removed).count()
    }

    /// Whether an attempt counts as handed in.
    pub fn is_complete(&self, who: usize, now: i64) -> bool {
        self.attempts.get(&who).is_some_and(|attempt| attempt.is_submitted || now >= self.ends)
    }

    /// From when the board is open for those who took part.
    pub fn board_opens(&self) -> i64 {
        self.ends + GRACE
    }

    /// Whether nothing can move any more.
    pub fn is_settled(&self, now: i64) -> bool {
        now > self.ends + GRACE + HAND_IN
    }

    /// The whole board, by person.
    pub fn board(&self) -> BTreeMap<usize, Row> {
        let scores: BTreeMap<usize, (usize, usize, i64)> =
            self.attempts.iter().map(|(who, attempt)| (*who, self.score(attempt))).collect();
        let better = |one: &(usize, usize, i64), other: &(usize, usize, i64)| {
            (other.0, one.1, one.2) < (one.0, other.1, other.2)
        };
        let rank = |score| 1 + scores.values().filter(|other| better(other, score)).count();
        scores.iter().map(|(who, score)| (*who, (rank(score), score.0, score.1, score.2))).collect()
    }

    fn score(&self, attempt: &Attempt) -> (usize, usize, i64) {
        let (mut right, mut wrong) = (0, 0);
        for (number, question) in self.questions.iter().enumerate().filter(|(_, question)| !question.is_removed) {
            match (question.marking, attempt.answers.get(&number)) {
                (Marking::Everyone, _) | (Marking::Answered, Some(_)) => right += 1,
                (Marking::Key, Some(option)) if question.accepted & (1 << option) != 0 => right += 1,
                (Marking::Key, Some(_)) => wrong += 1,
                (Marking::Key | Marking::Answered, None) | (Marking::Void, _) => {}
            }
        }
        let took = if attempt.answers.is_empty() { 0 } else { attempt.last_answer - attempt.joined };
        (right, wrong, took)
    }

    /// Nothing, for the owner.
    fn own(&self, who: usize) -> Result<(), Verdict> {
        if self.is_deleted || !(who == self.owner || self.is_open_to(who)) {
            Err(missing())
        } else if who == self.owner {
            Ok(())
        } else {
            Err(refused(403, "not_owner"))
        }
    }

    fn unfrozen(&self) -> Result<(), Verdict> {
        if self.attempts.is_empty() { Ok(()) } else { Err(refused(409, "contest_frozen")) }
    }

    /// Why it cannot be joined, whoever asks.
    fn joinable(&self, who: usize, now: i64) -> Result<(), Verdict> {
        if who == self.owner {
            Err(refused(403, "own_contest"))
        } else if who == ADMIN {
            Err(refused(403, "reads_keys"))
        } else if !(self.starts..self.ends).contains(&now) {
            Err(refused(403, "contest_not_active"))
        } else if self.living() == 0 {
            Err(refused(409, "no_questions"))
        } else {
            Ok(())
        }
    }

    fn complete(&mut self, who: usize, intent: Intent, now: i64) -> Result<Verdict, Verdict> {
        if !self.is_visible_to(who) {
            return Err(missing());
        }
        let ends = self.ends;
        let Some(attempt) = self.attempts.get_mut(&who) else {
            if intent == Intent::Submit {
                return Err(refused(403, "not_joined"));
            }
            self.joinable(who, now)?;
            let attempt = Attempt { joined: now, is_submitted: false, answers: BTreeMap::new(), last_answer: 0 };
            self.attempts.insert(who, attempt);
            return Ok(says(false));
        };
        if attempt.is_submitted {
            return Ok(says(true));
        }
        // The call that does not say what it means hands in what has an answer.
        let hands_in = match intent {
            Intent::Submit => true,
            Intent::Join => false,
            Intent::Unsaid => !attempt.answers.is_empty(),
        };
        if hands_in && now < ends + HAND_IN {
            attempt.is_submitted = true;
            Ok(says(true))
        } else if intent == Intent::Submit {
            Err(refused(403, "contest_ended"))
        } else {
            Ok(says(now >= ends))
        }
    }

    fn answer(&mut self, who: usize, question: usize, option: usize, now: i64) -> Result<Verdict, Verdict> {
        if !self.is_visible_to(who) {
            return Err(missing());
        }
        let is_late = now >= self.ends + GRACE;
        let Some(attempt) = self.attempts.get_mut(&who) else { return Err(refused(403, "not_joined")) };
        match attempt.answers.get(&question) {
            Some(stored) if *stored == option => Ok(fine(200)),
            Some(_) => Err(refused(409, "already_answered")),
            None if is_late => Err(refused(403, "contest_ended")),
            None if attempt.is_submitted => Err(refused(409, "already_submitted")),
            None => {
                attempt.answers.insert(question, option);
                attempt.last_answer = now;
                Ok(fine(200))
            }
        }
    }

    fn correct(&mut self, who: usize, number: usize, marking: Marking, key: u8, now: i64) -> Result<Verdict, Verdict> {
        if who != ADMIN {
            self.own(who)?;
        } else if self.is_deleted {
            return Err(missing());
        }
        if !self.is_settled(now) {
            return Err(refused(403, "correction_too_early"));
        }
        if self.attempts.is_empty() {
            return Err(refused(409, "nobody_joined"));
        }
        // ADMIN looks at everybody's, and corrects the own.
        self.own(who)?;
        let question = &mut self.questions[number];
        let accepted = if marking == Marking::Key { key } else { question.accepted };
        if (question.marking, question.accepted) == (marking, accepted) {
            return Err(refused(400, "nothing_changes"));
        }
        (question.marking, question.accepted) = (marking, accepted);
        Ok(fine(201))
    }
}

impl World {
    pub fn create(&mut self, who: usize, start: i64, length: i64, is_public: bool) -> Verdict {
        let starts = self.now + start * 1000;
        let ends = starts + length * 1000;
        if ends <= self.now {
            return refused(400, "invalid");
        }
        if who != ADMIN {
            if self.credits[who].0 == 0 {
                return refused(403, "no_contest_credit");
            }
            self.credits[who].0 -= 1;
        }
        let (questions, attempts) = (Vec::new(), BTreeMap::new());
        let (is_deleted, owner) = (false, who);
        self.contests.push(Contest { owner, starts, ends, is_public, is_deleted, questions, attempts });
        fine(201)
    }

    pub fn about_contest(&mut self, who: usize, contest: usize, deed: &Deed) -> Verdict {
        let answered = self.deed(who, contest, deed);
        answered.unwrap_or_else(|refused| refused)
    }

    fn deed(&mut self, who: usize, at: usize, deed: &Deed) -> Result<Verdict, Verdict> {
        assert!(who < PEOPLE);
        let now = self.now;
        let contest = &mut self.contests[at];
        match *deed {
            Deed::Complete(intent) => return contest.complete(who, intent, now),
            Deed::Answer { question, option } => return contest.answer(who, question, option, now),
            Deed::Correct { question, marking, key } => return contest.correct(who, question, marking, key, now),
            _ => contest.own(who)?,
        }
        match *deed {
            Deed::AddQuestion { right } => {
                contest.unfrozen()?;
                contest.questions.push(Question { is_removed: false, accepted: 1 << right, marking: Marking::Key });
                Ok(fine(201))
            }
            Deed::Rewrite { question, right } => {
                if contest.questions[question].is_removed {
                    return Err(missing());
                }
                contest.unfrozen()?;
                contest.questions[question].accepted = 1 << right;
                Ok(fine(200))
            }
            Deed::Remove { question } => {
                contest.unfrozen()?;
                if contest.questions[question].is_removed {
                    return Err(missing());
                }
                contest.questions[question].is_removed = true;
                Ok(fine(200))
            }
            Deed::Publish(is_public) => {
                contest.is_public = is_public;
                Ok(fine(200))
            }
            Deed::Move { start, length } => {
                let starts = now + start * 1000;
                let ends = starts + length * 1000;
                if now >= contest.ends {
                    return Err(refused(409, "contest_ended"));
                }
                if ends <= now {
                    return Err(refused(400, "invalid"));
                }
                if !contest.attempts.is_empty() && starts > now.max(contest.starts) {
                    return Err(refused(409, "contest_frozen"));
                }
                (contest.starts, contest.ends) = (starts, ends);
                Ok(fine(200))
            }
            Deed::End => {
                if now < contest.starts {
                    return Err(refused(409, "contest_not_started"));
                }
                if now >= contest.ends {
                    return Err(refused(409, "contest_ended"));
                }
                contest.ends = now.max(contest.starts + 1);
                Ok(fine(200))
            }
            Deed::Delete => {
                contest.unfrozen()?;
                contest.is_deleted = true;
                if who != ADMIN {
                    self.credits[who].0 += 1;
                }
                Ok(fine(200))
            }
            Deed::Complete(_) | Deed::Answer { .. } | Deed::Correct { .. } => Ok(fine(200)),
        }
    }
}
