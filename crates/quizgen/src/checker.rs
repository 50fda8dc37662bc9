//! Draft checker: the one check that every draft passes, whoever wrote it. It refuses and never repairs: a repaired key
//! is a guess.

use std::collections::HashSet;

use crate::draft::Draft;

const QUESTION_MAX: usize = 1000;
const OPTION_MAX: usize = 300;
const WHY_MAX: usize = 1000;

/// What is wrong with a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing, or more than 1,000 characters.
    #[error("the question is empty or too long")]
    Question,
    /// Nothing, or more than 300 characters.
    #[error("an option is empty or too long")]
    Option,
    /// Two options read the same.
    #[error("two options are the same")]
    Twins,
    /// The answer is none of the options.
    #[error("the answer is none of the options")]
    Key,
    /// Control characters, marks that make text look like other text, or markup that readers would see as it is.
    #[error("the text is not plain")]
    NotPlain,
    /// The explanation is too long.
    #[error("the explanation is too long")]
    Why,
    /// Of a kind that nobody asked for.
    #[error("the question is of another kind")]
    Kind,
    /// The same question is there already.
    #[error("the question is there already")]
    Repeated,
}

/// Questions that are there already, by what their text looks like without regard to case and closing marks.
#[derive(Clone, Debug, Default)]
pub struct KnownQuestions(HashSet<String>);

impl KnownQuestions {
    /// From the questions of a contest.
    pub fn of<'a>(questions: impl IntoIterator<Item = &'a str>) -> Self {
        Self(questions.into_iter().map(normal).collect())
    }

    /// Notes one more; false when it was there.
    pub fn add(&mut self, question: &str) -> bool {
        self.0.insert(normal(question))
    }

    pub(crate) fn has(&self, question: &str) -> bool {
        self.0.contains(&normal(question))
    }
}

/// One form for texts that a reader takes for the same.
fn normal(text: &str) -> String {
    quad_text::likeness_of_names(text).trim_end_matches(['?', '.', ':', '!', ' ']).to_owned()
}

/// Checks a draft against the rules and against what is known.
///
/// # Errors
/// The first fault found.
pub fn check(draft: &Draft, known: &KnownQuestions) -> Result<(), Fault> {
    if !is_sized(&draft.question, QUESTION_MAX) {
        return Err(Fault::Question);
    }
    if !draft.options.iter().all(|option| is_sized(option, OPTION_MAX)) {
        return Err(Fault::Option);
    }
    if draft.why.chars().count() > WHY_MAX {
        return Err(Fault::Why);
    }
    let texts = draft.options.iter().chain([&draft.answer, &draft.question, &draft.why]);
    if !is_plain(&draft.question, texts) || draft.options.iter().any(|o| o.contains('\n')) {
        return Err(Fault::NotPlain);
    }
    let distinct: HashSet<String> = draft.options.iter().map(|option| quad_text::likeness_of_names(option)).collect();
    if distinct.len() != draft.options.len() {
        return Err(Fault::Twins);
    }
    if !draft.options.contains(&draft.answer) {
        return Err(Fault::Key);
    }
    if known.has(&draft.question) {
        return Err(Fault::Repeated);
    }
    Ok(())
}

/// Whether something is seen of a text, and not more than so many characters.
pub(crate) fn is_sized(text: &str, most: usize) -> bool {
    quad_text::is_visible(text) && text.chars().count() <= most
}

/// Whether a question, and all texts of it, are plain.
pub(crate) fn is_plain<'a>(question: &str, texts: impl IntoIterator<Item = &'a String>) -> bool {
    let mut texts = texts.into_iter();
    !texts.any(|text| text.chars().any(is_strange) || is_marked_up(text)) && !begins_with_a_tag(question)
}

/// Control characters except line breaks, marks of direction, and characters that take no room.
fn is_strange(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn begins_with_a_tag(question: &str) -> bool {
    let inside = question.trim_start().strip_prefix('<').map(|rest| rest.trim_start_matches('/'));
    inside.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Markdown's fences and emphasis. Tags are left alone but at the beginning of a question: there are questions about them.
fn is_marked_up(text: &str) -> bool {
    let text = text.trim();
    let emphasised = text.match_indices("**").any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let (inside, rest) = text[at + 2..].split_once("**").unwrap_or_default();
        before.is_none_or(char::is_whitespace)
            && inside.starts_with(char::is_alphanumeric)
            && inside.ends_with(|c: char| !c.is_whitespace())
            && rest.chars().next().is_none_or(|c| c.is_whitespace() || c.is_ascii_punctuation())
    });
    text.contains("```") || emphasised
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::Difficulty;

    fn good() -> Draft {
        Draft {
            question: "What is 2 + 2?".into(),
            options: ["3", "4", "5", "22"].map(str::to_owned),
            answer: "4".into(),
            difficulty: Difficulty::Easy,
            why: String::new(),
        }
    }

    fn fault(change: impl FnOnce(&mut Draft)) -> Option<Fault> {
        let mut draft = good();
        change(&mut draft);
        check(&draft, &KnownQuestions::default()).err()
    }

    #[test]
    fn each_fault_is_found() {
        assert_eq!(fault(|_| ()), None);
        assert_eq!(fault(|d| d.question = "  ".into()), Some(Fault::Question));
        assert_eq!(fault(|d| d.question = "x".repeat(1001)), Some(Fault::Question));
        assert_eq!(fault(|d| d.options[0] = String::new()), Some(Fault::Option));
        assert_eq!(fault(|d| d.options[3] = "x".repeat(301)), Some(Fault::Option));
        assert_eq!(fault(|d| d.options[0] = " 5 ".into()), Some(Fault::Twins));
        for twins in [["Don't know", "don\u{2019}t  know"], ["A-B", "a\u{2013}b"], ["Semifinal", "Semi\u{fb01}nal"]] {
            assert_eq!(fault(|d| d.options[..2].clone_from_slice(&twins.map(str::to_owned))), Some(Fault::Twins));
        }
        let powers = ["2\u{2074}", "24", "H\u{2082}O", "4"].map(str::to_owned);
        assert_eq!(fault(|d| d.options = powers), None, "a power is no number of two digits");
        assert_eq!(fault(|d| d.question = "\u{200b}".into()), Some(Fault::Question));
        assert_eq!(fault(|d| d.answer = "6".into()), Some(Fault::Key));
        assert_eq!(fault(|d| d.question = "What\u{202e}?".into()), Some(Fault::NotPlain));
        assert_eq!(fault(|d| d.options[2] = "a\nb".into()), Some(Fault::NotPlain));
        for marked in ["**What** is it?", "What?\n```python\nx\n```", "<img src=x onerror=alert(1)> q?", "<p>What?</p>"]
        {
            assert_eq!(fault(|d| d.question = marked.into()), Some(Fault::NotPlain), "{marked}");
        }
        for plain in ["What is 2 ** 3 ** 2?", "What is x**2 + y**2?", "What does <b>x</b> show?", "Is 1 < 2, and 3 <4?"]
        {
            assert_eq!(fault(|d| d.question = plain.into()), None, "{plain}");
        }
        assert_eq!(fault(|d| d.why = "x".repeat(1001)), Some(Fault::Why));
    }

    #[test]
    fn the_same_question_is_known_in_another_dress() {
        let known = KnownQuestions::of(["  what is   2\u{a0}+ 2 "]);
        assert_eq!(check(&good(), &known), Err(Fault::Repeated));
        let other = Draft { question: "What is 2 - 2?".into(), ..good() };
        assert_eq!(check(&other, &known), Ok(()), "an operator makes another question");
    }
}
