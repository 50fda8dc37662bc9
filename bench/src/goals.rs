//! Goals: the benchmark figures to reach, mostly ratios within one run, and the verdict for each. Raise a goal by hand
//! once it is met; docs/performance.md says why one is not met.

use crate::book::{Book, Figure};

/// On which side of the bound is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Side {
    /// This much or more.
    AtLeast,
    /// This much or less.
    AtMost,
}

/// What a figure should be.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Goal {
    /// Which scenario.
    pub scenario: &'static str,
    /// Which figure of it.
    pub name: &'static str,
    /// On which side.
    pub side: Side,
    /// Wanted.
    pub wanted: f64,
    /// Wished for.
    pub wished: f64,
}

/// How a figure stands to its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Verdict {
    /// Even the wish is met.
    Stretch,
    /// Met.
    Met,
    /// Not met.
    Missed,
}

impl Goal {
    /// Judges a value.
    pub fn judge(&self, value: f64) -> Verdict {
        let holds = |bound: f64| match self.side {
            Side::AtLeast => value >= bound,
            Side::AtMost => value <= bound,
        };
        if holds(self.wished) {
            Verdict::Stretch
        } else if holds(self.wanted) {
            Verdict::Met
        } else {
            Verdict::Missed
        }
    }
}

/// The goal of a figure, if it has one.
pub fn of(figure: &Figure) -> Option<&'static Goal> {
    GOALS.iter().find(|goal| goal.scenario == figure.scenario && goal.name == figure.name)
}

/// Goals nothing was measured for.
pub fn unmeasured(book: &Book, scenarios: &[&str]) -> Vec<&'static Goal> {
    let asked = GOALS.iter().filter(|goal| scenarios.contains(&goal.scenario));
    asked.filter(|goal| book.find(goal.scenario, goal.name).is_none()).collect()
}

const fn at_least(scenario: &'static str, name: &'static str, wanted: f64, wished: f64) -> Goal {
    Goal { scenario, name, side: Side::AtLeast, wanted, wished }
}

const fn at_most(scenario: &'static str, name: &'static str, wanted: f64, wished: f64) -> Goal {
    Goal { scenario, name, side: Side::AtMost, wanted, wished }
}

/// All of them.
pub const GOALS: &[Goal] = &[
    at_least("start", "SQLite: paper, of bare", 0.80, 0.90),
    at_least("start", "SQLite: paper, times from SQL", 10.0, 12.0),
    at_least("start", "PostgreSQL: paper, of bare", 0.80, 0.90),
    at_least("start", "PostgreSQL: paper, times from SQL", 10.0, 12.0),
    at_most("start", "SQLite: everybody joins, errors", 0.0, 0.0),
    at_most("start", "SQLite: everybody joins, p99", 150.0, 50.0),
    at_most("start", "PostgreSQL: everybody joins, errors", 0.0, 0.0),
    at_most("start", "PostgreSQL: everybody joins, p99", 150.0, 50.0),
    at_least("answers", "SQLite @64, of bare", 0.40, 0.55),
    at_least("answers", "SQLite @256, of bare", 0.40, 0.55),
    at_least("answers", "SQLite @1000, of bare", 0.40, 0.55),
    at_least("answers", "SQLite @64, times Express", 15.0, 22.0),
    at_least("answers", "SQLite @256, times Express", 15.0, 22.0),
    at_least("answers", "SQLite @1000, times Express", 15.0, 22.0),
    at_least("answers", "PostgreSQL @64, of bare", 0.30, 0.45),
    at_least("answers", "PostgreSQL @256, of bare", 0.30, 0.45),
    at_least("answers", "PostgreSQL @1000, of bare", 0.30, 0.45),
    at_least("answers", "PostgreSQL @64, times Express", 6.0, 9.0),
    at_least("answers", "PostgreSQL @256, times Express", 6.0, 9.0),
    at_least("answers", "PostgreSQL @1000, times Express", 6.0, 9.0),
    at_most("answers", "SQLite at 25 % of peak, p99", 5.0, 3.0),
    at_most("answers", "SQLite at 50 % of peak, p99", 15.0, 8.0),
    at_most("answers", "PostgreSQL at 25 % of peak, p99", 5.0, 3.0),
    at_most("answers", "PostgreSQL at 50 % of peak, p99", 15.0, 8.0),
    at_least("answers", "slow disk, SQLite @64, times Express", 30.0, 40.0),
    at_least("answers", "slow disk, SQLite @256, times Express", 90.0, 120.0),
    at_most("answers", "SQLite: lost or doubled", 0.0, 0.0),
    at_most("answers", "PostgreSQL: lost or doubled", 0.0, 0.0),
    at_most("end", "SQLite: first page after the end", 150.0, 30.0),
    at_most("end", "PostgreSQL: first page after the end", 150.0, 30.0),
    at_least("end", "SQLite: pages, of bare", 0.7, 0.9),
    at_least("end", "SQLite: pages compressed, of bare", 0.7, 0.9),
    at_least("end", "PostgreSQL: pages, of bare", 0.7, 0.9),
    at_least("end", "PostgreSQL: pages compressed, of bare", 0.7, 0.9),
    at_most("log-in", "SQLite: log-ins behind", 0.0, 0.0),
    at_most("log-in", "SQLite: answers' p99, times quiet", 4.0, 3.0),
    at_most("log-in", "PostgreSQL: log-ins behind", 0.0, 0.0),
    at_most("log-in", "PostgreSQL: answers' p99, times quiet", 4.0, 3.0),
    at_most("login-rush", "SQLite: never in", 0.0, 0.0),
    at_most("login-rush", "SQLite: the sprayer's right guesses", 0.0, 0.0),
    at_most("login-rush", "PostgreSQL: never in", 0.0, 0.0),
    at_most("login-rush", "PostgreSQL: the sprayer's right guesses", 0.0, 0.0),
    at_most("kinds", "SQLite: everybody joins, errors", 0.0, 0.0),
    at_most("kinds", "SQLite: until the paper, longest", 5_000.0, 1_000.0),
    at_most("kinds", "SQLite: bytes of a phone, most", 1_200_000.0, 1_000_000.0),
    at_most("kinds", "SQLite: lost or doubled", 0.0, 0.0),
    at_most("kinds", "PostgreSQL: everybody joins, errors", 0.0, 0.0),
    at_most("kinds", "PostgreSQL: until the paper, longest", 5_000.0, 1_000.0),
    at_most("kinds", "PostgreSQL: bytes of a phone, most", 1_200_000.0, 1_000_000.0),
    at_most("kinds", "PostgreSQL: lost or doubled", 0.0, 0.0),
    at_least("browse", "SQLite: list, of bare", 0.3, 0.6),
    at_least("browse", "SQLite: list compressed, of bare", 0.3, 0.6),
    at_least("browse", "PostgreSQL: list, of bare", 0.3, 0.6),
    at_least("browse", "PostgreSQL: list compressed, of bare", 0.3, 0.6),
    at_most("live", "SQLite: processors", 0.15, 0.10),
    at_most("live", "SQLite: memory of a stream", 20.0, 10.0),
    at_most("live", "PostgreSQL: processors", 0.15, 0.10),
    at_most("live", "PostgreSQL: memory of a stream", 20.0, 10.0),
    at_most("memory", "SQLite: idle", 50.0, 25.0),
    at_most("memory", "SQLite: answering", 120.0, 90.0),
    at_most("memory", "SQLite: cold start", 300.0, 100.0),
    at_most("memory", "PostgreSQL: idle", 50.0, 25.0),
    at_most("memory", "PostgreSQL: answering", 120.0, 90.0),
    at_most("memory", "PostgreSQL: cold start", 300.0, 100.0),
    at_most("backup", "put back and checked", 30_000.0, 15_000.0),
    at_most("backup", "acknowledged before it and not in it", 0.0, 0.0),
    at_most("power-cut", "SQLite: lost, changed or doubled", 0.0, 0.0),
    at_most("power-cut", "SQLite: cuts that left it unsound", 0.0, 0.0),
    at_most("growth", "SQLite: most by fewest people", 1.1, 1.05),
    at_most("growth", "PostgreSQL: most by fewest people", 1.1, 1.05),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_is_harder_than_its_goal_and_each_figure_has_one() {
        for (at, goal) in GOALS.iter().enumerate() {
            assert_eq!(goal.judge(goal.wished), Verdict::Stretch, "{goal:?}");
            let harder = match goal.side {
                Side::AtLeast => goal.wished >= goal.wanted,
                Side::AtMost => goal.wished <= goal.wanted,
            };
            assert!(harder, "{goal:?}");
            let twin = GOALS[..at].iter().find(|other| other.scenario == goal.scenario && other.name == goal.name);
            assert_eq!(twin, None);
        }
    }

    #[test]
    fn both_sides_are_judged() {
        let goal = at_least("a", "b", 2.0, 3.0);
        assert_eq!([1.9, 2.0, 3.0].map(|value| goal.judge(value)), [Verdict::Missed, Verdict::Met, Verdict::Stretch]);
        let goal = at_most("a", "b", 2.0, 1.0);
        assert_eq!([2.1, 2.0, 1.0].map(|value| goal.judge(value)), [Verdict::Missed, Verdict::Met, Verdict::Stretch]);
        assert_eq!(goal.judge(f64::NAN), Verdict::Missed);
    }
}
