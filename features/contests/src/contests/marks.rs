//! Marks: exact amounts of marks. They are whole units of 1/10,080 mark, so that thirds, quarters and every share of up to
//! eight options are exact; there is no floating-point number anywhere. People and the wire write them as text (`"4"`,
//! `"-1/3"`, `"0.25"`), and all texts of totals are made here. Browsers write an
//! amount of a rule as people read it by themselves (`signedAmount` in `contestRules.ts`).

use std::borrow::Cow;
use std::iter::Sum;
use std::ops::{Add, Mul, Sub};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use quad_kernel::error::Rejection;
use quad_text::{Part, Written, are_thousands, split_sign};

/// Units of one mark.
const UNITS: i64 = 10_080;
/// No amount that somebody sets is farther from nothing than so many marks.
pub const MOST_MARKS: i64 = 1_000;

/// An exact amount of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks(i64);

impl Marks {
    /// No marks.
    pub const ZERO: Self = Self(0);

    /// Whole marks.
    pub const fn whole(marks: i64) -> Self {
        Self(marks * UNITS)
    }

    /// A fraction of a mark; `below` divides [`UNITS`].
    pub(super) const fn fraction(above: i64, below: i64) -> Self {
        Self(above * UNITS / below)
    }

    /// So many units of 1/10,080 mark.
    pub const fn from_units(units: i64) -> Self {
        Self(units)
    }

    /// As units of 1/10,080 mark.
    pub const fn units(self) -> i64 {
        self.0
    }

    /// Reads what somebody typed for `field`: whole numbers, decimals and fractions, with any minus and the digits of any script.
    ///
    /// # Errors
    /// What is no number; a comma or a point that may part thousands; more than [`MOST_MARKS`]; and what is no whole unit, such as 0.33, with
    /// the exact amounts beside it.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, Rejection> {
        let refuse = |say: String| Rejection::invalid(field, say);
        let typed = quad_text::clean(text);
        let typed = quad_text::shortened(typed.trim(), 40);
        if typed.is_empty() {
            return Err(refuse("Please enter the marks.".to_owned()));
        }
        if let Some(meant) = without_thousands(&typed) {
            return Err(refuse(format!("“{typed}” is not clear. Write {meant}.")));
        }
        let Some(number) = Ratio::read(&typed) else {
            return Err(refuse(format!("“{typed}” cannot be read as marks. Write 4, -1, 0.25 or -1/3.")));
        };
        if i128::from(MOST_MARKS) * number.below < number.above.abs() {
            return Err(refuse(format!("Marks are between −{MOST_MARKS} and {MOST_MARKS}.")));
        }
        let units = number.above * i128::from(UNITS);
        if units % number.below != 0 {
            // Far below a twentieth, a twentieth is not what was meant.
            if number.above.abs() * 200 < number.below {
                return Err(refuse(format!(
                    "{typed} is not an exact mark. The least step is 1/{UNITS}, and the least decimal 0.00625."
                )));
            }
            return Err(refuse(format!(
                "{typed} is not an exact mark. Write {}.",
                number.beside(field.to_ascii_lowercase().ends_with("wrong"))
            )));
        }
        Ok(Self((units / number.below) as i64))
    }

    /// Exactly, for programs: a decimal of up to four places, else a fraction (`"7"`, `"0.125"`, `"-1/3"`).
    pub fn exact(self) -> String {
        if (self.0 * 10_000) % UNITS == 0 {
            let text = self.rounded(4);
            let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
            return text.to_owned();
        }
        let common = common_divisor(self.0, UNITS);
        format!("{}/{}", self.0 / common, UNITS / common)
    }

    /// For people: thirds and sixths as such, everything else with at most two decimals, rounded half away from zero.
    pub fn shown(self) -> String {
        let (whole, rest) = (self.0.abs() / UNITS, self.0.abs() % UNITS);
        let part = match rest {
            1_680 => '⅙',
            3_360 => '⅓',
            6_720 => '⅔',
            8_400 => '⅚',
            _ if (rest * 100) % UNITS == 0 => return self.exact().replace('-', "−"),
            _ => return self.rounded(2).replace('-', "−"),
        };
        let whole = if whole == 0 { String::new() } else { whole.to_string() };
        format!("{}{whole}{part}", if self.0 < 0 { "−" } else { "" })
    }

    /// For people, and exactly: as [`Marks::shown`] where that is exact, else with three or four decimals, else as a mixed
    /// fraction.
    pub fn precise(self) -> String {
        let (whole, rest) = (self.0.abs() / UNITS, self.0.abs() % UNITS);
        if matches!(rest, 1_680 | 3_360 | 6_720 | 8_400) {
            return self.shown();
        }
        if (rest * 10_000) % UNITS == 0 {
            return self.exact().replace('-', "−");
        }
        let common = common_divisor(rest, UNITS);
        let part = format!("{}/{}", rest / common, UNITS / common);
        let sign = if self.0 < 0 { "−" } else { "" };
        if whole == 0 { format!("{sign}{part}") } else { format!("{sign}{whole} {part}") }
    }

    /// For people, as what an answer adds or takes, exactly: `+4`, `−⅓`, `0`.
    pub fn signed(self) -> String {
        if self.0 > 0 { format!("+{}", self.precise()) } else { self.precise() }
    }

    /// So many of `of` equal parts of it. What does not part into whole units is refused where it is set ([`Marks::parts_in`]).
    #[must_use]
    pub(super) fn part(self, many: u32, of: u32) -> Self {
        Self(self.0 * i64::from(many) / i64::from(of.max(1)))
    }

    /// Whether it parts into so many equal whole units.
    pub fn parts_in(self, parts: u32) -> bool {
        self.0 % i64::from(parts.max(1)) == 0
    }

    /// The nearest number of hundredths, away from zero from the middle: what two decimals tell of it.
    pub fn hundredths(self) -> i64 {
        self.0.signum() * (self.0.abs() * 100 + UNITS / 2).div_euclid(UNITS)
    }

    /// The largest amount that this one, which is not zero, and another are whole multiples of.
    #[must_use]
    pub fn common_divisor(self, other: Self) -> Self {
        Self(common_divisor(self.0, other.0))
    }

    /// As a decimal with four places, for spreadsheets, which take `-1/3` for a date.
    pub fn decimal(self) -> String {
        self.rounded(4)
    }

    /// With so many decimals, half away from zero, and never with the sign of a zero.
    fn rounded(self, places: u32) -> String {
        let scale = 10_i64.pow(places);
        let nearest = (self.0.abs() * scale + UNITS / 2) / UNITS;
        let sign = if self.0 < 0 && nearest != 0 { "-" } else { "" };
        format!("{sign}{}.{:0width$}", nearest / scale, nearest % scale, width = places as usize)
    }
}

impl Add for Marks {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Marks {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Sum for Marks {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

impl Mul<u32> for Marks {
    type Output = Self;

    fn mul(self, times: u32) -> Self {
        Self(self.0 * i64::from(times))
    }
}

impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.exact())
    }
}

/// Reads what was stored.
impl<'de> Deserialize<'de> for Marks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse("marks", &text).map_err(|refusal| serde::de::Error::custom(refusal.say))
    }
}

/// A number as somebody wrote it: `above / below`, with `below` above zero.
struct Ratio {
    above: i128,
    below: i128,
    is_decimal: bool,
}

impl Ratio {
    /// Reads what [`Written`] does, of at most twelve digits beside the decimals.
    fn read(text: &str) -> Option<Self> {
        let text = quad_text::ascii_number(text);
        let Written { is_negative, whole, part } = Written::read(&text)?;
        let whole = if whole.is_empty() { 0 } else { digits(whole)? };
        let (above, below, is_decimal) = match part {
            Part::None => (whole, 1, false),
            Part::Fraction(above, below) => {
                let below = digits(below)?;
                (whole * below + digits(above)?, below, false)
            }
            Part::Decimals(part) => {
                let below = 10_i128.pow(part.len().try_into().ok().filter(|places| *places <= MOST_DECIMALS)?);
                let part = if part.is_empty() { 0 } else { part.parse().ok()? };
                (whole * below + part, below, true)
            }
        };
        Some(Self { above: if is_negative { -above } else { above }, below, is_decimal })
    }

    /// The exact amounts that may have been meant: the fraction that this is the beginning or the rounding of, and the nearest
    /// twentieth that is not nothing; with a minus where only that can have been meant.
    fn beside(&self, takes: bool) -> String {
        let sign = if self.above < 0 || takes { "-" } else { "" };
        let twentieths = (self.above.abs() * 40 + self.below) / (2 * self.below);
        let mut choices = Vec::new();
        if self.is_decimal {
            let typed = self.above.abs();
            let is_it = |above: i128, below: i128| {
                let (cut, nearest) = (above * self.below / below, (2 * above * self.below + below) / (2 * below));
                // A spreadsheet's last decimals are not those of the fraction.
                let off = (typed * below - above * self.below).abs();
                cut == typed || nearest == typed || off * 1_000_000_000 < self.below * below
            };
            let whole = typed / self.below;
            let fraction = [3, 6, 7, 9].into_iter().find_map(|below| {
                (whole * below..=(whole + 1) * below).find(|above| is_it(*above, below)).map(|above| (above, below))
            });
            if let Some((above, below)) = fraction.filter(|(above, below)| above % below != 0) {
                let name = if (above, below) == (1, 3) { " (a third)" } else { "" };
                choices.push(format!("{sign}{above}/{below}{name}"));
            }
        }
        let nearest = i64::try_from(twentieths.max(1) * i128::from(UNITS) / 20).unwrap_or_default();
        choices.push(format!("{sign}{}", Marks(nearest).exact()));
        choices.join(" or ")
    }
}

/// What may be meant by a number with a comma, or several, that may part thousands: the number without it, and the decimal where
/// it may be one. Nobody begins thousands with a zero, so 0,125 is a decimal. Some part thousands by a point; as no marks are above
/// [`MOST_MARKS`], that can be meant by 1.000 alone, and 1.125 is a decimal.
fn without_thousands(typed: &str) -> Option<String> {
    let text = quad_text::ascii_number(typed);
    let (sign, text) = split_sign(&text);
    // The Arabic decimal sign parts no thousands.
    if text.trim_start() == "1.000" && !typed.contains('٫') {
        return Some(format!("{sign}1000 or {sign}1, without a point"));
    }
    let (text, is_arabic) = (text.trim_start().replace('，', ","), text.contains('٬'));
    let text = text.replace('٬', ",");
    let (whole, part) = text.split_once('.').map_or((text.as_str(), None), |(whole, part)| (whole, Some(part)));
    let groups: Vec<&str> = whole.split(',').collect();
    if !are_thousands(&groups, true) || part.is_some_and(|part| !part.bytes().all(|c| c.is_ascii_digit())) {
        return None;
    }
    let thousands = format!("{sign}{}", text.replace(',', ""));
    if is_arabic || groups.len() > 2 || part.is_some() {
        return Some(format!("{thousands} without the comma"));
    }
    let decimal = whole.replace(',', ".");
    let decimal = decimal.trim_end_matches('0').trim_end_matches('.');
    Some(format!("{thousands} or {sign}{decimal}, without a comma"))
}

/// Decimals that a spreadsheet writes, and some more.
const MOST_DECIMALS: u32 = 20;

/// A whole number of up to twelve digits.
fn digits(text: &str) -> Option<i128> {
    Some(text).filter(|text| text.len() <= 12)?.parse().ok()
}

/// The greatest one, of a number that is not zero and another.
fn common_divisor(one: i64, other: i64) -> i64 {
    if other == 0 { one.abs() } else { common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Result<i64, String> {
        Marks::parse("right", text).map(Marks::units).map_err(|refusal| refusal.say.into_owned())
    }

    #[test]
    fn marks_are_read_as_people_write_them() {
        for (text, units) in [
            ("4", 40_320),
            (" +4 ", 40_320),
            ("-1", -10_080),
            ("0", 0),
            ("0.25", 2_520),
            (".5", 5_040),
            ("5.", 50_400),
            ("0,5", 5_040),
            ("0.125", 1_260),
            ("0.05", 504),
            ("-1/3", -3_360),
            ("−1/3", -3_360),
            ("–1/3", -3_360),
            ("- 1/3", -3_360),
            ("-⅓", -3_360),
            ("１/３", 3_360),
            ("१/३", 3_360),
            ("१½", 15_120),
            ("1½", 15_120),
            ("1 ½", 15_120),
            ("2 2/3", 26_880),
            ("1⁄8", 1_260),
            ("-0.5", -5_040),
            ("1000", 10_080_000),
        ] {
            assert_eq!(read(text), Ok(units), "{text}");
        }
    }

    #[test]
    fn what_is_no_mark_is_refused_with_what_may_be_meant() {
        for (text, beside) in [
            ("0.33", "Write 1/3 (a third) or 0.35."),
            ("-0.33", "Write -1/3 (a third) or -0.35."),
            ("−0.33", "Write -1/3 (a third) or -0.35."),
            ("0.333", "Write 1/3 (a third) or 0.35."),
            ("0.66", "Write 2/3 or 0.65."),
            ("0.67", "Write 2/3 or 0.65."),
            ("1.33", "Write 4/3 or 1.35."),
            ("0.17", "Write 1/6 or 0.15."),
            ("0.01", "Write 0.05."),
            ("0.005", "Write 0.05."),
            ("0.0001", "The least step is 1/10080, and the least decimal 0.00625."),
            ("-0.0049", "The least step is 1/10080, and the least decimal 0.00625."),
            ("1/20000", "The least step is 1/10080, and the least decimal 0.00625."),
            ("-0.01", "Write -0.05."),
            ("1/11", "Write 0.1."),
            // As spreadsheets and programs write a third, two thirds and the like.
            ("0.3333333333333", "Write 1/3 (a third) or 0.35."),
            ("0.333333333333333", "Write 1/3 (a third) or 0.35."),
            ("-0,33333333333333331", "Write -1/3 (a third) or -0.35."),
            ("0.66666666666666663", "Write 2/3 or 0.65."),
            ("0.1666666666666667", "Write 1/6 or 0.15."),
            ("1.3333333333333333", "Write 4/3 or 1.35."),
            ("0.14285714285714285", "Write 1/7 or 0.15."),
            ("0.12345678901234567890", "Write 0.1."),
        ] {
            let said = read(text).expect_err(text);
            assert!(said.ends_with(beside), "{text}: {said}");
        }
        for text in [
            "",
            "-",
            "+",
            "x",
            "1/0",
            "1/",
            "/3",
            "--1",
            "1-",
            "1.2.3",
            "NaN",
            "1e3",
            "inf",
            "½1",
            "1/2/3",
            "0x10",
            "1 2",
            "½½",
            "9999999999999",
            "-x1",
            "1001",
            "-1000.5",
            "2 1/3 x",
            "0.333333333333333333333",
        ] {
            assert!(read(text).is_err(), "{text}: {:?}", read(text));
        }
    }

    /// Of the numbers with a point and three digits behind it one can be a whole number of marks.
    #[test]
    fn a_point_that_may_part_thousands_is_asked_about() {
        for (typed, meant) in [
            ("1.000", "1000 or 1"),
            (" +1.000", "+1000 or +1"),
            ("\u{2212}1.000", "-1000 or -1"),
            ("\u{967}.\u{966}\u{966}\u{966}", "1000 or 1"),
            ("\u{ff11}\u{ff0e}\u{ff10}\u{ff10}\u{ff10}", "1000 or 1"),
        ] {
            let said = read(typed).expect_err(typed);
            assert_eq!(said, format!("“{}” is not clear. Write {meant}, without a point.", typed.trim()));
        }
        for (typed, units) in [
            ("1.0", 10_080),
            ("1.00", 10_080),
            ("1.0000", 10_080),
            ("1.125", 11_340),
            ("2.000", 20_160),
            ("10.000", 100_800),
            ("0.500", 5_040),
            ("\u{661}\u{66b}\u{660}\u{660}\u{660}", 10_080),
        ] {
            assert_eq!(read(typed), Ok(units), "{typed}");
        }
    }

    /// A comma between groups of digits is neither taken for a decimal point nor read over.
    #[test]
    fn a_comma_that_may_part_thousands_is_asked_about() {
        for (typed, meant) in [
            ("1,000", "1000 or 1"),
            ("-1,000", "-1000 or -1"),
            ("\u{2212}1,000", "-1000 or -1"),
            ("+1,000", "+1000 or +1"),
            ("1,125", "1125 or 1.125"),
            ("10,500", "10500 or 10.5"),
            ("\u{967},\u{966}\u{966}\u{966}", "1000 or 1"),
            ("\u{ff11}\u{ff0c}\u{ff10}\u{ff10}\u{ff10}", "1000 or 1"),
        ] {
            let said = read(typed).expect_err(typed);
            assert_eq!(said, format!("“{typed}” is not clear. Write {meant}, without a comma."));
        }
        for (typed, meant) in [
            ("1,000.5", "1000.5"),
            ("1,00,000", "100000"),
            ("1,000,000", "1000000"),
            ("\u{661}\u{66c}\u{660}\u{660}\u{660}", "1000"),
        ] {
            let said = read(typed).expect_err(typed);
            assert_eq!(said, format!("“{typed}” is not clear. Write {meant} without the comma."));
        }
        for (typed, units) in [("1,5", 15_120), ("0,125", 1_260), ("1,25", 12_600), (",5", 5_040), ("-0,500", -5_040)] {
            assert_eq!(read(typed), Ok(units), "{typed}");
        }
        for typed in ["1,2,3", "1234,567,", "1,000,", "1,000/3", "1,,000"] {
            assert!(read(typed).is_err(), "{typed}: {:?}", read(typed));
        }
    }

    #[test]
    fn marks_are_written_in_one_way() {
        for (units, shown, exact, decimal) in [
            (0, "0", "0", "0.0000"),
            (40_320, "4", "4", "4.0000"),
            (100_800, "10", "10", "10.0000"),
            (1_260, "0.13", "0.125", "0.1250"),
            (-1_260, "−0.13", "-0.125", "-0.1250"),
            (6_300, "0.63", "0.625", "0.6250"),
            (-1, "0.00", "-1/10080", "-0.0001"),
            (-3_360, "−⅓", "-1/3", "-0.3333"),
            (-13_440, "−1⅓", "-4/3", "-1.3333"),
            (26_880, "2⅔", "8/3", "2.6667"),
            (2_520, "0.25", "0.25", "0.2500"),
            (-5_040, "−0.5", "-0.5", "-0.5000"),
            (1_440, "0.14", "1/7", "0.1429"),
        ] {
            let marks = Marks(units);
            assert_eq!((marks.shown(), marks.exact(), marks.decimal()), (shown.into(), exact.into(), decimal.into()));
        }
        assert_eq!([40_320, -10_080, 0].map(|units| Marks(units).signed()), ["+4", "−1", "0"]);
        let precise = [1_440, -11_520, 20_160, 1_260, -3_360, 12].map(|units| Marks(units).precise());
        assert_eq!(precise, ["1/7", "−1 1/7", "2", "0.125", "−⅓", "1/840"]);
        assert_eq!(Marks::fraction(-1, 3) * 3, Marks::whole(-1), "three wrong answers at a third are one mark");
    }

    proptest! {
        /// What is written is read as the same, whichever way it was written exactly.
        #[test]
        fn exact_texts_are_read_back(units in -10_080_000_i64..=10_080_000) {
            let marks = Marks(units);
            prop_assert_eq!(read(&marks.exact()), Ok(units));
            prop_assert_eq!(read(&marks.precise()), Ok(units));
            let stored = serde_json::to_string(&marks).unwrap();
            prop_assert_eq!(serde_json::from_str::<Marks>(&stored).unwrap(), marks);
        }

        /// Rounding is by half a unit of the last place at most, and zero has no sign.
        #[test]
        fn rounded_texts_are_near(units in -10_080_000_i64..=10_080_000) {
            for (places, scale) in [(2, 100_i128), (4, 10_000)] {
                let text = Marks(units).rounded(places);
                let read: i128 = text.replace('.', "").parse().unwrap();
                let off = (read * i128::from(UNITS) - i128::from(units) * scale).abs();
                prop_assert!(off * 2 <= i128::from(UNITS), "{}", text);
                prop_assert!(read != 0 || !text.starts_with('-'));
            }
        }

        /// In whichever order marks are added up, the sum is the same.
        #[test]
        fn the_order_of_answers_changes_no_sum(mut all in prop::collection::vec(-40_320_i64..40_320, 0..60), by in 0_usize..60) {
            let sum: Marks = all.iter().copied().map(Marks).sum();
            if !all.is_empty() {
                let by = by % all.len();
                all.rotate_left(by);
            }
            prop_assert_eq!(all.into_iter().map(Marks).sum::<Marks>(), sum);
        }

        /// No text at all makes the reader panic.
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,20}") {
            let _ = read(&text);
        }
    }
}
