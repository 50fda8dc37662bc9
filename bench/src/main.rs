//! Benchmark of the live hour: `quad-bench run` measures, `quad-bench bare` is the framework alone, started by it.
//!
//! README.md says what each scenario means and how to read the figures. The load comes from crates/load; each server that
//! is measured is a process of its own.

mod bare;
mod bench;
mod book;
mod crowd;
mod door;
mod goals;
mod machine;
mod mixed_contest;
mod password_hashing;
mod plot;
mod proxy;
mod replot;
mod report;
mod requests;
mod run;
mod scale;
mod scenarios;
mod serve;
mod servers;
mod store;
mod store_search;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use quad_testbed::terminal::{asked_to_stop, say};
use quad_testbed::{campus, disk, homes, preload, recorder};

#[derive(Parser, Debug)]
#[command(name = "quad-bench", about = "Measures Quad beside the bare framework and Express")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Measure scenarios, all unless some are named
    Run(run::Options),
    /// Draw the growth of a run from what it wrote down
    Plot(replot::Options),
    /// Serve noted replies with the bare framework
    #[command(hide = true)]
    Bare(bare::Options),
    /// Serve Quad from this program, for the smoke test
    #[command(hide = true)]
    Serve(serve::Options),
}

fn main() -> ExitCode {
    match start(&Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "quad-bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn start(command: &Command) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match command {
            // Whoever stops a run finds no server and no folder left behind.
            Command::Run(options) => tokio::select! {
                done = run::run(options) => done,
                asked = asked_to_stop() => asked.and(Err(anyhow::anyhow!("stopped"))),
            },
            Command::Plot(options) => replot::plot(options),
            Command::Bare(options) => bare::serve(options).await,
            Command::Serve(options) => serve::serve(options).await,
        }
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    /// What `cargo xtask bench --help` shows without building any of this.
    #[test]
    fn the_kept_help_is_the_help() {
        let mut command = super::Cli::command();
        let run = command.find_subcommand_mut("run").expect("a run");
        let told = run.render_help().to_string();
        let kept = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/help.txt")).expect("help.txt");
        assert!(kept == told, "bench/help.txt should be:\n{told}");
    }
}
