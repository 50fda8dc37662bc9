//! Question check. Reads a file of questions and prints the table that an organiser gets to see before anything is stored:
//! place, state and first words of each question, with its notes below. It needs no database and changes nothing.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::Context;
use quad_questionfile::{Import, Row, State, limits, read};

/// First words are cut here.
const WORDS: usize = 60;

/// The table, and whether nothing in it is refused.
pub fn run(file: &Path, json: bool) -> anyhow::Result<(String, bool)> {
    let mut bytes = Vec::new();
    let opened = File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    // One byte more than is allowed is enough to be refused for it.
    opened
        .take(limits::FILE_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", file.display()))?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
    let import = read(&bytes, name.as_deref(), None)?;
    let said = if json { serde_json::to_string_pretty(&import)? } else { table(&import) };
    Ok((said, import.counts.refused == 0))
}

fn table(import: &Import) -> String {
    let mut lines = Vec::new();
    for row in &import.rows {
        lines.push(format!("{:<14} {:<9} {}", place(row), state(row.state), words(row)));
        lines.extend(row.notes.iter().map(|note| format!("{:<24} {note}", "")));
    }
    let counts = import.counts;
    lines.push(format!(
        "{}: {} ready, {} repaired, {} refused, {} skipped",
        import.format.name(),
        counts.ready,
        counts.repaired,
        counts.refused,
        counts.skipped
    ));
    // Names of entries and sheets are the file's: they must not steer a terminal.
    let plain = |line: String| line.chars().filter(|c| !c.is_control()).collect::<String>();
    lines.into_iter().map(plain).collect::<Vec<_>>().join("\n")
}

fn place(row: &Row) -> String {
    match (&row.cell, row.line) {
        (Some(cell), _) => cell.clone(),
        (None, Some(line)) => format!("line {line}"),
        (None, None) => String::new(),
    }
}

fn state(state: State) -> &'static str {
    match state {
        State::Ready => "ready",
        State::Repaired => "repaired",
        State::Refused => "refused",
        State::Skipped => "skipped",
    }
}

fn words(row: &Row) -> String {
    let text = row.question.as_ref().map(|question| question.text.as_str()).unwrap_or_default();
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = one_line.chars().take(WORDS).collect();
    if one_line.chars().count() > WORDS { format!("{short}…") } else { short }
}
