//! Numbers as people write them: decimal comma, digits of other scripts, a sign with a blank behind it. What is mended is
//! said; what holds anything else (a unit, a second comma) is no number. Percents of the marks are snapped to fractions.

use crate::normalise;

/// Digits that matter; more are refused.
const LONGEST: usize = 40;

/// A decimal, and whether it was written otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    /// With a point, without a plus.
    pub text: String,
    /// Written with a comma or other digits.
    pub mended: bool,
}

impl Decimal {
    /// For comparison.
    pub fn value(&self) -> f64 {
        self.text.parse().unwrap_or(f64::NAN)
    }
}

/// A key as the product reads a number, exactly.
///
/// # Errors
/// The product's sentence: it is no number, or may be two.
pub fn exact(text: &str) -> Result<quad_text::Exact, String> {
    quad_text::exact_number(&quad_text::clean(text).replace(['\n', '\t'], " "))
}

/// A key that was read: as a decimal where it is one, else as it was typed (`3/4`).
pub fn kept(text: &str) -> String {
    decimal(text).map_or_else(|| quad_text::clean(text), |decimal| decimal.text)
}

/// Why a key may be two numbers, as the product says it: `1,234`.
pub fn unclear(text: &str) -> Option<String> {
    let west = western_digits(normalise::trimmed(text));
    let groups: Vec<&str> = west.trim_start_matches(['-', '+', '−', ' ']).split(',').collect();
    (groups.len() == 2 && quad_text::are_thousands(&groups, false)).then(|| exact(text).err()).flatten()
}

/// A number, if it is one from end to end.
pub fn decimal(text: &str) -> Option<Decimal> {
    let text = normalise::trimmed(text);
    let mut plain = western_digits(text).replace(['\u{2212}', '\u{2013}', '−'], "-");
    if plain.matches(',').count() == 1 && !plain.contains('.') {
        plain = plain.replace(',', ".");
    }
    if let Some(rest) = plain.strip_prefix('-') {
        plain = format!("-{}", rest.trim_start());
    }
    let plain = plain.strip_prefix('+').unwrap_or(&plain).to_owned();
    let digits = plain.strip_prefix('-').unwrap_or(&plain);
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let exponent = exponent.parse::<i32>().ok()?;
    let is_digits = mantissa.chars().all(|c| c.is_ascii_digit() || c == '.');
    let sound = is_digits
        && mantissa.matches('.').count() <= 1
        && mantissa.chars().any(|c| c.is_ascii_digit())
        && mantissa.len() <= LONGEST
        && exponent.abs() <= 300;
    if !sound || !plain.parse::<f64>().ok()?.is_finite() {
        return None;
    }
    Some(Decimal { mended: plain != text.strip_prefix('+').unwrap_or(text), text: plain })
}

/// Digits of all scripts as 0 to 9.
pub fn western_digits(text: &str) -> String {
    text.chars().map(|c| digit(c).map_or(c, |value| char::from(b'0' + value))).collect()
}

/// The value of a decimal digit of the scripts whose digits stand in a row of ten.
fn digit(c: char) -> Option<u8> {
    const ZEROS: [u32; 16] = [
        0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
        0xff10,
    ];
    let code = u32::from(c);
    ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&code)).map(|zero| (code - zero) as u8)
}

/// A percent, snapped to a fraction of 1 to 12 parts where it is within one percent of it, with five decimals; and whether
/// it was snapped.
pub fn percent(text: &str) -> Option<(f64, bool)> {
    let decimal = decimal(text)?;
    let value = decimal.value();
    if !(-100.0..=100.0).contains(&value) {
        return None;
    }
    let (snapped, moved) = snap(value);
    Some((snapped, moved || decimal.mended))
}

/// Where a percent belongs, and whether that is more than its rounding.
pub fn snap(value: f64) -> (f64, bool) {
    /// Percents of Moodle's list that are no fraction of 1 to 12 parts.
    const WHOLE: [f64; 2] = [5.0, 95.0];
    let size = value.abs();
    if WHOLE.contains(&size) || size == 0.0 {
        return (value, false);
    }
    let fractions = (1..=12).flat_map(|parts| (1..=parts).map(move |part| 100.0 * f64::from(part) / f64::from(parts)));
    let nearest = fractions.min_by(|a, b| (a - size).abs().total_cmp(&(b - size).abs())).unwrap_or(size);
    if (nearest - size).abs() > 1.0 {
        return (value, false);
    }
    let rounded = (nearest * 100_000.0).round() / 100_000.0;
    (rounded.copysign(value), (rounded - size).abs() > 0.000_02)
}

/// A percent with as many decimals as it needs, five at most.
pub fn shown(value: f64) -> String {
    let text = format!("{value:.5}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The middle of a range and how far its ends are from it, exactly where both have few digits.
pub fn middle(low: &str, high: &str) -> (String, String) {
    let digits = |text: &str| text.split_once('.').map_or(0, |(_, digits)| digits.len());
    let places = digits(low).max(digits(high)).min(12);
    let (low, high) = (low.parse().unwrap_or(0.0_f64), high.parse().unwrap_or(0.0_f64));
    let text = |value: f64| {
        let text = format!("{value:.*}", places + 1);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        if text == "-0" { "0".to_owned() } else { text.to_owned() }
    };
    (text(f64::midpoint(low, high)), text((high - low) / 2.0))
}

/// A decimal without zeros at its end.
pub fn plain(text: &str) -> String {
    if !text.contains('.') || text.contains(['e', 'E']) {
        return text.to_owned();
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A path without percent signs: `my%20pic.png`.
pub fn percent_decoded(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| path.get(at + 1..at + 3)).flatten();
        if let Some(byte) = code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            plain.push(byte);
            at += 3;
        } else {
            plain.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(plain).unwrap_or_else(|_| path.to_owned())
}
