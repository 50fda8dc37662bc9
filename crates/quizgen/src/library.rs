//! Built-in source of question drafts: the generators and the bank together, mixed in difficulty, without repeats.

use std::collections::{HashMap, HashSet};

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::bank::Entry;
use crate::checker::{KnownQuestions, check};
use crate::draft::{Difficulty, Draft};
use crate::spell_check::normal;
use crate::topics::{ABOUT, NEARNESS, TOPICS, TopicMatch, find};

/// What is wanted.
#[derive(Clone, Debug)]
pub struct LibraryRequest<'a> {
    /// As somebody typed it.
    pub topic: &'a str,
    /// 1 to 20.
    pub number: usize,
    /// One difficulty, or a mix.
    pub difficulty: Option<Difficulty>,
    /// Questions not to repeat.
    pub known: KnownQuestions,
    /// Another seed gives other questions.
    pub seed: u64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryDrafts {
    /// The topic all of them are from, as people read it.
    pub topic: String,
    /// What was understood, where a typing error or a beginning was: a topic, or a part of one.
    pub taken_as: Option<String>,
    /// Those about what was asked for come first.
    pub drafts: Vec<LibraryDraft>,
}

/// A draft of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryDraft {
    /// As everybody's.
    pub draft: Draft,
    /// About what was asked for. Otherwise it is only from the same topic.
    pub is_about: bool,
}

/// Why there are none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDrafts {
    /// Nothing is known of this.
    #[error("the topic is not known")]
    UnknownTopic {
        /// Names of topics that are, nearest first.
        nearest: Vec<String>,
    },
    /// All there is has been used.
    #[error("there are no further questions on this topic")]
    UsedUp {
        /// The topic that was meant.
        topic: String,
    },
}

/// The built-in source.
#[derive(Clone, Copy, Debug)]
pub struct Library;

/// A generator may repeat itself; after this many tries per question wanted it is taken as empty.
const TRIES: usize = 40;
/// Only some of what the generators make is about a part.
const TRIES_FOR_A_PART: usize = 200;
/// Drafts of which one is chosen, so that not all are of one kind.
const HANDFUL: usize = 8;

impl Library {
    /// All topics, as people read them, in order.
    pub fn topics(self) -> Vec<&'static str> {
        TOPICS.iter().map(|topic| topic.name.as_str()).collect()
    }

    /// Up to `number` drafts; fewer when there is no more on the topic. Where a part of a topic was asked for, what is about
    /// it comes first, and the rest of the topic fills up.
    ///
    /// # Errors
    /// A topic it does not know, or one whose questions are all known already.
    pub fn draft(self, asked: &LibraryRequest<'_>) -> Result<LibraryDrafts, NoDrafts> {
        let meant = find(asked.topic).map_err(|nearest| NoDrafts::UnknownTopic { nearest })?;
        let mut rng = StdRng::seed_from_u64(asked.seed);
        let mut search =
            Search { meant: &meant, known: asked.known.clone(), exhausted: HashSet::new(), kinds: HashMap::new() };
        let mut drafts = Vec::with_capacity(asked.number);
        for at in 0..asked.number {
            let wanted = asked.difficulty.unwrap_or_else(|| turn(at));
            // A mix takes another difficulty before it stays short.
            let others = Difficulty::ALL.into_iter().filter(|other| asked.difficulty.is_none() && *other != wanted);
            let levels: Vec<Difficulty> = [wanted].into_iter().chain(others).collect();
            let each = NEARNESS.iter().flat_map(|near| levels.iter().map(move |level| (*near, *level)));
            let found = each.into_iter().find_map(|(near, level)| Some((near, search.one(near, level, &mut rng)?)));
            let Some((near, draft)) = found else { break };
            search.known.add(&draft.question);
            *search.kinds.entry(kind(&draft.question)).or_default() += 1;
            drafts.push(LibraryDraft { draft, is_about: near == ABOUT });
        }
        let topic = meant.topic.name.clone();
        if drafts.is_empty() {
            Err(NoDrafts::UsedUp { topic })
        } else {
            Ok(LibraryDrafts { topic, taken_as: meant.taken_as, drafts })
        }
    }
}

/// Two easy, two medium, one hard, and again.
fn turn(at: usize) -> Difficulty {
    match at % 5 {
        0 | 2 => Difficulty::Easy,
        1 | 3 => Difficulty::Medium,
        _ => Difficulty::Hard,
    }
}

/// Looking for drafts of what somebody means.
struct Search<'a> {
    meant: &'a TopicMatch,
    known: KnownQuestions,
    /// Where nothing was found there is nothing later.
    exhausted: HashSet<(u8, Difficulty)>,
    /// How many of each kind there are.
    kinds: HashMap<String, usize>,
}

impl Search<'_> {
    fn one(&mut self, near: u8, level: Difficulty, rng: &mut StdRng) -> Option<Draft> {
        if self.exhausted.contains(&(near, level)) {
            return None;
        }
        let topic = self.meant.topic;
        // Generators that are only lent by another topic would cover this one with theirs.
        let is_own = topic.generators.iter().any(|generator| generator.topics[0] == topic.name);
        let bank_first = topic.generators.is_empty() || rng.random_bool(if is_own { 0.7 } else { 0.85 });
        let found = if bank_first {
            self.banked(near, level, rng).or_else(|| self.generated(near, level, rng))
        } else {
            self.generated(near, level, rng).or_else(|| self.banked(near, level, rng))
        };
        if found.is_none() {
            self.exhausted.insert((near, level));
        }
        found
    }

    fn banked(&self, near: u8, level: Difficulty, rng: &mut StdRng) -> Option<Draft> {
        let is_wanted = |entry: &&Entry| {
            entry.difficulty == level && self.meant.nearness(&entry.question, &entry.answer, &entry.why) == near
        };
        let mut entries: Vec<_> = self.meant.topic.shelf?.questions.iter().filter(is_wanted).collect();
        entries.shuffle(rng);
        entries.into_iter().find_map(|entry| {
            let [a, b, c] = entry.wrong.clone();
            let mut options = [entry.answer.clone(), a, b, c];
            options.shuffle(rng);
            let draft = Draft {
                question: entry.question.clone(),
                options,
                answer: entry.answer.clone(),
                difficulty: level,
                why: entry.why.clone(),
            };
            check(&draft, &self.known).is_ok().then_some(draft)
        })
    }

    fn generated(&self, near: u8, level: Difficulty, rng: &mut StdRng) -> Option<Draft> {
        let generators = &self.meant.topic.generators;
        if generators.is_empty() {
            return None;
        }
        let tries = if self.meant.is_narrow() { TRIES_FOR_A_PART } else { TRIES };
        let draw = |rng: &mut StdRng| {
            let generator = generators[rng.random_range(0..generators.len())];
            let mut draft = (generator.make)(rng, level)?;
            if self.meant.nearness(&draft.question, &draft.answer, &draft.why) != near {
                return None;
            }
            draft.options.shuffle(rng);
            check(&draft, &self.known).is_ok().then_some(draft)
        };
        // Of a handful, the one whose kind came the least so far.
        let drawn: Vec<Draft> = (0..tries).filter_map(|_| draw(rng)).take(HANDFUL).collect();
        drawn.into_iter().min_by_key(|draft| self.kinds.get(&kind(&draft.question)).copied().unwrap_or_default())
    }
}

/// What questions of one kind have in common: how they begin and end, without numbers.
fn kind(question: &str) -> String {
    let words: Vec<String> = normal(question).split(' ').map(str::to_owned).collect();
    let words: Vec<&String> = words.iter().filter(|word| word.chars().all(char::is_alphabetic)).collect();
    let (first, last) = (words.iter().take(4), words.iter().rev().take(2));
    first.chain(last).map(|word| word.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(topic: &str) -> LibraryRequest<'_> {
        LibraryRequest { topic, number: 20, difficulty: None, known: KnownQuestions::default(), seed: 1 }
    }

    fn drafts(asked: &LibraryRequest<'_>) -> Vec<Draft> {
        let found = Library.draft(asked).unwrap_or_else(|why| panic!("{}: {why}", asked.topic));
        found.drafts.into_iter().map(|given| given.draft).collect()
    }

    #[test]
    fn every_topic_gives_twenty_different_questions_in_a_mix() {
        for topic in Library.topics() {
            let drafts = drafts(&asked(topic));
            assert_eq!(drafts.len(), 20, "{topic}");
            let mut known = KnownQuestions::default();
            for draft in &drafts {
                assert_eq!(check(draft, &known), Ok(()), "{topic}: {draft:?}");
                known.add(&draft.question);
            }
            let easy = drafts.iter().filter(|draft| draft.difficulty == Difficulty::Easy).count();
            assert!((1..20).contains(&easy), "{topic}: {easy} of 20 easy");
        }
    }

    #[test]
    fn known_questions_do_not_come_again() {
        let first = drafts(&asked("Operating systems"));
        let known = KnownQuestions::of(first.iter().map(|draft| draft.question.as_str()));
        let again = Library.draft(&LibraryRequest { known, ..asked("Operating systems") });
        for given in again.into_iter().flat_map(|found| found.drafts) {
            assert!(first.iter().all(|earlier| earlier.question != given.draft.question));
        }
    }

    #[test]
    fn a_seed_decides() {
        let (one, two) = (Library.draft(&asked("Probability")), Library.draft(&asked("Probability")));
        assert_eq!(one, two);
        assert_ne!(one, Library.draft(&LibraryRequest { seed: 2, ..asked("Probability") }));
    }

    #[test]
    fn one_difficulty_when_asked() {
        let hard = LibraryRequest { difficulty: Some(Difficulty::Hard), number: 5, ..asked("Number systems") };
        assert!(drafts(&hard).iter().all(|draft| draft.difficulty == Difficulty::Hard));
    }

    #[test]
    fn what_is_about_a_part_comes_first_and_the_topic_fills_up() {
        let found = Library.draft(&asked("deadlock")).expect("drafts");
        assert_eq!((found.topic.as_str(), &found.taken_as, found.drafts.len()), ("Operating systems", &None, 20));
        let about = found.drafts.iter().take_while(|given| given.is_about).count();
        assert!((4..20).contains(&about), "{about} about deadlocks");
        for (at, LibraryDraft { draft, is_about }) in found.drafts.iter().enumerate() {
            let text = format!("{} {} {}", draft.question, draft.answer, draft.why).to_lowercase();
            assert_eq!(*is_about, text.contains("deadlock"), "{text}");
            assert_eq!(*is_about, at < about, "{at}");
        }
        let found = Library.draft(&asked("pythn")).expect("drafts");
        assert_eq!(found.taken_as.as_deref(), Some("Python"));
        assert!(found.drafts.iter().all(|given| given.is_about));
    }

    #[test]
    fn twenty_of_one_difficulty_are_not_all_of_one_kind() {
        // As many forms as a generator has at one level, and the bank: none of them more than 14 times in 20.
        let mut alike = Vec::new();
        for topic in [
            "Profit, loss and interest",
            "Sorting and searching",
            "Time, speed and work",
            "Subnetting",
            "Statistics",
            "SQL",
            "Databases",
            "Python",
            "Physics",
            "Coding and directions",
            "Logical reasoning",
            "Digital logic",
        ] {
            for level in Difficulty::ALL {
                let drafts = drafts(&LibraryRequest { difficulty: Some(level), ..asked(topic) });
                let mut kinds: HashMap<String, usize> = HashMap::new();
                for draft in &drafts {
                    *kinds.entry(kind(&draft.question)).or_default() += 1;
                }
                let most = kinds.into_iter().max_by_key(|(_, many)| *many).expect("drafts");
                if most.1 > 14 {
                    alike.push(format!("{topic}, {}: {most:?}", level.word()));
                }
            }
        }
        assert!(alike.is_empty(), "{alike:#?}");
    }

    #[test]
    fn common_parts_have_questions_of_their_own() {
        let parts = [
            "time and work",
            "blood relations",
            "directions",
            "coding-decoding",
            "css",
            "optics",
            "thermodynamics",
            "organic chemistry",
            "deadlock",
            "cpu scheduling",
            "ipl",
            "football",
            "hockey",
            "world war 2",
            "mughal empire",
            "percentages",
            "tamil cinema",
            "isro",
            "fluid mechanics",
            "graph theory",
            "joins",
            "html",
            "paging",
            "recursion",
            "shakespeare",
        ];
        for part in parts {
            let found = Library.draft(&LibraryRequest { number: 5, ..asked(part) }).expect("drafts");
            let about = found.drafts.iter().filter(|given| given.is_about).count();
            assert!(about >= 4, "{part}: {about} of 5");
        }
    }

    #[test]
    fn what_it_does_not_know_it_does_not_invent() {
        assert!(
            matches!(Library.draft(&asked("quantum gravity")), Err(NoDrafts::UnknownTopic { nearest }) if nearest.len() == 5)
        );
    }

    #[test]
    fn right_options_stand_everywhere() {
        let mut places = [0; 4];
        for seed in 0..40 {
            for draft in drafts(&LibraryRequest { seed, ..asked("Arithmetic") }) {
                let place = draft.options.iter().position(|option| *option == draft.answer).expect("there");
                places[place] += 1;
            }
        }
        assert!(places.iter().all(|many| (130..280).contains(many)), "{places:?}");
    }
}
