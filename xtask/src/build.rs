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

/// A binary of the development profile, made of what the tests are made of. cargo chooses the features of what is depended on by
/// everything it builds at once, the dependencies of tests among it: alone, the binary would have nearly all of that
/// built a second time. Hence the whole workspace, and the smallest of its tests with it.
pub fn beside_tests(workspace: &Workspace, binary: &str) -> Result<PathBuf> {
    let mut command = workspace.cargo();
    command.args(["build", "--quiet", "--workspace", "--bin", binary, "--test", "portable"]);
    process::run(command)?;
    Ok(workspace.target.join("debug").join(binary))
}
