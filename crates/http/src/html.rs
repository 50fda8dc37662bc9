//! HTML that the server writes itself: a few pages and link previews. Everything else is made by the web client.

/// A text between tags, or within quotes. Ends of lines and tabs become blanks; other control characters are left out.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\r' | '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_becomes_a_tag_and_no_two_words_become_one() {
        for (text, html) in [
            ("<b onclick='x()'>\"&amp;\"</b>", "&lt;b onclick=&#39;x()&#39;&gt;&quot;&amp;amp;&quot;&lt;/b&gt;"),
            ("two\nlines\tand\ra column", "two lines and a column"),
            ("a\u{0}b\u{1b}[2J\u{85}c", "ab[2Jc"),
            ("गणित ≤ É", "गणित ≤ É"),
        ] {
            assert_eq!(escaped(text), html, "{text:?}");
        }
    }
}
