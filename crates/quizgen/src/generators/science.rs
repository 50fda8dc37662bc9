//! Science: physics, electronics and chemistry by formula.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, decimal, draft, fraction, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static PHYSICS: Generator = Generator { topics: &["Physics"], synonyms: &[], parts: &[], make: physics };
pub(super) static ELECTRONICS: Generator =
    Generator { topics: &["Electronics"], synonyms: &[], parts: &[], make: electronics };
pub(super) static CHEMISTRY: Generator =
    Generator { topics: &["Chemistry"], synonyms: &[], parts: &[], make: chemistry };

fn with_unit(values: impl IntoIterator<Item = f64>, unit: &str) -> Vec<String> {
    values.into_iter().filter(|value| *value > 0.0).map(|value| format!("{} {unit}", decimal(value, 2))).collect()
}

fn physics(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, t, u): (i64, i64, i64) = (rng.random_range(2..11), rng.random_range(2..11), rng.random_range(0..16));
    let say = |value: f64, unit: &str| format!("{} {unit}", decimal(value, 2));
    match level {
        Difficulty::Easy if rng.random_bool(0.5) => {
            let mass: i64 = rng.random_range(2..51);
            let force = (mass * a) as f64;
            let others = with_unit([(mass + a) as f64, mass as f64 / a as f64, force * 10.0, force + 5.0], "N");
            draft(
                level,
                format!("Which force gives a mass of {mass} kg an acceleration of {a} m/s²?"),
                say(force, "N"),
                others,
                format!("F = m·a = {mass} × {a}."),
            )
        }
        Difficulty::Easy => {
            let speed = (u + a * t) as f64;
            let others =
                with_unit([(a * t) as f64, (u + a + t) as f64, (u * t + a) as f64, speed + 4.0, speed + 2.0], "m/s");
            let question = format!("A body moves at {u} m/s and speeds up by {a} m/s² for {t} s. How fast is it then?");
            draft(level, question, say(speed, "m/s"), others, format!("v = u + a·t = {u} + {a} × {t}."))
        }
        Difficulty::Medium if rng.random_bool(0.5) => {
            let way = (u * t) as f64 + (a * t * t) as f64 / 2.0;
            let others = with_unit(
                [(u * t + a * t * t) as f64, (a * t * t) as f64 / 2.0, (u * t) as f64, way + 10.0, way + 5.0],
                "m",
            );
            let question = format!(
                "A body moves at {u} m/s and speeds up by {a} m/s² for {t} s. How far does it go in that time?"
            );
            draft(
                level,
                question,
                say(way, "m"),
                others,
                format!("s = u·t + a·t²/2 = {} + {}.", u * t, decimal((a * t * t) as f64 / 2.0, 1)),
            )
        }
        Difficulty::Medium => {
            let (mass, speed): (i64, i64) = (rng.random_range(1..21), rng.random_range(2..16));
            let energy = (mass * speed * speed) as f64 / 2.0;
            let others =
                with_unit([energy * 2.0, (mass * speed) as f64, (mass * speed) as f64 / 2.0, energy / 2.0], "J");
            draft(
                level,
                format!("What is the kinetic energy of {mass} kg moving at {speed} m/s?"),
                say(energy, "J"),
                others,
                format!("m·v²/2 = {mass} × {}/2.", speed * speed),
            )
        }
        Difficulty::Hard if rng.random_bool(0.5) => {
            let height: i64 = *pick(rng, &[5, 20, 45, 80, 125, 180, 245]);
            let (time, speed) = (((height / 5) as f64).sqrt(), rng.random_range(3..31_i64));
            let way = time * speed as f64;
            let others = with_unit(
                [
                    time * speed as f64 * 2.0,
                    (speed * height) as f64 / 10.0,
                    way + speed as f64,
                    (height + speed) as f64,
                ],
                "m",
            );
            let question = format!(
                "A ball leaves a roof {height} m high horizontally at {speed} m/s (g = 10 m/s², no air). How far from the wall does it land?"
            );
            draft(level, question, say(way, "m"), others, format!("It falls for {} s.", decimal(time, 1)))
        }
        Difficulty::Hard => {
            let (m1, m2, v): (i64, i64, i64) =
                (rng.random_range(1..9), rng.random_range(1..9), rng.random_range(2..13));
            let speed = (m1 * v) as f64 / (m1 + m2) as f64;
            let others = with_unit(
                [
                    v as f64,
                    v as f64 / 2.0,
                    (m1 * v) as f64 / m2 as f64,
                    (m2 * v) as f64 / (m1 + m2) as f64,
                    speed + 1.0,
                ],
                "m/s",
            );
            let question = format!(
                "A trolley of {m1} kg at {v} m/s meets one of {m2} kg at rest, and they stay together. How fast are they then (two decimals at most)?"
            );
            draft(level, question, say(speed, "m/s"), others, format!("Momentum stays: {m1} × {v} / ({m1} + {m2})."))
        }
    }
}

fn electronics(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b, c): (i64, i64, i64) = (rng.random_range(2..31), rng.random_range(2..31), rng.random_range(2..31));
    let say = |value: f64, unit: &str| format!("{} {unit}", decimal(value, 2));
    match level {
        Difficulty::Easy => {
            let volts = (a * b) as f64;
            let others = with_unit([(a + b) as f64, a as f64 / b as f64, volts * 2.0, volts + a as f64], "V");
            draft(
                level,
                format!("What voltage drives a current of {a} A through a resistance of {b} Ω?"),
                say(volts, "V"),
                others,
                format!("V = I·R = {a} × {b}."),
            )
        }
        Difficulty::Medium if rng.random_bool(0.5) => {
            let (answer, sum) = (fraction(a * b, a + b), a + b);
            let others = [
                format!("{sum} Ω"),
                format!("{} Ω", fraction(sum, 2)),
                format!("{} Ω", fraction(sum, a * b)),
                format!("{} Ω", fraction(a * b, 2)),
            ];
            draft(
                level,
                format!("What is the resistance of {a} Ω and {b} Ω in parallel?"),
                format!("{answer} Ω"),
                others,
                format!("{a} × {b} / ({a} + {b})."),
            )
        }
        Difficulty::Medium => {
            let (volts, ohms): (i64, i64) = (rng.random_range(2..25), rng.random_range(2..13));
            let power = (volts * volts) as f64 / ohms as f64;
            let others = with_unit(
                [(volts * ohms) as f64, volts as f64 / ohms as f64, (volts * volts * ohms) as f64, power * 2.0],
                "W",
            );
            draft(
                level,
                format!("Which power does a resistor of {ohms} Ω take at {volts} V (two decimals at most)?"),
                say(power, "W"),
                others,
                format!("V²/R = {} / {ohms}.", volts * volts),
            )
        }
        Difficulty::Hard if rng.random_bool(0.5) => {
            let answer = fraction(a * (b + c) + b * c, b + c);
            let others = [
                format!("{} Ω", a + b + c),
                format!("{} Ω", fraction(a * b * c, a * b + b * c + a * c)),
                format!("{} Ω", fraction(b * c, b + c)),
                format!("{} Ω", fraction((a + b) * c, a + b + c)),
            ];
            let question =
                format!("{a} Ω is in series with a parallel pair of {b} Ω and {c} Ω. What is the total resistance?");
            draft(level, question, format!("{answer} Ω"), others, format!("{a} + {}.", fraction(b * c, b + c)))
        }
        Difficulty::Hard => {
            let (kilo, micro): (i64, i64) = (rng.random_range(1..51), rng.random_range(1..101));
            let millis = kilo * micro;
            let others = with_unit(
                [millis as f64 / 1000.0, millis as f64 * 10.0, kilo as f64 / micro as f64, millis as f64 / 10.0],
                "ms",
            );
            draft(
                level,
                format!("What is the time constant of {kilo} kΩ and {micro} µF?"),
                say(millis as f64, "ms"),
                others,
                "R·C: kΩ times µF gives milliseconds.",
            )
        }
    }
}

/// Name, formula, molar mass in g/mol with whole atomic masses (H 1, C 12, N 14, O 16, Na 23, Mg 24, S 32, K 39, Ca 40).
const SUBSTANCES: [(&str, i64); 14] = [
    ("water (H₂O)", 18),
    ("carbon dioxide (CO₂)", 44),
    ("methane (CH₄)", 16),
    ("ammonia (NH₃)", 17),
    ("glucose (C₆H₁₂O₆)", 180),
    ("sodium hydroxide (NaOH)", 40),
    ("calcium carbonate (CaCO₃)", 100),
    ("sulphuric acid (H₂SO₄)", 98),
    ("nitric acid (HNO₃)", 63),
    ("oxygen (O₂)", 32),
    ("magnesium oxide (MgO)", 40),
    ("ethanol (C₂H₅OH)", 46),
    ("potassium nitrate (KNO₃)", 101),
    ("sulphur dioxide (SO₂)", 64),
];
const ATOMS: &str = "H 1, C 12, N 14, O 16, Na 23, Mg 24, S 32, K 39, Ca 40";

fn chemistry(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (name, mass) = *pick(rng, &SUBSTANCES);
    let say = |value: f64, unit: &str| format!("{} {unit}", decimal(value, 2));
    match level {
        Difficulty::Easy => {
            let many: i64 = rng.random_range(2..8);
            let grams = (many * mass) as f64;
            let others = with_unit(
                [mass as f64, mass as f64 / many as f64, grams + mass as f64, grams - mass as f64, grams * 2.0],
                "g",
            );
            draft(
                level,
                format!("What is the mass of {many} mol of {name}? (Atomic masses: {ATOMS})"),
                say(grams, "g"),
                others,
                format!("{many} × {mass} g/mol."),
            )
        }
        Difficulty::Medium => {
            let halves: i64 = rng.random_range(1..17);
            let grams = mass * halves;
            let moles = halves as f64 / 2.0;
            let others = with_unit([moles * 2.0, moles / 2.0, moles + 1.0, moles + 0.5, moles * 10.0], "mol");
            draft(
                level,
                format!("How many moles are {} g of {name}? (Atomic masses: {ATOMS})", decimal(grams as f64 / 2.0, 1)),
                say(moles, "mol"),
                others,
                format!("Divide by {mass} g/mol."),
            )
        }
        Difficulty::Hard if rng.random_bool(0.5) => {
            let power: i64 = rng.random_range(1..7);
            let acid = rng.random_bool(0.5);
            let what = *pick(
                rng,
                if acid { &["hydrochloric acid", "nitric acid"] } else { &["sodium hydroxide", "potassium hydroxide"] },
            );
            let answer = if acid { power } else { 14 - power };
            let others = [14 - answer, answer + 1, answer - 1, 7, answer + 2].map(|n| n.to_string());
            let question = format!(
                "What is the pH of a 10^−{power} mol/L solution of {what} at 25 °C, taken as fully dissociated?"
            );
            let why =
                if acid { format!("[H⁺] = 10^−{power}.") } else { format!("pOH = {power}, and pH + pOH = 14.") };
            draft(level, question, answer, others, why)
        }
        Difficulty::Hard => {
            let (molarity, millilitres): (i64, i64) = (rng.random_range(1..9), rng.random_range(2..21) * 50);
            let grams = (molarity * millilitres * mass) as f64 / 2000.0;
            let others = with_unit(
                [grams * 2.0, grams / 2.0, (molarity * mass) as f64 / 2.0, grams * 10.0, grams + mass as f64],
                "g",
            );
            let question = format!(
                "How many grams of {name} are in {millilitres} mL of a {} mol/L solution? (Atomic masses: {ATOMS})",
                decimal(molarity as f64 / 2.0, 1)
            );
            draft(level, question, say(grams, "g"), others, format!("Volume in litres × concentration × {mass} g/mol."))
        }
    }
}
