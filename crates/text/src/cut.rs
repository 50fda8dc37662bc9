//! Cuts. A text ends where a character that a reader sees ends: not between a letter and its vowel sign, or in a joined emoji.

use unicode_segmentation::UnicodeSegmentation;

/// The beginning of a text, of at most `most` code points, which is how the product counts lengths.
#[must_use]
pub fn beginning(text: &str, most: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(most) else { return text };
    let whole = text.grapheme_indices(true).map(|(at, _)| at).take_while(|at| *at <= end).last().unwrap_or_default();
    // One character of many marks can be longer than all that is allowed.
    if whole == 0 { &text[..end] } else { &text[..whole] }
}

/// The first character a reader sees.
#[must_use]
pub fn first(text: &str) -> &str {
    text.graphemes(true).next().unwrap_or_default()
}

/// At most `most` code points, the last of them an ellipsis where something was left out.
#[must_use]
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    format!("{}…", beginning(text, most.saturating_sub(1)).trim_end())
}
