//! Licences page: `web/public/licences.json`, which the page /licences shows. It names the parts of a release that
//! others wrote, and their licences' texts as they lie in the packages. Each text once. Made by `cargo xtask gen`; a
//! part without a licence stops it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde_json::{Value, json};

use super::components::{self, Component};
use crate::build_stamp::files_below;
use crate::workspace::Workspace;

pub const FILE: &str = "web/public/licences.json";
/// How names of files begin that have a licence in them.
const NAMES: [&str; 6] = ["license", "licence", "copying", "unlicense", "notice", "copyright"];
/// Folders all of whose files are licences (https://reuse.software).
const FOLDER: &str = "LICENSES";
/// What stands below is about what the package was built with, not about what it puts into our build.
const NOT_SHIPPED: &str = "\n# Licenses of bundled dependencies";
/// Folders of a package that are not built.
const NOT_BUILT: [&str; 9] =
    ["tests", "test", "examples", "benches", "fuzz", "target", "node_modules", "third_party", "testdata"];

pub fn write(workspace: &Workspace) -> Result<()> {
    let text = made(workspace)?;
    let path = workspace.root.join(FILE);
    // An unchanged file keeps its time.
    if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
        fs::write(path, text)?;
    }
    Ok(())
}

fn made(workspace: &Workspace) -> Result<String> {
    let (linked, shown) = (components::crates(workspace)?, components::packages(workspace)?);
    let mut texts = Texts::default();
    let mut parts = Vec::new();
    for (place, components) in [("server", &linked), ("browser", &shown)] {
        for component in components {
            parts.push(part(place, component, components, &mut texts)?);
        }
    }
    // A line per part and per text: a dependency that changed is a small difference.
    let lines = |values: &[Value]| values.iter().map(Value::to_string).collect::<Vec<_>>().join(",\n");
    Ok(format!("{{\"parts\":[\n{}\n],\"texts\":[\n{}\n]}}\n", lines(&parts), lines(&texts.all())))
}

fn part(place: &str, component: &Component, beside: &[Component], texts: &mut Texts) -> Result<Value> {
    let Component { name, version, licence, home, .. } = component;
    if licence.is_empty() {
        bail!("{name} {version} names no licence");
    }
    let Some(folder) = &component.folder else { bail!("the files of {name} {version} are not on this machine") };
    let mut found = texts_in(folder)?;
    // Some packages of a repository leave the text to another one.
    let siblings = beside.iter().filter(|other| home.is_some() && other.home == *home);
    for sibling in siblings.filter_map(|other| other.folder.as_ref()) {
        if found.is_empty() {
            found = texts_in(sibling)?;
        }
    }
    let numbers: Vec<usize> = found.into_iter().map(|text| texts.number(text)).collect();
    let mut told = json!({"name": name, "version": version, "licence": licence, "in": place, "texts": numbers});
    if let Some(home) = home {
        told["home"] = json!(home);
    }
    Ok(told)
}

/// What a package's files say, those of C inside it too.
fn texts_in(folder: &Path) -> Result<Vec<String>> {
    let named = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_lowercase();
        let is_source =
            [".rs", ".js", ".ts", ".json", ".h", ".c", ".py", ".html", ".map"].iter().any(|end| name.ends_with(end));
        let is_inside = path.parent().is_some_and(|folder| folder.ends_with(FOLDER));
        (is_inside || NAMES.iter().any(|begin| name.starts_with(begin))) && !is_source
    };
    let mut paths: Vec<_> = files_below(folder, &NOT_BUILT)?.into_iter().filter(named).collect();
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        let text = String::from_utf8_lossy(&fs::read(path)?).replace("\r\n", "\n");
        let text = text.split(NOT_SHIPPED).next().unwrap_or_default();
        let text = text.trim_start_matches('\u{feff}').trim_matches('\n').trim_end().to_owned();
        // A file that only names another (`../LICENSE`, a link that was not followed) has no text.
        if text.lines().count() > 1 && !texts.contains(&text) {
            texts.push(text);
        }
    }
    Ok(texts)
}

#[derive(Default)]
struct Texts {
    numbers: BTreeMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: String) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(text).or_insert(next)
    }

    fn all(&self) -> Vec<Value> {
        let mut all: Vec<_> = self.numbers.iter().collect();
        all.sort_by_key(|(_, number)| **number);
        all.into_iter().map(|(text, _)| json!(text)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_and_kept_once() {
        let folder = tempfile::tempdir().unwrap();
        let plant = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        plant("LICENSE-MIT", "MIT\r\n\r\nYou may.\n");
        plant("vendor/COPYING", "BSD\nYou may.\n");
        plant("license.rs", "fn no() {}\nfn text() {}\n");
        plant("tests/LICENSE", "Of\nthe tests");
        plant("LICENSE", "../LICENSE");
        plant("LICENSES/0BSD.txt", "0BSD\nYou may.\n\n# Licenses of bundled dependencies\n\nOthers.");
        plant("src/lib.rs", "//! Code.");
        let found = texts_in(folder.path()).unwrap();
        assert_eq!(found, ["MIT\n\nYou may.", "0BSD\nYou may.", "BSD\nYou may."]);
        let mut texts = Texts::default();
        let numbers: Vec<usize> = found.iter().chain(&found).map(|text| texts.number(text.clone())).collect();
        assert_eq!(numbers, [0, 1, 2, 0, 1, 2]);
        assert_eq!(texts.all(), [json!("MIT\n\nYou may."), json!("0BSD\nYou may."), json!("BSD\nYou may.")]);
    }
}
