//! `build`: the web client, then the release binary with it inside, and beside it the bills of materials of both.

use std::path::PathBuf;

use anyhow::Result;

use crate::workspace::{QUAD, Workspace};
use crate::{process, supply, web};

pub fn build(workspace: &Workspace) -> Result<()> {
    web::build(workspace)?;
    server(workspace)?;
    let binary = workspace.quad_binary("release");
    supply::write_bills(workspace, &binary)?;
    println!("Built {}", binary.display());
    Ok(())
}

/// Only the binary; the web client must have been built.
pub fn server(workspace: &Workspace) -> Result<()> {
    let mut command = workspace.cargo();
    command.args(["build", "--release", "--package", QUAD, "--bin", QUAD]);
    process::run(command)
}

/// Quad with the test clock and a push service of the tests' own (testbed/src/bin/quad_hooks.rs).
pub const HOOKS: &str = "quad-hooks";

/// What the gate builds. The benchmark and the torture carry the whole server in four more programs; clippy sees them, and their
/// tests are a part of `--everything`. cargo chooses the features of what is depended on by everything it builds at once: these two
/// change none, so nothing is built a second time with them.
pub const GATE: [&str; 5] = ["--workspace", "--exclude", "quad-bench", "--exclude", "quad-torture"];

/// Without the examples, which clippy sees.
pub const TARGETS: [&str; 3] = ["--lib", "--bins", "--tests"];

/// All programs of the tests, and `quad`.
pub fn tests(workspace: &Workspace) -> Result<()> {
    let mut command = workspace.cargo();
    command.args(["test", "--no-run", "--quiet"]).args(GATE).args(TARGETS);
    process::run(command)
}

/// A binary of the tests' profile, made of what the tests are made of: alone, it would have nearly all of its dependencies built a
/// second time, with other features. Hence the packages of the gate, and the smallest of their tests with it.
pub fn beside_tests(workspace: &Workspace, binary: &str) -> Result<PathBuf> {
    let mut command = workspace.cargo();
    command.args(["build", "--quiet", "--profile", "test"]).args(GATE).args(["--bin", binary, "--test", "portable"]);
    process::run(command)?;
    Ok(workspace.target.join("debug").join(binary))
}
