//! Typed clusters: what was typed at a question, gathered by what is one answer: equal numbers, or texts that fold alike. So an
//! organiser sees at once what many typed, and whether it is right. Pure rules.

use std::collections::HashMap;

use crate::contests::{Question, likeness_of_answer};

/// Clusters told of a question at most.
const MOST_CLUSTERS: usize = 200;
/// Spellings told of each at most.
const MOST_SPELLINGS: usize = 10;

/// One answer, however it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// As it was typed most often.
    pub text: String,
    /// How it was typed, the most frequent first.
    pub spellings: Vec<String>,
    /// How many gave it.
    pub count: u32,
    /// It is right by the key.
    pub is_accepted: bool,
}

/// What was typed at a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters {
    /// The most frequent first.
    pub told: Vec<Cluster>,
    /// How many gave an answer of which nothing is told.
    pub others: u32,
}

impl Clusters {
    /// Gathers what was typed, each text with how often.
    pub fn of<'a>(question: &Question, typed: impl IntoIterator<Item = (&'a str, u32)>) -> Self {
        let mut by_likeness: HashMap<String, Vec<(&str, u32)>> = HashMap::new();
        for (text, times) in typed {
            by_likeness.entry(likeness_of_answer(question.kind, text)).or_default().push((text, times));
        }
        let mut all: Vec<Cluster> = by_likeness.into_values().map(|spelt| cluster(question, spelt)).collect();
        all.sort_unstable_by(|one, other| other.count.cmp(&one.count).then_with(|| one.text.cmp(&other.text)));
        let beyond = all.split_off(all.len().min(MOST_CLUSTERS));
        Self { told: all, others: beyond.iter().map(|cluster| cluster.count).sum() }
    }
}

fn cluster(question: &Question, mut spelt: Vec<(&str, u32)>) -> Cluster {
    spelt.sort_unstable_by(|(one, often), (other, times)| times.cmp(often).then_with(|| one.cmp(other)));
    let text = spelt.first().map_or("", |(text, _)| text);
    Cluster {
        is_accepted: question.typed.as_ref().is_some_and(|key| key.accepts(text)),
        text: text.to_owned(),
        spellings: spelt.iter().take(MOST_SPELLINGS).map(|(text, _)| (*text).to_owned()).collect(),
        count: spelt.iter().map(|(_, times)| times).sum(),
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::contests::{Marking, QuestionMarks, TypedKey};
    use quad_kernel::ids::QuestionId;

    fn question(typed: TypedKey) -> Question {
        Question {
            id: QuestionId(Uuid::nil()),
            no: 1,
            kind: typed.kind(),
            text: String::new(),
            options: Vec::new(),
            accepted: 1,
            typed: Some(typed),
            marking: Marking::Key,
            difficulty: None,
            explanation: None,
            fixed_options: None,
            marks: QuestionMarks::default(),
            tags: Vec::new(),
        }
    }

    #[test]
    fn what_is_one_answer_stands_together() {
        let texts = question(TypedKey::texts(&["Mysuru".to_owned()]).expect("texts"));
        let found = Clusters::of(&texts, [("MYSURU", 2), ("Mysore", 4), ("mysuru.", 1), ("Mysuru", 2)]);
        let cluster = |text: &str, spellings: &[&str], count, is_accepted| Cluster {
            text: text.to_owned(),
            spellings: spellings.iter().map(ToString::to_string).collect(),
            count,
            is_accepted,
        };
        let told =
            [cluster("MYSURU", &["MYSURU", "Mysuru", "mysuru."], 5, true), cluster("Mysore", &["Mysore"], 4, false)];
        assert_eq!(found, Clusters { told: told.to_vec(), others: 0 });
        let number = question(TypedKey::number(Some("1.5"), None, None).expect("a number"));
        let found = Clusters::of(&number, [("3/2", 1), ("1,5", 3), ("15", 4), ("1.50", 1)]);
        let told = [cluster("1,5", &["1,5", "1.50", "3/2"], 5, true), cluster("15", &["15"], 4, false)];
        assert_eq!(found, Clusters { told: told.to_vec(), others: 0 });
    }

    #[test]
    fn what_is_too_much_to_tell_is_counted() {
        let number = question(TypedKey::number(Some("1"), None, None).expect("a number"));
        let typed: Vec<String> = (0..250).map(|number| number.to_string()).collect();
        let found = Clusters::of(&number, typed.iter().map(|text| (text.as_str(), 3)));
        assert_eq!((found.told.len(), found.others), (200, 150));
        let spelt: Vec<String> = (0..15).map(|zeros| format!("{}7", "0".repeat(zeros))).collect();
        let found = Clusters::of(&number, spelt.iter().map(|text| (text.as_str(), 1)));
        assert_eq!((found.told.len(), found.told[0].count, found.told[0].spellings.len()), (1, 15, 10));
    }
}
