//! Torture: fault injection for the real binary. It runs as a process of its own, with several hundred people who join,
//! answer, hand in and vote, and a fault in the middle of it. Afterwards the database itself is opened and compared
//! with the journal of what was sent and what was acknowledged.
//!
//! README.md says how each fault is made and what the checker proves. `quad-torture serve …` is Quad itself, for the tests.

mod between;
mod checker;
mod crowd;
mod faults;
mod journal;
mod outside;
mod planted;
// A push service and phones; the library's own stories use them, too.
#[path = "../../crates/push/tests/it/stand_in.rs"]
#[expect(dead_code, clippy::expect_used, reason = "shared with tests")]
mod push_service;
mod report;
mod sockets;
mod stand;
mod store;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use quad_testbed::terminal::{asked_to_stop, say};

fn main() -> ExitCode {
    // The binary under torture, where none is named: this one knows how to be Quad.
    if std::env::args().nth(1).is_some_and(|word| matches!(word.as_str(), "serve" | "check")) {
        return quad::cli::run();
    }
    match start(&faults::Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "quad-torture: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn start(options: &faults::Options) -> anyhow::Result<bool> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        // Whoever stops a run finds no server and no folder left behind.
        tokio::select! {
            done = faults::run(options) => done,
            asked = asked_to_stop() => asked.and(Err(anyhow::anyhow!("stopped"))),
        }
    })
}
