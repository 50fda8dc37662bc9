//! Topics: which there are, and which topic, or part of one, a person means by a few typed words. Names, synonyms,
//! clear beginnings and clear typing errors are understood. What is near to nothing, or as near to one topic as to
//! another, is refused with the nearest names. `spell_check` compares words.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::bank::{SHELVES, Shelf};
use crate::generators::{self, Generator};
use crate::spell_check::{self, normal};

/// A topic: what the bank holds of it and which generators make questions of it.
pub(crate) struct Topic {
    /// As people read it.
    pub name: String,
    /// Words that mean the same, beside the name.
    synonyms: Vec<String>,
    parts: Vec<Part>,
    pub shelf: Option<&'static Shelf>,
    pub generators: Vec<&'static Generator>,
}

/// Something narrower than a topic, without a shelf of its own.
struct Part {
    called: Vec<String>,
    /// Beginnings of words that a question about it has.
    stems: Vec<String>,
}

impl Part {
    fn new<T: AsRef<str>>(called: &[T], words: &[T]) -> Self {
        let stems = called.iter().map(|name| stemmed(&normal(name.as_ref())).join(" "));
        let stems = stems.chain(words.iter().map(|word| normal(word.as_ref()))).collect();
        Self { called: called.iter().map(|name| name.as_ref().to_owned()).collect(), stems }
    }
}

/// What somebody means.
pub(crate) struct TopicMatch {
    pub topic: &'static Topic,
    /// What was understood, where it was not typed like that.
    pub taken_as: Option<String>,
    part: Option<&'static Part>,
    /// Stems of words that were typed beside the name.
    beside: Vec<String>,
}

/// How near a question is to what was asked for, nearest first.
pub(crate) const NEARNESS: [u8; 3] = [ABOUT, 1, 0];
/// It is about just that.
pub(crate) const ABOUT: u8 = 2;

impl TopicMatch {
    /// Something narrower than the topic.
    pub fn is_narrow(&self) -> bool {
        self.part.is_some() || !self.beside.is_empty()
    }

    /// How near a question is to it, judged by its words: what it asks, its answer and the reason. A wrong option says
    /// nothing of what a question is about.
    pub fn nearness(&self, question: &str, answer: &str, why: &str) -> u8 {
        if !self.is_narrow() {
            return ABOUT;
        }
        let text = format!(" {} ", normal(&format!("{question} {answer} {why}")));
        // Short words are the beginning of too many others.
        let has = |stem: &String| match stem.chars().count() {
            ..=3 => text.contains(&format!(" {stem} ")) || text.contains(&format!(" {stem}s ")),
            _ => text.contains(&format!(" {stem}")),
        };
        let of_part = self.part.is_none_or(|part| part.stems.iter().any(has));
        match (of_part, self.beside.iter().all(has)) {
            (true, true) => ABOUT,
            (true, false) if self.part.is_some() => 1,
            _ => 0,
        }
    }
}

/// A name of something.
struct Name {
    words: Vec<String>,
    /// Without the ends that say how many.
    stems: Vec<String>,
    /// As people read it.
    said: String,
    topic: &'static Topic,
    part: Option<&'static Part>,
}

/// How many names a refusal offers.
const NEAREST: usize = 5;

/// All topics, by name.
pub(crate) static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| {
    let mut topics: BTreeMap<String, Topic> = BTreeMap::new();
    for shelf in SHELVES.iter() {
        let topic = Topic {
            name: shelf.topic.clone(),
            synonyms: shelf.synonyms.clone(),
            parts: shelf.parts.iter().map(|part| Part::new(&part.called, &part.words)).collect(),
            shelf: Some(shelf),
            generators: Vec::new(),
        };
        topics.insert(normal(&shelf.topic), topic);
    }
    for generator in generators::ALL {
        for name in generator.topics {
            let topic = topics.entry(normal(name)).or_insert_with(|| Topic {
                name: (*name).to_owned(),
                synonyms: Vec::new(),
                parts: Vec::new(),
                shelf: None,
                generators: Vec::new(),
            });
            topic.generators.push(generator);
        }
        // Words of the generator's own belong to the topic it names first.
        if let Some(topic) = generator.topics.first().and_then(|name| topics.get_mut(&normal(name))) {
            topic.synonyms.extend(generator.synonyms.iter().map(|word| (*word).to_owned()));
            topic.parts.extend(generator.parts.iter().map(|(called, words)| Part::new(called, words)));
        }
    }
    topics.into_values().collect()
});

static NAMES: LazyLock<Vec<Name>> = LazyLock::new(|| {
    let name = |said: &str, topic, part| {
        let words: Vec<String> = normal(said).split(' ').map(str::to_owned).collect();
        Name { stems: words.iter().map(|word| stem(word)).collect(), words, said: said.to_owned(), topic, part }
    };
    let mut names = Vec::new();
    for topic in TOPICS.iter() {
        names.push(name(&topic.name, topic, None));
        names.extend(topic.synonyms.iter().map(|said| name(said, topic, None)));
        for part in &topic.parts {
            names.extend(part.called.iter().map(|said| name(said, topic, Some(part))));
        }
    }
    names
});

/// The topic somebody means, or the part of one.
///
/// # Errors
/// The names of the nearest topics, nearest first.
pub(crate) fn find(asked: &str) -> Result<TopicMatch, Vec<String>> {
    let asked = normal(asked);
    let all: Vec<&str> = asked.split_whitespace().collect();
    let told: Vec<&str> = all.iter().copied().filter(|word| !FILLERS.contains(word)).collect();
    named(&all)
        .or_else(|| named(&told))
        .or_else(|| within(&told))
        .or_else(|| slipped(&told))
        .or_else(|| begun(&told))
        .or_else(|| slipped_within(&told))
        .ok_or_else(|| nearest(&asked))
}

/// Words that say nothing of the topic.
const FILLERS: [&str; 56] = [
    "a",
    "about",
    "advanced",
    "an",
    "and",
    "answers",
    "basic",
    "basics",
    "beginner",
    "beginners",
    "campus",
    "chapter",
    "class",
    "college",
    "concept",
    "concepts",
    "course",
    "easy",
    "exam",
    "exams",
    "final",
    "for",
    "freshers",
    "fundamental",
    "fundamentals",
    "hard",
    "in",
    "intermediate",
    "interview",
    "introduction",
    "mcq",
    "mcqs",
    "medium",
    "of",
    "on",
    "placement",
    "placements",
    "please",
    "practice",
    "question",
    "questions",
    "quiz",
    "quizzes",
    "revision",
    "semester",
    "simple",
    "some",
    "students",
    "subject",
    "syllabus",
    "test",
    "the",
    "to",
    "topic",
    "tutorial",
    "unit",
];

/// Words that make nothing narrower when they stand beside a name.
const WIDE: [&str; 13] = [
    "algorithms",
    "computer",
    "engineering",
    "general",
    "knowledge",
    "language",
    "programming",
    "science",
    "studies",
    "study",
    "subject",
    "systems",
    "theory",
];

/// Just the name, in one word or two, of one or of many.
fn named(told: &[&str]) -> Option<TopicMatch> {
    let key: String = told.iter().map(|word| stem(word)).collect();
    if key.is_empty() {
        return None;
    }
    let joined = stem(&told.concat());
    let same = |name: &&Name| {
        let own = name.stems.concat();
        own == key || own == joined
    };
    NAMES.iter().find(same).map(|name| meant(name, Vec::new(), false))
}

/// A phrase such as "basics of operating systems for freshers" names a topic among its words. The longest name wins, and
/// it must be at least half of what the phrase says. Names of one or two letters count only when nothing else was typed.
fn within(told: &[&str]) -> Option<TopicMatch> {
    let stems: Vec<String> = told.iter().map(|word| stem(word)).collect();
    let mut found: Vec<(&Name, std::ops::Range<usize>)> = Vec::new();
    for name in NAMES.iter().filter(|name| name.said.chars().count() > 2) {
        let many = name.stems.len();
        let at = stems.windows(many).position(|window| window == name.stems);
        found.extend(at.map(|at| (name, at..at + many)));
    }
    let of_half = |(name, _): &&(&Name, _)| name.words.len() * 2 >= told.len();
    let longest = found.iter().filter(of_half).max_by_key(|(name, _)| name.said.chars().count())?;
    // "Physics optics" names the part, and "deadlock in operating systems", too.
    let topic = longest.0.topic;
    let own: Vec<_> = found.iter().filter(|(name, _)| std::ptr::eq(name.topic, topic)).collect();
    let part = own.iter().filter(|(name, _)| name.part.is_some()).max_by_key(|(name, _)| name.said.chars().count());
    let chosen = if longest.0.part.is_some() { longest } else { part.copied().unwrap_or(longest) };
    let covered = |at: usize| own.iter().any(|(_, words)| words.contains(&at));
    let beside = (0..told.len()).filter(|at| !covered(*at)).map(|at| told[at]).collect();
    Some(meant(chosen.0, beside, false))
}

/// A name with a typing error in one of its words or more.
fn slipped(told: &[&str]) -> Option<TopicMatch> {
    let joined = told.concat();
    let cost = |name: &Name| {
        let each = spell_check::of_phrase(told, &name.words);
        // A single word of a part may be many things: one slip, and not in a short one.
        let is_one = name.part.is_some() && name.words.len() == 1;
        if is_one && (each.is_none_or(|cost| cost > 1) || joined.len().min(name.words[0].len()) < 6) {
            return None;
        }
        // "operatingsystm"
        let whole =
            || (told.len() == 1 && name.words.len() > 1).then(|| spell_check::of_word(&joined, &name.words.concat()));
        each.or_else(|| whole().flatten())
    };
    clearest(NAMES.iter().filter_map(|name| Some((cost(name)?, name)))).map(|name| meant(name, Vec::new(), true))
}

/// The same beside one other word, or beside words that say little. Short words say too little there, and a guess among
/// many words would be two.
fn slipped_within(told: &[&str]) -> Option<TopicMatch> {
    let window = |name: &Name| {
        let many = name.words.len();
        if many * 2 < told.len() || many >= told.len() || name.words.iter().any(|word| word.chars().count() < 5) {
            return None;
        }
        let costs = told.windows(many).enumerate();
        costs.filter_map(|(at, words)| Some((spell_check::of_phrase(words, &name.words)?, at))).min()
    };
    let name = clearest(NAMES.iter().filter_map(|name| Some((window(name)?.0, name))))?;
    let at = window(name)?.1;
    let words = at..at + name.words.len();
    let beside: Vec<&str> = (0..told.len()).filter(|at| !words.contains(at)).map(|at| told[at]).collect();
    let is_plain = told.len() == 2 || beside.iter().all(|word| WIDE.contains(word));
    is_plain.then(|| meant(name, beside, true))
}

/// The shortest a beginning may be: of a word, of a part's, and the first word of a topic's name.
const BEGUN: usize = 4;
const BEGUN_PART: usize = 6;
const BEGUN_NAME: usize = 5;

/// The beginning of names of one topic only: of one word that is not finished ("prob"), or of several up to the last. The
/// first word alone is enough for a topic's own name ("cyber"), not for others: "rest" is not yet a REST API.
fn begun(told: &[&str]) -> Option<TopicMatch> {
    let asked = told.join(" ");
    let many = asked.chars().count();
    if many < BEGUN {
        return None;
    }
    let mut begun: Vec<&Name> = NAMES.iter().filter(|name| name.words.join(" ").starts_with(&asked)).collect();
    // "prob" may be Probability, though it begins "Probability and statistics", too.
    let first = begun.iter().min_by_key(|name| (name.said.len(), name.part.is_some()))?;
    let (topic, shortest) = (first.topic, first.words.join(" "));
    let is_clear = |name: &&Name| std::ptr::eq(name.topic, topic) || name.words.join(" ").starts_with(&shortest);
    if !begun.iter().all(is_clear) {
        return None;
    }
    begun.retain(|name| {
        let is_own = std::ptr::eq(name.topic, topic);
        let is_first_word = told.len() == 1 && name.words.len() > 1;
        is_own
            && if is_first_word {
                name.said == name.topic.name && name.words[0] == asked && many >= BEGUN_NAME
            } else {
                let is_enough = name.part.is_none() || (many >= BEGUN_PART && many * 2 >= name.said.chars().count());
                is_enough && !spell_check::is_a_word(&asked)
            }
    });
    let shortest = begun.into_iter().min_by_key(|name| (name.part.is_some(), name.said.len()))?;
    Some(meant(shortest, Vec::new(), true))
}

/// The name that costs the least, when none of another topic costs as little.
fn clearest<'a>(found: impl Iterator<Item = (usize, &'a Name)>) -> Option<&'a Name> {
    let found: Vec<(usize, &Name)> = found.collect();
    let (least, best) = found.iter().min_by_key(|(cost, name)| (*cost, name.part.is_some(), name.said.len()))?;
    let is_clear = found.iter().all(|(cost, name)| cost > least || std::ptr::eq(name.topic, best.topic));
    is_clear.then_some(*best)
}

fn meant(name: &Name, beside: Vec<&str>, is_guess: bool) -> TopicMatch {
    let beside = beside.into_iter().filter(|word| !WIDE.contains(word) && !word.chars().all(|c| c.is_ascii_digit()));
    // A topic is told by its name, whatever it was called.
    let said = if name.part.is_some() { &name.said } else { &name.topic.name };
    TopicMatch {
        topic: name.topic,
        taken_as: is_guess.then(|| said.clone()),
        part: name.part,
        beside: beside.map(stem).collect(),
    }
}

/// Topics whose names are the most like it.
fn nearest(asked: &str) -> Vec<String> {
    let likeness = |topic: &Topic| {
        let own = NAMES.iter().filter(|name| std::ptr::eq(name.topic, topic));
        // Letters in the same place, and pairs of letters anywhere: geometry is in trigonometry.
        let alike = |name: &Name| {
            let said = name.words.join(" ");
            strsim::normalized_damerau_levenshtein(&said, asked) + strsim::sorensen_dice(&said, asked)
        };
        own.map(alike).fold(0.0, f64::max)
    };
    let mut ranked: Vec<(f64, &Topic)> = TOPICS.iter().map(|topic| (likeness(topic), topic)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().take(NEAREST).map(|(_, topic)| topic.name.clone()).collect()
}

fn stemmed(text: &str) -> Vec<String> {
    text.split(' ').map(stem).collect()
}

/// A word without the end that says how many.
fn stem(word: &str) -> String {
    let many = word.chars().count();
    if many > 4 && word.ends_with("ies") {
        return format!("{}y", &word[..word.len() - 3]);
    }
    let is_plural = many > 3 && word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    if is_plural { word[..word.len() - 1].to_owned() } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[track_caller]
    fn means(asked: &str, topic: &str) -> TopicMatch {
        match find(asked) {
            Ok(meant) => {
                assert_eq!(meant.topic.name, topic, "{asked}");
                meant
            }
            Err(near) => panic!("{asked}: not found, near {near:?}"),
        }
    }

    #[test]
    fn names_and_synonyms_mean_the_whole_topic() {
        let table = [
            ("Operating systems", "Operating systems"),
            ("  OPERATING-SYSTEMS ", "Operating systems"),
            ("operatingsystem", "Operating systems"),
            ("os", "Operating systems"),
            ("basics of operating systems for freshers", "Operating systems"),
            ("Number systems", "Number systems"),
            ("number system", "Number systems"),
            ("c", "C programming"),
            ("c++", "C++"),
            ("python 3 programming", "Python"),
            ("constitution", "Indian polity"),
            ("sorting", "Sorting and searching"),
            ("propositional logic", "Boolean logic"),
            ("bigo", "Time complexity"),
            ("combinatorics", "Permutations and combinations"),
            ("maths", "Arithmetic"),
            ("sports quiz", "Sports"),
            ("machinelearning", "Machine learning"),
        ];
        for (asked, topic) in table {
            let meant = means(asked, topic);
            assert!(!meant.is_narrow() && meant.taken_as.is_none(), "{asked}: {:?}", meant.taken_as);
        }
    }

    #[test]
    fn clear_slips_and_beginnings_are_understood_and_told() {
        let table = [
            ("operatng sistems", "Operating systems", "Operating systems"),
            ("operatingsystm", "Operating systems", "Operating systems"),
            ("probabilty", "Probability", "Probability"),
            ("pythn", "Python", "Python"),
            ("pythom", "Python", "Python"),
            ("pthon", "Python", "Python"),
            ("sportz", "Sports", "Sports"),
            ("crickt", "Cricket", "Cricket"),
            ("pyhton", "Python", "Python"),
            ("phyton", "Python", "Python"),
            ("basics of pythn", "Python", "Python"),
            ("pyhton decorators", "Python", "Python"),
            ("operatng sistems theory", "Operating systems", "Operating systems"),
            ("pyhton lists", "Python", "python lists"),
            ("jva", "Java", "Java"),
            ("jaav", "Java", "Java"),
            ("jva programing", "Java", "Java"),
            ("javascrpt", "JavaScript", "JavaScript"),
            ("slq", "SQL", "SQL"),
            ("prob", "Probability", "Probability"),
            ("boolean", "Boolean logic", "Boolean logic"),
            ("chemsitry", "Chemistry", "Chemistry"),
            ("databse", "Databases", "Databases"),
            ("netwroks", "Computer networks", "Computer networks"),
            ("artifical inteligence", "Machine learning", "Machine learning"),
            ("grammer", "English grammar", "English grammar"),
            ("histroy", "World history", "World history"),
            ("cyber", "Cyber security", "Cyber security"),
            ("deadlok", "Operating systems", "deadlock"),
            ("cryptogr", "Cyber security", "cryptography"),
            ("mugal empire", "Indian history", "mughal empire"),
            ("shakespere", "Literature", "shakespeare"),
        ];
        for (asked, topic, taken_as) in table {
            assert_eq!(means(asked, topic).taken_as.as_deref(), Some(taken_as), "{asked}");
        }
    }

    #[test]
    fn a_part_means_its_topic_and_stays_narrow() {
        let table = [
            ("deadlock", "Operating systems"),
            ("deadlocks", "Operating systems"),
            ("deadlock in operating systems", "Operating systems"),
            ("cpu scheduling", "Operating systems"),
            ("paging", "Operating systems"),
            ("linux", "Operating systems"),
            ("joins", "SQL"),
            ("normalisation", "Databases"),
            ("graphs", "Discrete mathematics"),
            ("graph theory", "Discrete mathematics"),
            ("recursion", "Algorithms"),
            ("linked", "Data structures"),
            ("linked lists", "Data structures"),
            ("html5", "Web technologies"),
            ("css", "Web technologies"),
            ("rest api", "Web technologies"),
            ("shakespeare", "Literature"),
            ("optics", "Physics"),
            ("physics optics", "Physics"),
            ("thermodynamics", "Physics"),
            ("thermo", "Physics"),
            ("organic chemistry", "Chemistry"),
            ("fluid mechanics", "Mechanical engineering"),
            ("isro", "Space"),
            ("ipl", "Cricket"),
            ("football", "Sports"),
            ("world war 2", "World history"),
            ("second world war", "World history"),
            ("mughal empire", "Indian history"),
            ("tamil cinema", "Indian cinema"),
            ("indian rivers", "Indian geography"),
            ("time and work", "Quantitative aptitude"),
            ("percentages", "Quantitative aptitude"),
            ("blood relations", "Logical reasoning"),
            ("coding-decoding", "Logical reasoning"),
            ("directions", "Logical reasoning"),
            ("python decorators", "Python"),
        ];
        for (asked, topic) in table {
            let meant = means(asked, topic);
            assert!(meant.is_narrow() && meant.taken_as.is_none(), "{asked}: {:?}", meant.taken_as);
        }
    }

    #[test]
    fn what_is_unknown_is_refused_with_what_is_near() {
        let unknown = [
            "quantum gravity in loop space",
            "quantum gravity",
            "zzz",
            "",
            "🎲",
            "x",
            "trigonometry",
            "jazz",
            "lust",
            "must",
            "trust",
            "dust",
            "spice",
            "seed",
            "rest",
            "physiology",
            "psychology",
            "sociology",
            "philosophy",
            "astrology",
            "agronomy",
            "geology",
            "pottery",
            "baking",
            "printing",
            "topics",
            "every",
            "different",
            "place",
            "post",
            "pays",
            "hear",
            "info",
            "correction",
            "conversation",
            "except",
            "applied",
            "pointing",
            "politely",
            "plants",
            "policy",
            "ruby",
            "perl",
            "php",
            "kotlin",
            "swift",
            "data",
            "number",
            "world",
            "machine",
            "jam",
            "lava",
            "knitting",
            "french cooking",
            "probabilitu theroy of cats",
            "music theory of whales",
            "test",
        ];
        for asked in unknown {
            match find(asked) {
                Ok(meant) => panic!("{asked:?} is taken as {}, {:?}", meant.topic.name, meant.taken_as),
                Err(near) => assert_eq!(near.len(), NEAREST, "{asked:?}"),
            }
        }
        assert!(find("trigonometry").err().is_some_and(|near| near.contains(&"Geometry".to_owned())));
    }

    #[test]
    fn no_name_means_two_things() {
        let mut names: HashMap<String, (&str, &str)> = HashMap::new();
        let mut twice = Vec::new();
        for name in NAMES.iter() {
            if let Some((said, topic)) = names.insert(name.stems.concat(), (&name.said, &name.topic.name)) {
                twice.push(format!("{} of {} is {said} of {topic}", name.said, name.topic.name));
            }
            if name.said != name.topic.name {
                assert_eq!(name.said, name.said.to_lowercase(), "{}", name.topic.name);
            }
        }
        assert!(twice.is_empty(), "{twice:#?}");
    }

    #[test]
    fn a_question_is_judged_by_what_it_asks_and_answers() {
        let asked = means("deadlock", "Operating systems");
        assert_eq!(asked.nearness("Which condition for deadlock is removed?", "circular wait", ""), ABOUT);
        assert_eq!(asked.nearness("What do processes do that wait for ever?", "deadlock", ""), ABOUT);
        assert_eq!(asked.nearness("What is paging?", "fixed-size blocks", ""), 0);
        let asked = means("deadlock prevention", "Operating systems");
        assert_eq!(asked.nearness("Which condition for deadlock is removed?", "circular wait", ""), 1);
        assert_eq!(asked.nearness("Which is prevention of deadlocks?", "ordering", ""), ABOUT);
        assert_eq!(means("os", "Operating systems").nearness("What is paging?", "blocks", ""), ABOUT);
    }
}
