//! Likeness. Two texts of one key look the same to a reader: they differ in how a keyboard, a printer's font or a PDF encodes
//! quotes, dashes, dots and blanks, in which code of Arabic and Persian it types for one shape, or in what nobody sees. Signs that
//! look otherwise stay apart: case, `2⁵` and `25`, accents, and what a question about a programming language asks for, as backticks
//! and doubled apostrophes.

use unicode_normalization::UnicodeNormalization;

use crate::clean::{clean, is_blank, is_joined_to, is_undrawn};
use crate::compatibility::is_of_its_own;

/// The key of what a text looks like. Two options of a question, of a poll or of a form must not share one.
#[must_use]
pub fn likeness(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t')) {
        return one_blank(text);
    }
    let text = clean(&with_modern_letters(&clean(text)));
    // Whether a symbol is drawn in colour is the phone's affair.
    let folded: String =
        text.chars().filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}')).flat_map(same_look).nfc().collect();
    one_blank(&with_one_code_for_a_shape(&clean(&folded)))
}

/// The key of a name or a title, of which case makes no other.
#[must_use]
pub fn likeness_of_names(text: &str) -> String {
    let key = likeness(text);
    likeness(&lower(&key))
}

/// Without case: `ß` and `SS`, `ς` and `Σ` are one.
pub fn lower(text: &str) -> String {
    text.to_lowercase().to_uppercase().to_lowercase()
}

/// Letters that older keyboards type in parts, which fonts draw as one: Bengali's khanda ta and Malayalam's chillus.
fn with_modern_letters(text: &str) -> String {
    if !text.contains('\u{200d}') {
        return text.to_owned();
    }
    CONSONANTS_ALONE.iter().fold(text.to_owned(), |text, (letter, alone)| {
        let parts: String = [*letter, if *letter == 'ত' { '\u{9cd}' } else { '\u{d4d}' }, '\u{200d}'].iter().collect();
        text.replace(&parts, alone.encode_utf8(&mut [0; 4]))
    })
}

/// Texts of several spellings that fonts draw alike, in one of them: Thai's and Lao's ring below or above the tone, Tamil's *sri*
/// of either sibilant, Arabic's and Persian's kaf, yeh and digits where their shapes are the same (the yeh and the kaf inside a
/// word, the yeh without dots at its end, all digits but 4 to 6).
fn with_one_code_for_a_shape(text: &str) -> String {
    let mut kept = text.to_owned();
    if text.chars().all(|c| c < '\u{620}') {
        return kept;
    }
    // In another order signs may come beside others.
    loop {
        let chars: Vec<char> = one_order(&kept).chars().collect();
        let again = (0..chars.len()).map(|at| shape(chars[at], &chars[at + 1..])).nfc().collect();
        if again == kept {
            return kept;
        }
        kept = again;
    }
}

fn shape(c: char, after: &[char]) -> char {
    match c {
        '\u{6a9}' if is_joined_to(after) => '\u{643}',
        '\u{6cc}' if is_joined_to(after) => '\u{64a}',
        '\u{6cc}' => '\u{649}',
        '\u{6f0}'..='\u{6f3}' | '\u{6f7}'..='\u{6f9}' => char::from_u32(u32::from(c) - 0x90).unwrap_or(c),
        c => c,
    }
}

/// The ring of Thai's and Lao's am behind the tone, and *sri* in the letters of today.
pub fn one_order(text: &str) -> String {
    if !text.contains(['\u{e4d}', '\u{ecd}', '\u{bb6}']) {
        return text.to_owned();
    }
    let mut chars: Vec<char> = text.replace(SRI_OF_SHA, SRI).chars().collect();
    // The last ring first, so that all that stand before a tone get behind it.
    for at in (1..chars.len()).rev() {
        let mut ring = at - 1;
        while chars.get(ring + 1).is_some_and(|tone| is_ring_before(chars[ring], *tone)) {
            chars.swap(ring, ring + 1);
            ring += 1;
        }
    }
    chars.into_iter().collect()
}

const SRI_OF_SHA: &str = "\u{bb6}\u{bcd}\u{bb0}\u{bc0}";
const SRI: &str = "\u{bb8}\u{bcd}\u{bb0}\u{bc0}";

const fn is_ring_before(ring: char, tone: char) -> bool {
    matches!((ring, tone), ('\u{e4d}', '\u{e48}'..='\u{e4b}') | ('\u{ecd}', '\u{ec8}'..='\u{ecb}'))
}

/// A consonant, and the letter for it without a vowel.
pub const CONSONANTS_ALONE: [(char, char); 7] =
    [('ত', 'ৎ'), ('ണ', 'ൺ'), ('ന', 'ൻ'), ('ര', 'ർ'), ('ല', 'ൽ'), ('ള', 'ൾ'), ('ക', 'ൿ')];

fn same_look(c: char) -> impl Iterator<Item = char> {
    let c = plain_sign(c);
    let alone = (c.is_ascii() || is_of_its_own(c)).then_some(c);
    let parts = (alone.is_none()).then(|| std::iter::once(c).nfkd().map(plain_sign));
    alone.into_iter().chain(parts.into_iter().flatten())
}

/// Punctuation that differs by a keyboard only, and a blank for what is drawn as one.
pub const fn plain_sign(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{2e3a}' | '\u{2e3b}' => '-',
        '\u{2018}'..='\u{201b}'
        | '\u{2032}'
        | '\u{2035}'
        | '\u{2b9}'
        | '\u{2bb}'..='\u{2bd}'
        | '\u{2c8}'
        | '\u{b4}'
        | '\u{55a}'
        | '\u{5f3}' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{2036}' | '\u{2ba}' | '\u{5f4}' => '"',
        '\u{b7}' | '\u{2022}' | '\u{2219}' | '\u{22c5}' | '\u{30fb}' => '\u{b7}',
        '\u{2044}' | '\u{2215}' => '/',
        '\u{2236}' | '\u{a789}' => ':',
        '\u{2217}' => '*',
        '\u{2223}' => '|',
        '\u{223c}' => '~',
        c if is_undrawn(c) => ' ',
        c => c,
    }
}

/// Each run of blanks as one, none at the ends.
pub fn one_blank(text: &str) -> String {
    text.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
