//! Pictures of questions: what of them may be asked for, and what is shown. A contest's alone (`pictures::ingest_private`), so that the owner
//! alone gets one before the start.

use std::collections::{BTreeMap, HashMap};

use quad_kernel::error::Rejection;
use quad_kernel::ids::{ContestId, PictureKey, QuestionId};
use quad_kernel::validation;

use super::messages;

/// On a question itself at most; on each option one.
const MOST_OF_QUESTION: usize = 4;
/// Pictures kept for one contest at most, those that no question shows yet among them.
pub const MOST_KEPT: i64 = 1_000;
/// What a phone loads of all pictures of a contest at most, in bytes. With scripts, styles, fonts and the calls of a whole
/// contest (some 290 KB at the first visit) it stays within 1.2 MB.
pub const MOST_ON_A_PHONE: i64 = 900_000;
/// The widths in which each is handed out: for a phone's screen, and to look at closely.
pub const SHOWN_WIDTHS: [u32; 2] = [480, 1280];

/// A picture that a question shall show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedPicture {
    /// As it was handed out when it was uploaded.
    pub key: PictureKey,
    /// What it shows, in words: 1 to 300 characters.
    pub alt: String,
    /// The option it stands on, from 0; none: on the question.
    pub option: Option<u8>,
}

impl AskedPicture {
    /// Checks one alone.
    pub fn parse(key: &str, alt: &str, option: Option<u32>) -> Result<Self, Rejection> {
        if !quad_text::is_visible(alt) {
            return Err(Rejection::invalid("pictures.alt", messages::NO_PICTURE_TEXT));
        }
        let alt = validation::line("pictures.alt", "What the picture shows", alt, 1, 300)?;
        let key = PictureKey::parse(key).ok_or_else(no_such_picture)?;
        // What is no place at all is none of the options either.
        let option = option.map(|option| u8::try_from(option).unwrap_or(u8::MAX));
        Ok(Self { key, alt, option })
    }
}

/// A question of so many options can show these: not too many, each once, and on options that there are.
pub fn may_stand(pictures: &[AskedPicture], options: usize) -> Result<(), Rejection> {
    let on = |option: Option<u8>| pictures.iter().filter(|picture| picture.option == option).count();
    if on(None) > MOST_OF_QUESTION {
        return Err(Rejection::invalid("pictures", messages::MANY_PICTURES));
    }
    for (at, picture) in pictures.iter().enumerate() {
        if picture.option.is_some_and(|option| usize::from(option) >= options) {
            return Err(Rejection::invalid("pictures.option", messages::PICTURE_OF_NO_OPTION));
        }
        if picture.option.is_some() && on(picture.option) > 1 {
            return Err(Rejection::invalid("pictures.option", messages::ONE_PICTURE_PER_OPTION));
        }
        if pictures[..at].iter().any(|earlier| earlier.key == picture.key) {
            return Err(Rejection::invalid("pictures.id", messages::PICTURE_TWICE));
        }
    }
    Ok(())
}

/// The contest has no such picture.
pub fn no_such_picture() -> Rejection {
    Rejection::invalid("pictures.id", messages::NO_SUCH_PICTURE)
}

/// A picture that a question shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionPicture {
    /// Names it.
    pub key: PictureKey,
    /// What it shows, in words.
    pub alt: String,
    /// The option it stands on, from 0; none: on the question.
    pub option: Option<u8>,
    /// Of the largest variant.
    pub width: u32,
    /// Of the largest variant.
    pub height: u32,
    /// Bytes of the smallest variant.
    pub small_bytes: i64,
}

/// How often each picture is shown more, or less, once a question shows `after` instead of `before`.
pub fn changed_uses(before: &[QuestionPicture], after: &[QuestionPicture]) -> BTreeMap<PictureKey, i32> {
    let mut uses = BTreeMap::new();
    for (pictures, one) in [(before, -1), (after, 1)] {
        for picture in pictures {
            *uses.entry(picture.key.clone()).or_default() += one;
        }
    }
    uses.retain(|_, more| *more != 0);
    uses
}

/// The pictures of all questions of a contest, each question's in their order.
#[derive(Clone, Debug)]
pub struct ContestPictures {
    pub(super) contest: ContestId,
    pub(super) by_question: HashMap<QuestionId, Vec<QuestionPicture>>,
}

impl ContestPictures {
    /// None at all.
    pub fn none(contest: ContestId) -> Self {
        Self { contest, by_question: HashMap::new() }
    }

    /// Whether no question has one.
    pub fn is_empty(&self) -> bool {
        self.by_question.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u8) -> PictureKey {
        PictureKey::of([number; 16])
    }

    fn asked(number: u8, option: Option<u32>) -> AskedPicture {
        AskedPicture::parse(key(number).as_str(), " A pulley ", option).expect("fine")
    }

    fn shown(number: u8) -> QuestionPicture {
        QuestionPicture { key: key(number), alt: String::new(), option: None, width: 1, height: 1, small_bytes: 1 }
    }

    #[test]
    fn a_picture_is_told_in_words() {
        assert_eq!(asked(1, None).alt, "A pulley");
        let long = "x".repeat(301);
        for alt in ["", "  ", "\u{200b}", long.as_str()] {
            let refused = AskedPicture::parse(key(1).as_str(), alt, None).expect_err("refused");
            assert_eq!(refused.more[0].1.as_str(), "pictures.alt", "{alt:?}");
        }
        let marked = AskedPicture::parse(key(1).as_str(), "\u{202e}A \u{2067}pulley\u{2069}\u{200e}", None);
        assert_eq!(marked.expect("fine").alt, "A pulley", "as of other texts, nothing that turns its direction stays");
        for strange in ["", "x", "0", "../../quad.db"] {
            assert_eq!(AskedPicture::parse(strange, "A pulley", None).expect_err(strange), no_such_picture());
        }
    }

    #[test]
    fn four_stand_on_a_question_and_one_on_an_option() {
        let four: Vec<_> = (0..4).map(|number| asked(number, None)).collect();
        let more = |further: &[AskedPicture]| may_stand(&[four.as_slice(), further].concat(), 4);
        assert!(more(&[]).is_ok() && more(&[asked(4, Some(0)), asked(5, Some(3))]).is_ok());
        for (further, field) in [
            (vec![asked(4, None)], "pictures"),
            (vec![asked(4, Some(1)), asked(5, Some(1))], "pictures.option"),
            (vec![asked(4, Some(4))], "pictures.option"),
            (vec![asked(4, Some(300))], "pictures.option"),
            (vec![asked(0, Some(0))], "pictures.id"),
        ] {
            assert_eq!(more(&further).expect_err(field).more[0].1.as_str(), field);
        }
        // Where the answer is typed there is no option.
        assert!(may_stand(&four, 0).is_ok() && may_stand(&[asked(0, Some(0))], 0).is_err());
    }

    #[test]
    fn what_stays_is_neither_held_nor_let_go() {
        let uses = changed_uses(&[shown(1), shown(2)], &[shown(2), shown(3)]);
        assert_eq!(uses.into_iter().collect::<Vec<_>>(), [(key(1), -1), (key(3), 1)]);
    }
}
