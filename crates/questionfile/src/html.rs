//! HTML to text. Keeps text, line breaks, code, powers and indices, maths sources and pictures; says what is lost. It runs
//! once over its input and never fails: what is no tag is text.

use std::fmt::Write as _;

use quick_xml::escape::resolve_html5_entity;

/// A text and what it was reduced by.
#[derive(Debug, Default)]
pub struct Reduced {
    /// Plain text.
    pub text: String,
    /// Sources of its pictures.
    pub pictures: Vec<String>,
    lost: Vec<&'static str>,
}

impl Reduced {
    /// What was lost, as a sentence.
    pub fn lost(&self) -> Option<String> {
        (!self.lost.is_empty()).then(|| format!("Not taken over: {}.", self.lost.join(", ")))
    }

    fn lose(&mut self, what: &'static str) {
        if !self.lost.contains(&what) {
            self.lost.push(what);
        }
    }
}

/// Characters of a tag: pictures inside a text are long.
const LONG_TAG: usize = 5_000_000;
const SHORT_TAG: usize = 1_000;

const BLOCKS: [&str; 24] = [
    "p",
    "div",
    "br",
    "li",
    "ul",
    "ol",
    "tr",
    "table",
    "tbody",
    "thead",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "pre",
    "blockquote",
    "section",
    "article",
    "hr",
    "dl",
    "dt",
    "dd",
];
const INLINE: [&str; 36] = [
    "a", "abbr", "audio", "b", "big", "caption", "cite", "code", "col", "colgroup", "del", "em", "embed", "font", "i",
    "iframe", "img", "ins", "kbd", "label", "mark", "object", "q", "s", "script", "small", "source", "span", "strike",
    "strong", "style", "sub", "sup", "tt", "u", "video",
];
const MORE: [&str; 9] = ["td", "th", "var", "samp", "center", "figure", "math", "input", "annotation"];

/// Whether a name in small letters is an element of HTML.
pub fn is_known(name: &str) -> bool {
    BLOCKS.contains(&name) || INLINE.contains(&name) || MORE.contains(&name)
}

/// A tag at the start of a text: name in small letters, whether it closes, its inside, its length.
fn tag(text: &str, most: usize) -> Option<(String, bool, &str, usize)> {
    let rest = text.strip_prefix('<')?;
    let closes = rest.starts_with('/');
    let body = rest.strip_prefix('/').unwrap_or(rest);
    let length = body.chars().take(12).take_while(char::is_ascii_alphanumeric).count();
    let name = body.get(..length)?.to_ascii_lowercase();
    let after = body.get(length..)?;
    if !is_known(&name) || !after.starts_with(|c: char| c.is_whitespace() || matches!(c, '>' | '/')) {
        return None;
    }
    let mut quote = None;
    // A tag that is never closed is text; how far to look is bounded.
    for (at, c) in after.char_indices().take(most) {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '>') => {
                let start = text.len() - after.len();
                return Some((name, closes, &after[..at], start + at + 1));
            }
            (None, '<') => return None,
            _ => {}
        }
    }
    None
}

/// Whether a text holds tags or entities, as HTML does.
pub fn has_tags(text: &str) -> bool {
    let tags = text.match_indices('<').take(1_000).any(|(at, _)| tag(&text[at..], SHORT_TAG).is_some());
    tags || text.match_indices('&').take(1_000).any(|(at, _)| entity(&text[at..]).is_some())
}

/// Reduces HTML to text. `breaks` keeps the new lines of the source.
pub fn reduce(html: &str, breaks: bool) -> Reduced {
    let mut out = Reduced::default();
    let mut raised: Vec<(bool, usize)> = Vec::new();
    // Quotes that are never closed must not make the search for tags quadratic.
    let (mut pre, mut rest, mut failed) = (0_usize, html, 0_usize);
    while let Some(c) = rest.chars().next() {
        if c == '<' {
            if let Some(after) = rest.strip_prefix("<!--") {
                rest = after.split_once("-->").map_or("", |(_, after)| after);
                continue;
            }
            if let Some((name, closes, inside, length)) = tag(rest, if failed > 50 { SHORT_TAG } else { LONG_TAG }) {
                let after = &rest[length..];
                rest = match name.as_str() {
                    "script" | "style" if !closes => skip_to_end(after, &name),
                    "math" if !closes => formula(&mut out, after),
                    _ => after,
                };
                apply(&mut out, &name, closes, inside, &mut pre, &mut raised);
                continue;
            }
            failed += 1;
        }
        if c == '&'
            && let Some((text, length)) = entity(rest)
        {
            out.text.push_str(&text.replace('\u{a0}', " "));
            rest = &rest[length..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        let blank = c.is_whitespace() && c != '\u{a0}';
        if pre > 0 || !blank {
            out.text.push(if c == '\u{a0}' { ' ' } else { c });
        } else if breaks && c == '\n' {
            new_line(&mut out.text);
        } else if !out.text.is_empty() && !out.text.ends_with([' ', '\n']) {
            out.text.push(' ');
        }
    }
    let lines: Vec<&str> = out.text.split('\n').map(str::trim_end).collect();
    let text = lines.join("\n");
    text.trim_matches('\n').trim_end().clone_into(&mut out.text);
    out
}

fn new_line(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

fn apply(out: &mut Reduced, name: &str, closes: bool, inside: &str, pre: &mut usize, raised: &mut Vec<(bool, usize)>) {
    match name {
        "pre" => {
            new_line(&mut out.text);
            *pre = if closes { pre.saturating_sub(1) } else { *pre + 1 };
        }
        "br" => {
            out.text.truncate(out.text.trim_end_matches(' ').len());
            if !out.text.is_empty() {
                out.text.push('\n');
            }
        }
        "li" if !closes => {
            new_line(&mut out.text);
            out.text.push_str("- ");
        }
        "td" | "th" if closes => out.text.push_str(" | "),
        "tr" if closes => {
            let length = out.text.trim_end_matches([' ', '|']).len();
            out.text.truncate(length);
            new_line(&mut out.text);
        }
        "table" => {
            out.lose("the frame of a table");
            new_line(&mut out.text);
        }
        "img" => out.pictures.extend(attribute(inside, "src")),
        "sup" | "sub" if !closes => raised.push((name == "sup", out.text.len())),
        "sup" | "sub" => {
            if let Some((up, start)) =
                raised.pop().filter(|(_, start)| out.text.is_char_boundary(*start) && *start <= out.text.len())
            {
                let inner = out.text.split_off(start);
                out.text.push_str(&shifted(&inner, up));
            }
        }
        "b" | "strong" => out.lose("bold"),
        "i" | "em" => out.lose("italics"),
        "u" | "ins" => out.lose("underlines"),
        "s" | "del" | "strike" => out.lose("struck-out text"),
        "a" if !closes => out.lose("links"),
        "audio" | "video" | "iframe" | "object" | "embed" => out.lose("sound and video"),
        name if BLOCKS.contains(&name) => new_line(&mut out.text),
        _ => {}
    }
}

/// x² where there are such characters, x^(a+b) where there are none.
fn shifted(inner: &str, up: bool) -> String {
    const UP: &str = "0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻−⁻n ⁿ";
    let pair = |c: char| -> Option<char> {
        if up {
            UP.replace(' ', "").chars().collect::<Vec<_>>().chunks(2).find(|pair| pair[0] == c).map(|pair| pair[1])
        } else {
            match c {
                '0'..='9' => char::from_u32(0x2080 + u32::from(c) - u32::from('0')),
                '+' => Some('₊'),
                '-' | '−' => Some('₋'),
                _ => None,
            }
        }
    };
    let inner = inner.trim();
    match inner.chars().map(pair).collect::<Option<String>>() {
        Some(text) => text,
        None if inner.chars().count() == 1 => format!("{}{inner}", if up { '^' } else { '_' }),
        None => format!("{}({inner})", if up { '^' } else { '_' }),
    }
}

fn skip_to_end<'a>(text: &'a str, name: &str) -> &'a str {
    let is_end =
        |at: &usize| text.get(at + 2..at + 2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
    let at = text.match_indices("</").map(|(at, _)| at).find(is_end).unwrap_or(text.len());
    &text[at..]
}

/// The LaTeX source of MathML, where it carries one.
fn formula<'a>(out: &mut Reduced, text: &'a str) -> &'a str {
    let end = text.find("</math").unwrap_or(text.len());
    let (inside, rest) = text.split_at(end);
    let source =
        inside.split_once("<annotation").and_then(|(_, after)| Some(after.split_once('>')?.1.split_once('<')?.0));
    if let Some(source) = source {
        let _ = write!(out.text, "\\({}\\)", source.trim());
        return rest;
    }
    out.lose("a formula's layout");
    let mut is_tag = false;
    let shown = inside.chars().filter(|c| {
        let shows = !is_tag && *c != '<';
        is_tag = *c == '<' || is_tag && *c != '>';
        shows
    });
    out.text.push_str(shown.collect::<String>().trim());
    rest
}

/// An attribute's value, without entities.
fn attribute(inside: &str, name: &str) -> Option<String> {
    let lower = inside.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = lower[from..].find(name).map(|at| at + from) {
        from = at + name.len();
        let after = inside[from..].trim_start();
        let Some(value) = after.strip_prefix('=').map(str::trim_start) else { continue };
        if at > 0 && !lower[..at].ends_with(char::is_whitespace) {
            continue;
        }
        let value = match value.chars().next()? {
            quote @ ('"' | '\'') => value[1..].split(quote).next()?,
            _ => value.split([' ', '>', '/']).next()?,
        };
        return Some(unescape(value));
    }
    None
}

/// An entity at the start of a text, and its length.
fn entity(text: &str) -> Option<(String, usize)> {
    let end = text.bytes().take(34).position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let found = match name.strip_prefix('#') {
        Some(code) => {
            let hex = code.strip_prefix(['x', 'X']);
            let code = hex.map_or_else(|| code.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())?;
            char::from_u32(code).filter(|c| !c.is_control() || c.is_whitespace())?.to_string()
        }
        None => resolve_html5_entity(name)?.to_owned(),
    };
    Some((found, end + 1))
}

/// Text without entities.
pub fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((text, length)) = entity(rest) {
            plain.push_str(&text);
            rest = &rest[length..];
        } else {
            plain.push('&');
            rest = &rest[1..];
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_text() {
        for (html, text) in [
            ("<b>red</b> <i>fox</i>", "red fox"),
            ("<p>one</p><p>two</p>", "one\ntwo"),
            ("a<br/>b", "a\nb"),
            ("x<sup>2</sup> + H<sub>2</sub>O, x<sup>a+b</sup>", "x² + H₂O, x^(a+b)"),
            ("1 &lt; 2 &amp;&amp; a&nbsp;&nbsp;b", "1 < 2 && a  b"),
            ("#include <stdio.h> if (a <b)", "#include <stdio.h> if (a <b)"),
            ("<pre>a\n  b</pre>", "a\n  b"),
            ("<ul><li>a</li><li>b</li></ul>", "- a\n- b"),
            ("<script>x<y</script>z", "z"),
            ("<math><mi>x</mi><annotation encoding=\"t\">x^2</annotation></math>", "\\(x^2\\)"),
        ] {
            assert_eq!(reduce(html, false).text, text, "{html}");
        }
        let reduced = reduce("<img alt='src' src=\"@@PLUGINFILE@@/my%20pic.png\"><b>x</b>", false);
        assert_eq!(reduced.pictures, ["@@PLUGINFILE@@/my%20pic.png"]);
        assert_eq!(reduced.lost().as_deref(), Some("Not taken over: bold."));
    }
}
