//! Figures that were measured, with one value per round. What they should be is in goals.rs, how they are shown in
//! report.rs.

use std::time::Duration;

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Unit {
    /// Per second.
    PerSecond,
    /// One thing's part of another, or how many times as much.
    Ratio,
    /// Milliseconds.
    Millis,
    /// Microseconds.
    Micros,
    /// Processors kept busy.
    Cores,
    /// Memory.
    Mib,
    /// Memory.
    Kib,
    /// Just a number.
    Count,
}

/// Something measured in each round.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Figure {
    /// Which scenario.
    pub scenario: &'static str,
    /// What.
    pub name: String,
    /// In what.
    pub unit: Unit,
    /// One per round.
    pub values: Vec<f64>,
}

impl Figure {
    /// The middle one; of an even number, the mean of the two.
    pub fn median(&self) -> f64 {
        let mut sorted = self.values.clone();
        sorted.sort_by(f64::total_cmp);
        match sorted.len() {
            0 => f64::NAN,
            count if count % 2 == 1 => sorted[count / 2],
            count => f64::midpoint(sorted[count / 2 - 1], sorted[count / 2]),
        }
    }

    /// The smallest and the largest.
    pub fn spread(&self) -> (f64, f64) {
        let least = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        (least, self.values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    }
}

/// All figures of a run, in the order they came.
#[derive(Debug, Default)]
pub struct Book {
    /// The figures.
    pub figures: Vec<Figure>,
    /// What was left out, and why.
    pub left_out: Vec<String>,
}

impl Book {
    /// Adds a round's value.
    pub fn note(&mut self, scenario: &'static str, name: impl Into<String>, unit: Unit, value: f64) {
        let name = name.into();
        let known = self.figures.iter_mut().find(|figure| figure.scenario == scenario && figure.name == name);
        match known {
            Some(figure) => figure.values.push(value),
            None => self.figures.push(Figure { scenario, name, unit, values: vec![value] }),
        }
    }

    /// Adds a time in milliseconds.
    pub fn millis(&mut self, scenario: &'static str, name: impl Into<String>, time: Duration) {
        self.note(scenario, name, Unit::Millis, time.as_secs_f64() * 1e3);
    }

    /// Says that something was not measured.
    pub fn leave_out(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.left_out.contains(&what) {
            crate::say(&format!("  left out: {what}"));
            self.left_out.push(what);
        }
    }

    /// A figure.
    pub fn find(&self, scenario: &str, name: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.scenario == scenario && figure.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        let figure = |values: &[f64]| Figure {
            scenario: "answers",
            name: String::new(),
            unit: Unit::Ratio,
            values: values.to_vec(),
        };
        assert!((figure(&[3.0, 1.0, 2.0]).median() - 2.0).abs() < 1e-9);
        assert!((figure(&[4.0, 1.0, 2.0, 3.0]).median() - 2.5).abs() < 1e-9);
        assert_eq!(figure(&[3.0, 1.0, 2.0]).spread(), (1.0, 3.0));
        assert!(figure(&[]).median().is_nan());
    }

    #[test]
    fn rounds_come_together() {
        let mut book = Book::default();
        for value in [1.0, 2.0] {
            book.note("a", "x", Unit::Count, value);
            book.note("b", "x", Unit::Count, value);
        }
        assert_eq!(book.figures.len(), 2);
        assert_eq!(book.find("a", "x").expect("figure").values, [1.0, 2.0]);
    }
}
