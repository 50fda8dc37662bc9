//! `supply`: asks cargo-deny (installed into the target folder when it is missing) about licences, forbidden crates and sources
//! of everything in Cargo.lock; with `--advisories` also whether a vulnerability is known, which needs a network.
//! What a release is made of: `components.rs`; told as bills of materials: `bills.rs`; as a page of licences: `licences.rs`.

mod bills;
mod components;
pub mod licences;

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

pub use bills::write as write_bills;

use crate::workshop::Workshop;
use crate::{machine, process};

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

pub fn supply(shop: &Workshop, options: Options) -> Result<()> {
    if options.licences {
        machine::npm_packages(shop, "web")?;
        return licences::write(shop);
    }
    let mut command = Command::new(cargo_deny(shop)?);
    command.current_dir(&shop.root).args(["check", "bans", "licenses", "sources"]);
    if options.advisories {
        command.arg("advisories");
    }
    process::run(command)
}

fn cargo_deny(shop: &Workshop) -> Result<PathBuf> {
    if let Some(found) = machine::in_path("cargo-deny") {
        return Ok(found);
    }
    let folder = shop.target.join("cargo-deny");
    let program = folder.join("bin/cargo-deny");
    if !program.exists() {
        println!("Installing cargo-deny …");
        let mut command = shop.cargo();
        command.args(["install", "cargo-deny", "--locked", "--version", CARGO_DENY, "--root"]).arg(&folder);
        process::run(command)?;
    }
    Ok(program)
}
