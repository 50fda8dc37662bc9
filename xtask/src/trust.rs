//! `trust`: the long part of what CONTRIBUTING.md says about bad input, races and faults, and one table of what came of it.
//! It takes long. Each number is read from what the part printed (`trust_table.rs`); a part that fails or prints none
//! makes a row that says so, and the command fail.
//!
//! Parts can be measured one by one: what they printed is kept in the target folder, and `--resume` takes it from there as
//! long as the commit is the same.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail, ensure};

use crate::postgres::TemporaryServer;
use crate::trust_table::{Found, ROWS, put, table};
use crate::workshop::{QUAD, Workshop};
use crate::{build, machine, process, test, web};

#[derive(clap::Args)]
pub struct Options {
    /// Parts: authorisation, input, races, faults, planted, xss, asvs; all unless some are named
    #[arg(value_parser = PARTS)]
    parts: Vec<String>,
    /// Fewer requests and smaller faults, for a look
    #[arg(long)]
    quick: bool,
    /// Take what was measured of the same commit before
    #[arg(long)]
    resume: bool,
    /// Put the table into README.md, when every row is right and none was quick
    #[arg(long, conflicts_with_all = ["quick", "parts"])]
    write: bool,
}

const PARTS: [&str; 7] = ["authorisation", "input", "races", "faults", "planted", "xss", "asvs"];

pub fn trust(shop: &Workshop, options: &Options) -> Result<ExitCode> {
    let parts: Vec<&str> = PARTS
        .into_iter()
        .filter(|part| options.parts.is_empty() || options.parts.iter().any(|one| one == part))
        .collect();
    let commit = commit(shop)?;
    // Two trees that nobody committed have the same name.
    ensure!(
        !(commit.ends_with("-dirty") && (options.resume || options.write)),
        "there are changes that are not committed: what is kept or written has to be of a commit"
    );
    let (mut found, mut dates) = (Vec::new(), BTreeSet::new());
    for part in parts {
        let Measured { ended_well, date, printed } = measured(shop, options, part, &commit)?;
        dates.insert(date);
        let rows = ROWS.iter().filter(|(of, _)| *of == part);
        found.extend(rows.map(|(_, row)| (row, row.found(&printed, ended_well))));
    }
    let of = if options.quick { ", a quick look" } else { "" };
    let dates: Vec<String> = dates.into_iter().collect();
    let table = table(&found, &format!("Measured on {} at commit {commit}{of}.", dates.join(" and ")));
    println!("\n{table}");
    let all_right = found.iter().all(|(_, found)| matches!(found, Found::Right(..)));
    if options.write && all_right {
        let path = shop.root.join("README.md");
        let readme = fs::read_to_string(&path).context("reading README.md")?;
        fs::write(&path, put(&readme, &table)?).context("writing README.md")?;
        println!("README.md has it.");
    } else if options.write {
        println!("README.md stays as it is: not every row is right.");
    }
    Ok(if all_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What a part came to.
#[derive(Debug, PartialEq, Eq)]
struct Measured {
    ended_well: bool,
    /// When it began, as `2026-11-23`.
    date: String,
    printed: String,
}

impl Measured {
    fn kept(&self) -> String {
        let verdict = if self.ended_well { "well" } else { "badly" };
        format!("{verdict} {}\n{}", self.date, self.printed)
    }

    /// Nothing if it is not what [`Measured::kept`] wrote.
    fn of(kept: &str) -> Option<Self> {
        let (head, printed) = kept.split_once('\n')?;
        let (verdict, date) = head.split_once(' ')?;
        Some(Self { ended_well: verdict == "well", date: date.to_owned(), printed: printed.to_owned() })
    }
}

/// A part, now or of the same commit before.
fn measured(shop: &Workshop, options: &Options, part: &str, commit: &str) -> Result<Measured> {
    let quick = if options.quick { "-quick" } else { "" };
    let kept = shop.target.join("trust").join(format!("{commit}{quick}")).join(format!("{part}.txt"));
    if options.resume
        && let Ok(text) = fs::read_to_string(&kept)
        && let Some(before) = Measured::of(&text)
    {
        println!("── {part}: as measured before");
        return Ok(before);
    }
    let date = date()?;
    println!("\n── {part}");
    // What cannot be run at all is a row that was not measured; the others still are.
    let (verdict, printed) = run(shop, options, part).unwrap_or_else(|error| (Err(error), String::new()));
    if process::interrupted() {
        bail!("stopped by a signal");
    }
    if let Err(error) = &verdict {
        println!("── {part}: FAILED: {error:#}");
    }
    fs::create_dir_all(kept.parent().context("a folder")?)?;
    let measured = Measured { ended_well: verdict.is_ok(), date, printed };
    fs::write(&kept, measured.kept())?;
    Ok(measured)
}

type Said = (Result<()>, String);

fn run(shop: &Workshop, options: &Options, part: &str) -> Result<Said> {
    match part {
        "authorisation" => stories(shop, &["authorisation::the_table_is_what_happens"]),
        "input" => input(shop, options),
        "races" => stories(shop, &["races::"]),
        "faults" => {
            let quick = if options.quick { &["--quick"][..] } else { &[] };
            let (ended, printed) = myself(&[&["torture", "--postgres", "auto"], quick].concat())?;
            Ok((ended.and_then(|()| nothing_left_out(&printed)), printed))
        }
        "planted" => myself(&["torture", "planted"]),
        "xss" => xss(shop),
        _ => myself(&["tidy"]),
    }
}

/// A row of faults is right when all were struck: fewer of fewer would look the same.
fn nothing_left_out(printed: &str) -> Result<()> {
    let left_out: Vec<&str> = printed.lines().filter(|line| line.starts_with("left out: ")).collect();
    ensure!(left_out.is_empty(), "{}", left_out.join("; "));
    Ok(())
}

/// Another command of the workshop.
fn myself(arguments: &[&str]) -> Result<Said> {
    let mut command = Command::new(std::env::current_exe().context("where the workshop is")?);
    command.args(arguments);
    process::shown_and_kept(command)
}

/// Stories by the beginnings of their names, on both engines, with what they print.
fn stories(shop: &Workshop, names: &[&str]) -> Result<Said> {
    let server = TemporaryServer::start()?;
    let mut command = shop.cargo();
    command.args(["test", "--quiet", "--package", QUAD, "--test", "it", "--", "--nocapture"]).args(names);
    command.env(test::POSTGRES, server.url());
    process::shown_and_kept(command)
}

/// The malformed corpus over raw sockets, what fuzzing has kept, and requests made from the document.
fn input(shop: &Workshop, options: &Options) -> Result<Said> {
    let (stories, mut printed) = stories(shop, &["malformed::", "fuzzed::"])?;
    web::build(shop)?;
    let quad = build::beside_tests(shop, &[])?;
    let mut command = Command::new("python3");
    command.current_dir(&shop.root).arg("tests/schemathesis/run.py").arg("--bin").arg(quad);
    if options.quick {
        command.args(["--examples", "3"]);
    }
    let (requests, more) = process::shown_and_kept(command)?;
    printed.push_str(&more);
    Ok((stories.and(requests), printed))
}

/// In Chromium, against the release binary and the one with the test clock.
fn xss(shop: &Workshop) -> Result<Said> {
    machine::npm_packages(shop, "e2e")?;
    web::build(shop)?;
    build::server(shop, &[])?;
    let mut command = test::browser_tests_command(shop, Some(&test::hooks_binary(shop)?))?;
    command.arg("specs/xss.spec.ts");
    process::shown_and_kept(command)
}

fn commit(shop: &Workshop) -> Result<String> {
    let mut command = Command::new("git");
    command.current_dir(&shop.root).args(["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]);
    Ok(String::from_utf8(process::output(command)?)?.trim().to_owned())
}

fn date() -> Result<String> {
    let mut command = Command::new("date");
    command.args(["--utc", "+%Y-%m-%d"]);
    Ok(String::from_utf8(process::output(command)?)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_as_it_was() {
        for ended_well in [true, false] {
            let measured =
                Measured { ended_well, date: "2026-11-23".to_owned(), printed: "one\ntwo 1 / 2\n".to_owned() };
            assert_eq!(Measured::of(&measured.kept()), Some(measured));
        }
        assert_eq!(Measured::of("well\nof before the date was kept"), None);
    }

    #[test]
    fn a_fault_that_was_left_out_is_no_success() {
        let all = "burst · SQLite: seed 1, ok 5000\nfaults survived: 10/10\n";
        assert!(nothing_left_out(all).is_ok());
        let some = format!("{all}left out: power-cut · SQLite: there is no C compiler\n");
        assert!(nothing_left_out(&some).expect_err("one is missing").to_string().contains("C compiler"));
    }
}
