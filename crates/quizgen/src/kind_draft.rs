//! Drafts of chosen kinds: one right option or several, a number, a short text. Like every draft they are refused and never
//! repaired: a key that cannot be read is a guess.

use std::collections::HashSet;

use crate::checker::{Fault, KnownQuestions, is_plain, is_sized};
use crate::draft::Difficulty;

const QUESTION_MAX: usize = 1000;
const OPTION_MAX: usize = 300;
const WHY_MAX: usize = 1000;
const MOST_TEXTS: usize = 20;
const TEXT_MAX: usize = 100;
const UNIT_MAX: usize = 20;
/// Signs of a number.
const NUMBER_MAX: usize = 20;

/// How a drafted question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DraftKind {
    /// One option of four is right.
    Single,
    /// Several options are right, and at least one is not.
    Several,
    /// A number is typed.
    Number,
    /// A short text is typed.
    Text,
}

impl DraftKind {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Single, Self::Several, Self::Number, Self::Text];

    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Several => "several",
            Self::Number => "number",
            Self::Text => "text",
        }
    }

    /// Reads what [`DraftKind::word`] says.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// A question of a chosen kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindDraft {
    /// How it is answered.
    pub kind: DraftKind,
    /// Plain text.
    pub question: String,
    /// In the order they are shown; none where the answer is typed.
    pub options: Vec<String>,
    /// The texts of the right options, the number, or each text that is right.
    pub answers: Vec<String>,
    /// How far a number may be off: an amount, or a part of a hundred with its sign.
    pub tolerance: Option<String>,
    /// What a number is counted in.
    pub unit: Option<String>,
    /// How hard.
    pub difficulty: Difficulty,
    /// Why the answer is right, or where it was found.
    pub why: String,
}

impl KindDraft {
    /// The places of the right options.
    pub fn right(&self) -> Vec<usize> {
        (0..self.options.len()).filter(|at| self.answers.contains(&self.options[*at])).collect()
    }

    /// Whether an answer without the key is the key's: the numbers of the options from 1, a number, or a text.
    pub(crate) fn is_answered_by(&self, said: &str) -> bool {
        match self.kind {
            DraftKind::Single | DraftKind::Several => {
                let numbers: Option<HashSet<usize>> =
                    said.split([',', ' ', ';']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect();
                let right: HashSet<usize> = self.right().into_iter().map(|at| at + 1).collect();
                numbers.is_some_and(|numbers| numbers == right)
            }
            // It only decides whether somebody is told to look: a float will do.
            DraftKind::Number => {
                let right = self.answers.first().and_then(|answer| number(answer));
                let (Some(said), Some(right)) = (number(said), right) else { return false };
                let off = match self.tolerance.as_deref() {
                    None => 0.0,
                    Some(text) => match text.strip_suffix('%') {
                        Some(part) => number(part).unwrap_or_default() / 100.0 * right.abs(),
                        None => number(text).unwrap_or_default(),
                    },
                };
                (said - right).abs() <= off + right.abs() * 1e-9
            }
            DraftKind::Text => {
                let said = quad_text::likeness_of_answers(said);
                self.answers.iter().any(|text| quad_text::likeness_of_answers(text) == said)
            }
        }
    }
}

/// A decimal number as it is written in a programming language, without a power of ten.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let digits = text.strip_prefix(['-', '\u{2212}']).unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = text.chars().count() <= NUMBER_MAX && is_digits(whole) && is_digits(part);
    is_number.then(|| text.replace('\u{2212}', "-").parse().ok()).flatten()
}

/// Checks a draft of one of these kinds against the rules and against what is known.
///
/// # Errors
/// The first fault found.
pub fn check_kind(draft: &KindDraft, kinds: &[DraftKind], known: &KnownQuestions) -> Result<(), Fault> {
    let KindDraft { kind, question, options, answers, tolerance, unit, why, .. } = draft;
    if !kinds.contains(kind) {
        return Err(Fault::Kind);
    }
    if !is_sized(question, QUESTION_MAX) {
        return Err(Fault::Question);
    }
    if why.chars().count() > WHY_MAX {
        return Err(Fault::Why);
    }
    let texts = options.iter().chain(answers).chain(tolerance).chain(unit).chain([question, why]);
    if !is_plain(question, texts) || options.iter().chain(answers).any(|text| text.contains('\n')) {
        return Err(Fault::NotPlain);
    }
    match kind {
        DraftKind::Single | DraftKind::Several => check_options(draft)?,
        DraftKind::Number => check_number(draft)?,
        DraftKind::Text => check_texts(draft)?,
    }
    if known.has(question) { Err(Fault::Repeated) } else { Ok(()) }
}

fn check_options(draft: &KindDraft) -> Result<(), Fault> {
    let KindDraft { kind, options, answers, tolerance, unit, .. } = draft;
    let is_number_right =
        if *kind == DraftKind::Single { options.len() == 4 } else { (3..=8).contains(&options.len()) };
    if !is_number_right || !options.iter().all(|option| is_sized(option, OPTION_MAX)) {
        return Err(Fault::Option);
    }
    if are_twins(options, quad_text::likeness_of_names) {
        return Err(Fault::Twins);
    }
    let right = draft.right().len();
    let is_key = if *kind == DraftKind::Single { right == 1 } else { right >= 2 && right < options.len() };
    if !is_key || answers.len() != right || tolerance.is_some() || unit.is_some() {
        return Err(Fault::Key);
    }
    Ok(())
}

fn check_number(draft: &KindDraft) -> Result<(), Fault> {
    let KindDraft { options, answers, tolerance, unit, .. } = draft;
    let is_key = options.is_empty() && answers.len() == 1 && answers.iter().all(|answer| number(answer).is_some());
    let is_off = |text: &String| number(text.strip_suffix('%').unwrap_or(text)).is_some_and(|off| off >= 0.0);
    let is_unit = |text: &String| is_sized(text, UNIT_MAX) && !text.contains('\n');
    if is_key && tolerance.as_ref().is_none_or(is_off) && unit.as_ref().is_none_or(is_unit) {
        Ok(())
    } else {
        Err(Fault::Key)
    }
}

fn check_texts(draft: &KindDraft) -> Result<(), Fault> {
    let KindDraft { options, answers, tolerance, unit, .. } = draft;
    let is_key = options.is_empty() && tolerance.is_none() && unit.is_none();
    let is_list = (1..=MOST_TEXTS).contains(&answers.len()) && answers.iter().all(|text| is_sized(text, TEXT_MAX));
    let is_seen = |text: &String| quad_text::is_visible(&quad_text::likeness_of_answers(text));
    if !is_key || !is_list || !answers.iter().all(is_seen) {
        return Err(Fault::Key);
    }
    if are_twins(answers, quad_text::likeness_of_answers) { Err(Fault::Twins) } else { Ok(()) }
}

fn are_twins(texts: &[String], likeness: impl Fn(&str) -> String) -> bool {
    texts.iter().map(|text| likeness(text)).collect::<HashSet<_>>().len() != texts.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn good(kind: DraftKind) -> KindDraft {
        let (options, answers): (&[&str], &[&str]) = match kind {
            DraftKind::Single => (&["3", "4", "5", "6"], &["4"]),
            DraftKind::Several => (&["2", "4", "5", "6"], &["2", "5"]),
            DraftKind::Number => (&[], &["9.81"]),
            DraftKind::Text => (&[], &["Mysuru", "Mysore"]),
        };
        KindDraft {
            kind,
            question: "What is it?".into(),
            options: owned(options),
            answers: owned(answers),
            tolerance: (kind == DraftKind::Number).then(|| "0.05".into()),
            unit: (kind == DraftKind::Number).then(|| "m/s²".into()),
            difficulty: Difficulty::Easy,
            why: String::new(),
        }
    }

    fn fault(kind: DraftKind, change: impl FnOnce(&mut KindDraft)) -> Option<Fault> {
        let mut draft = good(kind);
        change(&mut draft);
        check_kind(&draft, &DraftKind::ALL, &KnownQuestions::default()).err()
    }

    #[test]
    fn each_fault_of_each_kind_is_found() {
        use DraftKind::{Number, Several, Single, Text};
        for kind in DraftKind::ALL {
            assert_eq!(fault(kind, |_| ()), None, "{kind:?}");
            assert_eq!(DraftKind::of(kind.word()), Some(kind));
            assert_eq!(fault(kind, |d| d.question = " ".into()), Some(Fault::Question));
            assert_eq!(fault(kind, |d| d.why = "**so** it is".into()), Some(Fault::NotPlain));
            assert_eq!(fault(kind, |d| d.answers.clear()), Some(Fault::Key), "{kind:?}");
        }
        assert_eq!(fault(Single, |d| d.options.truncate(3)), Some(Fault::Option));
        assert_eq!(fault(Single, |d| d.answers = owned(&["4", "5"])), Some(Fault::Key));
        assert_eq!(fault(Several, |d| d.answers = owned(&["2"])), Some(Fault::Key), "one is of another kind");
        assert_eq!(fault(Several, |d| d.answers = d.options.clone()), Some(Fault::Key), "nothing to leave out");
        assert_eq!(fault(Several, |d| d.answers = owned(&["2", "7"])), Some(Fault::Key));
        assert_eq!(fault(Several, |d| d.answers = owned(&["2", "5", "5"])), Some(Fault::Key));
        assert_eq!(fault(Several, |d| d.options[1] = " 2 ".into()), Some(Fault::Twins));
        for bad in ["about ten", "1e3", "3/4", "1,5", "", ".5", "5.", "NaN", "inf", "123456789012345678901"] {
            assert_eq!(fault(Number, |d| d.answers = owned(&[bad])), Some(Fault::Key), "{bad}");
        }
        for (tolerance, fine) in [("0", true), ("2%", true), ("-1", false), ("little", false), ("%", false)] {
            assert_eq!(fault(Number, |d| d.tolerance = Some(tolerance.into())).is_none(), fine, "{tolerance}");
        }
        assert_eq!(fault(Number, |d| d.unit = Some("x".repeat(21))), Some(Fault::Key));
        assert_eq!(fault(Number, |d| d.options = owned(&["1", "2"])), Some(Fault::Key));
        assert_eq!(fault(Text, |d| d.answers = owned(&["Mysuru", "MYSURU."])), Some(Fault::Twins));
        assert_eq!(fault(Text, |d| d.answers = owned(&[" "])), Some(Fault::Key), "nothing is seen of it");
        assert_eq!(fault(Text, |d| d.answers = owned(&[&"x".repeat(101)])), Some(Fault::Key));
        assert_eq!(fault(Text, |d| d.unit = Some("m".into())), Some(Fault::Key));
        let asked = check_kind(&good(Text), &[Number], &KnownQuestions::default());
        assert_eq!(asked, Err(Fault::Kind), "nobody asked for it");
        assert_eq!(check_kind(&good(Text), &[Text], &KnownQuestions::of(["what is it"])), Err(Fault::Repeated));
    }

    #[test]
    fn an_answer_without_the_key_is_compared_by_its_kind() {
        for (kind, said, agrees) in [
            (DraftKind::Single, "2", true),
            (DraftKind::Single, "0", false),
            (DraftKind::Several, "1,3", true),
            (DraftKind::Several, "3, 1", true),
            (DraftKind::Several, "1", false),
            (DraftKind::Several, "1,3,4", false),
            (DraftKind::Several, "first", false),
            (DraftKind::Number, "9.8", true),
            (DraftKind::Number, "9.9", false),
            (DraftKind::Number, "ten", false),
            (DraftKind::Text, "mysore", true),
            (DraftKind::Text, "Bengaluru", false),
        ] {
            assert_eq!(good(kind).is_answered_by(said), agrees, "{kind:?} {said}");
        }
        let part = KindDraft { tolerance: Some("2%".into()), ..good(DraftKind::Number) };
        assert!(part.is_answered_by("9.7") && !part.is_answered_by("9.5"));
    }
}
