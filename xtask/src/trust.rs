//! `trust`: the long part of what CONTRIBUTING.md says about bad input, races and faults, and one table of what came of it.
//! It takes long. Each number is read from what the part printed (`trust_table.rs`); a part that fails or prints none
//! makes a row that says so, and the command fail.
//!
//! Parts can be measured one by one: what they printed is kept in the target folder, and `--resume` takes it from there as
//! long as the commit is the same. The tree is looked at after each part, too: what was measured while it changed is of no
//! commit, and is not kept.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::postgres::TemporaryServer;
use crate::trust_table::{Found, ROWS, put, table};
use crate::workshop::{QUAD, Workshop};
use crate::{build, machine, process, test, web};

#[derive(clap::Args)]
pub struct Options {
    /// Parts: authorisation, claims, input, models, races, rush, faults, planted, xss, supply, asvs; all unless some are named
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

const PARTS: [&str; 11] =
    ["authorisation", "claims", "input", "models", "races", "rush", "faults", "planted", "xss", "supply", "asvs"];

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
    let (mut found, mut dates, mut took) = (Vec::new(), BTreeSet::new(), Vec::new());
    for part in parts {
        let Measured { ended_well, date, seconds, printed } = measured(shop, options, part, &commit)?;
        println!("── {part}: {seconds} s");
        took.push(format!("{part} {seconds} s"));
        dates.insert(date);
        let rows = ROWS.iter().filter(|(of, _)| *of == part);
        found.extend(rows.map(|(_, row)| (row, row.found(&printed, ended_well, options.quick))));
    }
    let of = if options.quick { ", a quick look" } else { "" };
    let dates: Vec<String> = dates.into_iter().collect();
    let table = table(&found, &format!("Measured on {} at commit {commit}{of}.", dates.join(" and ")));
    println!("\n{table}\nTook: {}.", took.join(", "));
    let all_right = found.iter().all(|(_, found)| matches!(found, Found::Right(..)));
    if options.write && all_right {
        unchanged(&commit, &self::commit(shop)?)?;
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
    /// By the clock on the wall.
    seconds: u64,
    printed: String,
}

impl Measured {
    fn kept(&self) -> String {
        let verdict = if self.ended_well { "well" } else { "badly" };
        format!("{verdict} {} {}\n{}", self.date, self.seconds, self.printed)
    }

    /// Nothing if it is not what [`Measured::kept`] wrote.
    fn of(kept: &str) -> Option<Self> {
        let (head, printed) = kept.split_once('\n')?;
        let mut words = head.split(' ');
        let (verdict, date, seconds) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
        Some(Self { ended_well: verdict == "well", date: date.to_owned(), seconds, printed: printed.to_owned() })
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
    let (date, begun) = (date()?, Instant::now());
    println!("\n── {part}");
    // What cannot be run at all is a row that was not measured; the others still are.
    let (verdict, printed) = run(shop, options, part).unwrap_or_else(|error| (Err(error), String::new()));
    if process::interrupted() {
        bail!("stopped by a signal");
    }
    if let Err(error) = &verdict {
        println!("── {part}: FAILED: {error:#}");
    }
    unchanged(commit, &self::commit(shop)?).with_context(|| format!("{part} is of no commit"))?;
    fs::create_dir_all(kept.parent().context("a folder")?)?;
    let measured = Measured { ended_well: verdict.is_ok(), date, seconds: begun.elapsed().as_secs(), printed };
    fs::write(&kept, measured.kept())?;
    Ok(measured)
}

type Said = (Result<()>, String);

fn run(shop: &Workshop, options: &Options, part: &str) -> Result<Said> {
    match part {
        "authorisation" => stories(shop, &["authorisation::the_table_is_what_happens"], &[]),
        "claims" => {
            let asked = ["authorisation::saying_to_be_somebody_else", "authorisation::other_websites", INCLUDE_LONG];
            stories(shop, &asked, if options.quick { &[] } else { &[("QUAD_CLAIMS", "each")] })
        }
        "input" => input(shop, options),
        "models" => stories(shop, &["models::"], &[("QUAD_MODEL_CASES", if options.quick { "20" } else { "500" })]),
        "races" => stories(shop, &["races::"], &[("QUAD_RACE_ROUNDS", if options.quick { "1" } else { "5" })]),
        "rush" => rush(shop, options),
        "faults" => {
            let quick = if options.quick { &["--quick"][..] } else { &[] };
            let (ended, printed) = myself(&[&["torture", "--postgres", "auto"], quick].concat())?;
            Ok((ended.and_then(|()| nothing_left_out(&printed)), printed))
        }
        "planted" => myself(&["torture", "planted"]),
        "xss" => xss(shop),
        "supply" => myself(&["supply"]),
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

/// Takes the stories too that ordinary runs leave out.
const INCLUDE_LONG: &str = "--include-ignored";

/// Stories by the beginnings of their names, on both engines, with what they print. `wishes` are set in their environment.
fn stories(shop: &Workshop, asked: &[&str], wishes: &[(&str, &str)]) -> Result<Said> {
    let server = TemporaryServer::start()?;
    let mut command = shop.cargo();
    command.args(["test", "--quiet", "--package", QUAD, "--test", "it", "--", "--nocapture"]).args(asked);
    command.env(test::POSTGRES, server.url()).envs(wishes.iter().copied());
    process::shown_and_kept(command)
}

/// The malformed corpus over raw sockets, what fuzzing has kept, and requests made from the document.
fn input(shop: &Workshop, options: &Options) -> Result<Said> {
    let (stories, mut printed) = stories(shop, &["malformed::", "fuzzed::"], &[])?;
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

/// Everybody logs in beside a sprayer, on both engines.
fn rush(shop: &Workshop, options: &Options) -> Result<Said> {
    let out = shop.target.join("trust").join("rush");
    let out = out.to_str().context("a folder with a plain name")?;
    let run = ["bench", "run", "login-rush", "--rounds", "1", "--express", "off", "--postgres", "auto", "--out", out];
    myself(&[&run[..], if options.quick { &["--quick"] } else { &[] }].concat())
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

/// What is measured has to be of one commit from the beginning to the end.
fn unchanged(before: &str, now: &str) -> Result<()> {
    ensure!(before == now, "the tree was {before} at the beginning and is {now} now");
    Ok(())
}

/// The commit, and `-dirty` behind it where a file of it was changed.
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
            let (date, printed) = ("2026-11-23".to_owned(), "one\ntwo 1 / 2\n".to_owned());
            let measured = Measured { ended_well, date, seconds: 183, printed };
            assert_eq!(Measured::of(&measured.kept()), Some(measured));
        }
        assert_eq!(Measured::of("well\nof before the date was kept"), None);
        assert_eq!(Measured::of("well 2026-11-23\nof before the seconds were"), None);
    }

    #[test]
    fn a_tree_that_changes_meanwhile_is_of_no_commit() {
        assert!(unchanged("af0e20933196", "af0e20933196").is_ok());
        assert!(unchanged("af0e20933196", "af0e20933196-dirty").is_err());
        assert!(unchanged("af0e20933196", "4231c6600000").is_err());
    }

    /// A part without a row would be run for nothing, a row without a part never measured.
    #[test]
    fn every_part_has_a_row_and_every_row_a_part() {
        let with_row: BTreeSet<&str> = ROWS.iter().map(|(part, _)| *part).collect();
        assert_eq!(with_row, BTreeSet::from(PARTS));
    }

    #[test]
    fn a_fault_that_was_left_out_is_no_success() {
        let all = "burst · SQLite: seed 1, ok 5000\nfaults survived: 10/10\n";
        assert!(nothing_left_out(all).is_ok());
        let some = format!("{all}left out: power-cut · SQLite: there is no C compiler\n");
        assert!(nothing_left_out(&some).expect_err("one is missing").to_string().contains("C compiler"));
    }
}
