//! Report of a fault, and the table at the end; for programs as JSON.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use serde_json::{Value, json};

use crate::checker::Found;
use crate::journal::{Became, Entry};

/// What a fault came to.
#[derive(Debug, Default)]
pub struct Told {
    /// The fault, and the engine.
    pub name: String,
    /// Operations that were acknowledged, refused, failed with a 5xx, and had no reply.
    pub done: usize,
    /// Refused with a 4xx.
    pub refused: usize,
    /// Failed with a 5xx.
    pub failed: usize,
    /// Without a reply.
    pub unknown: usize,
    /// Different things that were acknowledged.
    pub acknowledged: usize,
    /// Of them not there.
    pub lost: usize,
    /// There twice, or though not taken.
    pub doubled: usize,
    /// The longest until it was as before: the first acknowledgement afterwards, or what the fault says.
    pub recovery: Option<Duration>,
    /// What is worth knowing.
    pub notes: Vec<String>,
    /// What is wrong.
    pub wrong: Vec<String>,
}

impl Told {
    /// By the journal and the checker.
    pub fn of(entries: &[Entry], found: Found) -> Self {
        let count = |wanted: Became| entries.iter().filter(|entry| entry.became() == wanted).count();
        Self {
            done: count(Became::Done),
            refused: count(Became::Refused),
            failed: count(Became::Failed),
            unknown: count(Became::Unknown),
            acknowledged: found.acknowledged,
            lost: found.lost,
            doubled: found.doubled,
            wrong: found.said,
            ..Self::default()
        }
    }

    /// Nothing lost, nothing doubled, nothing wrong.
    pub fn survived(&self) -> bool {
        self.lost == 0 && self.doubled == 0 && self.wrong.is_empty()
    }

    /// Notes the recovery from one blow; none is wrong.
    pub fn recovers(&mut self, after: Option<Duration>, what: &str) {
        match after {
            Some(after) => self.recovery = Some(self.recovery.unwrap_or_default().max(after)),
            None => self.wrong.push(format!("nothing was acknowledged any more after {what}")),
        }
    }

    /// A thing that must be.
    pub fn demand(&mut self, is_so: bool, what: impl Into<String>) {
        if !is_so {
            self.wrong.push(what.into());
        }
    }

    /// The lines of one fault.
    pub fn lines(&self, seed: u64) -> String {
        let mut text = format!(
            "{}: seed {seed}, ok {}, refused {}, failed {}, unknown {}, acknowledged {}, lost {}, doubled {}, recovery {}",
            self.name,
            self.done,
            self.refused,
            self.failed,
            self.unknown,
            self.acknowledged,
            self.lost,
            self.doubled,
            millis(self.recovery)
        );
        for note in &self.notes {
            text.push_str("\n  ");
            text.push_str(note);
        }
        for wrong in &self.wrong {
            text.push_str("\n  WRONG ");
            text.push_str(wrong);
        }
        text
    }
}

fn millis(time: Option<Duration>) -> String {
    time.map_or_else(|| "–".to_owned(), |time| format!("{} ms", time.as_millis()))
}

/// Sent in this stretch of the journal and answered: how many, and the 99th hundredth of how long it took.
pub fn quickness(entries: &[Entry], from: Duration, until: Duration) -> (usize, Duration) {
    let within = entries.iter().filter(|entry| (from..until).contains(&entry.sent));
    let mut took: Vec<Duration> = within.filter_map(Entry::took).collect();
    took.sort_unstable();
    let last = took.len().saturating_sub(1) * 99 / 100;
    (took.len(), took.get(last).copied().unwrap_or_default())
}

/// The table of all faults, and the sum.
pub fn table(all: &[Told], left_out: &[String]) -> String {
    let mut rows = vec![
        ["fault", "ok", "refused", "failed", "unknown", "acknowledged", "lost", "doubled", "recovery", ""]
            .map(str::to_owned),
    ];
    rows.extend(all.iter().map(|told| {
        [
            told.name.clone(),
            told.done.to_string(),
            told.refused.to_string(),
            told.failed.to_string(),
            told.unknown.to_string(),
            told.acknowledged.to_string(),
            told.lost.to_string(),
            told.doubled.to_string(),
            millis(told.recovery),
            if told.survived() { "survived" } else { "NOT SURVIVED" }.to_owned(),
        ]
    }));
    let mut text = columns(&rows);
    for line in left_out {
        text.extend(["left out: ", line, "\n"]);
    }
    let (lost, doubled) = losses(all);
    let acknowledged: usize = all.iter().map(|told| told.acknowledged).sum();
    text + &format!(
        "faults survived: {}/{}\nlost: {lost}, doubled: {doubled}, of {acknowledged} acknowledged",
        survivors(all),
        all.len()
    )
}

fn survivors(all: &[Told]) -> usize {
    all.iter().filter(|told| told.survived()).count()
}

fn losses(all: &[Told]) -> (usize, usize) {
    (all.iter().map(|told| told.lost).sum(), all.iter().map(|told| told.doubled).sum())
}

/// The same for programs.
pub fn summary(all: &[Told], left_out: &[String], seed: u64) -> Value {
    let millis = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
    let faults = all.iter().map(|told| {
        json!({"name": told.name, "survived": told.survived(), "ok": told.done, "refused": told.refused,
            "failed": told.failed, "unknown": told.unknown, "acknowledged": told.acknowledged, "lost": told.lost,
            "doubled": told.doubled, "recovery_ms": millis(told.recovery), "notes": told.notes, "wrong": told.wrong})
    });
    let (lost, doubled) = losses(all);
    json!({"seed": seed, "faults_survived": survivors(all), "faults": all.len(), "lost": lost, "doubled": doubled,
        "left_out": left_out, "each": faults.collect::<Vec<_>>()})
}

/// Writes a summary.
pub fn write(file: &Path, summary: &Value) -> anyhow::Result<()> {
    std::fs::write(file, format!("{summary:#}\n")).with_context(|| format!("the summary {}", file.display()))
}

/// Lines up columns.
pub fn columns<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let mut widths = [0; COLUMNS];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_counts_who_survived() {
        let good = Told { name: "kill".to_owned(), done: 12_345, ..Told::default() };
        let bad = Told { name: "disk-full".to_owned(), acknowledged: 7, lost: 1, ..Told::default() };
        assert!(good.survived() && !bad.survived());
        let (all, left_out) = ([good, bad], ["power-cut: no recorder".to_owned()]);
        let told = table(&all, &left_out);
        let end = "left out: power-cut: no recorder\nfaults survived: 1/2\nlost: 1, doubled: 0, of 7 acknowledged";
        assert!(told.ends_with(end), "{told}");
        assert!(told.contains("\nkill       12345") && told.contains("NOT SURVIVED\n"), "{told}");
        let told = summary(&all, &left_out, 7);
        assert_eq!((&told["faults_survived"], &told["faults"], &told["lost"]), (&json!(1), &json!(2), &json!(1)));
        assert_eq!((&told["each"][1]["survived"], &told["seed"]), (&json!(false), &json!(7)));
    }
}
