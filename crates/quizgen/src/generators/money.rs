//! Money: interest, profit and loss, discounts, shares.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Profit, loss and interest", "Quantitative aptitude"],
    synonyms: &["commercial arithmetic", "commercial maths"],
    parts: &[
        (&["profit and loss", "profit"], &["profit", "loss"]),
        (&["simple interest"], &[]),
        (&["compound interest"], &[]),
        (&["interest"], &[]),
        (&["discount"], &["reduced"]),
    ],
    make,
};

fn rupees(paise: i64) -> String {
    let (whole, rest) = (paise / 100, paise % 100);
    // Groups as in India: 12,34,567.
    let digits = whole.abs().to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        let left = digits.len() - at;
        if at > 0 && (left == 3 || (left > 3 && left % 2 == 1)) {
            text.push(',');
        }
        text.push(digit);
    }
    let sign = if paise < 0 { "−" } else { "" };
    if rest == 0 { format!("₹{sign}{text}") } else { format!("₹{sign}{text}.{:02}", rest.abs()) }
}

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (sum, rate): (i64, i64) = (rng.random_range(4..60) * 500, *pick(rng, &[4, 5, 6, 8, 10, 12]));
    match level {
        Difficulty::Easy if rng.random_bool(0.5) => {
            let years: i64 = rng.random_range(2..7);
            let interest = sum * rate * years;
            let others = [sum * rate, sum * 100 + interest, interest * 2, interest + sum * 5, interest / 2];
            let question =
                format!("What is the simple interest on {} at {rate} % a year for {years} years?", rupees(sum * 100));
            draft(level, question, rupees(interest), others.map(rupees), format!("{sum} × {rate} × {years} / 100."))
        }
        Difficulty::Easy => {
            let (cost, gain): (i64, i64) = (rng.random_range(4..60) * 20, *pick(rng, &[10, 15, 20, 25, 30, 40]));
            let price = cost * (100 + gain);
            let others =
                [cost * 100 + gain * 100, cost * (100 - gain), cost * gain, price + cost * 5, price - cost * 5];
            let question = format!(
                "Something bought for {} is sold with a profit of {gain} %. What is the selling price?",
                rupees(cost * 100)
            );
            draft(level, question, rupees(price), others.map(rupees), format!("{cost} × {} / 100.", 100 + gain))
        }
        Difficulty::Medium if rng.random_bool(0.5) => {
            let (cost, by): (i64, i64) = (rng.random_range(4..60) * 20, *pick(rng, &[5, 10, 15, 20, 25, 30, 40]));
            let is_profit = rng.random_bool(0.5);
            let word = if is_profit { "profit" } else { "loss" };
            let change = cost * by / 100;
            let price = if is_profit { cost + change } else { cost - change };
            // Measured against the wrong price, it is another share.
            let of_price = (change * 100 + price / 2) / price;
            let others = [of_price, by + 5, by * 2, by - 2, 100 - by].map(|n| format!("{n} %"));
            let question = format!(
                "Something bought for {} is sold for {}. What is the {word} per cent of the cost price?",
                rupees(cost * 100),
                rupees(price * 100)
            );
            let why = format!("The {word} of {} is measured against {}.", rupees(change * 100), rupees(cost * 100));
            draft(level, question, format!("{by} %"), others, why)
        }
        Difficulty::Medium => {
            let (price, first, second): (i64, i64, i64) =
                (rng.random_range(4..60) * 100, *pick(rng, &[10, 20, 30, 40]), *pick(rng, &[5, 10, 20, 25]));
            let paid = price * (100 - first) * (100 - second) / 100;
            let others = [
                price * (100 - first - second),
                price * (100 - first),
                price * (first + second),
                paid + price * 5,
                paid - price * 2,
            ];
            let question = format!(
                "A price of {} is reduced by {first} % and then by a further {second} % of the reduced price. What is paid?",
                rupees(price * 100)
            );
            draft(
                level,
                question,
                rupees(paid),
                others.map(rupees),
                format!("{price} × {} × {} / 10000.", 100 - first, 100 - second),
            )
        }
        Difficulty::Hard if rng.random_bool(0.5) => {
            let sum = sum * 2;
            // In hundredths of paise, exactly.
            let exact = sum * (100 + rate) * (100 + rate) - sum * 10_000;
            let say = |hundredths: i64| rupees(hundredths / 100);
            let simple = sum * rate * 200;
            let others = [simple, exact - simple, exact + sum * 10_000, exact + sum * 100, exact + sum * 200];
            let question = format!(
                "What is the compound interest on {} at {rate} % a year for 2 years, compounded yearly?",
                rupees(sum * 100)
            );
            draft(level, question, say(exact), others.map(say), format!("{sum} × 1.{rate:02}² − {sum}."))
        }
        Difficulty::Hard => {
            let parts: [i64; 3] = [rng.random_range(1..8), rng.random_range(1..8), rng.random_range(1..8)];
            let (all, unit) = (parts.iter().sum::<i64>(), rng.random_range(3..30) * 100);
            if parts[0] == parts[1] || parts[1] == parts[2] {
                return None;
            }
            let gap = (parts[0] - parts[1]).abs() * unit;
            let total = all * unit;
            let others = [parts[2] * unit, total / 3, total - gap, parts[0] * unit, gap + unit, gap + 2 * unit];
            let question = format!(
                "{} is shared by A, B and C in the ratio {}:{}:{}. By how much do the shares of A and B differ?",
                rupees(total * 100),
                parts[0],
                parts[1],
                parts[2]
            );
            draft(
                level,
                question,
                rupees(gap * 100),
                others.map(|n| rupees(n * 100)),
                format!("One part is {}.", rupees(unit * 100)),
            )
        }
    }
}
