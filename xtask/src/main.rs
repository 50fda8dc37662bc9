//! Developer commands: `cargo xtask <command>`, one file per command.
//!
//! It needs nothing but cargo to start; what else a command wants is installed by
//! `prerequisites.rs` or named in a clear message. It refuses to know the product: what Quad
//! does is asked of the `quad` binary. How processes are started and ended: `process.rs`.

mod bench;
mod bench_web;
mod browser_tests;
mod build;
mod build_stamp;
mod change;
mod dev;
mod first_verdicts;
mod flaky_tests;
mod gate;
mod r#gen;
mod planted_bugs;
mod ports;
mod postgres;
mod prerequisites;
mod process;
mod release_check;
mod run;
mod run_parts;
mod rust_tests;
mod steps;
mod supply;
mod tally;
mod test;
mod test_parts;
mod test_times;
mod tidy;
mod torture;
mod trust;
mod trust_table;
mod web;
mod web_tests;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use workspace::Workspace;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "The workshop of Quad", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what is missing, build, and serve the demo campus on 127.0.0.1:8080
    Run(run::Options),
    /// Run the gate: the checks and tests that decide whether a change goes in; `--everything`: all there are
    Test(test::Options),
    /// Build the release binary with the web files inside
    Build,
    /// Serve with rebuild on change, and the web client with reload
    Dev(dev::Options),
    /// Regenerate openapi.json, config.example.toml and the web client's types
    Gen(r#gen::Options),
    /// Check the walls between the parts of the code
    Tidy,
    /// Ask cargo-deny about licences, forbidden crates and sources; `--advisories`: about known vulnerabilities, too
    Supply(supply::Options),
    /// Measure: run the benchmarks of bench/
    Bench(bench::Options),
    /// Let disk, clock, network and processes fail under the binary, and look whether it kept its word
    Torture(torture::Options),
    /// Run the long search for what could break trust, and print one table of it
    Trust(trust::Options),
}

fn main() -> ExitCode {
    match start() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            if process::interrupted() { ExitCode::from(130) } else { ExitCode::FAILURE }
        }
    }
}

fn start() -> Result<ExitCode> {
    // Once for each test: without what the other commands look up first, and without a word about signals, which reach the test, too.
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == "measure") {
        return test_times::measure(&words.collect::<Vec<_>>());
    }
    process::watch_signals()?;
    let workspace = Workspace::find()?;
    // A command that cannot work yet is not offered.
    let has_bench = workspace.root.join("bench/Cargo.toml").is_file();
    let matches = Cli::command()
        .mut_subcommand("bench", |bench| bench.hide(!has_bench).after_help(bench::help(&workspace.root)))
        .get_matches();
    match Cli::from_arg_matches(&matches)?.command {
        Command::Run(options) => run::run(&workspace, &options)?,
        Command::Test(options) => return test::test(&workspace, &options),
        Command::Build => build::build(&workspace)?,
        Command::Dev(options) => dev::dev(&workspace, &options)?,
        Command::Gen(options) => r#gen::generate(&workspace, options)?,
        Command::Tidy => tidy::tidy(&workspace)?,
        Command::Supply(options) => supply::supply(&workspace, options)?,
        Command::Bench(options) => bench::bench(&workspace, &options)?,
        Command::Torture(options) => torture::torture(&workspace, &options)?,
        Command::Trust(options) => return trust::trust(&workspace, &options),
    }
    Ok(ExitCode::SUCCESS)
}
