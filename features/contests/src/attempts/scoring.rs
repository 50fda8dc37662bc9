//! Scoring: what an answer is worth, and how ranks follow. Both are decided here alone: the database adds up what
//! [`worths`] says and compares by [`is_better`], and the browser shows what the server answers.

use std::cmp::Reverse;

use crate::contests::{Marking, OPTIONS, Question};
use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;

/// What a question is worth to one participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// One right answer more.
    Right,
    /// One wrong answer more.
    Wrong,
    /// Nothing.
    None,
}

/// What a question is worth to somebody who joined: with an answer, or without one.
pub fn mark(question: &Question, choice: Option<usize>) -> Mark {
    match (question.marking, choice) {
        (Marking::Everyone, _) => Mark::Right,
        (Marking::Void, _) | (Marking::Key, None) => Mark::None,
        (Marking::Key, Some(option)) if question.in_key(option) => Mark::Right,
        (Marking::Key, Some(_)) => Mark::Wrong,
    }
}

/// Whether whoever chose an option has the mark.
pub fn is_right(question: &Question, option: usize) -> bool {
    mark(question, Some(option)) == Mark::Right
}

/// What a choice changes of the score of somebody who left the question open, as a row for the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The question's number.
    pub no: i32,
    /// The option from 0.
    pub choice: i32,
    /// Right answers more.
    pub correct: i32,
    /// Wrong answers more.
    pub wrong: i32,
}

/// The scores of a contest for the database to add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worths {
    /// Right answers of whoever answers nothing.
    pub correct: i32,
    /// Wrong answers of whoever answers nothing.
    pub wrong: i32,
    /// What each choice changes of that, where it changes anything. Only such an answer ends an attempt's time: what decides
    /// nothing for anybody must not decide a tie, neither where a question is void nor where everybody has its mark.
    pub choices: Vec<Worth>,
}

/// What there is to add up at these questions.
pub fn worths(questions: &[Question]) -> Worths {
    let mut all = Worths { correct: 0, wrong: 0, choices: Vec::new() };
    for question in questions {
        let (right, wrong) = counts(mark(question, None));
        all.correct += right;
        all.wrong += wrong;
        for option in 0..OPTIONS {
            let counted = counts(mark(question, Some(option)));
            let (correct, wrong) = (counted.0 - right, counted.1 - wrong);
            if (correct, wrong) != (0, 0) {
                all.choices.push(Worth { no: question.no, choice: option as i32, correct, wrong });
            }
        }
    }
    all
}

fn counts(mark: Mark) -> (i32, i32) {
    match mark {
        Mark::Right => (1, 0),
        Mark::Wrong => (0, 1),
        Mark::None => (0, 0),
    }
}

/// What a rank depends on, and who it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Whose.
    pub user: UserId,
    /// Right answers.
    pub correct: u32,
    /// Wrong answers.
    pub wrong: u32,
    /// Milliseconds from joining to the last answer that counts ([`Worths::choices`]); 0 without one.
    pub duration_ms: i64,
}

impl Score {
    /// What counts of an attempt: the time from joining to the last answer that counts, and none without one.
    pub fn new(user: UserId, correct: u32, wrong: u32, joined_at: Time, last_answer_at: Option<Time>) -> Self {
        let duration_ms = last_answer_at.map_or(0, |last| last.0.saturating_sub(joined_at.0).max(0));
        Self { user, correct, wrong, duration_ms }
    }

    fn key(&self) -> (Reverse<u32>, u32, i64) {
        (Reverse(self.correct), self.wrong, self.duration_ms)
    }
}

/// That the attempt `one` stands before `other`, for the database, which counts a rank where no board is built: [`Score::key`]
/// in SQL.
pub fn is_better(one: &str, other: &str) -> String {
    let took = |row: &str| {
        format!(
            "(CASE WHEN {row}.last_answer_at > {row}.joined_at THEN {row}.last_answer_at - {row}.joined_at ELSE 0 END)"
        )
    };
    format!(
        "({one}.correct > {other}.correct OR {one}.correct = {other}.correct AND {one}.wrong < {other}.wrong
          OR {one}.correct = {other}.correct AND {one}.wrong = {other}.wrong AND {} < {})",
        took(one),
        took(other)
    )
}

/// Sorts scores best first (ties by id, so that every process agrees) and returns the rank of each: equal scores share
/// one, and the next rank leaves a gap (1, 2, 2, 4).
pub fn rank(scores: &mut [Score]) -> Vec<u32> {
    let mut ranks = Vec::with_capacity(scores.len());
    rank_by(scores, |score| *score, |_, rank| ranks.push(rank));
    ranks
}

/// The same for anything that has a score: sorts, and then tells each its rank, best first.
pub fn rank_by<T>(all: &mut [T], score: impl Fn(&T) -> Score, mut tell: impl FnMut(&mut T, u32)) {
    all.sort_unstable_by_key(|one| {
        let score = score(one);
        (score.key(), score.user)
    });
    let (mut before, mut rank) = (None, 0);
    for (one, place) in all.iter_mut().zip(1..) {
        let key = score(one).key();
        if before != Some(key) {
            (before, rank) = (Some(key), place);
        }
        tell(one, rank);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use quad_kernel::ids::QuestionId;

    fn question(accepted: u8, marking: Marking) -> Question {
        Question {
            id: QuestionId(Uuid::nil()),
            no: 7,
            text: String::new(),
            options: ["a", "b", "c", "d"].map(str::to_owned),
            accepted,
            marking,
            difficulty: None,
        }
    }

    #[test]
    fn marking_decides_beside_the_key() {
        let marks = |question: &Question| [None, Some(0), Some(1), Some(2)].map(|choice| mark(question, choice));
        let by_key = question(0b0110, Marking::Key);
        assert_eq!(marks(&by_key), [Mark::None, Mark::Wrong, Mark::Right, Mark::Right]);
        assert_eq!((by_key.answer(), by_key.key_texts()), ("b", vec!["b".to_owned(), "c".to_owned()]));
        let everyone = question(0b0001, Marking::Everyone);
        assert_eq!(marks(&everyone), [Mark::Right; 4]);
        assert_eq!((everyone.answer(), is_right(&everyone, 3)), ("a", true));
        let void = question(0b0001, Marking::Void);
        assert_eq!(marks(&void), [Mark::None; 4]);
        assert_eq!((void.answer(), is_right(&void, 0)), ("a", false));
    }

    #[test]
    fn worths_add_up_to_the_marks() {
        let row = |choice, correct, wrong| Worth { no: 7, choice, correct, wrong };
        let by_key = worths(&[question(0b0010, Marking::Key)]);
        let choices = vec![row(0, 0, 1), row(1, 1, 0), row(2, 0, 1), row(3, 0, 1)];
        assert_eq!(by_key, Worths { correct: 0, wrong: 0, choices });
        // Whoever leaves it open has the mark as well, so no choice changes anything.
        let two = [question(0b0010, Marking::Everyone), question(0b0001, Marking::Void)];
        assert_eq!(worths(&two), Worths { correct: 1, wrong: 0, choices: Vec::new() });
    }

    fn score(user: u128, correct: u32, wrong: u32, duration_ms: i64) -> Score {
        Score { user: UserId(Uuid::from_u128(user)), correct, wrong, duration_ms }
    }

    #[test]
    fn equal_scores_share_a_rank() {
        let mut scores = [score(4, 1, 0, 9), score(3, 5, 1, 9), score(2, 5, 1, 9), score(1, 5, 0, 9)];
        assert_eq!(rank(&mut scores), [1, 2, 2, 4]);
        assert_eq!(scores.map(|score| score.user.0.as_u128()), [1, 2, 3, 4]);
    }

    proptest! {
        #[test]
        fn ranks_follow_the_rule(raw in prop::collection::vec((0_u32..4, 0_u32..4, 0_i64..3), 0..40)) {
            let mut scores: Vec<Score> =
                raw.iter().enumerate().map(|(n, (c, w, d))| score(n as u128, *c, *w, *d)).collect();
            let ranks = rank(&mut scores);
            for (one, rank) in scores.iter().zip(&ranks) {
                let better = scores.iter().filter(|other| other.key() < one.key()).count();
                prop_assert_eq!(*rank as usize, better + 1);
            }
        }
    }
}
