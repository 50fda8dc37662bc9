//! `gen`: handlers → server/openapi.json → the web client's types, config.example.toml, and the licences of what others wrote.
//! All of it is committed, so that the web build needs no compiled server. `--check` fails when
//! the committed files were not what the code says; the new ones are then left in place to commit.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::build_stamp::files_below;
use crate::supply::licences;
use crate::workspace::{QUAD, Workspace};
use crate::{build, prerequisites, process, web};

const OPENAPI: &str = "server/openapi.json";
const CONFIG: &str = "config.example.toml";
const TYPES: &str = "web/src/api/generated";

#[derive(Clone, Copy, clap::Args)]
pub struct Options {
    /// Fail when a generated file was not current
    #[arg(long)]
    check: bool,
}

impl Options {
    pub const CHECK: Self = Self { check: true };
}

pub fn generate(workspace: &Workspace, options: Options) -> Result<()> {
    let before = files(workspace)?;
    prerequisites::npm_packages(workspace, "web")?;
    let quad = build::beside_tests(workspace, QUAD)?;
    printed(workspace, &quad, "openapi", OPENAPI)?;
    printed(workspace, &quad, "config-example", CONFIG)?;
    licences::write(workspace)?;
    web::script(workspace, "web", "gen")?;
    let changed = changed(&before, &files(workspace)?);
    match (changed.is_empty(), options.check) {
        (true, _) => println!("The generated files are current."),
        (false, false) => println!("Changed: {}", changed.join(", ")),
        (false, true) => {
            bail!("not current: {} – `cargo xtask gen` has written them now, commit them", changed.join(", "))
        }
    }
    Ok(())
}

/// Writes what `quad <command>` prints; an unchanged file keeps its time.
fn printed(workspace: &Workspace, quad: &Path, command_name: &str, file: &str) -> Result<()> {
    let mut command = Command::new(quad);
    command.current_dir(&workspace.root).arg(command_name);
    let text = process::output(command)?;
    let path = workspace.root.join(file);
    if fs::read(&path).ok().as_ref() == Some(&text) {
        return Ok(());
    }
    fs::write(&path, text).with_context(|| format!("writing {file}"))
}

type Contents = BTreeMap<PathBuf, Vec<u8>>;

fn files(workspace: &Workspace) -> Result<Contents> {
    let mut paths =
        vec![workspace.root.join(OPENAPI), workspace.root.join(CONFIG), workspace.root.join(licences::FILE)];
    let types = workspace.root.join(TYPES);
    if types.is_dir() {
        paths.extend(files_below(&types, &[])?);
    }
    let read = |path: PathBuf| {
        let text = fs::read(&path).ok()?;
        Some((path.strip_prefix(&workspace.root).ok()?.to_owned(), text))
    };
    Ok(paths.into_iter().filter_map(read).collect())
}

/// Files that appeared, went, or differ.
fn changed(before: &Contents, after: &Contents) -> Vec<String> {
    let mut names: Vec<_> =
        before.keys().chain(after.keys()).filter(|name| before.get(*name) != after.get(*name)).collect();
    names.sort();
    names.dedup();
    names.into_iter().map(|name| name.display().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_appeared_went_or_differs() {
        let tree = |files: &[(&str, &str)]| -> Contents {
            files.iter().map(|(name, text)| (PathBuf::from(name), text.as_bytes().to_vec())).collect()
        };
        let before = tree(&[("a", "1"), ("b", "1"), ("c", "1")]);
        assert!(changed(&before, &before).is_empty());
        assert_eq!(changed(&before, &tree(&[("a", "1"), ("b", "2"), ("d", "1")])), ["b", "c", "d"]);
    }
}
