//! Folding for search: what people type in place of what stands there. Case, accents, nukta, joiners, width and position (H₂O),
//! punctuation and the digits of all scripts make no difference.

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use crate::clean::is_invisible;
use crate::likeness::{CONSONANTS_ALONE, lower, one_blank, one_order, plain_sign};

/// A text as it is searched: in it and in the words that are looked for.
#[must_use]
pub fn fold(text: &str) -> String {
    // Case may part a letter and parts may have a case, so a few texts need a second time.
    let mut folded = one_pass(text);
    loop {
        let again = one_pass(&folded);
        if again == folded {
            return folded;
        }
        folded = again;
    }
}

/// The key of a place. Accents, the digits of all scripts and Turkish dots make no other hall.
#[must_use]
pub fn likeness_of_places(text: &str) -> String {
    fold(text)
}

fn one_pass(text: &str) -> String {
    let plain: String = text
        .chars()
        .filter(|c| !c.is_control() || c.is_whitespace())
        .map(|c| if c == '`' { '\'' } else { plain_sign(c) })
        .nfkd()
        .filter(|c| !is_invisible(*c))
        .collect();
    let bare: String =
        lower(&plain).nfkd().filter(|c| !is_optional_mark(*c)).flat_map(plain_letters).map(ascii_digit).collect();
    one_blank(&one_order(&bare).nfc().collect::<String>()).replace("''", "\"")
}

/// Accents, points of Hebrew and vowel signs of Arabic, the nukta. Vowel signs of other scripts make words, and so does the sign
/// that takes a vowel away.
fn is_optional_mark(c: char) -> bool {
    matches!(canonical_combining_class(c), 1 | 7 | 10..=36 | 200..=240)
}

/// Letters that some keyboards do not have, and what is typed there.
fn plain_letters(c: char) -> impl Iterator<Item = char> {
    let c = plain_sign(c);
    if let Some((letter, _)) = CONSONANTS_ALONE.iter().find(|(_, alone)| *alone == c) {
        let virama = if c == 'ৎ' { '\u{9cd}' } else { '\u{d4d}' };
        return [Some(*letter), Some(virama)].into_iter().flatten();
    }
    let parts = match c {
        'æ' => [Some('a'), Some('e')],
        'œ' => [Some('o'), Some('e')],
        'þ' => [Some('t'), Some('h')],
        'ø' => [Some('o'), None],
        'đ' | 'ð' => [Some('d'), None],
        'ł' => [Some('l'), None],
        'ħ' => [Some('h'), None],
        'ı' => [Some('i'), None],
        // Arabic and Persian keyboards have other codes for one letter; the last one only stretches a word.
        '\u{649}' | '\u{6cc}' | '\u{6d2}' => [Some('\u{64a}'), None],
        '\u{6a9}' => [Some('\u{643}'), None],
        '\u{6c1}' | '\u{6be}' | '\u{6d5}' => [Some('\u{647}'), None],
        '\u{640}' => [None, None],
        '«' | '»' | '„' => [Some('"'), None],
        '‹' | '›' | '‚' => [Some('\''), None],
        c => [Some(c), None],
    };
    parts.into_iter().flatten()
}

/// The same text with the digits of all scripts as those of ASCII, for numbers.
#[must_use]
pub fn ascii_digits(text: &str) -> String {
    text.chars().map(ascii_digit).collect()
}

/// The same text with the digits, signs and decimal points of all scripts as those of ASCII, for numbers. Commas stay, of which
/// only the caller can know what they part.
#[must_use]
pub fn ascii_number(text: &str) -> String {
    let of_ascii = |c| match plain_sign(c) {
        '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{fe62}' | '\u{ff0b}' => '+',
        '\u{66b}' | '\u{fe52}' | '\u{ff0e}' => '.',
        c @ ('-' | '/') => c,
        _ => ascii_digit(c),
    };
    text.chars().map(of_ascii).collect()
}

/// Digits stand in runs of ten, from zero to nine (Unicode's stability policy), some runs behind others.
fn ascii_digit(c: char) -> char {
    if c.is_ascii() || !is_digit(u32::from(c)) {
        return c;
    }
    let below = (1..=u32::from(c)).take_while(|back| is_digit(u32::from(c) - back)).count() as u32;
    char::from_digit(below % 10, 10).unwrap_or(c)
}

fn is_digit(code: u32) -> bool {
    CodePointMapData::<GeneralCategory>::new().get32(code) == GeneralCategory::DecimalNumber
}
