//! Lines. What a line of a pasted list is by itself: numbered, labelled, an answer, an explanation, a page's header.
//! What it is for its question depends on the lines before and is decided in `blocks`.

use super::patterns::{PATTERNS, Patterns};
use crate::label::{self, Label, narrow};
use crate::limits::TEXT_CHARS;
use crate::normalise::{is_invisible, trimmed};
use crate::numbers::western_digits;

/// A line with something in it.
#[derive(Debug, Clone)]
pub struct Line {
    /// From 1.
    pub number: usize,
    /// Without what word processors wrap around it.
    pub text: String,
    /// How far in it stands; a tab counts as four.
    pub indent: usize,
    /// A blank line stands before it.
    pub gap: bool,
    /// All of it was bold.
    pub bold: bool,
    /// Its looks set it apart in a document.
    pub looks: bool,
}

/// A line's number and what follows.
#[derive(Debug, Clone)]
pub struct Numbered {
    /// The number.
    pub number: usize,
    /// `Q` or `Question` stands before it.
    pub worded: bool,
    /// Its punctuation: a bracket before, the sign behind.
    pub style: (bool, char),
    /// What follows.
    pub rest: String,
}

/// An answer line.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The key; empty where it stands on the next line.
    pub key: String,
}

/// Splits a text. Page headers are taken out and answered beside, with their lines.
pub fn lines_of(text: &str) -> (Vec<Line>, Vec<(usize, String)>) {
    let (mut lines, mut pages) = (Vec::new(), Vec::new());
    let mut gap = false;
    for (at, raw) in text.lines().enumerate() {
        let indent = raw.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum();
        // One character beyond the limit is enough to be refused for it.
        let raw = raw.char_indices().nth(TEXT_CHARS + 1).map_or(raw, |(end, _)| &raw[..end]);
        let spaced = raw.replace('\t', "  ").replace('\u{a0}', " ");
        let stripped = trimmed(&spaced);
        let (text, bold) = without_bold(stripped);
        let text = trimmed(&text).to_owned();
        if text.is_empty() {
            gap = true;
        } else if Patterns::fits(PATTERNS.page.as_ref(), &text) {
            pages.push((at + 1, text));
        } else if Patterns::fits(PATTERNS.rule.as_ref(), &text) {
            gap = true;
        } else {
            lines.push(Line { number: at + 1, text, indent, gap, bold, looks: false });
            gap = false;
        }
    }
    (lines, pages)
}

/// `**bold**` and `__bold__` without their signs, and whether all of the line was bold.
fn without_bold(text: &str) -> (String, bool) {
    let Some(first) = text.find("**") else { return (text.to_owned(), false) };
    let whole = first == 0 && text.len() > 4 && text.ends_with("**") && text.matches("**").count() == 2;
    if text.matches("**").count() % 2 == 1 {
        return (text.to_owned(), false);
    }
    let parts: Vec<&str> = text.split("**").collect();
    let inner_sound = parts
        .iter()
        .skip(1)
        .step_by(2)
        .all(|inner| !inner.is_empty() && !inner.starts_with(' ') && !inner.ends_with(' '));
    // 2 ** 3 ** 2 is a program.
    if !inner_sound {
        return (text.to_owned(), false);
    }
    let label_before = whole
        || label::at_start(text)
            .first()
            .is_some_and(|(_, rest)| rest.starts_with("**") && text.ends_with("**") && parts.len() == 3);
    (parts.concat(), label_before)
}

impl Line {
    /// Whether its looks may mark it.
    pub fn is_set_apart(&self) -> bool {
        self.bold || self.looks
    }

    /// Its text without a heading's signs.
    pub fn plain(&self) -> &str {
        let rest = self.text.trim_start_matches('#');
        if self.text.starts_with('#') && rest.starts_with(' ') && self.text.len() - rest.len() <= 6 {
            rest.trim_start()
        } else {
            &self.text
        }
    }

    /// Its number, if it begins with one.
    pub fn numbered(&self) -> Option<Numbered> {
        let plain = self.plain();
        // Native digits are of other lengths than their western ones.
        let west: String = western_digits(plain);
        if let Some(groups) = Patterns::groups(PATTERNS.numbered.as_ref(), &west) {
            let rest = groups.get(6).map_or("", |found| found.as_str());
            let number = groups.get(3)?.as_str().parse().ok()?;
            let open = groups.get(2).is_some_and(|found| !found.as_str().is_empty());
            let sign = groups.get(4).and_then(|found| found.as_str().chars().next()).map_or('-', narrow);
            let touching =
                groups.get(4).is_some_and(|found| groups.get(6).is_some_and(|rest| rest.start() == found.end()));
            // 3.14, 10:30 and 1.5) are no numbers of questions.
            let decimal = touching && rest.starts_with(|c: char| c.is_ascii_digit()) && matches!(sign, '.' | ':' | '-');
            let unclosed = open && !matches!(sign, ')' | ']');
            if !decimal && !unclosed {
                let length = rest.chars().count();
                let rest = plain.chars().skip(plain.chars().count() - length).collect();
                return Some(Numbered { number, worded: groups.get(1).is_some(), style: (open, sign), rest });
            }
        }
        let groups = Patterns::groups(PATTERNS.question_word.as_ref(), &west)?;
        let number = [2, 3].iter().find_map(|at| groups.get(*at)?.as_str().parse().ok())?;
        let rest = groups.get(4).map_or(String::new(), |found| found.as_str().to_owned());
        Some(Numbered { number, worded: true, style: (false, ' '), rest })
    }

    /// What follows `Q:` or `Question:`.
    pub fn question_word(&self) -> Option<&str> {
        let groups = Patterns::groups(PATTERNS.question_word.as_ref(), self.plain())?;
        groups.get(1).map(|found| found.as_str())
    }

    /// Its answer, if it may be an answer line.
    pub fn answer(&self) -> Option<Answer> {
        let plain = self.plain();
        if let Some(groups) = Patterns::groups(PATTERNS.open_answer.as_ref(), plain) {
            return Some(Answer { key: groups.get(0)?.as_str().to_owned() });
        }
        if let Some(groups) = Patterns::groups(PATTERNS.said_answer.as_ref(), plain) {
            let is_number = groups.get(1)?.as_str().eq_ignore_ascii_case("number");
            let word = if is_number { "Number" } else { "Short answer" };
            return Some(Answer { key: format!("{word}: {}", groups.get(2)?.as_str()) });
        }
        let groups = Patterns::groups(PATTERNS.answer.as_ref(), plain)?;
        let sign = groups.get(2)?.as_str();
        let signed = sign.contains([':', '=', '-', '–', '—', '：', '।', '．', '.']);
        let key = groups.get(3)?.as_str().trim().to_owned();
        let word = groups.get(1)?.as_str().to_lowercase();
        // "Correct the sentence" and "Right of way" are no answers.
        let loose = matches!(word.as_str(), "correct" | "right" | "सही" | "key" | "keys");
        let letter = unbracketed(&key).chars().count() == 1;
        (signed || key.is_empty() && !loose || letter || (!loose && sign.to_lowercase().contains("is")))
            .then_some(Answer { key })
    }

    /// What follows `Explanation:`.
    pub fn explanation(&self) -> Option<String> {
        Some(Patterns::groups(PATTERNS.explanation.as_ref(), self.plain())?.get(1)?.as_str().to_owned())
    }

    /// `Difficulty: hard` and the like: the word in small letters, and the rest.
    pub fn property(&self) -> Option<(String, String)> {
        let groups = Patterns::groups(PATTERNS.property.as_ref(), self.plain())?;
        Some((groups.get(1)?.as_str().to_lowercase(), groups.get(2)?.as_str().trim().to_owned()))
    }

    /// `T1A03 (B)`: the code and the key.
    pub fn code_and_key(&self) -> Option<(String, String)> {
        let groups = Patterns::groups(PATTERNS.code_and_key.as_ref(), &self.text)?;
        Some((groups.get(1)?.as_str().to_owned(), groups.get(2)?.as_str().to_owned()))
    }

    /// All labels it may begin with, whatever marks stand before, with the text behind them and its marks.
    pub fn labels(&self) -> Vec<(Label, String)> {
        let (marks, rest) = marks_before(&self.text);
        label::at_start(rest).into_iter().map(|(label, rest)| (label, format!("{marks}{rest}"))).collect()
    }
}

/// The signs of a right option before a label, and what follows them.
pub fn marks_before(text: &str) -> (&str, &str) {
    let mut end = 0;
    for sign in [
        "- [x] ", "- [X] ", "- [ ] ", "[x] ", "[X] ", "[ ] ", "[*] ", "- ", "• ", "## ", "##", "*", "✓", "✔", "✅",
        "☑", "^", "→",
    ] {
        if text[end..].starts_with(sign) && !text[end + sign.len()..].starts_with('*') {
            end += sign.len();
            end += text[end..].len() - text[end..].trim_start().len();
            break;
        }
    }
    let marks = &text[..end];
    // A bullet before a letter says nothing.
    if matches!(marks, "- " | "• ") { ("", &text[end..]) } else { (marks, &text[end..]) }
}

fn unbracketed(key: &str) -> &str {
    key.trim_matches(|c: char| matches!(narrow(c), '(' | ')' | '[' | ']' | '.') || c.is_whitespace() || is_invisible(c))
}
