//! Cleaning. A text is kept in NFC and without invisible characters. Some of those change what is seen where they stand: joiners
//! in the scripts that need them and between emoji, variation selectors, the tags of a flag. They stay there and nowhere else.

use icu_properties::props::{
    BinaryProperty, DefaultIgnorableCodePoint, Emoji, ExtendedPictographic, GeneralCategory, JoiningType,
    PrependedConcatenationMark, Script, UnifiedIdeograph,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_normalization::{UnicodeNormalization, is_nfc};

const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';
/// Combining class of signs that take the vowel from a consonant, as Devanagari's halant.
const VIRAMA: u8 = 9;

/// A text as it is kept: NFC, without invisible characters that change nothing and without control characters other than tab
/// and line feed, which all ends of lines become; without blanks at both ends.
#[must_use]
pub fn clean(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.trim().to_owned();
    }
    if is_nfc(text)
        && !text
            .chars()
            .any(|c| is_invisible(c) || (c.is_control() && !matches!(c, '\n' | '\t')) || as_line_end(c) != c)
    {
        return text.trim_matches(is_blank).to_owned();
    }
    // Without an invisible character its neighbours may combine, and then say something else of the next one.
    let mut kept = one_pass(text);
    loop {
        let again = one_pass(&kept);
        if again == kept {
            return kept;
        }
        kept = again;
    }
}

fn one_pass(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let chars: Vec<char> = text.nfd().filter(|c| may_matter(*c)).map(as_line_end).collect();
    let kept: String = (0..chars.len())
        .filter(|at| !is_invisible(chars[*at]) || changes_something(&chars, *at))
        .map(|at| chars[at])
        .nfc()
        .collect();
    kept.trim_matches(is_blank).to_owned()
}

fn as_line_end(c: char) -> char {
    if matches!(c, '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}') { '\n' } else { c }
}

/// Not what is left out wherever it stands.
fn may_matter(c: char) -> bool {
    !is_invisible(c) && (!c.is_control() || c.is_whitespace())
        || matches!(c, NON_JOINER | JOINER | '\u{180e}')
        || is_selector(c)
        || is_tag(c)
}

/// Whether the invisible character there changes how its neighbours look.
fn changes_something(chars: &[char], at: usize) -> bool {
    let before = &chars[..at];
    let Some(last) = before.last().copied() else { return false };
    let next = chars.get(at + 1).copied();
    match chars[at] {
        JOINER if is_emoji_part(last) => next.is_some_and(has::<ExtendedPictographic>),
        NON_JOINER | JOINER if is_of_joined_script(before) => joins_otherwise(chars, at),
        '\u{180e}' => [Some(last), next].into_iter().all(|c| c.is_some_and(is_mongolian)),
        '\u{fe0e}' | '\u{fe0f}' if has::<Emoji>(last) => true,
        '\u{180b}'..='\u{180d}' | '\u{180f}' => is_mongolian(last),
        c if is_selector(c) => !last.is_ascii() && (has::<UnifiedIdeograph>(last) || is_varied(last)),
        c if is_tag(c) => is_of_a_flag(chars, at),
        _ => false,
    }
}

/// Scripts with signs or letters that join their neighbours.
fn is_of_joined_script(before: &[char]) -> bool {
    let base = before.iter().rev().copied().find(|c| !is_combining_mark(*c) && !is_invisible(*c));
    base.is_some_and(char::is_alphabetic)
}

/// Joiners in words: beside a sign that takes the vowel away (Indic scripts; at the end of a word only the half letter that a
/// joiner makes), and in scripts of joined letters where they stop a joint or keep the shape of one (RFC 5892, appendix A).
fn joins_otherwise(chars: &[char], at: usize) -> bool {
    let before = chars[..at].iter().rev().copied();
    let mut after = chars[at + 1..].iter().copied();
    let next = after.clone().next();
    if chars[..at].last().copied().is_some_and(is_virama) {
        return chars[at] == JOINER || next.is_some_and(char::is_alphabetic);
    }
    if next.is_some_and(is_virama) {
        return true;
    }
    let skipped = |c: &char| joining(*c) == JoiningType::Transparent;
    let leads = before
        .clone()
        .find(|c| !skipped(c))
        .is_some_and(|c| matches!(joining(c), JoiningType::DualJoining | JoiningType::LeftJoining));
    let follows = after
        .find(|c| !skipped(c))
        .is_some_and(|c| matches!(joining(c), JoiningType::DualJoining | JoiningType::RightJoining));
    if chars[at] == NON_JOINER {
        leads && follows
    } else {
        leads && !follows && next.is_none_or(|c| !c.is_alphabetic())
    }
}

/// Whether an Arabic letter joins what follows it.
pub fn is_joined_to(after: &[char]) -> bool {
    let next = after.iter().find(|c| joining(**c) != JoiningType::Transparent);
    next.is_some_and(|c| {
        matches!(joining(*c), JoiningType::DualJoining | JoiningType::RightJoining | JoiningType::JoinCausing)
    })
}

/// Tags follow a black flag and end with the last of them: England's, Scotland's, Wales's.
fn is_of_a_flag(chars: &[char], at: usize) -> bool {
    let is_led = chars[..at].iter().rev().find(|c| !is_tag(**c)) == Some(&'\u{1f3f4}');
    let is_ended = chars[at..].iter().take_while(|c| is_tag(**c)).last() == Some(&'\u{e007f}');
    let ends_before = chars[..at].last() == Some(&'\u{e007f}');
    is_led && is_ended && !ends_before
}

fn is_virama(c: char) -> bool {
    canonical_combining_class(c) == VIRAMA
}

fn joining(c: char) -> JoiningType {
    CodePointMapData::<JoiningType>::new().get(c)
}

fn is_emoji_part(c: char) -> bool {
    has::<ExtendedPictographic>(c) || matches!(c, '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e007f}')
}

fn is_mongolian(c: char) -> bool {
    CodePointMapData::<Script>::new().get(c) == Script::Mongolian
}

/// Symbols and letters with standardised variants.
fn is_varied(c: char) -> bool {
    CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::MathSymbol
        || matches!(CodePointMapData::<Script>::new().get(c), Script::Myanmar | Script::PhagsPa | Script::Manichaean)
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0020}'..='\u{e007f}')
}

fn has<P: BinaryProperty>(c: char) -> bool {
    CodePointSetData::new::<P>().contains(c)
}

/// Characters that have no shape and take no room, or look like a blank without being one; marks of direction among them.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    c >= '\u{ad}' && (has::<DefaultIgnorableCodePoint>(c) || matches!(c, '\u{fff9}'..='\u{fffb}'))
}

/// Blanks of every width, ends of lines, and the Braille pattern without dots, which is a blank between words in Braille.
#[must_use]
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{2800}'
}

/// Signs that are drawn as nothing, or as a picture that is not there, although no property says so: the object replacement
/// character, the full and the half blank of hieroglyphs, the null notehead (names and charts of `UnicodeData.txt`, Unicode 17).
/// They stay where they were typed, as hieroglyphs and stems of notes stand beside them.
pub const fn is_undrawn(c: char) -> bool {
    matches!(c, '\u{fffc}' | '\u{13441}' | '\u{13442}' | '\u{1d159}')
}

/// Format controls (`Cf` of `UnicodeData.txt`, hieroglyphs' joiners among them) draw nothing, but for the signs of some scripts
/// that span the digits behind them (`Prepended_Concatenation_Mark` of `PropList.txt`).
fn is_undrawn_control(c: char) -> bool {
    CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::Format
        && !has::<PrependedConcatenationMark>(c)
}

/// Whether anybody sees anything of it. A combining sign without a letter is nothing to read.
///
/// Of all assigned signs these are unseen: `White_Space` (`PropList.txt`), `Default_Ignorable_Code_Point` (Hangul's fillers among
/// them, `DerivedCoreProperties.txt`), controls, marks, and what [`is_blank`] and the two functions above name.
#[must_use]
pub fn is_visible(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_graphic()) || text.chars().any(is_seen)
}

fn is_seen(c: char) -> bool {
    !is_blank(c)
        && !is_invisible(c)
        && !is_undrawn(c)
        && !c.is_control()
        && !is_combining_mark(c)
        && !is_undrawn_control(c)
}
