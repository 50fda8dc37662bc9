//! Faults: which there are, on which engines, and a run of those that are asked for.

mod between;
mod burst;
mod clock;
mod disk;
mod endpoints;
mod files;
mod idle;
mod kill;
mod memory;
mod power_cut;
mod push;
mod races;
mod slow_clients;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use quad_db::Engine;
use quad_testbed::campus::Plan;
use quad_testbed::homes::{Homes, name_of};
use quad_testbed::preload;

use crate::report::{self, Told};
use crate::stand::{Programs, Stand};
use crate::{planted, say};

/// What is asked for.
#[derive(clap::Parser, Debug)]
#[command(name = "cargo xtask torture", about = "Tortures Quad and looks whether it kept its word", after_help = listed())]
pub struct Options {
    /// Which faults (below), all unless some are named; or `planted`: every planted bug, and who catches it
    faults: Vec<String>,
    /// All but these
    #[arg(long, value_name = "FAULT", value_delimiter = ',')]
    except: Vec<String>,
    /// Everything random comes from this
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Name the faults and the planted bugs, and do nothing
    #[arg(long)]
    list: bool,
    /// Shorter and smaller, for a look and for the tests
    #[arg(long)]
    quick: bool,
    /// Maintenance database of a PostgreSQL server: the faults that concern it happen on it as well
    #[arg(long, value_name = "URL")]
    postgres: Option<String>,
    /// The binary to torture; the release binary unless named
    #[arg(long, value_name = "PATH")]
    quad: Option<PathBuf>,
    /// A binary with the test hooks, for the fault `push`
    #[arg(long, value_name = "PATH")]
    hooks: Option<PathBuf>,
    /// What it came to is written to this file as JSON, too
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// Where databases are meanwhile; a temporary folder unless named
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// A planted bug to switch on, in a binary with the planted bugs
    #[arg(long, value_name = "BUG")]
    planted: Option<String>,
    /// With `planted`: only these bugs
    #[arg(long, value_name = "BUG", value_delimiter = ',')]
    bugs: Vec<String>,
    /// With `planted`: a folder of tests built with the planted bugs, each under the name of its package
    #[arg(long, hide = true, value_name = "FOLDER")]
    tests: Option<PathBuf>,
    /// Servers log to the terminal
    #[arg(long)]
    show_logs: bool,
}

/// A fault by name.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    name: &'static str,
    about: &'static str,
    /// On PostgreSQL, too; the others are about SQLite's file.
    on_both: bool,
}

const ALL: [Fault; 15] = [
    Fault { name: "kill", about: "SIGKILL at random moments, and a restart", on_both: true },
    Fault { name: "write-errors", about: "every write fails with EIO for a while", on_both: false },
    Fault { name: "sync-errors", about: "every fsync fails with EIO for a while", on_both: false },
    Fault { name: "disk-full", about: "no space left, and freed again", on_both: false },
    Fault { name: "files", about: "no file descriptors left: more clients than may be open", on_both: true },
    Fault { name: "slow-clients", about: "slow heads, slow bodies, clients that do not read", on_both: true },
    Fault { name: "idle", about: "10,000 connections that say nothing", on_both: true },
    Fault { name: "clock", about: "the clock of the day jumps by an hour, both ways", on_both: true },
    Fault { name: "memory", about: "no memory left under large bodies", on_both: true },
    Fault { name: "endpoints", about: "mail, payment and AI hang, drip and lie", on_both: true },
    Fault { name: "push", about: "push services hang, drip, flood and lie (needs --hooks)", on_both: true },
    Fault { name: "races", about: "everybody votes and answers four times in the same moment", on_both: true },
    Fault { name: "burst", about: "5,000 answers at the end of a contest, on a slow disk", on_both: true },
    Fault { name: "between", about: "a hostile network between the web client and the server", on_both: true },
    Fault { name: "power-cut", about: "the power goes at random moments", on_both: false },
];

/// How large everything is.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// People.
    pub people: usize,
    /// Connections of the crowd.
    pub lanes: usize,
    /// Blows of a fault that strikes again and again.
    pub blows: usize,
    /// How long the crowd works before, between and after.
    pub while_well: Duration,
    /// How long something lasts that lasts.
    pub while_ill: Duration,
    /// Clients of each hostile kind, and whether they are waited for until they are cut.
    pub hostile: usize,
    /// Wait until the server cuts them: its timers are half a minute.
    pub waits_for_cuts: bool,
    /// Connections that say nothing.
    pub idle: usize,
    /// People who answer ten questions each at the end.
    pub burst: usize,
    /// Power cuts, each in three ways.
    pub cuts: usize,
    /// The people of the fault `between`.
    pub between: Between,
}

/// How large the fault `between` is.
#[derive(Clone, Copy, Debug)]
pub struct Between {
    /// People.
    pub people: usize,
    /// Questions of the contest that goes on; everybody gives nine of ten.
    pub questions: usize,
    /// Browsers.
    pub browsers: usize,
    /// People at once in each.
    pub seats: usize,
    /// How long contests are at hand that end.
    pub lasts: Duration,
}

const FULL: Scale = Scale {
    people: 400,
    lanes: 48,
    blows: 12,
    while_well: Duration::from_millis(700),
    while_ill: Duration::from_millis(1_500),
    hostile: 200,
    waits_for_cuts: true,
    idle: 10_000,
    burst: 500,
    cuts: 12,
    between: Between { people: 620, questions: 105, browsers: 2, seats: 50, lasts: Duration::from_mins(20) },
};
const QUICK: Scale = Scale {
    people: 60,
    lanes: 12,
    blows: 3,
    while_well: Duration::from_millis(300),
    while_ill: Duration::from_millis(500),
    hostile: 30,
    waits_for_cuts: false,
    idle: 500,
    burst: 60,
    cuts: 3,
    between: Between { people: 24, questions: 50, browsers: 1, seats: 20, lasts: Duration::from_mins(1) },
};

/// What every fault works with.
#[derive(Debug)]
pub struct Torture {
    /// What is started.
    pub programs: Programs,
    /// Where databases are.
    pub homes: Homes,
    /// How large everything is.
    pub scale: Scale,
    /// Everything random.
    pub seed: u64,
}

impl Torture {
    /// The people and contests of most faults.
    pub fn plan(&self) -> Plan {
        Plan { people: self.scale.people, contests: vec![(60, 0, false); 6], polls: 6, ..Plan::default() }
    }

    /// A stand with that campus.
    pub async fn stand(&mut self, engine: Engine) -> anyhow::Result<Stand<'_>> {
        let plan = self.plan();
        Stand::build(&self.programs, &mut self.homes, engine, &plan, false).await
    }
}

/// The names, for the help.
fn listed() -> String {
    let rows: Vec<[String; 2]> =
        ALL.iter().map(|fault| [format!("  {}", fault.name), fault.about.to_owned()]).collect();
    format!("Faults:\n{}", report::columns(&rows))
}

/// Runs what is asked for; no when something was lost, doubled or wrong, or a planted bug was not caught.
pub async fn run(options: &Options) -> anyhow::Result<bool> {
    if options.list {
        say(&format!("{}\n{}", listed(), planted::listed()));
        return Ok(true);
    }
    if options.faults.first().is_some_and(|first| first == "planted") {
        return planted::run(&planted::Asked {
            quad: options.quad.as_deref().context("--quad names the binary with the planted bugs")?,
            tests: options.tests.as_deref().context("--tests names the folder of their tests")?,
            postgres: options.postgres.as_deref().context("--postgres names a server")?,
            bugs: &options.bugs,
            seed: options.seed,
            summary: options.summary.as_deref(),
        });
    }
    let left = if options.except.is_empty() { Vec::new() } else { choose(&options.except)? };
    let mut chosen = choose(&options.faults)?;
    chosen.retain(|fault| left.iter().all(|left| left.name != fault.name));
    quad_load::raise_open_files()?;
    let homes = Homes::new(options.data.as_deref(), options.postgres.as_deref()).await?;
    let programs = Programs {
        quad: options.quad.clone().map_or_else(std::env::current_exe, Ok)?,
        faults: preload::build(preload::FAULTS, homes.folder()),
        recorder: preload::build(preload::RECORDER, homes.folder()),
        shows_logs: options.show_logs,
        planted: options.planted.clone(),
    };
    let scale = if options.quick { QUICK } else { FULL };
    let mut torture = Torture { programs, homes, scale, seed: options.seed };
    let (mut all, mut left_out) = (Vec::new(), Vec::new());
    for fault in chosen {
        for engine in torture.homes.engines() {
            let name = format!("{} · {}", fault.name, name_of(engine));
            if engine == Engine::Postgres && !fault.on_both {
                continue;
            }
            let goes_without =
                matches!(fault.name, "kill" | "files" | "slow-clients" | "idle" | "push" | "races" | "between");
            if let ("between", Some(lacks)) = (fault.name, between::lacks()) {
                left_out.push(format!("{name}: {lacks}"));
                continue;
            }
            if torture.programs.faults.is_none() && !goes_without {
                left_out.push(format!("{name}: there is no C compiler"));
                continue;
            }
            let told = match (fault.name, options.hooks.as_deref()) {
                ("push", None) => {
                    left_out.push(format!("{name}: no binary with the test hooks was named (--hooks)"));
                    continue;
                }
                ("push", Some(hooks)) => push::strike(&mut torture, engine, hooks).await,
                _ => strike(fault, &mut torture, engine).await,
            };
            torture.homes.clear().await?;
            let mut told = told.unwrap_or_else(|error| Told { wrong: vec![format!("{error:#}")], ..Told::default() });
            told.name = name;
            say(&told.lines(options.seed));
            all.push(told);
        }
    }
    say(&format!("\n{}", report::table(&all, &left_out)));
    if let Some(file) = &options.summary {
        report::write(file, &report::summary(&all, &left_out, options.seed))?;
    }
    Ok(all.iter().all(Told::survived))
}

fn choose(names: &[String]) -> anyhow::Result<Vec<Fault>> {
    if names.is_empty() {
        return Ok(ALL.to_vec());
    }
    let find = |name: &String| ALL.iter().find(|fault| fault.name == name).copied();
    names.iter().map(|name| find(name).with_context(|| format!("there is no fault called {name}"))).collect()
}

async fn strike(fault: Fault, torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    match fault.name {
        "kill" => kill::strike(torture, engine).await,
        "write-errors" => disk::fail_writes(torture, engine).await,
        "sync-errors" => disk::fail_syncs(torture, engine).await,
        "disk-full" => disk::fill(torture, engine).await,
        "files" => files::strike(torture, engine).await,
        "slow-clients" => slow_clients::strike(torture, engine).await,
        "idle" => idle::strike(torture, engine).await,
        "clock" => clock::strike(torture, engine).await,
        "memory" => memory::strike(torture, engine).await,
        "endpoints" => endpoints::strike(torture, engine).await,
        "races" => races::strike(torture, engine).await,
        "between" => between::strike(torture, engine).await,
        "burst" => burst::strike(torture, engine).await,
        "power-cut" => power_cut::strike(torture).await,
        other => anyhow::bail!("there is no fault called {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_chosen_by_name() {
        let names = |names: &[&str]| choose(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(names(&[]).expect("all").len(), ALL.len());
        assert_eq!(names(&["disk-full", "kill"]).expect("two")[0].name, "disk-full");
        assert!(names(&["flood"]).is_err());
    }
}
