//! Recomputation: the proof that every generated question has exactly one right option. Code that knows nothing of the
//! generator reads the question's text, works out the answer in another way, and judges all four options by it.

mod computer_science;
mod parse;
mod school;
mod science;

use std::collections::HashSet;

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::ALL;
use crate::draft::Difficulty;

/// Says of an option whether it is right.
type Judge = Box<dyn Fn(&str) -> bool>;

/// All questions of all generators together.
const QUESTIONS: usize = 100_000;

fn judge(question: &str) -> Judge {
    let kinds = [school::judge, science::judge, computer_science::judge];
    kinds.iter().find_map(|kind| kind(question)).unwrap_or_else(|| panic!("nobody can work this out: {question}"))
}

#[test]
fn a_hundred_thousand_questions_have_one_right_option_each() {
    let each = QUESTIONS.div_ceil(ALL.len() * Difficulty::ALL.len());
    let (mut asked, mut wrong) = (0, Vec::new());
    for (at, generator) in ALL.iter().enumerate() {
        for level in Difficulty::ALL {
            let mut rng = StdRng::seed_from_u64(2026 + at as u64);
            let mut made = 0;
            while made < each {
                let Some(draft) = (generator.make)(&mut rng, level) else { continue };
                made += 1;
                let distinct: HashSet<&str> = draft.options.iter().map(|option| option.trim()).collect();
                let is_right = judge(&draft.question);
                let right: Vec<&String> = draft.options.iter().filter(|option| is_right(option)).collect();
                if distinct.len() != 4 || right != [&draft.answer] {
                    wrong.push(format!("{}: right by another way: {right:?} in {draft:?}", generator.topics[0]));
                }
            }
            asked += made;
        }
    }
    assert!(asked >= QUESTIONS, "{asked}");
    let shown = wrong.iter().take(25).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {asked} are wrong:\n{shown}", wrong.len());
}
