//! `trust`: the long part of what CONTRIBUTING.md says about bad input, races and faults, and one table of what came of it.
//! It takes long. Each number is read from what the part printed (`trust_table.rs`); a part that fails or prints none
//! makes a row that says so, and the command fail.
//!
//! Parts can be measured one by one, and each row says when it was measured and of which commit. What they printed is kept in
//! the target folder, and `--resume` takes it from there as long as the commit is the same. The tree is looked at after each part, too: what was measured while it changed is of no
//! commit, and is not kept.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::postgres::TemporaryServer;
use crate::tally::{self, Tally};
use crate::trust_table::{Found, ROWS, TRUST_PAGE, put, table};
use crate::workspace::{self, QUAD, Workspace};
use crate::{browser_tests, build, prerequisites, process, rust_tests, web};

#[derive(clap::Args)]
pub struct Options {
    /// Parts: authorisation, claims, input, models, races, rush, faults, between, planted, xss, release, supply, asvs; all unless some are named
    #[arg(value_parser = PARTS)]
    parts: Vec<String>,
    /// Fewer requests and smaller faults, for a look
    #[arg(long)]
    quick: bool,
    /// Take what was measured of the same commit before
    #[arg(long)]
    resume: bool,
    /// Put the rows into docs/trust.md, when every one is right and none was quick; rows of other parts stay
    #[arg(long, conflicts_with = "quick")]
    write: bool,
}

const PARTS: [&str; 13] = [
    "authorisation",
    "claims",
    "input",
    "models",
    "races",
    "rush",
    "faults",
    "between",
    "planted",
    "xss",
    "release",
    "supply",
    "asvs",
];

pub fn trust(workspace: &Workspace, options: &Options) -> Result<ExitCode> {
    let parts: Vec<&str> = PARTS
        .into_iter()
        .filter(|part| options.parts.is_empty() || options.parts.iter().any(|one| one == part))
        .collect();
    let commit = workspace.commit()?;
    // Two trees that nobody committed have the same name.
    ensure!(
        !(commit.ends_with("-dirty") && (options.resume || options.write)),
        "there are changes that are not committed: what is kept or written has to be of a commit"
    );
    let (mut found, mut dates, mut took) = (Vec::new(), BTreeSet::new(), Vec::new());
    for part in parts {
        let Measured { ended_well, date, seconds, printed } = measured(workspace, options, part, &commit)?;
        println!("── {part}: {seconds} s");
        took.push(format!("{part} {seconds} s"));
        dates.insert(date);
        let rows = ROWS.iter().filter(|(of, _)| *of == part);
        found.extend(rows.map(|(_, row)| (row, row.found(&printed, ended_well, options.quick))));
    }
    let of = if options.quick { ", a quick look" } else { "" };
    let dates: Vec<String> = dates.into_iter().collect();
    let measured = format!("{}, {commit}{of}", dates.join(" and "));
    println!("\n{}\nTook: {}.", table(&found, &measured), took.join(", "));
    let all_right = found.iter().all(|(_, found)| matches!(found, Found::Right(..)));
    if options.write && all_right {
        unchanged(&commit, &workspace.commit()?)?;
        let path = workspace.root.join(TRUST_PAGE);
        let page = fs::read_to_string(&path).with_context(|| format!("reading {TRUST_PAGE}"))?;
        fs::write(&path, put(&page, &found, &measured)?).with_context(|| format!("writing {TRUST_PAGE}"))?;
        println!("The rows are written into {TRUST_PAGE}.");
    } else if options.write {
        println!("{TRUST_PAGE} is unchanged: not every row is right.");
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
fn measured(workspace: &Workspace, options: &Options, part: &str, commit: &str) -> Result<Measured> {
    let quick = if options.quick { "-quick" } else { "" };
    let kept = workspace.target.join("trust").join(format!("{commit}{quick}")).join(format!("{part}.txt"));
    if options.resume
        && let Ok(text) = fs::read_to_string(&kept)
        && let Some(before) = Measured::of(&text)
    {
        println!("── {part}: as measured before");
        return Ok(before);
    }
    let (date, begun) = (workspace::today()?, Instant::now());
    println!("\n── {part}");
    // What cannot be run at all is a row that was not measured; the others still are.
    let (verdict, printed) = run(workspace, options, part).unwrap_or_else(|error| (Err(error), String::new()));
    if process::interrupted() {
        bail!("stopped by a signal");
    }
    if let Err(error) = &verdict {
        println!("── {part}: FAILED: {error:#}");
    }
    unchanged(commit, &workspace.commit()?).with_context(|| format!("{part} is of no commit"))?;
    fs::create_dir_all(kept.parent().context("a folder")?)?;
    let measured = Measured { ended_well: verdict.is_ok(), date, seconds: begun.elapsed().as_secs(), printed };
    fs::write(&kept, measured.kept())?;
    Ok(measured)
}

type Said = (Result<()>, String);

fn run(workspace: &Workspace, options: &Options, part: &str) -> Result<Said> {
    match part {
        "authorisation" => stories(workspace, &["authorisation::the_table_is_what_happens"], &[]),
        "claims" => {
            let asked = ["authorisation::saying_to_be_somebody_else", "authorisation::other_websites", INCLUDE_LONG];
            stories(workspace, &asked, if options.quick { &[] } else { &[("QUAD_CLAIMS", "each")] })
        }
        "input" => input(workspace, options),
        "models" => {
            stories(workspace, &["models::"], &[("QUAD_MODEL_CASES", if options.quick { "20" } else { "500" })])
        }
        "races" => stories(workspace, &["races::"], &[("QUAD_RACE_ROUNDS", if options.quick { "1" } else { "5" })]),
        "rush" => rush(workspace, options),
        "faults" => {
            // A part of its own has the longest.
            torture(options, &["torture", "--postgres", "auto", "--except", "between"])
        }
        "between" => torture(options, &["torture", "between", "--postgres", "auto"]),
        "planted" => myself(&["torture", "planted"]),
        "xss" => xss(workspace),
        "release" => release(workspace),
        "supply" => myself(&["supply"]),
        _ => myself(&["tidy"]),
    }
}

fn torture(options: &Options, arguments: &[&str]) -> Result<Said> {
    let quick = if options.quick { &["--quick"][..] } else { &[] };
    let (ended, printed) = myself(&[arguments, quick].concat())?;
    Ok((ended.and_then(|()| nothing_left_out(&printed)), printed))
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
fn stories(workspace: &Workspace, asked: &[&str], wishes: &[(&str, &str)]) -> Result<Said> {
    let (server, seed) = (TemporaryServer::start()?, rust_tests::Seed::drawn());
    let mut command = workspace.cargo();
    command.args(["test", "--quiet", "--package", QUAD, "--test", "it", "--", "--nocapture"]).args(asked);
    command.env(rust_tests::POSTGRES, server.url()).envs(wishes.iter().copied());
    seed.put(&mut command);
    let (verdict, printed) = process::shown_and_kept(command)?;
    Ok((seed.named(verdict), printed))
}

/// The malformed corpus over raw sockets, what fuzzing has kept, and requests made from the document.
fn input(workspace: &Workspace, options: &Options) -> Result<Said> {
    let (stories, mut printed) = stories(workspace, &["malformed::", "fuzzed::"], &[])?;
    web::build(workspace)?;
    let quad = build::beside_tests(workspace, QUAD)?;
    let mut command = Command::new("python3");
    command.current_dir(&workspace.root).arg("tests/schemathesis/run.py").arg("--bin").arg(quad);
    if options.quick {
        command.args(["--examples", "3"]);
    }
    let (requests, more) = process::shown_and_kept(command)?;
    printed.push_str(&more);
    Ok((stories.and(requests), printed))
}

/// Everybody logs in beside a sprayer, on both engines.
fn rush(workspace: &Workspace, options: &Options) -> Result<Said> {
    let out = workspace.target.join("trust").join("rush");
    let out = out.to_str().context("a folder with a plain name")?;
    let run = ["bench", "run", "login-rush", "--rounds", "1", "--express", "off", "--postgres", "auto", "--out", out];
    myself(&[&run[..], if options.quick { &["--quick"] } else { &[] }].concat())
}

/// In Chromium, against the release binary and the one with the test clock.
fn xss(workspace: &Workspace) -> Result<Said> {
    process::shown_and_kept(release_in_browser(workspace, &["specs/xss.spec.ts"])?)
}

/// The main job, the weight of the pages and the pages themselves, as a campus has them.
fn release(workspace: &Workspace) -> Result<Said> {
    let specs = ["specs/main-job.spec.ts", "specs/weight.spec.ts", "specs/pages"];
    let (ended, mut printed) = process::shown_and_kept(release_in_browser(workspace, &specs)?)?;
    if let Some(Tally { passed, failed }) = tally::of_playwright(&printed) {
        let _ = writeln!(printed, "\ntrust: release binary in a browser: {passed} / {failed}");
    }
    Ok((ended, printed))
}

fn release_in_browser(workspace: &Workspace, specs: &[&str]) -> Result<Command> {
    prerequisites::npm_packages(workspace, "e2e")?;
    web::build(workspace)?;
    build::server(workspace)?;
    let hooks = build::beside_tests(workspace, build::HOOKS)?;
    let mut command = browser_tests::command(workspace, &workspace.quad_binary("release"), &hooks)?;
    command.args(specs);
    Ok(command)
}

/// What is measured has to be of one commit from the beginning to the end.
fn unchanged(before: &str, now: &str) -> Result<()> {
    ensure!(before == now, "the tree was {before} at the beginning and is {now} now");
    Ok(())
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
