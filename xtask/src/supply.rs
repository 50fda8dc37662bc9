//! `supply`: asks cargo-deny (installed into the target folder when it is missing) about licences, forbidden crates and sources
//! of everything in Cargo.lock; with `--advisories` also whether a vulnerability is known, which needs a network.
//! What a release is made of: `components.rs`; told as bills of materials: `bills.rs`; as a page of licences: `licences.rs`.

mod bills;
mod components;
pub mod licences;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

pub use bills::write as write_bills;

use crate::workspace::Workspace;
use crate::{prerequisites, process};

/// The version deny.toml is written for.
const CARGO_DENY: &str = "0.20.2";

#[derive(Clone, Copy, clap::Args)]
pub struct Options {
    /// Ask whether vulnerabilities are known, too; fetches the advisory database
    #[arg(long)]
    advisories: bool,
    /// Only write web/public/licences.json anew
    #[arg(long)]
    licences: bool,
}

pub fn supply(workspace: &Workspace, options: Options) -> Result<()> {
    if options.licences {
        prerequisites::npm_packages(workspace, "web")?;
        return licences::write(workspace);
    }
    let mut command = Command::new(cargo_deny(workspace)?);
    command.current_dir(&workspace.root).args(["check", "bans", "licenses", "sources"]);
    if options.advisories {
        command.arg("advisories");
    }
    let (verdict, printed) = process::shown_and_kept(command)?;
    let lock = fs::read_to_string(workspace.root.join("Cargo.lock")).context("reading Cargo.lock")?;
    println!("trust: libraries: {} / {}", foreign(&lock), refusals(&printed));
    verdict
}

/// Packages of the lock file that are not our own.
fn foreign(lock: &str) -> usize {
    lock.lines().filter(|line| line.starts_with("source = ")).count()
}

/// What cargo-deny does not let pass: each has a head of its own.
fn refusals(printed: &str) -> usize {
    printed.lines().filter(|line| line.starts_with("error[")).count()
}

fn cargo_deny(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(found) = prerequisites::in_path("cargo-deny") {
        return Ok(found);
    }
    let folder = workspace.target.join("cargo-deny");
    let program = folder.join("bin/cargo-deny");
    if !program.exists() {
        println!("Installing cargo-deny …");
        let mut command = workspace.cargo();
        command.args(["install", "cargo-deny", "--locked", "--version", CARGO_DENY, "--root"]).arg(&folder);
        process::run(command)?;
    }
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_and_refusals_are_counted() {
        let lock = "[[package]]\nname = \"a\"\nsource = \"registry+x\"\n\n[[package]]\nname = \"quad\"\n";
        assert_eq!(foreign(lock), 1);
        let printed = "error[banned]: crate 'openssl' is banned\n   = help\nwarning[x]: y\nerror[rejected]: z\n";
        assert_eq!(refusals(printed), 2);
    }
}
