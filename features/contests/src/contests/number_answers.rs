//! Number answers: numbers as people type them at a question of the kind `number`, and how one is compared with the key. They are
//! exact fractions. What may be meant in two ways is refused with both, never guessed; `number_answers.txt` says what is read as
//! what, and the browser's check reads it too. The reader itself is [`quad_text::exact_number`]: files of questions are read by it as well.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use quad_kernel::error::Rejection;

/// An exact number, and how it was typed.
#[derive(Clone, Debug)]
pub struct Number {
    typed: String,
    exact: BigRational,
}

/// Equal numbers are one, however they are written.
impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.exact == other.exact
    }
}

impl Eq for Number {}

impl Number {
    /// Reads what somebody typed for `field`.
    ///
    /// # Errors
    /// What is no number, or may be two of them; what is too long, and a power of ten that is too far from 1.
    pub fn read(field: &'static str, text: &str) -> Result<Self, Rejection> {
        let typed = quad_text::clean(text).replace(['\n', '\t'], " ");
        let exact = quad_text::exact_number(&typed).map_err(|say| Rejection::invalid(field, say))?;
        Ok(Self { typed, exact })
    }

    /// As it was typed.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// In one way for equal numbers: a fraction in lowest terms.
    pub fn likeness(&self) -> String {
        format!("{}/{}", self.exact.numer(), self.exact.denom())
    }

    /// Whether it is nothing.
    pub fn is_zero(&self) -> bool {
        self.exact.is_zero()
    }

    /// Whether it is less than nothing.
    pub fn is_negative(&self) -> bool {
        self.exact.is_negative()
    }
}

/// How far an answer may be off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tolerance {
    /// So much.
    Absolute(Number),
    /// So many hundredths of the value.
    Percent(Number),
}

impl Tolerance {
    /// Reads `0.05` or `2%`; nothing of what allows nothing.
    ///
    /// # Errors
    /// What is no number, and less than nothing.
    pub fn read(field: &'static str, text: &str) -> Result<Option<Self>, Rejection> {
        let typed = quad_text::clean(text);
        if typed.is_empty() {
            return Ok(None);
        }
        let percent = typed.strip_suffix(PERCENT);
        let number = Number::read(field, percent.unwrap_or(&typed))?;
        if number.is_negative() {
            return Err(Rejection::invalid(field, quad_text::LESS_THAN_NOTHING));
        }
        if number.is_zero() {
            return Ok(None);
        }
        Ok(Some(if percent.is_some() { Self::Percent(number) } else { Self::Absolute(number) }))
    }

    /// Reads what somebody asks for beside such a value. A part of it that allows nothing, or takes in 0 as well, was meant otherwise.
    ///
    /// # Errors
    /// As [`Self::read`]; no part of a hundred, all of it or more, and a part of 0.
    pub fn asked(field: &'static str, text: &str, value: &Number) -> Result<Option<Self>, Rejection> {
        let tolerance = Self::read(field, text)?;
        let nothing = BigRational::zero();
        let wrong = match &tolerance {
            None => quad_text::tolerance_problem(&nothing, quad_text::clean(text).ends_with(PERCENT), &value.exact),
            Some(Self::Absolute(most)) => quad_text::tolerance_problem(&most.exact, false, &value.exact),
            Some(Self::Percent(part)) => quad_text::tolerance_problem(&part.exact, true, &value.exact),
        };
        wrong.map_or(Ok(tolerance), |say| Err(Rejection::invalid(field, say)))
    }

    /// As it is sent and kept.
    pub fn sent(&self) -> String {
        match self {
            Self::Absolute(number) => number.typed.clone(),
            Self::Percent(number) => format!("{}%", number.typed),
        }
    }
}

/// The key of a question that is answered by a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberKey {
    /// What is right.
    pub value: Number,
    /// How far an answer may be off; nothing where it may not.
    pub tolerance: Option<Tolerance>,
    /// Shown beside the box, never typed.
    pub unit: Option<String>,
}

impl NumberKey {
    /// Whether a number is right: no farther from the value than it may be, the border included.
    pub fn accepts(&self, answer: &Number) -> bool {
        let off = (&answer.exact - &self.value.exact).abs();
        match &self.tolerance {
            None => off.is_zero(),
            Some(Tolerance::Absolute(most)) => off <= most.exact,
            Some(Tolerance::Percent(most)) => {
                off * BigRational::from(BigInt::from(100)) <= &most.exact * self.value.exact.abs()
            }
        }
    }

    /// For people: `9.81 ± 0.05 m/s²`, `9.81 m/s² ± 2 %`.
    pub fn shown(&self) -> String {
        let value = &self.value.typed;
        let unit = self.unit.as_ref().map(|unit| format!(" {unit}")).unwrap_or_default();
        match &self.tolerance {
            None => format!("{value}{unit}"),
            Some(Tolerance::Absolute(most)) => format!("{value} ± {}{unit}", most.typed),
            Some(Tolerance::Percent(most)) => format!("{value}{unit} ± {} %", most.typed),
        }
    }
}

const PERCENT: [char; 4] = ['%', '٪', '％', '﹪'];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quad_text::{PART_IS_ALL, PART_IS_NOTHING, PART_OF_NOTHING};

    use super::*;

    fn read(text: &str) -> Result<String, String> {
        Number::read("value", text).map(|number| number.likeness()).map_err(|refusal| refusal.say.into_owned())
    }

    fn ten_to(power: i32) -> BigRational {
        let ten = BigRational::from(BigInt::from(10).pow(power.unsigned_abs()));
        if power < 0 { ten.recip() } else { ten }
    }

    fn key(value: &str, tolerance: &str) -> NumberKey {
        let value = Number::read("value", value).expect(value);
        NumberKey { value, tolerance: Tolerance::read("tolerance", tolerance).expect(tolerance), unit: None }
    }

    /// The browser's check is tested with the same lines.
    #[test]
    fn numbers_are_read_as_the_table_says() {
        let lines = include_str!("number_answers.txt").lines().filter(|line| !line.starts_with('#'));
        let mut many = 0;
        for line in lines {
            let (typed, meant) = line.split_once('\t').expect(line);
            let found = read(typed);
            if meant == "refused" {
                assert!(found.is_err(), "{typed:?}: {found:?}");
            } else {
                assert_eq!(found.as_deref(), Ok(meant), "{typed:?}");
            }
            many += 1;
        }
        assert!(many > 150, "{many}");
    }

    #[test]
    fn what_is_refused_says_why() {
        for (typed, say) in [
            (" ", "Please type a number."),
            ("NaN", "“NaN” cannot be read as a number. Write it alone, without a unit: 2.5, -4, 3/4 or 1e3."),
            ("1e999", "A power of ten is between −30 and 30."),
            ("1e-31", "A power of ten is between −30 and 30."),
            ("1,234", "“1,234” is not clear. Write 1234 or 1.234, without a comma."),
            ("−१,२३४e3", "“−१,२३४e3” is not clear. Write -1234e3 or -1.234e3, without a comma."),
            ("1 234/567", "“1 234/567” is not clear. Write it as one fraction, without a blank."),
            ("12345678901234567890123456789012345678901", "A number has at most 40 characters."),
        ] {
            assert_eq!(read(typed), Err(say.to_owned()));
        }
    }

    #[test]
    fn an_answer_is_right_up_to_the_border() {
        for (value, tolerance, right, wrong) in [
            (
                "9.81",
                "",
                &["9.81", "9,81", "981/100", "9.810", "981e-2"][..],
                &["9.8100000000000000000001", "-9.81"][..],
            ),
            ("9.81", "0", &["9.81"], &["9.82"]),
            ("9.81", "0.05", &["9.76", "9.86", "9,80"], &["9.7599999999", "9.86000000001"]),
            ("9.81", "1/20", &["9.76", "9.86"], &["9.75"]),
            ("50", "2%", &["49", "51"], &["48.999", "51.001"]),
            ("-50", "2 %", &["-49", "-51"], &["-48.9", "49"]),
            ("0", "2%", &["0", "-0", "0e9"], &["0.000000001"]),
            ("1/3", "", &["1/3", "2/6", "⅓"], &["0.333333333333333333333333333333333333"]),
            ("1/3", "0.1%", &["0.333", "0.3333"], &["0.332"]),
            ("6.02e23", "1%", &["6.022e23", "602e21"], &["6.1e23"]),
        ] {
            let key = key(value, tolerance);
            let accepts = |typed: &str| key.accepts(&Number::read("value", typed).expect(typed));
            for typed in right {
                assert!(accepts(typed), "{typed} at {}", key.shown());
            }
            for typed in wrong {
                assert!(!accepts(typed), "{typed} at {}", key.shown());
            }
        }
    }

    #[test]
    fn a_key_is_shown_as_it_was_typed() {
        let with_unit = |tolerance| NumberKey { unit: Some("m/s²".to_owned()), ..key("9.81", tolerance) }.shown();
        assert_eq!(["", "0.05", "2%"].map(with_unit), ["9.81 m/s²", "9.81 ± 0.05 m/s²", "9.81 m/s² ± 2 %"]);
        assert_eq!(
            ["", "0.05", "2 %"].map(|tolerance| key("9.81", tolerance).shown()),
            ["9.81", "9.81 ± 0.05", "9.81 ± 2 %"]
        );
        assert_eq!(Tolerance::read("tolerance", "２％").expect("read").map(|one| one.sent()), Some("２%".to_owned()));
        for none in ["", " ", "0", "0%", "0.0"] {
            assert_eq!(Tolerance::read("tolerance", none), Ok(None), "{none:?}");
        }
        for strange in ["-1", "-1%", "%", "1%%", "x", "1,000"] {
            assert!(Tolerance::read("tolerance", strange).is_err(), "{strange:?}");
        }
    }

    #[test]
    fn a_part_that_means_something_else_is_refused() {
        let asked = |tolerance: &str, value: &str| {
            let value = Number::read("value", value).expect(value);
            Tolerance::asked("tolerance", tolerance, &value).map_err(|refusal| refusal.say.into_owned())
        };
        for (tolerance, value, say) in [
            ("0%", "9.81", PART_IS_NOTHING),
            ("0.0 ٪", "9.81", PART_IS_NOTHING),
            ("2%", "0", PART_OF_NOTHING),
            ("2%", "-0.0", PART_OF_NOTHING),
            ("100%", "9.81", PART_IS_ALL),
            ("1e3 ％", "-9.81", PART_IS_ALL),
        ] {
            assert_eq!(asked(tolerance, value), Err(say.to_owned()), "{tolerance} of {value}");
        }
        for (tolerance, value) in [("", "0"), ("0", "9.81"), ("99.99%", "9.81"), ("100", "9.81"), ("0.05", "0")] {
            assert!(asked(tolerance, value).is_ok(), "{tolerance} of {value}");
        }
        // What is stored is read as it was taken.
        assert!(Tolerance::read("tolerance", "150%").is_ok_and(|read| read.is_some()));
    }

    proptest! {
        /// A decimal is read exactly, however its parts are written, and equal numbers are alike.
        #[test]
        fn decimals_are_exact(units in -1_000_000_000_i64..1_000_000_000, places in 0_u32..9, power in -9_i32..9) {
            let below = 10_i64.pow(places);
            let decimal = format!("{}{}.{:0width$}", if units < 0 { "-" } else { "" }, units.abs() / below, units.abs() % below, width = places as usize);
            let exact = BigRational::new(BigInt::from(units), BigInt::from(below));
            let likeness = format!("{}/{}", exact.numer(), exact.denom());
            prop_assert_eq!(read(&decimal), Ok(likeness.clone()));
            prop_assert_eq!(read(&format!("{units}/{below}")), Ok(likeness.clone()));
            prop_assert_eq!(read(&format!("{units}e-{places}")), Ok(likeness));
            let moved = exact * ten_to(power);
            prop_assert_eq!(read(&format!("{decimal}e{power}")), Ok(format!("{}/{}", moved.numer(), moved.denom())));
        }

        /// No text at all makes the reader panic.
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,45}", number in "[-+0-9 ,.e/½٬\u{a0}]{0,45}") {
            let _ = (read(&text), read(&number));
            let _ = (Tolerance::read("tolerance", &text), Tolerance::read("tolerance", &number));
        }

        /// Whoever is right stays so where the tolerance grows.
        #[test]
        fn a_wider_tolerance_refuses_nobody(value in -1000_i32..1000, answer in -1000_i32..1000, one in 0_u32..500, other in 0_u32..500) {
            let answer = Number::read("value", &answer.to_string()).expect("a number");
            let accepts = |tolerance: String| key(&value.to_string(), &tolerance).accepts(&answer);
            for sign in ["", "%"] {
                let [narrow, wide] = [one.min(other), one.max(other)].map(|most| accepts(format!("{most}{sign}")));
                prop_assert!(wide || !narrow);
            }
        }
    }
}
