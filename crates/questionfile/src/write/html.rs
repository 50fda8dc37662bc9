//! Plain text as HTML: signs as entities, lines as breaks, blanks that count as blanks that stay.

/// The HTML of a text.
pub fn of(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + text.len() / 8);
    let mut blank = true;
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '\n' => html.push_str("<br>"),
            ' ' if blank => html.push_str("&nbsp;"),
            '\t' => html.push_str("&nbsp;&nbsp;&nbsp;&nbsp;"),
            c => html.push(c),
        }
        blank = matches!(c, ' ' | '\n' | '\t');
    }
    html
}

/// The same for documents that must be well-formed without HTML's entities.
pub fn xhtml(text: &str) -> String {
    of(text).replace("&nbsp;", "&#160;").replace("<br>", "<br/>")
}

/// A text inside an attribute.
pub fn attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace(['\n', '\t'], " ")
}
