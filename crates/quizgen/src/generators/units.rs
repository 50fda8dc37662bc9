//! Units: conversions between them.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, decimal, draft, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Units and measurement"],
    synonyms: &["units", "unit conversion", "measurement", "si units", "units and dimensions", "conversion of units"],
    parts: &[(&["temperature conversion"], &["c in f"]), (&["density"], &["density"])],
    make,
};

/// From, to, factor above, factor below, in words why.
type Pair = (&'static str, &'static str, i64, i64, &'static str);

const EASY: [Pair; 8] = [
    ("kilometres", "metres", 1000, 1, "A kilometre has 1,000 metres."),
    ("metres", "centimetres", 100, 1, "A metre has 100 centimetres."),
    ("hours", "minutes", 60, 1, "An hour has 60 minutes."),
    ("minutes", "seconds", 60, 1, "A minute has 60 seconds."),
    ("kilograms", "grams", 1000, 1, "A kilogram has 1,000 grams."),
    ("bytes", "bits", 8, 1, "A byte has 8 bits."),
    ("litres", "millilitres", 1000, 1, "A litre has 1,000 millilitres."),
    ("days", "hours", 24, 1, "A day has 24 hours."),
];

const MEDIUM: [Pair; 6] = [
    ("hours", "seconds", 3600, 1, "An hour has 60 × 60 seconds."),
    ("kilobytes (KiB)", "bits", 8192, 1, "1,024 bytes of 8 bits."),
    ("weeks", "hours", 168, 1, "A week has 7 × 24 hours."),
    ("square metres", "square centimetres", 10_000, 1, "100 × 100 square centimetres make a square metre."),
    ("hectares", "square metres", 10_000, 1, "A hectare is 100 m × 100 m."),
    ("days", "minutes", 1440, 1, "A day has 24 × 60 minutes."),
];

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => plain(rng, level, &EASY),
        Difficulty::Medium => match rng.random_range(0..3) {
            0 => plain(rng, level, &MEDIUM),
            1 => speed(rng, level),
            _ => temperature(rng, level),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => download(rng, level),
            _ => density(rng, level),
        },
    }
}

fn plain(rng: &mut StdRng, level: Difficulty, pairs: &[Pair]) -> Option<Draft> {
    let (from, to, above, below, why) = *pick(rng, pairs);
    let many: i64 = rng.random_range(2..26);
    let answer = many * above / below;
    let mistakes = [answer * 10, answer / 10, many * (above / 2), answer + above, answer - above].map(grouped);
    let mistakes = mistakes.into_iter().filter(|text| text != "0");
    draft(level, format!("How many {to} are {many} {from}?"), grouped(answer), mistakes, why)
}

/// `12,500`.
fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn speed(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let metres: i64 = rng.random_range(1..31) * 5;
    let kilometres = metres * 18 / 5;
    if rng.random_bool(0.5) {
        let mistakes = [metres * 36, metres * 5 / 18, metres * 6, kilometres + 18].map(|n| format!("{n} km/h"));
        draft(
            level,
            format!("How fast is {metres} m/s in km/h?"),
            format!("{kilometres} km/h"),
            mistakes,
            "1 m/s = 3.6 km/h.",
        )
    } else {
        let mistakes = [kilometres * 18 / 5, kilometres / 6, metres + 5, metres * 2].map(|n| format!("{n} m/s"));
        draft(
            level,
            format!("How fast is {kilometres} km/h in m/s?"),
            format!("{metres} m/s"),
            mistakes,
            "Divide by 3.6.",
        )
    }
}

fn temperature(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let celsius: i64 = rng.random_range(-8..25) * 5;
    let fahrenheit = celsius * 9 / 5 + 32;
    let mistakes = [celsius * 9 / 5, celsius * 5 / 9 + 32, (celsius + 32) * 9 / 5, fahrenheit + 10, fahrenheit - 10];
    let mistakes = mistakes.map(|n| format!("{n} °F"));
    draft(
        level,
        format!("What is {celsius} °C in °F?"),
        format!("{fahrenheit} °F"),
        mistakes,
        "Multiply by 9/5 and add 32.",
    )
}

fn download(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let seconds: i64 = rng.random_range(2..41) * 4;
    let megabits: i64 = *pick(rng, &[2, 4, 8, 10, 16, 20, 40, 50, 80, 100]);
    let megabytes = seconds * megabits / 8;
    if seconds * megabits % 8 != 0 || megabytes < 5 {
        return None;
    }
    let say = |n: f64| format!("{} seconds", decimal(n, 1));
    let right = seconds as f64;
    let mistakes = [right / 8.0, right * 8.0, right / 2.0, right + 8.0, right * 1.5].map(say);
    let question = format!(
        "How long does a file of {megabytes} MB take over a line of {megabits} Mbit/s (1 MB = 8 Mbit, nothing lost)?"
    );
    draft(level, question, say(right), mistakes, format!("{megabytes} × 8 / {megabits} seconds."))
}

fn density(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let grams: i64 = rng.random_range(5..140);
    let answer = grams * 100;
    let mistakes =
        [grams * 10, grams * 1000, grams, answer + 500, grams * 10_000].map(|n| format!("{} kg/m³", grouped(n)));
    let question =
        format!("A liquid has a density of {} g/cm³. What is that in kg/m³?", decimal(grams as f64 / 10.0, 1));
    draft(level, question, format!("{} kg/m³", grouped(answer)), mistakes, "1 g/cm³ = 1,000 kg/m³.")
}
