//! `quad-bench run`: chooses scenarios, looks at the machine, runs them, tells and writes down what came out.

use std::path::{Path, PathBuf};

use anyhow::Context;
use quad_kernel::clock::Clock;

use crate::bench::Bench;
use crate::homes::Homes;
use crate::machine::{self, Machine};
use crate::report::{self, Report};
use crate::scale::{FULL, QUICK, SMOKE};
use crate::scenarios::{self, Scenario};
use crate::servers::Programs;
use crate::{goals, preload, say};

/// What is measured, and on what.
#[derive(clap::Args, Debug)]
#[command(override_usage = "cargo xtask bench [run] [OPTIONS] [SCENARIOS]...", after_help = scenarios::listed())]
pub struct Options {
    /// Which scenarios (below); all unless some are named
    scenarios: Vec<String>,
    /// How often each figure is measured
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Maintenance database of a PostgreSQL server: databases are made on it and removed again. `auto` starts a server for it
    #[arg(long, value_name = "URL")]
    postgres: Option<String>,
    /// Smaller and shorter, for a look
    #[arg(long)]
    quick: bool,
    /// Next to nothing, for the tests
    #[arg(long, hide = true)]
    smoke: bool,
    /// Express beside it: auto (where its packages are installed), off, or a folder with the server and its packages
    #[arg(long, default_value = "auto", value_name = "auto|off|FOLDER")]
    express: String,
    /// Where results are written; bench/results unless named
    #[arg(long, hide_default_value = true, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/results"))]
    out: PathBuf,
    /// Where the databases are while it runs; a temporary folder unless named. The disk there is measured
    #[arg(long)]
    data: Option<PathBuf>,
    /// Draw the growth there, as SVG
    #[arg(long)]
    plot: Option<PathBuf>,
    /// The binary to measure
    #[arg(long, hide = true, required_unless_present = "smoke")]
    quad: Option<PathBuf>,
    /// Servers log to the terminal
    #[arg(long)]
    show_logs: bool,
}

/// Measures.
pub async fn run(options: &Options) -> anyhow::Result<()> {
    let chosen = choose(&options.scenarios)?;
    let files = quad_load::raise_open_files()?;
    let mut homes = Homes::new(options.data.as_deref(), options.postgres.as_deref()).await?;
    let machine = Machine::look(homes.folder(), homes.about_postgres().await?);
    if machine.postgres.as_ref().is_some_and(|said| said.contains("off")) {
        say("PostgreSQL does not make commits durable here: its figures are no figures.");
    }
    let express = express(&options.express)?;
    let scale = if options.smoke {
        SMOKE
    } else if options.quick {
        QUICK
    } else {
        FULL
    };
    let programs = Programs {
        quad: options.quad.clone(),
        own: std::env::current_exe()?,
        slow_disk: preload::build(preload::SLOW_DISK, homes.folder()),
        recorder: preload::build(preload::RECORDER, homes.folder()),
        shows_logs: options.show_logs,
        express,
    };
    homes.clear().await?;
    let mut bench = Bench::new(programs, homes, scale, options.rounds.max(1), options.plot.clone());
    if bench.homes.engines().len() == 1 {
        bench.book.leave_out("PostgreSQL: none was named (--postgres URL)");
    }
    if bench.programs.express.is_none() {
        bench.book.leave_out("Express: switched off, or its packages are not installed (npm ci in bench/express)");
    }
    say(&format!("{} × {}, {} open files, fsync {} µs", machine.cores, machine.processor, files, machine.fsync_us.0));
    let mut failed: Vec<&str> = Vec::new();
    for scenario in &chosen {
        say(&format!("\n{}: {}", scenario.name, scenario.about));
        let done = scenarios::run(scenario, &mut bench).await;
        bench.note_load(scenario.name);
        // What was made is removed even after a failure, and what the others find is still worth telling.
        bench.homes.clear().await?;
        if let Err(error) = done {
            failed.push(scenario.name);
            bench.book.leave_out(format!("{}: it failed: {error:#}", scenario.name));
        }
        say(&report::table(&bench.book, scenario.name, scale.name == FULL.name));
    }
    let names: Vec<&str> = chosen.iter().map(|scenario| scenario.name).collect();
    for goal in goals::unmeasured(&bench.book, &names) {
        bench.book.left_out.push(format!("{}: {}", goal.scenario, goal.name));
    }
    let now = Clock::System.now();
    let (commit, command) = (machine::commit(), repeatable(std::env::args().skip(2)));
    let told = Report {
        at: now.to_rfc3339(),
        commit: &commit,
        command: &command,
        machine: &machine,
        rounds: bench.rounds,
        scale: scale.name,
        figures: report::told(&bench.book),
        left_out: &bench.book.left_out,
    };
    let path = report::write(&told, &bench.book, &options.out, now)?;
    say(&format!("\nwritten to {}", path.display()));
    anyhow::ensure!(failed.is_empty(), "not all could be measured: {}", failed.join(", "));
    Ok(())
}

/// The call as it can be repeated elsewhere, without a password in it.
fn repeatable(arguments: impl Iterator<Item = String>) -> String {
    let mut said = "cargo xtask bench".to_owned();
    let mut is_value = false;
    for argument in arguments {
        let name = argument.split('=').next().unwrap_or_default();
        let is_left_out = is_value || matches!(name, "--quad" | "--postgres");
        if !is_value && name == "--postgres" {
            said.push_str(" --postgres auto");
        }
        is_value = !is_value && is_left_out && name == argument;
        if !is_left_out {
            said.push(' ');
            said.push_str(&argument);
        }
    }
    said
}

fn choose(names: &[String]) -> anyhow::Result<Vec<&'static Scenario>> {
    if names.is_empty() {
        return Ok(scenarios::ALL.iter().collect());
    }
    let find = |name: &String| scenarios::ALL.iter().find(|scenario| scenario.name == name);
    names.iter().map(|name| find(name).with_context(|| format!("there is no scenario called {name}"))).collect()
}

/// The folder of the Express server, if it takes part.
fn express(asked: &str) -> anyhow::Result<Option<PathBuf>> {
    let packages = ["express", "better-sqlite3", "pg", "@node-rs/argon2"];
    let is_ready = |folder: &Path| packages.iter().all(|name| folder.join("node_modules").join(name).is_dir());
    match asked {
        "off" => Ok(None),
        "auto" => {
            Ok(Some(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/express"))).filter(|folder| is_ready(folder)))
        }
        folder => {
            let folder = PathBuf::from(folder);
            anyhow::ensure!(is_ready(&folder), "the packages of Express are not installed in {}", folder.display());
            Ok(Some(folder))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_told_without_what_is_private() {
        let told = |text: &str| repeatable(text.split_whitespace().map(str::to_owned));
        assert_eq!(told("--quad /x/quad answers --quick"), "cargo xtask bench answers --quick");
        assert_eq!(
            told("--quick --postgres postgres://u:secret@h/p --rounds 5"),
            "cargo xtask bench --quick --postgres auto --rounds 5"
        );
        assert_eq!(told("--quad=/x --postgres=postgres://u:secret@h/p end"), "cargo xtask bench --postgres auto end");
    }

    #[test]
    fn scenarios_are_chosen_by_name() {
        let names = |names: &[&str]| choose(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(names(&[]).expect("all").len(), scenarios::ALL.len());
        assert_eq!(names(&["end", "live"]).expect("two")[0].name, "end");
        assert!(names(&["sprint"]).is_err());
    }
}
