//! Comparison of texts. Two texts that look the same are the same: composed or not, with invisible characters or other
//! blanks. Two that differ in case, or in width and position (x² and x2), are only asked about.

use unicode_normalization::UnicodeNormalization;

/// Characters without a shape that may stand anywhere.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}')
        || c.is_control() && c != '\n' && c != '\t'
}

/// Whether somebody sees anything of it.
pub fn is_visible(text: &str) -> bool {
    text.chars().any(|c| !c.is_whitespace() && !is_invisible(c))
}

/// As it looks: composed, without invisible characters, each run of blanks as one.
pub fn as_seen(text: &str) -> String {
    one_blank(text.nfc().filter(|c| !is_invisible(*c)))
}

/// As it reads: case, width, dashes and quotes folded as well.
pub fn as_read(text: &str) -> String {
    let folded = text.nfkc().filter(|c| !is_invisible(*c)).flat_map(char::to_lowercase).map(|c| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        c => c,
    });
    one_blank(folded)
}

fn one_blank(chars: impl Iterator<Item = char>) -> String {
    let mut seen = String::new();
    for c in chars {
        if !c.is_whitespace() {
            seen.push(c);
        } else if !seen.is_empty() && !seen.ends_with(' ') {
            seen.push(' ');
        }
    }
    seen.truncate(seen.trim_end().len());
    seen
}

/// Without blanks and invisible characters at both ends.
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || is_invisible(c))
}

/// The first words, for a list.
pub fn first_words(text: &str) -> String {
    let seen = as_seen(text);
    let short: String = seen.chars().take(60).collect();
    if short.len() < seen.len() { format!("{short}…") } else { short }
}
