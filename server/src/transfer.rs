//! `quad transfer`: everything of one database into another, on either engine. How rows travel and how both sides are compared is
//! crates/db's; here is what an operator says and reads.
//!
//! 1. Both directions, and between two of one kind; in the end the same rows are on both sides, the target is sound, and what
//!    counts by itself goes on (`transfer::a_campus_moves`).
//! 2. Cut off anywhere it goes on where it stood, and until its end nobody uses the target (`transfer::cut_off_it_goes_on`).
//! 3. A source in use, a target with anything in it, an address that is none: refused, and told without a password
//!    (`transfer::what_cannot_be_moved_is_refused`, `transfer::no_password_is_told`).
//! 4. A row that differs is found (`transfer::a_changed_row_is_found`).
//!
//! Pictures are not in the database and stay where they are.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use quad_db::Compared;

use quad_migrations::Migrations;
use quad_services::config::{self, Flags};

/// What the operator asks for.
#[derive(Args, Debug)]
pub struct TransferArgs {
    /// Where everything is: sqlite://PATH, postgres://…, or a data folder, whose quad.toml says which.
    #[arg(long)]
    from: String,
    /// Where it goes, likewise: an empty database, or the folder of one to be made.
    #[arg(long)]
    to: String,
    /// Change nothing: say whether both hold the same.
    #[arg(long)]
    compare: bool,
}

/// Says how far it is, in a line for the operator.
pub type Tell<'a> = dyn Fn(&str) + Send + Sync + 'a;

/// Moves or compares. Returns what the operator reads, and whether both sides are equal.
pub async fn run(asked: &TransferArgs, tell: &Tell<'_>) -> anyhow::Result<(String, bool)> {
    let from = address(&asked.from, false).context("--from")?;
    let to = address(&asked.to, !asked.compare).context("--to")?;
    let found = if asked.compare {
        quad_db::compare::<Migrations>(&from, &to, tell).await?
    } else {
        quad_db::transfer::<Migrations>(&from, &to, tell).await?
    };
    Ok(report(&found, asked.compare))
}

/// The database's address; a folder's own settings say which is its, the environment does not.
fn address(text: &str, make: bool) -> anyhow::Result<String> {
    if text.contains("://") || text.starts_with("sqlite:") {
        return Ok(text.to_owned());
    }
    let folder = PathBuf::from(text);
    if make {
        quad_operations::data_folder::make_private(&folder)
            .with_context(|| format!("cannot make the folder {text}"))?;
    }
    ensure!(folder.is_dir(), "there is no folder {text}; a database is sqlite://PATH or postgres://USER@HOST/NAME");
    let flags = Flags { data_dir: Some(folder), ..Flags::default() };
    Ok(config::load_from(&flags, |_| None)?.database())
}

fn report(found: &[Compared], only_compared: bool) -> (String, bool) {
    let mut text = String::new();
    for one @ Compared { table, source, target } in found {
        // Writing to a String cannot fail.
        let _ = if one.is_equal() {
            writeln!(text, "ok       {table}: {} rows, {:032x}", source.rows, source.sum)
        } else {
            writeln!(
                text,
                "DIFFERS  {table}: {} rows, {:032x} in the source; {} rows, {:032x} in the target",
                source.rows, source.sum, target.rows, target.sum
            )
        };
    }
    let (all, rows): (usize, u64) = (found.len(), found.iter().map(|one| one.source.rows).sum());
    let differing = found.iter().filter(|one| !one.is_equal()).count();
    if differing == 0 {
        let _ = write!(text, "{rows} rows in {all} tables: the same on both sides.");
    } else {
        let _ = write!(text, "{differing} of {all} tables differ.");
    }
    match (differing, only_compared) {
        (_, true) => {}
        (0, false) => text.push_str(" Now set database_url, and see docs/operating/move.md for the pictures."),
        (_, false) => text.push_str(
            " Something wrote to one side since the transfer began. The target stays unusable: empty it and begin again.",
        ),
    }
    (text, differing == 0)
}
