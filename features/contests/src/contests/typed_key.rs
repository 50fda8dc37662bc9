//! Typed keys: what is right at a question whose answer is typed, and which texts are one answer to it. In scores such an answer is
//! one of two choices: the first is a wrong answer, the second a right one ([`TYPED_WRONG`], [`TYPED_RIGHT`]).

use quad_kernel::error::Rejection;
use quad_kernel::validation;

use super::kind::Kind;
use super::messages;
use super::number_answers::{Number, NumberKey, Tolerance};

/// What a typed answer is counted as that is not right, as a mask like those of options.
pub const TYPED_WRONG: u8 = 1;
/// What a typed answer is counted as that is right.
pub const TYPED_RIGHT: u8 = 2;

/// Characters of a unit.
const LONGEST_UNIT: usize = 20;
/// Texts that are right.
const MOST_TEXTS: usize = 20;
/// Characters of a text, as an answer and as what is right: each answer can be counted as right later.
const LONGEST_ANSWER: usize = 200;

/// What is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedKey {
    /// A number, or one near it.
    Number(NumberKey),
    /// One of these texts.
    Text(TextKey),
}

/// Texts of which each is right.
#[derive(Clone, Debug)]
pub struct TextKey {
    texts: Vec<String>,
    likenesses: Vec<String>,
}

/// The same texts are one key, in whatever order and however they are written.
impl PartialEq for TextKey {
    fn eq(&self, other: &Self) -> bool {
        self.likenesses.len() == other.likenesses.len()
            && self.likenesses.iter().all(|likeness| other.likenesses.contains(likeness))
    }
}

impl Eq for TextKey {}

impl TextKey {
    fn new(texts: Vec<String>) -> Self {
        let likenesses = texts.iter().map(|text| quad_text::likeness_of_answers(text)).collect();
        Self { texts, likenesses }
    }
}

impl TypedKey {
    /// Checks a number that somebody asks for, how far an answer may be off, and what it is counted in.
    ///
    /// # Errors
    /// No number, a tolerance that is none or less than nothing, a unit that is too long.
    pub fn number(value: Option<&str>, tolerance: Option<&str>, unit: Option<&str>) -> Result<Self, Rejection> {
        let value = Number::read("value", value.unwrap_or_default())?;
        let tolerance = Tolerance::asked("tolerance", tolerance.unwrap_or_default(), &value)?;
        let unit = unit.filter(|unit| quad_text::is_visible(unit));
        let unit = unit.map(|unit| validation::line("unit", "Unit", unit, 1, LONGEST_UNIT)).transpose()?;
        Ok(Self::Number(NumberKey { value, tolerance, unit }))
    }

    /// Checks texts that somebody asks for. Of two that are one answer the first stays.
    ///
    /// # Errors
    /// None, too many, one of which nothing is seen, one that is too long.
    pub fn texts(asked: &[String]) -> Result<Self, Rejection> {
        let refuse = |refusal: Rejection| refusal.with("field", "accepted");
        if asked.is_empty() {
            return Err(refuse(messages::NO_ACCEPTED_TEXT));
        }
        if asked.len() > MOST_TEXTS {
            return Err(refuse(messages::MANY_ACCEPTED_TEXTS));
        }
        let mut key = TextKey::new(Vec::new());
        for text in asked {
            let likeness = quad_text::likeness_of_answers(text);
            if !quad_text::is_visible(&likeness) {
                return Err(refuse(messages::EMPTY_ACCEPTED_TEXT));
            }
            let text = validation::line("accepted", "Accepted answer", text, 1, LONGEST_ANSWER)?;
            if !key.likenesses.contains(&likeness) {
                key.texts.push(text);
                key.likenesses.push(likeness);
            }
        }
        Ok(Self::Text(key))
    }

    /// Reads what was stored of a question of such a kind; nothing of one whose answer is chosen.
    pub(super) fn stored(
        kind: Kind,
        value: Option<&str>,
        tolerance: Option<&str>,
        unit: Option<String>,
        texts: Option<&str>,
    ) -> Option<Self> {
        match kind {
            Kind::Single | Kind::Several => None,
            Kind::Number => {
                let value = Number::read("value", value?).ok()?;
                let tolerance = tolerance.and_then(|text| Tolerance::read("tolerance", text).ok()).flatten();
                Some(Self::Number(NumberKey { value, tolerance, unit }))
            }
            Kind::Text => Some(Self::Text(TextKey::new(serde_json::from_str(texts?).ok()?))),
        }
    }

    /// Which kind of question has it.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Number(_) => Kind::Number,
            Self::Text(_) => Kind::Text,
        }
    }

    /// Whether what somebody typed is right.
    pub fn accepts(&self, typed: &str) -> bool {
        match self {
            Self::Number(key) => Number::read("value", typed).is_ok_and(|answer| key.accepts(&answer)),
            Self::Text(key) => key.likenesses.contains(&quad_text::likeness_of_answers(typed)),
        }
    }

    /// What is right, for people: each text, or the number with what belongs to it.
    pub fn shown(&self) -> Vec<String> {
        match self {
            Self::Number(key) => vec![key.shown()],
            Self::Text(key) => key.texts.clone(),
        }
    }

    /// The texts, of a key of texts.
    pub fn as_texts(&self) -> Option<&[String]> {
        match self {
            Self::Number(_) => None,
            Self::Text(key) => Some(&key.texts),
        }
    }

    /// The number and what belongs to it, of a key of a number.
    pub fn as_number(&self) -> Option<&NumberKey> {
        match self {
            Self::Number(key) => Some(key),
            Self::Text(_) => None,
        }
    }

    /// This key with what a correction asks for in its place; what it is counted in stays. Where the same would be right, it is this
    /// one as it is written.
    ///
    /// # Errors
    /// What a question may not have either.
    pub fn corrected(&self, value: Option<&str>, tolerance: Option<&str>, texts: &[String]) -> Result<Self, Rejection> {
        let asked = match self {
            Self::Number(key) => Self::number(value, tolerance, key.unit.as_deref())?,
            Self::Text(_) => Self::texts(texts)?,
        };
        Ok(if asked == *self { self.clone() } else { asked })
    }
}

/// An answer that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedAnswer {
    kind: Kind,
    text: String,
    likeness: String,
}

impl TypedAnswer {
    /// Checks what somebody typed at a question of such a kind.
    ///
    /// # Errors
    /// What is no number where one is asked for; a text that is too long, or of which nothing is seen.
    pub fn parse(kind: Kind, typed: &str) -> Result<Self, Rejection> {
        if kind == Kind::Number {
            let number = Number::read("value", typed)?;
            return Ok(Self { kind, text: number.typed().to_owned(), likeness: number.likeness() });
        }
        if !quad_text::is_visible(&quad_text::likeness_of_answers(typed)) {
            return Err(Rejection::invalid("value", messages::NO_TEXT));
        }
        let text = validation::line("value", "Answer", typed, 1, LONGEST_ANSWER)?;
        Ok(Self { kind, likeness: quad_text::likeness_of_answers(&text), text })
    }

    /// As it is kept and shown.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is the same answer as one that is stored.
    pub fn is_alike(&self, stored: &str) -> bool {
        self.text == stored || self.likeness == likeness(self.kind, stored)
    }
}

/// The key of a stored answer: equal numbers share one, and texts that fold alike.
pub fn likeness(kind: Kind, stored: &str) -> String {
    match kind {
        Kind::Number => Number::read("value", stored).map_or_else(|_| stored.to_owned(), |number| number.likeness()),
        _ => quad_text::likeness_of_answers(stored),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(asked: &[&str]) -> Result<TypedKey, Rejection> {
        TypedKey::texts(&asked.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn texts_that_are_one_answer_are_kept_once() {
        let key = texts(&["Mysuru", " MYSURU! ", "Mysore"]).expect("texts");
        assert_eq!(key.shown(), ["Mysuru", "Mysore"]);
        assert!(["mysuru", "Mysore ", "my-sore"].into_iter().all(|typed| key.accepts(typed)));
        assert!(!key.accepts("Mysor"));
        for strange in [&[][..], &[" "], &["Mysuru", "\u{200b}"], &["\u{301}"], &["x"; 21][..]] {
            assert!(texts(strange).is_err(), "{strange:?}");
        }
        assert!(texts(&["x".repeat(201).as_str()]).is_err());
    }

    #[test]
    fn a_key_is_read_as_it_was_stored() {
        let key = TypedKey::number(Some(" 9,81 "), Some("2 %"), Some("m/s²")).expect("a number");
        let TypedKey::Number(number) = &key else { unreachable!("a number") };
        let tolerance = number.tolerance.as_ref().map(Tolerance::sent);
        let (value, unit) = (number.value.typed(), number.unit.clone());
        let stored = TypedKey::stored(Kind::Number, Some(value), tolerance.as_deref(), unit, None);
        assert_eq!((stored.as_ref(), key.shown()), (Some(&key), vec!["9,81 m/s² ± 2 %".to_owned()]));
        let key = texts(&["a", "b"]).expect("texts");
        assert_eq!(TypedKey::stored(Kind::Text, None, None, None, Some("[\"b\",\"A\"]")), Some(key));
        assert_eq!(TypedKey::stored(Kind::Single, Some("1"), None, None, Some("[]")), None);
    }

    #[test]
    fn the_same_answer_may_be_typed_otherwise() {
        let alike = |kind, one: &str, other: &str| TypedAnswer::parse(kind, one).expect(one).is_alike(other);
        assert!(alike(Kind::Number, "-1.5e3", "−1500") && alike(Kind::Number, "1,5", "3/2"));
        assert!(!alike(Kind::Number, "1.5", "1.50001"));
        assert!(alike(Kind::Text, " new  Delhi", "New-Delhi") && !alike(Kind::Text, "Delhi", "New Delhi"));
        assert_eq!(TypedAnswer::parse(Kind::Text, " new  Delhi ").expect("a text").text(), "new  Delhi");
        for (kind, strange) in [(Kind::Number, "x"), (Kind::Number, ""), (Kind::Text, " "), (Kind::Text, "\u{301}")] {
            assert!(TypedAnswer::parse(kind, strange).is_err(), "{strange:?}");
        }
        assert!(TypedAnswer::parse(Kind::Text, &"x".repeat(201)).is_err());
    }

    /// Corrected to the same, a key stays as it is written.
    #[test]
    fn a_correction_to_the_same_changes_nothing() {
        let key = TypedKey::number(Some("9.81"), Some("0.05"), Some("m")).expect("a number");
        let corrected = key.corrected(Some("9,81"), Some("1/20"), &[]).expect("a number");
        assert_eq!((&corrected, corrected.shown()), (&key, key.shown()));
        let other = key.corrected(Some("9.8"), None, &[]).expect("a number");
        assert_eq!((other == key, other.shown()), (false, vec!["9.8 m".to_owned()]));
    }
}
