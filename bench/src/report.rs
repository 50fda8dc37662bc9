//! Report of a run: a table on the terminal, Markdown for people and JSON for programs.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use quad_kernel::clock::Time;
use serde::Serialize;

use crate::book::{Book, Figure, Unit};
use crate::goals::{self, Goal, Side, Verdict};
use crate::machine::Machine;
use crate::scale::FULL;

/// A run, ready to be told.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    /// RFC 3339.
    pub at: String,
    /// What was measured.
    pub commit: &'a str,
    /// How it was called.
    pub command: &'a str,
    /// On what.
    pub machine: &'a Machine,
    /// How often.
    pub rounds: usize,
    /// How large.
    pub scale: &'a str,
    /// The figures.
    pub figures: Vec<Told<'a>>,
    /// What was not measured, and why.
    pub left_out: &'a [String],
}

/// A figure beside its goal.
#[derive(Debug, Serialize)]
pub struct Told<'a> {
    #[serde(flatten)]
    figure: &'a Figure,
    median: f64,
    least: f64,
    most: f64,
    goal: Option<f64>,
    stretch: Option<f64>,
    verdict: Option<Verdict>,
}

/// Puts figures beside their goals.
pub fn told(book: &Book) -> Vec<Told<'_>> {
    let one = |figure| {
        let goal = goals::of(figure);
        let ((least, most), median) = (figure.spread(), figure.median());
        Told {
            figure,
            median,
            least,
            most,
            goal: goal.map(|goal| goal.wanted),
            stretch: goal.map(|goal| goal.wished),
            verdict: goal.map(|goal| goal.judge(median)),
        }
    };
    book.figures.iter().map(one).collect()
}

/// The table of one scenario. Goals are for full scale; at a smaller one a verdict is only a guess.
pub fn table(book: &Book, scenario: &str, is_full: bool) -> String {
    let mut rows = vec![["", "median", "min – max", "goal", "stretch", ""].map(str::to_owned)];
    for told in told(book).into_iter().filter(|told| told.figure.scenario == scenario) {
        let unit = told.figure.unit;
        let spread = if told.figure.values.len() > 1 {
            format!("{} – {}", number(unit, told.least), number(unit, told.most))
        } else {
            String::new()
        };
        let goal = goals::of(told.figure);
        let verdict = match told.verdict {
            None => "",
            Some(Verdict::Stretch) => "met, stretch too",
            Some(Verdict::Met) => "met",
            Some(Verdict::Missed) => "MISSED",
        };
        rows.push([
            told.figure.name.clone(),
            format!("{}{}", number(unit, told.median), suffix(unit)),
            spread,
            goal.map(|goal| bound(goal, goal.wanted)).unwrap_or_default(),
            goal.map(|goal| bound(goal, goal.wished)).unwrap_or_default(),
            if is_full || verdict.is_empty() { verdict.to_owned() } else { format!("{verdict}?") },
        ]);
    }
    lined_up(&rows)
}

fn bound(goal: &Goal, value: f64) -> String {
    let side = if goal.side == Side::AtLeast { "≥" } else { "≤" };
    format!("{side} {value}")
}

fn suffix(unit: Unit) -> &'static str {
    match unit {
        Unit::PerSecond => " /s",
        Unit::Ratio => " ×",
        Unit::Millis => " ms",
        Unit::Micros => " µs",
        Unit::Cores => " cores",
        Unit::Mib => " MiB",
        Unit::Kib => " KiB",
        Unit::Count => "",
    }
}

fn number(unit: Unit, value: f64) -> String {
    match unit {
        Unit::PerSecond | Unit::Count => grouped(value),
        Unit::Ratio | Unit::Cores => format!("{value:.2}"),
        Unit::Millis | Unit::Micros | Unit::Mib | Unit::Kib => format!("{value:.1}"),
    }
}

/// `12,345`.
pub fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && !out.ends_with('-') {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A Markdown table that can be read as it is.
fn lined_up<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3);
    let widths: [usize; N] = std::array::from_fn(width);
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        for (cell, width) in row.iter().zip(widths) {
            let gap = " ".repeat(width - cell.chars().count());
            // Writing to a String cannot fail.
            let _ = write!(out, "| {cell}{gap} ");
        }
        out.push_str("|\n");
        if at == 0 {
            for (column, width) in widths.into_iter().enumerate() {
                let line = "-".repeat(width + 1);
                // The first column stands left, the others right.
                let _ = write!(out, "|{line}{}", if column == 0 { '-' } else { ':' });
            }
            out.push_str("|\n");
        }
    }
    out
}

/// The whole run as Markdown.
pub fn markdown(report: &Report<'_>, book: &Book) -> String {
    let machine = report.machine;
    let (half, most) = machine.fsync_us;
    let mut out = format!(
        "# {} at {}\n\n`{}`\n\n{} rounds, {} scale. {} × {}, {} MiB, Linux {}, fsync {half} µs (worst {most} µs){}{}.\n",
        report.commit,
        report.at,
        report.command,
        report.rounds,
        report.scale,
        machine.cores,
        machine.processor,
        machine.memory_mib,
        machine.kernel,
        machine.postgres.as_ref().map(|said| format!("; {said}")).unwrap_or_default(),
        machine.node.as_ref().map(|said| format!("; Node {said}")).unwrap_or_default(),
    );
    let mut scenarios: Vec<&str> = book.figures.iter().map(|figure| figure.scenario).collect();
    scenarios.dedup();
    for scenario in scenarios {
        let _ = write!(out, "\n## {scenario}\n\n{}", table(book, scenario, report.scale == FULL.name));
    }
    if !report.left_out.is_empty() {
        out.push_str("\n## Left out\n\n");
        for what in report.left_out {
            let _ = writeln!(out, "- {what}");
        }
    }
    out
}

/// Writes both files and answers where the Markdown is.
pub fn write(report: &Report<'_>, book: &Book, folder: &Path, now: Time) -> anyhow::Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let name = format!("{}-{}", now.utc().format("%Y-%m-%d-%H%M"), report.commit.trim_end_matches('+'));
    std::fs::write(folder.join(format!("{name}.json")), serde_json::to_string_pretty(report)? + "\n")?;
    let path = folder.join(format!("{name}.md"));
    std::fs::write(&path, markdown(report, book))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(
            [0.0, 999.0, 1000.4, 1_234_567.0, -1000.0].map(grouped),
            ["0", "999", "1,000", "1,234,567", "-1,000"]
        );
    }

    #[test]
    fn a_figure_stands_beside_its_goal() {
        let mut book = Book::default();
        for value in [0.30, 0.50, 0.45] {
            book.note("answers", "SQLite @64, of bare", Unit::Ratio, value);
        }
        book.note("answers", "bare @64", Unit::PerSecond, 150_000.0);
        let table = table(&book, "answers", true);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[2], "| SQLite @64, of bare | 0.45 ×     | 0.30 – 0.50 | ≥ 0.4 | ≥ 0.55  | met |");
        assert_eq!(lines[3], "| bare @64            | 150,000 /s |             |       |         |     |");
        assert!(lines.iter().all(|line| line.chars().count() == lines[0].chars().count()), "{table}");
    }
}
