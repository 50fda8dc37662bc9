//! Recomputation of physics, electronics and chemistry questions; molar masses come from the formula and the masses
//! that stand in the question itself.

use std::collections::HashMap;

use super::Judge;
use super::parse::{counts, gaps, is, rounds, value, whole, wholes};

pub fn judge(text: &str) -> Option<Judge> {
    [physics, electronics, chemistry].iter().find_map(|kind| kind(text))
}

fn physics(text: &str) -> Option<Judge> {
    if let Some(n) = wholes(text, "Which force gives a mass of ¤ kg an acceleration of ¤ m/s²?") {
        return Some(is((n[0] * n[1]) as f64, " N"));
    }
    if let Some(n) = wholes(text, "A body moves at ¤ m/s and speeds up by ¤ m/s² for ¤ s. How fast is it then?") {
        return Some(is((0..n[2]).fold(n[0], |speed, _| speed + n[1]) as f64, " m/s"));
    }
    let way = "A body moves at ¤ m/s and speeds up by ¤ m/s² for ¤ s. How far does it go in that time?";
    if let Some(n) = wholes(text, way) {
        // The mean of the first and the last speed.
        let last = n[0] + n[1] * n[2];
        return Some(is((n[0] + last) as f64 / 2.0 * n[2] as f64, " m"));
    }
    if let Some(n) = wholes(text, "What is the kinetic energy of ¤ kg moving at ¤ m/s?") {
        return Some(is(0.5 * n[0] as f64 * (n[1] as f64).powi(2), " J"));
    }
    let ball = "A ball leaves a roof ¤ m high horizontally at ¤ m/s (g = 10 m/s², no air). How far from the wall does it land?";
    if let Some(n) = wholes(text, ball) {
        return Some(rounds((2.0 * n[0] as f64 / 10.0).sqrt() * n[1] as f64, 2, " m"));
    }
    let trolley = "A trolley of ¤ kg at ¤ m/s meets one of ¤ kg at rest, and they stay together. How fast are they then (two decimals at most)?";
    let n = wholes(text, trolley)?;
    Some(rounds(n[0] as f64 / (n[0] + n[2]) as f64 * n[1] as f64, 2, " m/s"))
}

fn electronics(text: &str) -> Option<Judge> {
    let parallel = |a: i64, b: i64| 1.0 / (1.0 / a as f64 + 1.0 / b as f64);
    if let Some(n) = wholes(text, "What voltage drives a current of ¤ A through a resistance of ¤ Ω?") {
        return Some(is((n[0] * n[1]) as f64, " V"));
    }
    if let Some(n) = wholes(text, "What is the resistance of ¤ Ω and ¤ Ω in parallel?") {
        return Some(is(parallel(n[0], n[1]), " Ω"));
    }
    if let Some(n) = wholes(text, "Which power does a resistor of ¤ Ω take at ¤ V (two decimals at most)?") {
        // Voltage times current.
        return Some(rounds(n[1] as f64 * (n[1] as f64 / n[0] as f64), 2, " W"));
    }
    let mixed = "¤ Ω is in series with a parallel pair of ¤ Ω and ¤ Ω. What is the total resistance?";
    if let Some(n) = wholes(text, mixed) {
        return Some(is(n[0] as f64 + parallel(n[1], n[2]), " Ω"));
    }
    let n = wholes(text, "What is the time constant of ¤ kΩ and ¤ µF?")?;
    Some(is(n[0] as f64 * 1e3 * n[1] as f64 * 1e-6 * 1e3, " ms"))
}

fn chemistry(text: &str) -> Option<Judge> {
    let acidity = "What is the pH of a 10^¤ mol/L solution of ¤ at 25 °C, taken as fully dissociated?";
    if let Some(found) = gaps(text, acidity) {
        let power = whole(found[0])?;
        let is_base = found[1].ends_with("hydroxide");
        return Some(counts(if is_base { 14 + power } else { -power }));
    }
    if let Some(found) = gaps(text, "What is the mass of ¤ mol of ¤? (Atomic masses: ¤)") {
        return Some(is(value(found[0])? * molar_mass(found[1], found[2])? as f64, " g"));
    }
    if let Some(found) = gaps(text, "How many moles are ¤ g of ¤? (Atomic masses: ¤)") {
        return Some(rounds(value(found[0])? / molar_mass(found[1], found[2])? as f64, 6, " mol"));
    }
    let solution = "How many grams of ¤ are in ¤ mL of a ¤ mol/L solution? (Atomic masses: ¤)";
    let found = gaps(text, solution)?;
    let moles = value(found[1])? / 1000.0 * value(found[2])?;
    Some(rounds(moles * molar_mass(found[0], found[3])? as f64, 2, " g"))
}

/// Of `water (H₂O)`, by `H 1, O 16`.
fn molar_mass(substance: &str, masses: &str) -> Option<i64> {
    let masses: HashMap<&str, i64> = masses
        .split(", ")
        .filter_map(|one| one.split_once(' '))
        .map(|(atom, mass)| Some((atom, whole(mass)?)))
        .collect::<Option<_>>()?;
    let formula = gaps(substance, "¤ (¤)")?[1];
    let letters: Vec<char> = formula.chars().collect();
    let (mut at, mut sum) = (0, 0);
    while at < letters.len() {
        let mut atom = letters[at].to_string();
        at += 1;
        while at < letters.len() && letters[at].is_lowercase() {
            atom.push(letters[at]);
            at += 1;
        }
        let mut many = 0;
        while let Some(digit) =
            letters.get(at).and_then(|letter| "₀₁₂₃₄₅₆₇₈₉".chars().position(|known| known == *letter))
        {
            many = many * 10 + digit as i64;
            at += 1;
        }
        sum += masses.get(atom.as_str())? * many.max(1);
    }
    Some(sum)
}

#[test]
fn molar_masses_are_added_up() {
    assert_eq!(molar_mass("glucose (C₆H₁₂O₆)", "H 1, C 12, O 16"), Some(180));
    assert_eq!(molar_mass("ethanol (C₂H₅OH)", "H 1, C 12, O 16"), Some(46));
}
