//! Bank index: how many questions there are on the topics that only the bank covers. Generators do not run out.

use crate::draft::Difficulty;
use crate::library::Library;
use crate::topics::TOPICS;

/// How many questions the bank has on a topic without a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopicCounts {
    /// As people read it.
    pub topic: &'static str,
    /// Of this difficulty.
    pub easy: usize,
    /// Of this difficulty.
    pub medium: usize,
    /// Of this difficulty.
    pub hard: usize,
}

impl Library {
    /// Of every topic that ends, in order.
    pub fn holdings(self) -> Vec<TopicCounts> {
        let ending = TOPICS.iter().filter(|topic| topic.generators.is_empty());
        ending
            .filter_map(|topic| {
                let questions = &topic.shelf?.questions;
                let of = |level| questions.iter().filter(|entry| entry.difficulty == level).count();
                Some(TopicCounts {
                    topic: &topic.name,
                    easy: of(Difficulty::Easy),
                    medium: of(Difficulty::Medium),
                    hard: of(Difficulty::Hard),
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_with_generators_do_not_end() {
        let holdings = Library.holdings();
        let of = |name: &str| holdings.iter().find(|holding| holding.topic == name);
        let held = of("Operating systems").expect("the bank alone");
        assert!(held.easy > 0 && held.medium > 0 && held.hard > 0, "{held:?}");
        assert_eq!(of("Probability"), None);
        assert!(holdings.len() < Library.topics().len());
    }
}
