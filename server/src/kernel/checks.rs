//! Checks of input: parse, don't validate. Each takes what arrived and answers a clean value or a refusal naming the field.
//!
//! Lengths count characters after trimming. NUL and other control characters are refused everywhere: PostgreSQL cannot
//! store the one, and nobody can read the others.

use email_address::{EmailAddress, Options};

use crate::kernel::clock::Time;
use crate::kernel::fail::Refusal;

/// One line of text with `min..=max` characters.
pub fn line(field: &'static str, called: &str, value: &str, min: usize, max: usize) -> Result<String, Refusal> {
    let value = value.trim();
    if value.chars().any(char::is_control) {
        return Err(Refusal::invalid(field, format!("{called} contains characters that cannot be used")));
    }
    sized(field, called, value, min, max)
}

/// Somebody's name: a line without what could make it look like other words than it is, also in a mail.
pub fn name(field: &'static str, called: &str, value: &str, max: usize) -> Result<String, Refusal> {
    let value = line(field, called, value, 1, max)?;
    if value.chars().any(is_unseen) {
        return Err(Refusal::invalid(field, format!("{called} contains characters that cannot be used")));
    }
    Ok(value)
}

/// Line separators and marks of direction.
pub fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text of several lines with `min..=max` characters.
pub fn text(field: &'static str, called: &str, value: &str, min: usize, max: usize) -> Result<String, Refusal> {
    let value = value.trim().replace("\r\n", "\n");
    if value.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(Refusal::invalid(field, format!("{called} contains characters that cannot be used")));
    }
    sized(field, called, &value, min, max)
}

fn sized(field: &'static str, called: &str, value: &str, min: usize, max: usize) -> Result<String, Refusal> {
    let length = value.chars().count();
    if length < min {
        let say = if length == 0 {
            format!("{called} is required")
        } else {
            format!("{called} needs at least {min} characters")
        };
        return Err(Refusal::invalid(field, say));
    }
    if length > max {
        return Err(Refusal::invalid(field, format!("{called} may have at most {max} characters")));
    }
    Ok(value.to_owned())
}

/// An e-mail address, lower-cased, as it is kept and compared. Of a domain with a name: what may stand in brackets in place of
/// one (`a@[127.0.0.1]`) is nearly anything, as `a@[<x>]`.
pub fn email(field: &'static str, value: &str) -> Result<String, Refusal> {
    let value = value.trim().to_lowercase();
    let bare = Options::default().without_display_text().without_domain_literal();
    let well_formed = value.len() <= 254
        && !value.chars().any(|c| c.is_control() || c.is_whitespace() || c == '"')
        && EmailAddress::parse_with_options(&value, bare).is_ok();
    if well_formed { Ok(value) } else { Err(Refusal::invalid(field, "Please enter a valid email address")) }
}

/// The part of an address after the last `@`.
pub fn email_domain(email: &str) -> &str {
    email.rsplit_once('@').map_or("", |(_, domain)| domain)
}

/// A moment with its zone, as RFC 3339.
pub fn moment(field: &'static str, called: &str, value: &str) -> Result<Time, Refusal> {
    if value.trim().is_empty() {
        return Err(Refusal::invalid(field, format!("{called} is required")));
    }
    Time::parse_rfc3339(value).ok_or_else(|| {
        Refusal::invalid(field, format!("{called} must be a date and time with a zone, like 2026-11-20T18:00:00+05:30"))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_line_is_one_line() {
        assert_eq!(line("t", "Title", "  Quiz  ", 1, 5).ok().as_deref(), Some("Quiz"));
        for bad in ["", "   ", "toolong", "a\nb", "a\0b", "\u{7f}x"] {
            assert!(line("t", "Title", bad, 1, 5).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn an_address_is_lower_case() {
        assert_eq!(email("email", " Ada@Meridian.Example ").ok().as_deref(), Some("ada@meridian.example"));
        for bad in [
            "",
            "ada",
            "ada@",
            "@x.de",
            "a b@x.de",
            "Ada <ada@x.de>",
            "a@b@c.de",
            "a\0@x.de",
            "\"a\"@x.de",
            "<ada@x.de>",
            "a@[127.0.0.1]",
            "a@[12<.-.0.1]",
        ] {
            assert!(email("email", bad).is_err(), "{bad:?}");
        }
        assert_eq!(email_domain("ada@meridian.example"), "meridian.example");
    }

    proptest! {
        #[test]
        fn whatever_passes_is_clean(value in ".{0,40}") {
            if let Ok(text) = text("f", "Text", &value, 1, 20) {
                prop_assert!(!text.is_empty() && text.chars().count() <= 20 && !text.contains('\0'));
                prop_assert_eq!(text.trim(), text.as_str());
            }
        }
    }
}
