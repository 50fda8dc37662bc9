//! `test`: the gate (gate.rs), which decides whether a change goes in, and the parts of `--everything` (run_parts.rs), which guard
//! all that is too long for it or needs other servers, versions and engines.

use std::process::ExitCode;

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{flaky_tests, run_parts, test_parts};

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of the command line")]
pub struct Options {
    /// Leave out PostgreSQL and the browser
    #[arg(long, conflicts_with_all = ["everything", "part", "touched"])]
    pub fast: bool,
    /// Run the gate and every part; what has passed of the same commit is not run again
    #[arg(long)]
    everything: bool,
    /// Run a part of `--everything` alone; may be given several times
    #[arg(long, value_name = "NAME", value_parser = test_parts::names(), conflicts_with_all = ["everything", "touched"])]
    part: Vec<String>,
    /// Run the gate, and the parts whose folders differ from a commit
    #[arg(long, value_name = "REF", conflicts_with = "everything")]
    touched: Option<String>,
    /// Run nothing: show what each part came to when it last passed on this machine
    #[arg(long, conflicts_with_all = ["everything", "part", "touched", "fast"])]
    kept: bool,
    /// Put what passed into the table of docs/trust.md
    #[arg(long, conflicts_with = "fast")]
    write: bool,
    /// Run the remaining steps after a failure
    #[arg(long)]
    keep_going: bool,
}

pub fn test(workspace: &Workspace, options: &Options) -> Result<ExitCode> {
    if options.kept {
        return run_parts::kept(workspace, options.write);
    }
    flaky_tests::begin(workspace);
    let parts = if options.everything {
        test_parts::all()
    } else if let Some(reference) = &options.touched {
        run_parts::touched(workspace, reference)?
    } else if options.part.is_empty() {
        return run_parts::gate(workspace, options.keep_going, options.fast);
    } else {
        test_parts::all().into_iter().filter(|part| options.part.iter().any(|name| name == part.name)).collect()
    };
    let wishes = run_parts::Wishes { resume: options.everything, write: options.write, keep_going: options.keep_going };
    run_parts::run(workspace, &parts, wishes)
}
