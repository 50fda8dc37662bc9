//! Answer comparison: what students were told against what the database holds. Pure: every difference is named, and one is
//! enough for NO-GO.

use std::collections::HashMap;

use quad_contests::attempts::StoredAttempt;
use quad_kernel::ids::UserId;

/// An answer as its student knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given {
    /// The question's number, from 1.
    pub question_no: i32,
    /// The option, from 0.
    pub choice: i32,
    /// Whether the server said that it is saved.
    pub acknowledged: bool,
}

/// What a student did and was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Who.
    pub user: UserId,
    /// Whether joining was acknowledged.
    pub joined: bool,
    /// Whether handing in was acknowledged.
    pub submitted: bool,
    /// All answers that were sent.
    pub given: Vec<Given>,
}

/// What came out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnswerBalance {
    /// Answers that the server said are saved.
    pub acknowledged: u64,
    /// Answers in the database.
    pub stored: u64,
    /// Said to be saved, and not there. So is an attempt that was said to have begun or to be handed in.
    pub lost: u64,
    /// There more than once.
    pub doubled: u64,
    /// There with another option than the one that was sent.
    pub changed: u64,
    /// There, but nobody sent it.
    pub invented: u64,
    /// There, but its student was never told: sent again it would be acknowledged.
    pub unconfirmed: u64,
    /// Attempts whose counters are not what their answers give.
    pub miscounted: u64,
}

impl AnswerBalance {
    /// Whether the database holds what students were told, once, and counts it right.
    pub fn is_right(&self) -> bool {
        self.lost + self.doubled + self.changed + self.invented + self.miscounted == 0
    }
}

/// Compares. `key` has the right option of each question, in order.
pub fn balance(told: &[Told], stored: &[StoredAttempt], key: &[i32]) -> AnswerBalance {
    let mut balance = AnswerBalance::default();
    let mut attempts: HashMap<UserId, Vec<&StoredAttempt>> = HashMap::with_capacity(stored.len());
    for attempt in stored {
        attempts.entry(attempt.user).or_default().push(attempt);
        let right =
            |(no, choice): &&(i32, i32)| usize::try_from(no - 1).ok().and_then(|at| key.get(at)) == Some(choice);
        let correct = attempt.answers.iter().filter(right).count() as u64;
        let wrong = attempt.answers.len() as u64 - correct;
        balance.stored += attempt.answers.len() as u64;
        balance.miscounted += u64::from((correct, wrong) != (attempt.correct.into(), attempt.wrong.into()));
    }
    for student in told {
        let own = attempts.remove(&student.user).unwrap_or_default();
        balance.lost += u64::from(student.joined && own.is_empty());
        balance.lost += u64::from(student.submitted && !own.iter().any(|attempt| attempt.submitted));
        balance.doubled += (own.len() as u64).saturating_sub(1);
        let mut choices: HashMap<i32, Vec<i32>> = HashMap::new();
        for (no, choice) in own.iter().flat_map(|attempt| &attempt.answers) {
            choices.entry(*no).or_default().push(*choice);
        }
        for given in &student.given {
            let there = choices.remove(&given.question_no).unwrap_or_default();
            balance.acknowledged += u64::from(given.acknowledged);
            balance.lost += u64::from(given.acknowledged && there.is_empty());
            balance.doubled += (there.len() as u64).saturating_sub(1);
            balance.changed += there.iter().filter(|choice| **choice != given.choice).count() as u64;
            balance.unconfirmed += u64::from(!given.acknowledged && !there.is_empty());
        }
        balance.invented += choices.values().map(|there| there.len() as u64).sum::<u64>();
    }
    let strangers = attempts.values().flatten();
    balance.invented += strangers.map(|attempt| 1 + attempt.answers.len() as u64).sum::<u64>();
    balance
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const KEY: [i32; 3] = [0, 1, 2];

    fn user(number: u128) -> UserId {
        UserId(Uuid::from_u128(number))
    }

    /// Two students who answered all three questions, the first all right, the second all with the first option.
    fn fine() -> (Vec<Told>, Vec<StoredAttempt>) {
        let given = |choices: [i32; 3]| {
            (1..).zip(choices).map(|(question_no, choice)| Given { question_no, choice, acknowledged: true }).collect()
        };
        let told = |number, choices| Told { user: user(number), joined: true, submitted: true, given: given(choices) };
        let stored = |number, choices: [i32; 3], correct| StoredAttempt {
            user: user(number),
            submitted: true,
            correct,
            wrong: 3 - correct,
            answers: (1..).zip(choices).collect(),
        };
        (vec![told(1, KEY), told(2, [0; 3])], vec![stored(1, KEY, 3), stored(2, [0; 3], 1)])
    }

    #[test]
    fn what_is_told_and_stored_is_right() {
        let (told, stored) = fine();
        let balance = balance(&told, &stored, &KEY);
        assert_eq!(balance, AnswerBalance { acknowledged: 6, stored: 6, ..AnswerBalance::default() });
        assert!(balance.is_right());
    }

    #[test]
    fn every_planted_difference_is_noticed() {
        type Spoil = fn(&mut Vec<Told>, &mut Vec<StoredAttempt>);
        let cases: [(&str, Spoil, AnswerBalance); 9] = [
            (
                "a lost answer, counted as if it were not there",
                |_, stored| {
                    stored[0].answers.remove(1);
                    stored[0].correct = 2;
                },
                AnswerBalance { lost: 1, ..AnswerBalance::default() },
            ),
            (
                "a lost answer that is still counted",
                |_, stored| {
                    stored[0].answers.pop();
                },
                AnswerBalance { lost: 1, miscounted: 1, ..AnswerBalance::default() },
            ),
            (
                "a doubled answer",
                |_, stored| {
                    stored[0].answers.push((3, 2));
                    stored[0].correct = 4;
                },
                AnswerBalance { doubled: 1, ..AnswerBalance::default() },
            ),
            (
                "another option",
                |_, stored| {
                    stored[1].answers[2].1 = 3;
                },
                AnswerBalance { changed: 1, ..AnswerBalance::default() },
            ),
            (
                "a counter that is off",
                |_, stored| stored[1].wrong = 1,
                AnswerBalance { miscounted: 1, ..AnswerBalance::default() },
            ),
            (
                "an attempt that is gone",
                |_, stored| {
                    stored.pop();
                },
                AnswerBalance { lost: 5, ..AnswerBalance::default() },
            ),
            (
                "handing in that is gone",
                |_, stored| stored[0].submitted = false,
                AnswerBalance { lost: 1, ..AnswerBalance::default() },
            ),
            (
                "an answer nobody gave",
                |told, _| {
                    told[0].given.pop();
                },
                AnswerBalance { invented: 1, ..AnswerBalance::default() },
            ),
            (
                "somebody nobody knows",
                |told, _| {
                    told.pop();
                },
                AnswerBalance { invented: 4, ..AnswerBalance::default() },
            ),
        ];
        for (what, spoil, wanted) in cases {
            let (mut told, mut stored) = fine();
            spoil(&mut told, &mut stored);
            let found = balance(&told, &stored, &KEY);
            assert!(!found.is_right(), "{what}");
            assert_eq!(AnswerBalance { acknowledged: 0, stored: 0, ..found }, wanted, "{what}");
        }
    }

    #[test]
    fn what_was_never_acknowledged_may_be_there_or_not() {
        let (mut told, mut stored) = fine();
        told[0].given[0].acknowledged = false;
        told[1].given[0].acknowledged = false;
        stored[1].answers.remove(0);
        stored[1].correct = 0;
        let balance = balance(&told, &stored, &KEY);
        assert!(balance.is_right());
        assert_eq!((balance.acknowledged, balance.unconfirmed, balance.stored), (4, 1, 5));
    }
}
