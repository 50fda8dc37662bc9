//! Papers that are dealt by a blueprint (`draw.rs`). Pure rules: which question belongs to which part, what of a blueprint is refused beside
//! its questions, and the papers.
//!
//! A question belongs to the first part that it fits. All questions of a part give the same marks, so that all papers have as many
//! questions and as many marks. Papers are dealt like cards: a part's questions are mixed and handed out until none is left, then
//! mixed again, so that each is in about as many papers as every other.

use quad_kernel::error::Rejection;

use super::draw::{Draw, Part, folded};
use super::mark_scheme::MarkScheme;
use super::messages;
use super::model::Question;

impl Part {
    /// Whether a question is one of those that it is about.
    pub fn fits(&self, question: &Question) -> bool {
        let alike = |word: &str| question.difficulty.as_deref().is_some_and(|own| folded(own) == folded(word));
        self.difficulty.as_deref().is_none_or(alike) && (self.tags.is_empty() || self.names_one_of(&question.tags))
    }
}

impl Draw {
    /// The questions of each part; one that fits no part is in none.
    pub fn pools<'a>(&self, questions: &'a [Question]) -> Vec<Vec<&'a Question>> {
        let mut pools = vec![Vec::new(); self.parts.len()];
        for question in questions {
            if let Some(at) = self.parts.iter().position(|part| part.fits(question)) {
                pools[at].push(question);
            }
        }
        pools
    }

    /// Whether papers can be dealt of these questions that all have as many of them and give as many marks.
    pub fn may_stand(&self, questions: &[Question], scheme: MarkScheme) -> Result<(), Rejection> {
        for (number, (part, pool)) in (1..).zip(self.parts.iter().zip(self.pools(questions))) {
            if part.count as usize > pool.len() {
                return Err(messages::part_too_large(number, &part.in_words(), part.count, pool.len()));
            }
            let gives = |question: &Question| {
                let scheme = question.scheme(scheme);
                (scheme.of_right(), scheme.of_wrong(), question.marks.is_starred)
            };
            if pool.windows(2).any(|two| gives(two[0]) != gives(two[1])) {
                return Err(messages::part_of_other_marks(number, &part.in_words()));
            }
        }
        Ok(())
    }

    /// The papers, each as the numbers of its questions in order. The same for the same questions.
    pub fn deal(&self, questions: &[Question]) -> Vec<Vec<i32>> {
        let mut papers = vec![Vec::new(); self.papers as usize];
        for (at, (part, pool)) in self.parts.iter().zip(self.pools(questions)).enumerate() {
            let mut deck: Vec<i32> = Vec::new();
            let mut rounds = 0_u32;
            for paper in &mut papers {
                let count = (part.count as usize).min(pool.len());
                let mut hand: Vec<i32> = Vec::with_capacity(count);
                while hand.len() < count {
                    let next = deck.iter().position(|no| !hand.contains(no));
                    if let Some(next) = next {
                        hand.push(deck.remove(next));
                    } else {
                        let mut fresh: Vec<i32> = pool.iter().map(|question| question.no).collect();
                        fresh.sort_by_cached_key(|no| self.digest(&format!("deal {at} {rounds} {no}")));
                        deck.extend(fresh);
                        rounds += 1;
                    }
                }
                paper.extend(hand);
            }
        }
        for paper in &mut papers {
            paper.sort_unstable();
        }
        papers
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::contests::draw::parse_tags;
    use crate::contests::model::Marking;
    use crate::contests::{Kind, Marks, QuestionMarks};
    use quad_kernel::ids::{QuestionId, Random, UserId};

    fn question(no: i32, difficulty: &str, tags: &[&str]) -> Question {
        Question {
            id: QuestionId(Uuid::from_u128(no as u128)),
            no,
            kind: Kind::Single,
            text: String::new(),
            options: ["a", "b"].map(str::to_owned).to_vec(),
            accepted: 1,
            typed: None,
            marking: Marking::Key,
            difficulty: Some(difficulty.to_owned()).filter(|word| !word.is_empty()),
            explanation: None,
            marks: QuestionMarks::default(),
            tags: tags.iter().map(ToString::to_string).collect(),
            fixed_options: None,
        }
    }

    fn part(difficulty: &str, tags: &[&str], count: i64) -> Part {
        let tags: Vec<String> = tags.iter().map(ToString::to_string).collect();
        Part::parse(Some(difficulty), &tags, count).expect("a part")
    }

    fn draw(parts: Vec<Part>, papers: i64, seed: u64) -> Draw {
        Draw::parse(parts, papers, &Random::seeded(seed)).expect("a draw")
    }

    fn field(refused: Result<impl std::fmt::Debug, Rejection>) -> String {
        refused.expect_err("it is refused").say.into_owned()
    }

    #[test]
    fn a_question_belongs_to_the_first_part_it_fits() {
        let questions = [
            question(1, "Easy", &["Optics"]),
            question(2, "easy", &[]),
            question(3, "Hard", &["waves", "OPTICS"]),
            question(4, "", &["C"]),
            question(5, "", &["C++"]),
        ];
        let parts = vec![part("EASY", &[], 1), part("", &["optics", "heat"], 1), part("", &["c"], 1)];
        let draw = draw(parts, 2, 1);
        let pools: Vec<Vec<i32>> =
            draw.pools(&questions).iter().map(|pool| pool.iter().map(|one| one.no).collect()).collect();
        assert_eq!(pools, [vec![1, 2], vec![3], vec![4]]);
        assert_eq!(draw.questions(), 3);
    }

    #[test]
    fn what_cannot_be_dealt_is_refused() {
        let questions = [question(1, "easy", &[]), question(2, "easy", &[])];
        let stands = |parts| draw(parts, 2, 1).may_stand(&questions, MarkScheme::default());
        assert_eq!(stands(vec![part("easy", &[], 2)]), Ok(()));
        assert!(field(stands(vec![part("easy", &[], 3)])).contains("2 questions"));
        // The first part takes both.
        assert!(stands(vec![part("", &[], 1), part("easy", &[], 1)]).is_err());
        let random = Random::seeded(1);
        let parse = |parts, papers| Draw::parse(parts, papers, &random);
        assert!(parse(vec![part("easy", &["a", "B"], 1), part("Easy", &["b", "A"], 2)], 4).is_err(), "the same twice");
        for papers in [0, -1, 17, i64::MAX] {
            assert!(parse(vec![part("", &[], 1)], papers).is_err(), "{papers}");
        }
        for count in [0, -1, 201, i64::MAX] {
            assert!(Part::parse(None, &[], count).is_err(), "{count}");
        }
        let nine: Vec<String> = (0..9).map(|number| format!("tag {number}")).collect();
        assert!(parse_tags(&nine).is_err() && parse_tags(&["x".repeat(31)]).is_err());
        assert_eq!(parse_tags(&[" a ", "A", "", " ", "b"].map(str::to_owned)), Ok(vec!["a".into(), "b".into()]));
    }

    #[test]
    fn questions_of_a_part_give_the_same() {
        let usual = question(1, "", &[]);
        let marks = |marks| Question { marks, ..question(2, "", &[]) };
        let own = |right| QuestionMarks { right: Some(Marks::from_units(right)), ..QuestionMarks::default() };
        let scheme = MarkScheme::default();
        let usual_right = scheme.of_right().units();
        for (other, stands) in [
            (marks(own(usual_right)), true),
            (marks(own(usual_right * 2)), false),
            (marks(QuestionMarks { is_starred: true, ..QuestionMarks::default() }), false),
        ] {
            let draw = draw(vec![part("", &[], 1)], 2, 1);
            assert_eq!(draw.may_stand(&[usual.clone(), other], scheme).is_ok(), stands);
        }
    }

    #[test]
    fn a_paper_is_kept_with_its_key_and_dealt_alike_again() {
        let questions: Vec<Question> = (1..=20).map(|no| question(no, "", &[])).collect();
        let draw = draw(vec![part("", &[], 8)], 16, 7);
        let kept: Draw = serde_json::from_value(serde_json::json!(draw)).expect("it is read as it was kept");
        assert_eq!((kept.deal(&questions), &kept), (draw.deal(&questions), &draw));
        let person = UserId(Uuid::from_u128(5));
        assert_eq!(kept.variant_of(person), draw.variant_of(person));
    }

    proptest! {
        /// Whatever is asked for: each paper has the counts of the parts, no question twice, in the order of the contest, and questions
        /// of a part are in about as many papers as each other.
        #[test]
        fn every_paper_is_as_the_blueprint_says(
            easy in 1_i32..20, hard in 1_i32..20, of_easy in 1_i64..20, of_hard in 1_i64..20, papers in 1_i64..=16, seed: u64
        ) {
            let (of_easy, of_hard) = (of_easy.min(easy.into()), of_hard.min(hard.into()));
            let mut questions: Vec<Question> = (0..easy).map(|no| question(no * 2, "easy", &[])).collect();
            questions.extend((0..hard).map(|no| question(no * 2 + 1, "hard", &[])));
            let draw = draw(vec![part("easy", &[], of_easy), part("hard", &[], of_hard)], papers, seed);
            prop_assert_eq!(draw.may_stand(&questions, MarkScheme::default()), Ok(()));
            let dealt = draw.deal(&questions);
            prop_assert_eq!(dealt.len() as i64, papers);
            for paper in &dealt {
                prop_assert!(paper.windows(2).all(|two| two[0] < two[1]), "in order, none twice: {:?}", paper);
                prop_assert_eq!(paper.iter().filter(|no| *no % 2 == 0).count() as i64, of_easy);
                prop_assert_eq!(paper.len() as i64, of_easy + of_hard);
                prop_assert_eq!(paper.len() as u32, draw.questions());
            }
            for parity in 0..2 {
                let uses: Vec<usize> = questions.iter().filter(|one| one.no % 2 == parity)
                    .map(|one| dealt.iter().filter(|paper| paper.contains(&one.no)).count()).collect();
                let (least, most) = (uses.iter().min().copied(), uses.iter().max().copied());
                prop_assert!(most.unwrap_or(0) - least.unwrap_or(0) <= 2, "{:?}", uses);
            }
        }

        #[test]
        fn a_person_keeps_the_paper_and_it_is_one_of_them(user: u128, papers in 1_i64..=16, seed: u64) {
            let draw = draw(vec![part("", &[], 1)], papers, seed);
            let variant = draw.variant_of(UserId(Uuid::from_u128(user)));
            prop_assert!((1..=papers).contains(&i64::from(variant)));
            prop_assert_eq!(variant, draw.variant_of(UserId(Uuid::from_u128(user))));
        }
    }

    #[test]
    fn papers_are_spread_evenly() {
        let draw = draw(vec![part("", &[], 1)], 16, 3);
        let mut people = [0_u32; 16];
        for user in 0..16_000_u128 {
            people[draw.variant_of(UserId(Uuid::from_u128(user))) as usize - 1] += 1;
        }
        // 1,000 each, with a deviation of 31.
        assert!(people.iter().all(|many| (850..1_150).contains(many)), "{people:?}");
    }
}
