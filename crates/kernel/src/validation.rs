//! Validation of input: parse, don't validate. Each function takes what arrived and returns a clean value or a refusal
//! that names the field.
//!
//! Texts are kept as [`quad_text::clean`] leaves them: in one of Unicode's spellings, without what nobody sees. Lengths count
//! characters after that. NUL and other control characters are refused everywhere: PostgreSQL cannot store the one, and nobody
//! can read the others. A text in which nothing shows is an empty one.

use email_address::{EmailAddress, Options};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::clock::Time;
use crate::error::Rejection;

/// One line of text with `min..=max` characters. Tabs and separators of lines, which come along when a text is copied, are blanks.
///
/// # Errors
/// A [`Rejection`] that names `field`: too short, too long, or with control characters.
pub fn line(field: &'static str, called: &str, value: &str, min: usize, max: usize) -> Result<String, Rejection> {
    let value = value.trim();
    if value.chars().any(|c| c.is_control() && c != '\t') {
        return Err(Rejection::invalid(field, format!("{called} contains characters that cannot be used")));
    }
    sized(field, called, quad_text::clean(value).replace(['\n', '\t'], " "), min, max)
}

/// Somebody's name: a line that is one wherever it is read, also in a mail.
///
/// # Errors
/// As [`line`], and for separators of lines.
pub fn name(field: &'static str, called: &str, value: &str, max: usize) -> Result<String, Rejection> {
    if value.trim().contains(['\u{2028}', '\u{2029}']) {
        return Err(Rejection::invalid(field, format!("{called} contains characters that cannot be used")));
    }
    line(field, called, value, 1, max)
}

/// Text of several lines with `min..=max` characters.
///
/// # Errors
/// A [`Rejection`] that names `field`: too short, too long, or with control characters besides tabs and line breaks.
pub fn text(field: &'static str, called: &str, value: &str, min: usize, max: usize) -> Result<String, Rejection> {
    let value = value.trim().replace("\r\n", "\n");
    if value.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(Rejection::invalid(field, format!("{called} contains characters that cannot be used")));
    }
    sized(field, called, quad_text::clean(&value), min, max)
}

fn sized(field: &'static str, called: &str, value: String, min: usize, max: usize) -> Result<String, Rejection> {
    let value = if quad_text::is_visible(&value) { value } else { String::new() };
    let length = value.chars().count();
    if length < min {
        let say = if length == 0 {
            format!("{called} is required")
        } else {
            format!("{called} needs at least {min} characters")
        };
        return Err(Rejection::invalid(field, say));
    }
    if length > max {
        return Err(Rejection::invalid(field, format!("{called} may have at most {max} characters")));
    }
    Ok(value)
}

/// What a refused address is told.
const EMAIL: &str = "Please enter a valid email address";
/// What may stand before the `@`, in bytes (RFC 5321, 4.5.3.1.1).
const LONGEST_NAME: usize = 64;

/// An e-mail address as it is kept and compared ([`folded`]). Of a domain with a name: what may stand in brackets in place of
/// one (`a@[127.0.0.1]`) is nearly anything, as `a@[<x>]`.
///
/// Letters of many scripts carry marks (`प्रिया`), which the library refuses; it looks at the address without them. What nobody
/// sees is refused, and a mark over an ASCII letter that has no letter of its own, as it hardly shows: two addresses would look
/// like one. `isEmail` in web/src/lib/validation.ts is the same rule; both read tests/it/email_addresses.json.
///
/// # Errors
/// A [`Rejection`] that names `field`, for what is no such address.
pub fn email(field: &'static str, value: &str) -> Result<String, Rejection> {
    let value = folded(value);
    let bare = Options::default().without_display_text().without_domain_literal();
    let well_formed = value.len() <= 254
        && value.rsplit_once('@').is_some_and(|(name, _)| name.len() <= LONGEST_NAME)
        && !value.chars().any(|c| c.is_control() || c.is_whitespace() || c == '"' || quad_text::is_invisible(c))
        && without_marks(&value).is_some_and(|value| EmailAddress::parse_with_options(&value, bare).is_ok());
    if well_formed { Ok(value) } else { Err(Rejection::invalid(field, EMAIL)) }
}

/// An address that a form asks for: its domain has a dot, because `ada@gmail` is a slip. Operators and log-ins may name one of
/// the own network ([`email`]).
///
/// # Errors
/// As [`email`], and for a domain without a dot.
pub fn email_of_form(field: &'static str, value: &str) -> Result<String, Rejection> {
    let value = email(field, value)?;
    if email_domain(&value).contains('.') { Ok(value) } else { Err(Rejection::invalid(field, EMAIL)) }
}

/// An address as it is compared: lower-case, and in the one of Unicode's spellings of it that NFC names, so that `ü` is one
/// letter however a keyboard writes it.
pub fn folded(email: &str) -> String {
    email.trim().nfc().collect::<String>().to_lowercase().nfc().collect()
}

/// Without the marks that follow a letter beyond ASCII; nothing when one stands elsewhere.
fn without_marks(value: &str) -> Option<String> {
    let mut bare = String::with_capacity(value.len());
    let mut carries = false;
    for letter in value.chars() {
        if is_combining_mark(letter) {
            if !carries {
                return None;
            }
        } else {
            carries = !letter.is_ascii() && letter.is_alphanumeric();
            bare.push(letter);
        }
    }
    Some(bare)
}

/// The part of an address after the last `@`.
pub fn email_domain(email: &str) -> &str {
    email.rsplit_once('@').map_or("", |(_, domain)| domain)
}

/// A telephone number with all that stands between its digits, in characters.
const LONGEST_PHONE: usize = 40;

/// A telephone number as ASCII writes it, where it is one: 7 to 15 digits of any script, a plus before all of them, and what people
/// write between them. Digits of other scripts, hyphens and blanks of other kinds, what nobody sees and a link's `tel:` are common
/// in what is pasted. An extension is none: it would be dialled with the rest.
pub fn phone(text: &str) -> Option<String> {
    let plain = quad_text::ascii_digits(&quad_text::likeness(text));
    let linked = plain.split_at_checked(4).filter(|(start, _)| start.eq_ignore_ascii_case("tel:"));
    let plain = linked.map_or(plain.as_str(), |(_, number)| number.trim_start());
    let plain = from_abroad(plain);
    let (front, rest) = plain.split_once('+').unwrap_or(("", &plain));
    let is_front = front.chars().all(|c| matches!(c, ' ' | '('));
    let is_rest = rest.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-' | '(' | ')' | '.' | '/'));
    let digits = rest.chars().filter(char::is_ascii_digit).count();
    let is_short = plain.len() <= LONGEST_PHONE;
    (is_front && is_rest && is_short && (7..=15).contains(&digits)).then_some(plain)
}

/// A number as it is dialled from abroad: `00` in front is a plus, and the `(0)` of those who dial at home goes where the code of a
/// country stands before it. Italy and San Marino keep it.
fn from_abroad(plain: &str) -> String {
    const KEEP_THE_ZERO: [&str; 2] = ["39", "378"];
    let (front, rest) = plain.split_at(plain.find(|c: char| !matches!(c, ' ' | '(')).unwrap_or(plain.len()));
    let code = rest.strip_prefix("00").filter(|code| {
        let first = code.chars().find(char::is_ascii_digit);
        first.is_some_and(|digit| digit != '0')
    });
    let plain = code.map_or_else(|| plain.to_owned(), |code| format!("{front}+{}", code.trim_start()));
    if !plain.trim_start_matches([' ', '(']).starts_with('+') {
        return plain;
    }
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let parted = plain.match_indices('(').find_map(|(at, _)| {
        let (before, inside) = (&plain[..at], &plain[at + 1..]);
        let after = inside.trim_start().strip_prefix('0')?.trim_start().strip_prefix(')')?;
        (!digits(before).is_empty()).then_some((before, after))
    });
    match parted {
        Some((before, after)) if !KEEP_THE_ZERO.contains(&digits(before).as_str()) => {
            let blank = if before.ends_with(' ') || after.starts_with(' ') { " " } else { "" };
            format!("{}{blank}{}", before.trim_end(), after.trim_start())
        }
        _ => plain,
    }
}

/// A moment with its zone, as RFC 3339.
///
/// # Errors
/// A [`Rejection`] that names `field`: empty, or not a moment with a zone.
pub fn moment(field: &'static str, called: &str, value: &str) -> Result<Time, Rejection> {
    if value.trim().is_empty() {
        return Err(Rejection::invalid(field, format!("{called} is required")));
    }
    Time::parse_rfc3339(value).ok_or_else(|| {
        Rejection::invalid(
            field,
            format!("{called} must be a date and time with a zone, like 2026-11-20T18:00:00+05:30"),
        )
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
    fn a_text_in_which_nothing_shows_is_an_empty_one() {
        let nothings = [
            "\u{301}",
            "\u{93c}\u{200d}",
            "\u{200b}",
            "\u{feff} \u{2060}",
            "\u{200d}\u{200c}",
            "\u{3164}",
            "\u{202e}\u{ad}",
            "\u{2800}",
            "\u{e0041}",
            "\u{fffc}",
            "\u{1d159} \u{13441}",
        ];
        for nothing in nothings {
            for checked in [
                line("t", "Title", nothing, 1, 50),
                text("t", "Title", nothing, 1, 50),
                name("t", "Title", nothing, 50),
            ] {
                let said = checked.expect_err(nothing).say;
                assert_eq!(said, "Title is required", "{nothing:?}");
            }
            assert_eq!(line("t", "Title", nothing, 0, 50).ok().as_deref(), Some(""), "{nothing:?}");
            assert_eq!(text("t", "Title", nothing, 0, 50).ok().as_deref(), Some(""), "{nothing:?}");
        }
        // What belongs to letters stays: joined emoji, and scripts that need joiners.
        for seen in ["\u{1f469}\u{200d}\u{1f4bb}", "क्\u{200d}ष", "نمی\u{200c}خواهم", "-", "é"] {
            assert_eq!(line("t", "Title", seen, 1, 50).ok().as_deref(), Some(seen));
        }
    }

    #[test]
    fn texts_are_kept_in_one_spelling_without_what_nobody_sees() {
        for typed in
            ["Rene\u{301}e", "\u{feff}René\u{200b}e", "\u{202e}Renée\u{202c}", "\u{200e}Re\u{ad}née\u{2060}\u{200f}"]
        {
            for kept in [line("t", "Title", typed, 1, 5), text("t", "Title", typed, 1, 5), name("t", "Title", typed, 5)]
            {
                assert_eq!(kept.ok().as_deref(), Some("Renée"), "{typed:?}");
            }
        }
        assert_eq!(line("t", "Title", "a\tb\u{2028}c", 1, 5).ok().as_deref(), Some("a b c"));
        assert_eq!(text("t", "Title", "a\tb\u{2028}c", 1, 5).ok().as_deref(), Some("a\tb\nc"));
        assert!(name("t", "Title", "a\u{2028}b", 5).is_err(), "a second line");
    }

    /// The table that the web client's check also reads.
    #[derive(serde::Deserialize)]
    struct Addresses {
        accepted: std::collections::BTreeMap<String, String>,
        of_a_host_without_a_dot: Vec<String>,
        refused: Vec<String>,
    }

    #[test]
    fn addresses_are_kept_in_one_spelling() {
        let table: Addresses = serde_json::from_str(include_str!("../../../server/tests/it/email_addresses.json"))
            .unwrap_or_else(|no| panic!("{no}"));
        for (typed, kept) in &table.accepted {
            assert_eq!(email("email", typed).ok().as_ref(), Some(kept), "{typed:?}");
            assert_eq!(email_of_form("email", typed).ok().as_ref(), Some(kept), "{typed:?}");
        }
        for typed in &table.of_a_host_without_a_dot {
            assert_eq!(email("email", typed).ok().as_ref(), Some(typed));
            assert!(email_of_form("email", typed).is_err(), "{typed:?}");
        }
        let long = [
            format!("{}@x.example", "a".repeat(65)),
            format!("{}@x.example", "प्रिया".repeat(4)),
            format!("a@{}.example", "x".repeat(64)),
        ];
        for typed in table.refused.iter().chain(&long) {
            assert!(email("email", typed).is_err(), "{typed:?}");
        }
        assert_eq!(email_domain("ada@meridian.example"), "meridian.example");
    }

    proptest! {
        /// The spellings that Unicode has for one address, in either case, are one address; and it is kept as it is compared.
        #[test]
        fn two_spellings_are_one_address(
            // Latin, Greek, Cyrillic and Vietnamese; Devanagari and Tamil with their marks; Hangul whole and in parts; marks alone.
            name in "[a-zà-ýÀ-ÝΆ-ώа-яА-Яạ-ỹẠ-Ỹ가-힣\\u{915}-\\u{939}\\u{93c}-\\u{94d}\\u{958}-\\u{95f}\\u{b95}-\\u{bcd}\\u{1100}-\\u{1112}\\u{1161}-\\u{1175}\\u{300}-\\u{308}.]{1,12}",
            domain in "[a-zà-ý\\u{915}-\\u{939}\\u{93c}-\\u{94d}]{1,6}",
        ) {
            let typed = format!("{name}@{domain}.example");
            let spellings = [typed.nfc().collect::<String>(), typed.nfd().collect()];
            let kept = email("email", &typed).ok();
            for spelling in &spellings {
                prop_assert_eq!(email("email", spelling).ok(), kept.clone(), "{:?}", spelling);
            }
            if let Some(kept) = kept {
                prop_assert_eq!(email("email", &kept).ok(), Some(kept.clone()));
                prop_assert!(unicode_normalization::is_nfc(&kept));
                prop_assert_eq!(email("email", &kept.nfd().collect::<String>()).ok(), Some(kept.clone()));
            }
        }

        #[test]
        fn what_is_kept_as_an_address_is_stable(value in "\\PC{0,12}@\\PC{1,8}") {
            if let Ok(kept) = email("email", &value) {
                prop_assert_eq!(email("email", &kept).ok(), Some(kept.clone()));
                prop_assert!(unicode_normalization::is_nfc(&kept), "{:?}", kept);
            }
        }

        #[test]
        fn whatever_passes_is_clean(value in ".{0,40}") {
            if let Ok(text) = text("f", "Text", &value, 1, 20) {
                prop_assert!(!text.is_empty() && text.chars().count() <= 20 && !text.contains('\0'));
                prop_assert_eq!(text.trim(), text.as_str());
                prop_assert!(unicode_normalization::is_nfc(&text));
            }
        }
    }
}
