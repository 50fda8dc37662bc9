//! Question generators: each picks numbers, computes the answer, and offers the results of typical mistakes as the
//! wrong options. Nothing here is looked up, so nothing can be out of date. A generator may give up on an unlucky draw
//! (`None`).

mod algebra;
mod arithmetic;
mod calculus;
mod codes;
mod complexity;
mod counting;
mod dates;
mod draft_parts;
mod geometry;
mod linear;
mod logic;
mod money;
mod motion;
mod networks;
mod number_bases;
mod probability;
#[cfg(test)]
mod recomputed;
mod science;
mod sequences;
mod sql;
mod statistics;
mod structures;
mod traces;
mod units;

pub(crate) use draft_parts::Generator;

/// All of them.
pub(crate) static ALL: &[&Generator] = &[
    &arithmetic::GENERATOR,
    &algebra::GENERATOR,
    &number_bases::GENERATOR,
    &logic::GENERATOR,
    &complexity::GENERATOR,
    &units::GENERATOR,
    &probability::GENERATOR,
    &statistics::GENERATOR,
    &dates::GENERATOR,
    &sequences::GENERATOR,
    &sql::GENERATOR,
    &traces::PYTHON,
    &traces::C,
    &traces::JAVASCRIPT,
    &geometry::GENERATOR,
    &money::GENERATOR,
    &motion::GENERATOR,
    &networks::GENERATOR,
    &calculus::GENERATOR,
    &linear::GENERATOR,
    &counting::GENERATOR,
    &science::PHYSICS,
    &science::ELECTRONICS,
    &science::CHEMISTRY,
    &structures::GENERATOR,
    &structures::SORTING,
    &codes::GENERATOR,
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;
    use crate::checker::{KnownQuestions, check};
    use crate::draft::Difficulty;

    #[test]
    fn every_generator_makes_good_drafts_of_every_difficulty() {
        for generator in ALL {
            let name = generator.topics[0];
            for level in Difficulty::ALL {
                let mut rng = StdRng::seed_from_u64(7);
                let mut made = HashSet::new();
                let mut lucky = 0;
                for _ in 0..400 {
                    let Some(draft) = (generator.make)(&mut rng, level) else { continue };
                    lucky += 1;
                    assert_eq!(check(&draft, &KnownQuestions::default()), Ok(()), "{name}: {draft:?}");
                    assert_eq!(draft.options[0], draft.answer);
                    assert_eq!(draft.difficulty, level, "{name}");
                    assert!(!draft.why.is_empty(), "{name}: {}", draft.question);
                    made.insert(draft.question);
                }
                assert!(lucky >= 200, "{name}, {}: only {lucky} of 400 draws gave a draft", level.word());
                assert!(made.len() >= 20, "{name}, {}: only {} different questions", level.word(), made.len());
            }
        }
    }
}
