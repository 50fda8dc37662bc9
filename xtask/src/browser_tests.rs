//! Browser tests: Playwright on a binary of the tests' profile with the test hooks (testbed/src/bin/quad_hooks.rs), and
//! the main job on every engine.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{build, flaky_tests, prerequisites};

/// Playwright, with the binaries it starts: `quad`, and `hooks` where a test asks for the test hooks.
pub fn command(workspace: &Workspace, quad: &Path, hooks: &Path) -> Result<Command> {
    let mut command = workspace.npx("e2e");
    command.args(["playwright", "test"]);
    command.env("QUAD_BIN", quad).env("QUAD_HOOKS_BIN", hooks).env("QUAD_CHROMIUM", prerequisites::chromium()?);
    if let Some(shell) = prerequisites::chromium_shell() {
        command.env("QUAD_CHROMIUM_SHELL", shell);
    }
    flaky_tests::told(workspace, &mut command);
    Ok(command)
}

/// Playwright on the binary with the test hooks, which is built first.
pub fn on_hooks(workspace: &Workspace) -> Result<Command> {
    let hooks = build::beside_tests(workspace, build::HOOKS)?;
    command(workspace, &hooks, &hooks)
}

/// The main job on Firefox, WebKit and Chromiums of every age.
pub fn engines(workspace: &Workspace) -> Result<Command> {
    prerequisites::engines()?;
    let mut command = on_hooks(workspace)?;
    command.args(["--config", "engines.config.ts"]);
    Ok(command)
}
