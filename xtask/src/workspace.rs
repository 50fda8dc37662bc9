//! Workspace: where things are, the root of the tree, the target folder, the packages; and the commands every other file starts
//! from (`cargo`, `npm`). It never assumes `./target`: cargo is asked, so `CARGO_TARGET_DIR` is honoured.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process;

/// The name of the server's package and binary.
pub const QUAD: &str = "quad";

pub struct Workspace {
    pub root: PathBuf,
    pub target: PathBuf,
    packages: Vec<Value>,
}

impl Workspace {
    pub fn find() -> Result<Self> {
        // cargo says at run time where xtask lies; the compiled-in place serves a binary started by hand.
        let xtask = env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
        let root = Path::new(&xtask).parent().context("xtask/ has no folder above it")?.to_owned();
        let mut command = cargo_in(&root);
        command.args(["metadata", "--no-deps", "--format-version", "1"]);
        let found: Value = serde_json::from_slice(&process::output(command)?).context("reading cargo metadata")?;
        let target = found["target_directory"].as_str().context("cargo metadata names no target folder")?.into();
        let packages = found["packages"].as_array().cloned().unwrap_or_default();
        Ok(Self { root, target, packages })
    }

    /// A folder that cargo knows nothing of.
    #[cfg(test)]
    pub fn of_folder(root: &Path) -> Self {
        Self { root: root.to_owned(), target: root.join("target"), packages: Vec::new() }
    }

    pub fn cargo(&self) -> Command {
        cargo_in(&self.root)
    }

    /// `npm` in a folder of the tree. Browsers come from the machine, never from npm.
    pub fn npm(&self, folder: &str) -> Command {
        self.node_tool("npm", folder)
    }

    pub fn npx(&self, folder: &str) -> Command {
        self.node_tool("npx", folder)
    }

    fn node_tool(&self, tool: &str, folder: &str) -> Command {
        let mut command = Command::new(tool);
        command.current_dir(self.root.join(folder)).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        without_cargo_words(&mut command);
        command
    }

    /// The binary `quad` of a profile (`debug` or `release`).
    pub fn quad_binary(&self, profile: &str) -> PathBuf {
        self.target.join(profile).join(QUAD)
    }

    /// The commit, and `-dirty` behind it where a file of it was changed.
    pub fn commit(&self) -> Result<String> {
        self.git(&["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"])
    }

    /// What git prints, without the last line's end.
    pub fn git(&self, arguments: &[&str]) -> Result<String> {
        let mut command = Command::new("git");
        command.current_dir(&self.root).args(arguments);
        Ok(String::from_utf8(process::output(command)?)?.trim().to_owned())
    }

    /// The version of the server's package.
    pub fn quad_version(&self) -> Option<&str> {
        self.packages.iter().find(|package| package["name"] == QUAD)?["version"].as_str()
    }
}

/// The day, as `2026-11-28`, in UTC.
pub fn today() -> Result<String> {
    let mut command = Command::new("date");
    command.args(["--utc", "+%Y-%m-%d"]);
    Ok(String::from_utf8(process::output(command)?)?.trim().to_owned())
}

fn cargo_in(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    without_cargo_words(&mut command);
    command
}

/// Takes out what `cargo run` told *us* about the xtask package: build scripts (ring's, for one)
/// watch these variables and would rebuild everything when called once with and once without them.
fn without_cargo_words(command: &mut Command) {
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") || text == "CARGO_CRATE_NAME" {
            command.env_remove(&name);
        }
    }
}
