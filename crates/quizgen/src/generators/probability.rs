//! Probability: coins, dice, balls, cards; exact fractions by counting.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, fraction, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Probability", "Probability and statistics", "Quantitative aptitude"],
    synonyms: &["chance", "probability questions"],
    parts: &[(&["dice"], &["dice", "die"]), (&["coins", "coin toss"], &["coin"]), (&["balls and bags"], &["balls"])],
    make,
};

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => match rng.random_range(0..2) {
            0 => one_ball(rng, level),
            _ => one_number(rng, level),
        },
        Difficulty::Medium => match rng.random_range(0..2) {
            0 => two_dice(rng, level),
            _ => coins(rng, level),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => two_balls(rng, level),
            _ => test_result(rng, level),
        },
    }
}

fn one_ball(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let [red, blue, green]: [i64; 3] = [rng.random_range(2..9), rng.random_range(2..9), rng.random_range(2..9)];
    let all = red + blue + green;
    let mistakes = [
        fraction(red, blue + green),
        fraction(1, red),
        fraction(all - red, all),
        fraction(1, 3),
        fraction(blue, all),
        fraction(red + 1, all),
    ];
    let question = format!(
        "A bag holds {red} red, {blue} blue and {green} green balls. One is drawn at random. What is the probability that it is red?"
    );
    draft(level, question, fraction(red, all), mistakes, format!("{red} of {all} balls are red."))
}

fn one_number(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let most: i64 = rng.random_range(10..41);
    let by: i64 = rng.random_range(2..8);
    let good = most / by;
    let mistakes = [
        fraction(1, by),
        fraction(good + 1, most),
        fraction(by, most),
        fraction(most - good, most),
        fraction(good - 1, most),
    ];
    let question = format!(
        "A whole number from 1 to {most} is chosen at random. What is the probability that it is divisible by {by}?"
    );
    let mistakes = mistakes.into_iter().filter(|text| text != "0" && text != "1");
    draft(
        level,
        question,
        fraction(good, most),
        mistakes,
        format!("{good} of the {most} numbers are divisible by {by}."),
    )
}

fn two_dice(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let wanted: i64 = rng.random_range(2..13);
    let (text, good) = match rng.random_range(0..3) {
        0 => (format!("the sum is {wanted}"), count(|a, b| a + b == wanted)),
        1 => (format!("the sum is at least {wanted}"), count(|a, b| a + b >= wanted)),
        _ => (format!("the product is {}", wanted * 2), count(|a, b| a * b == wanted * 2)),
    };
    if good == 0 || good == 36 {
        return None;
    }
    let mistakes = [
        fraction(good, 21),
        fraction(good, 11),
        fraction(36 - good, 36),
        fraction(good + 1, 36),
        fraction(good - 1, 36),
        fraction(good + 2, 36),
        fraction(good, 12),
    ];
    let mistakes = mistakes.into_iter().filter(|text| text != "0" && text != "1");
    let which = pick(rng, &["Two fair dice are rolled", "A fair die is rolled twice"]);
    draft(
        level,
        format!("{which}. What is the probability that {text}?"),
        fraction(good, 36),
        mistakes,
        format!("{good} of the 36 equally likely pairs."),
    )
}

fn count(good: impl Fn(i64, i64) -> bool) -> i64 {
    (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))).filter(|(a, b)| good(*a, *b)).count() as i64
}

fn coins(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let tosses: u32 = rng.random_range(3..8);
    let heads: u32 = rng.random_range(0..=tosses);
    let at_least = rng.random_bool(0.5);
    let all = 1_i64 << tosses;
    let exactly = choose(i64::from(tosses), i64::from(heads));
    let more: i64 = (heads..=tosses).map(|k| choose(i64::from(tosses), i64::from(k))).sum();
    let (good, word) = if at_least { (more, "at least") } else { (exactly, "exactly") };
    if good == all {
        return None;
    }
    let mistakes = [
        fraction(i64::from(heads), i64::from(tosses)),
        fraction(all - good, all),
        fraction(if at_least { exactly } else { more }, all),
        fraction(1, all),
        fraction(good + 1, all),
        fraction(1, 2),
    ];
    let mistakes = mistakes.into_iter().filter(|text| text != "0" && text != "1");
    let plural = if heads == 1 { "head" } else { "heads" };
    let question = format!("A fair coin is tossed {tosses} times. What is the probability of {word} {heads} {plural}?");
    draft(level, question, fraction(good, all), mistakes, format!("{good} of the {all} equally likely sequences."))
}

fn choose(n: i64, k: i64) -> i64 {
    (0..k).fold(1, |so_far, at| so_far * (n - at) / (at + 1))
}

fn two_balls(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (red, blue): (i64, i64) = (rng.random_range(2..9), rng.random_range(2..9));
    let all = red + blue;
    let (text, good) = match rng.random_range(0..3) {
        0 => ("both are red", red * (red - 1)),
        1 => ("they have the same colour", red * (red - 1) + blue * (blue - 1)),
        _ => ("they have different colours", 2 * red * blue),
    };
    let ways = all * (all - 1);
    let with_return = match text {
        "both are red" => red * red,
        "they have the same colour" => red * red + blue * blue,
        _ => 2 * red * blue,
    };
    let mistakes = [
        fraction(with_return, all * all),
        fraction(ways - good, ways),
        fraction(red, all),
        fraction(good, 2 * ways),
        fraction(good + 2, ways),
        fraction(blue, all),
    ];
    let mistakes = mistakes.into_iter().filter(|text| text != "0" && text != "1");
    let question = format!(
        "A bag holds {red} red and {blue} blue balls. Two are drawn one after the other without putting the first back. What is the probability that {text}?"
    );
    draft(level, question, fraction(good, ways), mistakes, format!("{good} of the {ways} ordered draws."))
}

/// Bayes' rule with whole people: how many of those who test positive are ill.
fn test_result(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let ill: i64 = rng.random_range(1..9) * 10;
    let hit: i64 = *pick(rng, &[80, 90, 70, 60]);
    let alarm: i64 = *pick(rng, &[5, 10, 20]);
    let found = ill * hit / 100;
    let false_found = (1000 - ill) * alarm / 100;
    if ill * hit % 100 != 0 || (1000 - ill) * alarm % 100 != 0 {
        return None;
    }
    let all = found + false_found;
    let mistakes = [
        fraction(hit, 100),
        fraction(ill, 1000),
        fraction(false_found, all),
        fraction(found, 1000),
        fraction(found, ill + false_found),
    ];
    let question = format!(
        "Of 1,000 machines {ill} are faulty. A test reports {hit} % of the faulty ones and, wrongly, {alarm} % of the others. A machine is reported. What is the probability that it is faulty?"
    );
    let why = format!("{found} faulty and {false_found} sound machines are reported: {found} of {all}.");
    draft(level, question, fraction(found, all), mistakes, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_is_right() {
        assert_eq!(count(|a, b| a + b == 7), 6);
        assert_eq!(choose(5, 2), 10);
        assert_eq!(choose(7, 0), 1);
    }
}
