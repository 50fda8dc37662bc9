//! Own numbers: which number a question has for whoever reads of it. A participant counts the own paper, in the order in which they saw it;
//! whoever sees all counts through the contest, and is told which papers have the question. Where everybody has the paper as it was
//! written nothing is asked.

use std::collections::BTreeSet;

use quad_db::{DbError, Source};

use crate::contests::{self, Contest, DealtPapers};
use quad_kernel::ids::UserId;

use super::correction::{Correction, QuestionName};
use super::{own_order, store};

/// How somebody counts the questions of a contest.
#[derive(Debug)]
pub enum Numbering {
    /// As everybody.
    Contest,
    /// Through the contest, of which these papers were dealt.
    Papers(DealtPapers),
    /// Through the own paper.
    Own {
        /// The numbers of its questions in the contest; none where everybody gets all of them.
        paper: Option<BTreeSet<i32>>,
        /// Its places in the order in which they were seen; none where that is how it was written.
        order: Option<Vec<usize>>,
    },
    /// Papers differ, and they have none.
    Nobody,
}

impl Numbering {
    /// How somebody counts who may see all, or may not.
    pub async fn of(source: &impl Source, contest: &Contest, user: UserId, sees_all: bool) -> Result<Self, DbError> {
        let is_mixed = !contest.rules.question_order.is_fixed();
        if contest.draw.is_none() && !is_mixed {
            return Ok(Self::Contest);
        }
        let attempt = if contest.owner == user { None } else { store::attempt(source, contest.id, user).await? };
        let Some(attempt) = attempt else {
            return Ok(match contest.draw {
                None => Self::Contest,
                Some(_) if sees_all => Self::Papers(contests::papers(source, contest.id).await?),
                Some(_) => Self::Nobody,
            });
        };
        let paper = if attempt.variant > 0 {
            Some(contests::papers(source, contest.id).await?.remove(&attempt.variant).unwrap_or_default())
        } else {
            None
        };
        let many = paper.as_ref().map_or(contest.question_count as usize, BTreeSet::len);
        let seed = contest.rules.seed(contest.id, user).filter(|_| is_mixed);
        Ok(Self::Own { paper, order: seed.map(|seed| own_order::of_questions(&seed, many)) })
    }

    /// A correction as somebody reads it who counts so.
    pub fn told(&self, correction: Correction) -> Correction {
        Correction { called: self.call(correction.question_no, correction.question_number), ..correction }
    }

    /// The number that a question had for somebody, where they counted otherwise than the contest and had it.
    pub fn own_number(&self, question_no: i32, number: u32) -> Option<u32> {
        match self.call(question_no, number) {
            QuestionName::OwnNumber(number) => Some(number),
            QuestionName::Number | QuestionName::InPapers(_) | QuestionName::Text => None,
        }
    }

    /// What a question is called that has such a key in the contest, and such a number from 1.
    fn call(&self, question_no: i32, number: u32) -> QuestionName {
        match self {
            Self::Contest => QuestionName::Number,
            Self::Papers(papers) => {
                let has = papers.iter().filter(|(_, numbers)| numbers.contains(&question_no));
                QuestionName::InPapers(has.map(|(variant, _)| *variant).collect())
            }
            Self::Own { paper, order } => {
                let place = match paper {
                    Some(numbers) => numbers.iter().position(|own| *own == question_no),
                    None => (number as usize).checked_sub(1),
                };
                let seen = place.and_then(|place| match order {
                    Some(order) => order.iter().position(|from| *from == place),
                    None => Some(place),
                });
                seen.map_or(QuestionName::Text, |seen| QuestionName::OwnNumber(seen as u32 + 1))
            }
            Self::Nobody => QuestionName::Text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_counts_what_they_have() {
        // Questions 1, 4 and 7 of the contest, of which the third was removed: the fourth has the number 3.
        let paper = || Some(BTreeSet::from([1, 4, 7]));
        let own = |paper, order| Numbering::Own { paper, order };
        for (numbering, called) in [
            (Numbering::Contest, QuestionName::Number),
            (Numbering::Nobody, QuestionName::Text),
            (
                Numbering::Papers(DealtPapers::from([
                    (1, BTreeSet::from([4])),
                    (2, BTreeSet::new()),
                    (3, BTreeSet::from([4, 7])),
                ])),
                QuestionName::InPapers(vec![1, 3]),
            ),
            (own(paper(), None), QuestionName::OwnNumber(2)),
            (own(paper(), Some(vec![2, 0, 1])), QuestionName::OwnNumber(3)),
            (own(None, Some(vec![2, 0, 1])), QuestionName::OwnNumber(1)),
            (own(Some(BTreeSet::from([1, 7])), None), QuestionName::Text),
        ] {
            assert_eq!(numbering.call(4, 3), called, "{numbering:?}");
        }
    }
}
