//! Scenarios, one file each. Each makes its campus, starts the servers, and measures them in turns within a round, so
//! that whatever else the machine does meets all of them alike.

mod answers;
mod backup;
mod browse;
mod cold;
mod end;
mod growth;
mod kinds;
mod live;
mod log_in;
mod login_rush;
mod memory;
mod power_cut;
mod search;
mod several;
mod start;
mod tls;

use crate::bench::Bench;

/// A scenario by name.
#[derive(Debug)]
pub struct Scenario {
    /// What it is called.
    pub name: &'static str,
    /// What it asks.
    pub about: &'static str,
}

/// All of them, in the order of the hour.
pub const ALL: [Scenario; 16] = [
    Scenario { name: "start", about: "everybody joins and fetches the paper" },
    Scenario { name: "answers", about: "durable answers" },
    Scenario { name: "end", about: "the board" },
    Scenario { name: "kinds", about: "a contest with all that contests may have, beside a plain one" },
    Scenario { name: "log-in", about: "log-ins beside answers" },
    Scenario { name: "login-rush", about: "everybody logs in within a minute, beside a sprayer at the same address" },
    Scenario { name: "browse", about: "a long list of contests, a static file" },
    Scenario { name: "search", about: "what one waits for when one looks for something among 100,000 people" },
    Scenario { name: "live", about: "open event streams" },
    Scenario { name: "memory", about: "what it holds, and how soon it is there" },
    Scenario { name: "growth", about: "the cost of an answer as contests grow" },
    Scenario { name: "several", about: "one process and two before one PostgreSQL" },
    Scenario { name: "tls", about: "the start and answers through a proxy with a certificate" },
    Scenario { name: "cold", about: "a database that does not fit into the memory" },
    Scenario { name: "backup", about: "a backup beside answers, putting it back, moving to PostgreSQL" },
    Scenario { name: "power-cut", about: "what was acknowledged when the power goes" },
];

/// All of them, for the help.
pub fn listed() -> String {
    let widest = ALL.iter().map(|scenario| scenario.name.len()).max().unwrap_or(0);
    let lines = ALL.iter().map(|Scenario { name, about }| format!("  {name:widest$}  {about}\n"));
    std::iter::once("Scenarios:\n".to_owned()).chain(lines).collect()
}

/// Runs one.
pub async fn run(scenario: &Scenario, bench: &mut Bench) -> anyhow::Result<()> {
    match scenario.name {
        "start" => start::run(bench).await,
        "answers" => answers::run(bench).await,
        "end" => end::run(bench).await,
        "kinds" => kinds::run(bench).await,
        "log-in" => log_in::run(bench).await,
        "login-rush" => login_rush::run(bench).await,
        "browse" => browse::run(bench).await,
        "search" => search::run(bench).await,
        "live" => live::run(bench).await,
        "memory" => memory::run(bench).await,
        "growth" => growth::run(bench).await,
        "several" => several::run(bench).await,
        "tls" => tls::run(bench).await,
        "cold" => cold::run(bench).await,
        "backup" => Box::pin(backup::run(bench)).await,
        "power-cut" => power_cut::run(bench).await,
        other => anyhow::bail!("there is no scenario called {other}"),
    }
}
