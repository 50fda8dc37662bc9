//! Written numbers: how people write an exact number, in the digits and signs of any script. Exact numbers
//! ([`crate::exact_number`]) and the marks of a contest are read by it; each has its own bounds. No floating-point number anywhere.

/// A number as its parts stand in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written<'a> {
    /// A minus stands before it.
    pub is_negative: bool,
    /// Digits; none where only a part is written.
    pub whole: &'a str,
    /// What follows.
    pub part: Part<'a>,
}

/// What follows the whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Nothing.
    None,
    /// Digits behind a point or a comma, maybe none.
    Decimals(&'a str),
    /// Digits above a slash, and below it, not all of them zeros.
    Fraction(&'a str, &'a str),
}

impl<'a> Written<'a> {
    /// Reads a sign, then `4`, `0.25`, `1/3`, `1 1/3`, `⅓` or `1⅓`, of a text whose digits and signs are those of ASCII
    /// ([`crate::ascii_number`]). Fractions of one character are taken apart before anything else: folding by compatibility
    /// would make 11⁄2 of 1½.
    pub fn read(text: &'a str) -> Option<Self> {
        let (sign, text) = split_sign(text);
        let (whole, part) = unsigned(text.trim_start())?;
        Some(Self { is_negative: sign == "-", whole, part })
    }
}

fn unsigned(text: &str) -> Option<(&str, Part<'_>)> {
    if let Some(last) = text.chars().next_back()
        && let Some((above, below)) = in_one_character(last)
    {
        let whole = text[..text.len() - last.len_utf8()].trim_end();
        return (whole.is_empty() || are_digits(whole)).then_some((whole, Part::Fraction(above, below)));
    }
    if let Some((above, below)) = text.split_once(['/', '／']) {
        let (above, below) = (above.trim(), below.trim());
        let (whole, above) = above.split_once(char::is_whitespace).unwrap_or(("", above));
        let above = above.trim();
        let is_one = (whole.is_empty() || are_digits(whole))
            && are_digits(above)
            && are_digits(below)
            && below.bytes().any(|digit| digit != b'0');
        return is_one.then_some((whole, Part::Fraction(above, below)));
    }
    if let Some((whole, part)) = text.split_once(['.', ',', '，']) {
        let is_one =
            (whole.is_empty() || are_digits(whole)) && (are_digits(part) || (part.is_empty() && !whole.is_empty()));
        return is_one.then_some((whole, Part::Decimals(part)));
    }
    are_digits(text).then_some((text, Part::None))
}

/// The sign, as ASCII's or empty, and what follows it.
pub fn split_sign(text: &str) -> (&str, &str) {
    text.split_at(usize::from(text.starts_with(['+', '-'])))
}

/// Whether a text is digits of ASCII, one at least, and nothing else.
pub fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

/// Whether digits are parted as thousands are. Nobody begins thousands with a zero. India parts by two but for the last three.
pub fn are_thousands(groups: &[&str], by_two: bool) -> bool {
    let [first, middle @ .., last] = groups else { return false };
    groups.iter().all(|group| are_digits(group))
        && (1..=3).contains(&first.len())
        && middle.iter().all(|group| group.len() == 3 || (by_two && group.len() == 2))
        && last.len() == 3
        && !first.starts_with('0')
}

/// A fraction that is one character.
fn in_one_character(c: char) -> Option<(&'static str, &'static str)> {
    Some(match c {
        '½' => ("1", "2"),
        '⅓' => ("1", "3"),
        '⅔' => ("2", "3"),
        '¼' => ("1", "4"),
        '¾' => ("3", "4"),
        '⅕' => ("1", "5"),
        '⅖' => ("2", "5"),
        '⅗' => ("3", "5"),
        '⅘' => ("4", "5"),
        '⅙' => ("1", "6"),
        '⅚' => ("5", "6"),
        '⅐' => ("1", "7"),
        '⅛' => ("1", "8"),
        '⅜' => ("3", "8"),
        '⅝' => ("5", "8"),
        '⅞' => ("7", "8"),
        '⅑' => ("1", "9"),
        '⅒' => ("1", "10"),
        _ => return None,
    })
}
