//! `bench`: measures. What is measured is built in release first, the web client inside, and started by bench/ as processes
//! of their own. Read its ratios, not its absolute numbers (bench/README.md).
//!
//! `bench [run] …` is the live hour, `bench micro` single steps without a server, `bench plot` a picture of a kept run. Express
//! joins in where its packages can be built from the registry alone. `bench web` is the browser's part (`bench_web.rs`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::build_stamp::Stamp;
use crate::postgres::TemporaryServer;
use crate::workspace::Workspace;
use crate::{bench_web, build, prerequisites, process, web};

#[derive(clap::Args)]
pub struct Options {
    /// run (unless said otherwise), micro, plot or web, and their arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    extra: Vec<String>,
}

const KINDS: &str = "\
What is measured:
  run    the live hour, beside the bare framework and Express: the options and scenarios below; `run` itself may be left out
  micro  single steps without a server: ranking, grading, making a paper
  web    the contest screen in the machine's Chromium
  plot   nothing: draws the growth of a kept run, `plot bench/results/RUN.json --to FILE.svg`";

/// What stands below the help of `bench`: the arguments of `bench run`, as bench/ keeps them (and tests that they are true), so
/// that nothing has to be built to read them.
pub fn help(root: &Path) -> String {
    let kept = fs::read_to_string(root.join("bench/help.txt")).unwrap_or_default();
    let options = kept.split_once("\n\n").map_or("", |(_, rest)| rest);
    format!("{KINDS}\n\n{options}")
}

pub fn bench(workspace: &Workspace, options: &Options) -> Result<()> {
    if let Some(("web", rest)) = options.extra.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        return bench_web::measure(workspace, rest);
    }
    // By its manifest, so that it works as a member and as a workspace of its own.
    if !workspace.root.join("bench/Cargo.toml").is_file() {
        bail!("there is no bench/ in this tree");
    }
    let (what, arguments) = split(&options.extra);
    // Another kind of measurement is another word here and in `split`.
    match what {
        "micro" => micro(workspace, arguments),
        "plot" => plot(workspace, arguments),
        _ => run(workspace, arguments),
    }
}

/// What is asked for, and its own arguments; a first word that names none belongs to the run.
fn split(words: &[String]) -> (&str, &[String]) {
    match words.split_first() {
        Some((first, rest)) if matches!(first.as_str(), "run" | "micro" | "plot") => (first, rest),
        _ => ("run", words),
    }
}

/// Where an argument's value stands, and the value: `--name value` or `--name=value`.
fn value_of<'a>(arguments: &'a [String], name: &str) -> Option<(usize, &'a str)> {
    arguments.iter().enumerate().find_map(|(place, word)| {
        if word == name {
            return arguments.get(place + 1).map(|value| (place + 1, value.as_str()));
        }
        word.strip_prefix(name)?.strip_prefix('=').map(|value| (place, value))
    })
}

fn micro(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let mut command = workspace.cargo();
    command.args(["bench", "--package", "quad-bench", "--bench", "micro", "--"]).args(arguments);
    process::run(command)
}

fn plot(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let mut command = workspace.cargo();
    command.args(["run", "--quiet", "--manifest-path", "bench/Cargo.toml", "--", "plot"]).args(arguments);
    process::run(command)
}

fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let asks_only = arguments.iter().any(|word| matches!(word.as_str(), "--help" | "-h"));
    let mut arguments = arguments.to_vec();
    let mut database = None;
    if !asks_only {
        web::build(workspace)?;
        build::server(workspace)?;
        if value_of(&arguments, "--express").is_none_or(|(_, value)| value != "off") {
            express(workspace);
        }
        if let Some((place, _)) = value_of(&arguments, "--postgres").filter(|(_, value)| *value == "auto") {
            let server = TemporaryServer::start_durable()?;
            arguments[place] = arguments[place].replace("auto", &server.url());
            database = Some(server);
        }
    }
    let mut command = workspace.cargo();
    command.args(["run", "--release", "--manifest-path", "bench/Cargo.toml", "--", "run"]);
    command.arg("--quad").arg(workspace.quad_binary("release")).args(&arguments);
    let done = process::run(command);
    drop(database);
    done
}

/// Installs the packages of the Express server. It is built here rather than fetched from elsewhere, for which Node's headers
/// are needed; without them, or when it cannot be built, the run goes on without Express.
fn express(workspace: &Workspace) {
    let Some(headers) = node_headers() else {
        println!(
            "Express is left out: Node's headers (node.h) are not installed, and better-sqlite3 is built with them."
        );
        return;
    };
    if let Err(error) = install(workspace, &headers) {
        println!("Express is left out: {error:#}");
    }
}

fn install(workspace: &Workspace, headers: &Path) -> Result<()> {
    let place = workspace.root.join("bench/express");
    let inputs = [place.join("package.json"), place.join("package-lock.json")];
    let stamp = Stamp::of(place.join("node_modules/.xtask-packages"), &inputs)?;
    if stamp.is_current() {
        return Ok(());
    }
    println!("Installing the packages of bench/express (a few minutes, once) …");
    process::run(packages(workspace, "bench/express", headers))?;
    stamp.keep()
}

fn packages(workspace: &Workspace, place: &str, headers: &Path) -> Command {
    let mut command = workspace.npm(place);
    command.args(["ci", "--no-audit", "--no-fund"]);
    command.env("npm_config_build_from_source", "true").env("npm_config_nodedir", headers);
    command
}

/// A copy of the Express server for the tests, or nothing where it cannot be built. They judge no times, so SQLite is compiled
/// there without optimisation, in a fraction of the time; what is measured is never that copy.
pub fn express_for_tests(workspace: &Workspace) -> Option<PathBuf> {
    let Some(headers) = node_headers() else {
        println!("The benchmark's tests leave Express out: Node's headers (node.h) are not installed.");
        return None;
    };
    let place = workspace.target.join("express-for-tests");
    match install_for_tests(workspace, &place, &headers) {
        Ok(()) => Some(place),
        Err(error) => {
            println!("The benchmark's tests leave Express out: {error:#}");
            None
        }
    }
}

fn install_for_tests(workspace: &Workspace, place: &Path, headers: &Path) -> Result<()> {
    fs::create_dir_all(place)?;
    for file in fs::read_dir(workspace.root.join("bench/express"))? {
        let file = file?;
        if file.file_type()?.is_file() {
            fs::copy(file.path(), place.join(file.file_name()))?;
        }
    }
    let inputs = [place.join("package.json"), place.join("package-lock.json")];
    let stamp = Stamp::of(place.join("node_modules/.xtask-packages"), &inputs)?;
    if stamp.is_current() {
        return Ok(());
    }
    let mut command = packages(workspace, &place.to_string_lossy(), headers);
    // Behind the flags of the package itself, so that these hold.
    command.env("CFLAGS", "-O0").env("CXXFLAGS", "-O0").env("JOBS", "max");
    process::run(command)?;
    stamp.keep()
}

/// The folder above `include/node/node.h` of the Node that runs.
fn node_headers() -> Option<PathBuf> {
    let mut command = Command::new(prerequisites::in_path("node")?);
    command.args(["--print", "process.execPath"]);
    let printed = String::from_utf8(process::output(command).ok()?).ok()?;
    let folder = Path::new(printed.trim()).parent()?.parent()?.to_owned();
    folder.join("include/node/node.h").is_file().then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_needs_no_word() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for (text, what, rest) in [
            ("", "run", ""),
            ("answers --quick", "run", "answers --quick"),
            ("run answers", "run", "answers"),
            ("micro rank", "micro", "rank"),
            ("plot run.json --to x.svg", "plot", "run.json --to x.svg"),
            ("--rounds 5", "run", "--rounds 5"),
        ] {
            let given = words(text);
            assert_eq!(split(&given), (what, &words(rest)[..]), "{text}");
        }
    }

    #[test]
    fn the_help_names_options_and_scenarios() {
        let told = help(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")));
        for wanted in ["--rounds", "--postgres", "--quick", "--express", "power-cut", "micro", "plot", "web"] {
            assert!(told.contains(wanted), "{wanted}: {told}");
        }
    }

    #[test]
    fn values_are_found_in_both_spellings() {
        let words = ["start", "--postgres", "auto", "--express=off"].map(str::to_owned);
        assert_eq!(value_of(&words, "--postgres"), Some((2, "auto")));
        assert_eq!(value_of(&words, "--express"), Some((3, "off")));
        assert_eq!(value_of(&words, "--out"), None);
        assert_eq!(value_of(&words[..2], "--postgres"), None);
    }
}
