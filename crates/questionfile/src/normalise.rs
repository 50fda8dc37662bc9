//! Comparison of texts. Two texts that look the same are the same ([`as_seen`]). Two that differ in case, or in width and position
//! (x² and x2), are only asked about.

pub use quad_text::{is_visible, likeness as as_seen};
use unicode_normalization::UnicodeNormalization;

/// Without a shape, or for programs.
pub fn is_invisible(c: char) -> bool {
    quad_text::is_invisible(c) || c.is_control() && c != '\n' && c != '\t'
}

/// As it reads: case, width and position folded as well.
pub fn as_read(text: &str) -> String {
    quad_text::likeness_of_names(&text.nfkc().collect::<String>())
}

/// Without blanks and invisible characters at both ends.
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| quad_text::is_blank(c) || is_invisible(c))
}

/// The first words, for a list.
pub fn first_words(text: &str) -> String {
    quad_text::shortened(&as_seen(text), 61)
}
