//! Braces, escapes and maths of GIFT. A backslash before one of `\ : # = { } ~` is taken off, `\n` is a new line, and
//! before anything else the backslash stays. Inside maths `\n…` that begins a LaTeX word stays whole.

use crate::html;

/// What a text is marked up with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// Nothing said: Moodle's own, which is HTML with new lines.
    None,
    /// `[moodle]`.
    Moodle,
    /// `[html]`.
    Html,
    /// `[markdown]`.
    Markdown,
    /// `[plain]`.
    Plain,
}

/// Format tags.
pub const MARKUPS: [(&str, Markup); 4] = [
    ("[html]", Markup::Html),
    ("[markdown]", Markup::Markdown),
    ("[plain]", Markup::Plain),
    ("[moodle]", Markup::Moodle),
];

/// LaTeX words that begin with n.
const LATEX_N: [&str; 33] = [
    "nabla",
    "natural",
    "ncong",
    "ne",
    "nearrow",
    "neg",
    "neq",
    "newline",
    "nexists",
    "ngeq",
    "ngtr",
    "ni",
    "nleftarrow",
    "nleq",
    "nless",
    "nmid",
    "not",
    "notin",
    "nolimits",
    "norm",
    "nparallel",
    "nprec",
    "nrightarrow",
    "nsim",
    "nsubseteq",
    "nsucc",
    "nsupseteq",
    "ntriangleleft",
    "ntriangleright",
    "nu",
    "nvdash",
    "nwarrow",
    "nonumber",
];

/// Unescaped signs and where they stand.
pub fn signs(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut escaped = false;
    text.char_indices().filter(move |(_, c)| {
        let is_sign = !escaped;
        escaped = *c == '\\' && !escaped;
        is_sign && *c != '\\'
    })
}

/// Opened minus closed braces.
pub fn depth(text: &str) -> i64 {
    signs(text).map(|(_, c)| i64::from(c == '{') - i64::from(c == '}')).sum()
}

/// Opened braces.
pub fn opens(text: &str) -> usize {
    signs(text).filter(|(_, c)| *c == '{').count()
}

/// The braces of the answers: the last balanced ones, since earlier ones belong to LaTeX.
pub fn answer_braces(text: &str) -> Option<(usize, usize)> {
    let (mut depth, mut open, mut found): (usize, usize, Option<(usize, usize)>) = (0, 0, None);
    for (at, c) in signs(text) {
        match c {
            '{' => {
                if depth == 0 {
                    open = at;
                }
                depth += 1;
            }
            '}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    let inside = text[open + 1..at].trim_start();
                    let answers = inside.is_empty() || inside.starts_with(['=', '~', '#', 'T', 't', 'F', 'f']);
                    let sooner =
                        found.is_some_and(|(open, _)| text[open + 1..].trim_start().starts_with(['=', '~', '#']));
                    if answers || !sooner {
                        found = Some((open, at));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Text without escapes, tags reduced where it is HTML; and whether a `\n` was kept.
pub fn plain(text: &str, markup: Markup) -> (String, bool) {
    let (text, kept) = unescaped(text.trim());
    let text = if is_html(&text, markup) { html::reduce(&text, markup != Markup::Html).text } else { text };
    (text.trim().to_owned(), kept)
}

fn is_html(text: &str, markup: Markup) -> bool {
    match markup {
        Markup::Html => true,
        Markup::None | Markup::Moodle => html::has_tags(text),
        Markup::Markdown | Markup::Plain => false,
    }
}

/// What a text loses where it is read as HTML.
pub fn lost(text: &str, markup: Markup) -> Option<String> {
    let (text, _) = unescaped(text);
    if is_html(&text, markup) { html::reduce(&text, false).lost() } else { None }
}

fn unescaped(text: &str) -> (String, bool) {
    let (mut plain, mut kept, mut maths) = (String::with_capacity(text.len()), false, false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        if c == '$' {
            // A dollar opens maths only where another one closes it in the same paragraph.
            maths = !maths && after.contains('$');
        }
        if c != '\\' {
            plain.push(c);
            rest = after;
            continue;
        }
        match after.chars().next() {
            Some('n') => {
                let word: String = after.chars().take_while(char::is_ascii_alphabetic).collect();
                if maths && LATEX_N.contains(&word.as_str()) {
                    plain.push('\\');
                    kept = true;
                    rest = after;
                } else {
                    plain.push('\n');
                    rest = &after[1..];
                }
            }
            Some(sign @ ('\\' | ':' | '#' | '=' | '{' | '}' | '~')) => {
                plain.push(sign);
                rest = &after[1..];
            }
            Some('(' | '[') => {
                maths = true;
                plain.push('\\');
                rest = after;
            }
            Some(')' | ']') => {
                maths = false;
                plain.push('\\');
                rest = after;
            }
            _ => {
                plain.push('\\');
                rest = after;
            }
        }
    }
    (plain, kept)
}
