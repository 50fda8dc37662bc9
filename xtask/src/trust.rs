//! `trust`: the long part of what CONTRIBUTING.md says about bad input, races and faults, and one table of what came of it.
//! It takes long. Each number is read from what the part printed (`trust_table.rs`); a part that fails or prints none
//! makes a row that says so, and the command fail.
//!
//! Parts can be measured one by one: what they printed is kept in the target folder, and `--resume` takes it from there as
//! long as the commit is the same.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

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
    let mut found = Vec::new();
    for part in parts {
        let (ended_well, printed) = measured(shop, options, part)?;
        let rows = ROWS.iter().filter(|(of, _)| *of == part);
        found.extend(rows.map(|(_, row)| (row, row.found(&printed, ended_well))));
    }
    let of = if options.quick { ", a quick look" } else { "" };
    let table = table(&found, &format!("Measured on {} at commit {}{of}.", date()?, commit(shop)?));
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

/// Whether a part ended well, and what it printed: now, or of the same commit before.
fn measured(shop: &Workshop, options: &Options, part: &str) -> Result<(bool, String)> {
    let kept = kept(shop, options, part)?;
    if options.resume
        && let Ok(text) = fs::read_to_string(&kept)
        && let Some((verdict, printed)) = text.split_once('\n')
    {
        println!("── {part}: as measured before");
        return Ok((verdict == "well", printed.to_owned()));
    }
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
    fs::write(&kept, format!("{}\n{printed}", if verdict.is_ok() { "well" } else { "badly" }))?;
    Ok((verdict.is_ok(), printed))
}

/// Where it is kept what a part printed.
fn kept(shop: &Workshop, options: &Options, part: &str) -> Result<PathBuf> {
    let quick = if options.quick { "-quick" } else { "" };
    Ok(shop.target.join("trust").join(format!("{}{quick}", commit(shop)?)).join(format!("{part}.txt")))
}

type Said = (Result<()>, String);

fn run(shop: &Workshop, options: &Options, part: &str) -> Result<Said> {
    match part {
        "authorisation" => stories(shop, &["authorisation::the_table_is_what_happens"]),
        "input" => input(shop, options),
        "races" => stories(shop, &["races::"]),
        "faults" => {
            let quick = if options.quick { &["--quick"][..] } else { &[] };
            myself(&[&["torture", "--postgres", "auto"], quick].concat())
        }
        "planted" => myself(&["torture", "planted"]),
        "xss" => xss(shop),
        _ => myself(&["tidy"]),
    }
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
