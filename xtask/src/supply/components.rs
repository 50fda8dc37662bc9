//! Components of a release, besides our own code: crates that are linked into the binary (not those for tests or
//! builds, nor macros, which are used up while it is built), and npm packages the web client is made of. Asked of cargo
//! and the lock files; no network.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process;
use crate::workspace::{QUAD, Workspace};

/// What releases are made for; the same list on every machine.
const TARGET: &str = "x86_64-unknown-linux-gnu";
/// Only for building, but what it writes is shipped.
const SHIPPED_BY_THE_BUILD: [&str; 3] = ["rolldown", "tailwindcss", "vite"];

pub struct Component {
    pub name: String,
    pub version: String,
    /// An expression of SPDX, as the package says it.
    pub licence: String,
    /// Where its source is kept.
    pub home: Option<String>,
    /// Where its files are on this machine, if they are.
    pub folder: Option<PathBuf>,
    /// SHA-256 of the package, in hexadecimal, where the lock file has it.
    pub sha256: Option<String>,
}

/// Crates that are linked into the binary.
pub fn crates(workspace: &Workspace) -> Result<Vec<Component>> {
    let mut command = workspace.cargo();
    command.args(["tree", "--locked", "--package", QUAD, "--target", TARGET]);
    command.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{l}\t{r}\t{p}"]);
    let tree = String::from_utf8(process::output(command)?).context("cargo tree printed no UTF-8")?;
    let checksums = checksums(&fs::read_to_string(workspace.root.join("Cargo.lock"))?)?;
    let lines: BTreeSet<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    let sources = sources()?;
    let component = |(licence, home, name, version): (&str, &str, &str, &str)| Component {
        name: name.to_owned(),
        version: version.to_owned(),
        // How licences were written before SPDX had expressions.
        licence: licence.replace(" / ", "/").replace('/', " OR "),
        home: (!home.is_empty()).then(|| web_address(home)),
        folder: sources.iter().map(|folder| folder.join(format!("{name}-{version}"))).find(|folder| folder.is_dir()),
        sha256: checksums.get(&(name.to_owned(), version.to_owned())).cloned(),
    };
    let mut all: Vec<_> = lines.into_iter().filter_map(read).map(component).collect();
    all.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(all)
}

/// Licence, source, name and version of a line of `cargo tree`; none of ours, whose folder is told as well.
fn read(line: &str) -> Option<(&str, &str, &str, &str)> {
    let mut parts = line.split('\t');
    let (licence, home, package) = (parts.next()?, parts.next()?, parts.next()?);
    let (name, version) = package.split_once(" v")?;
    (!version.contains(' ')).then_some((licence, home, name, version))
}

/// Where cargo keeps the sources it has fetched.
fn sources() -> Result<Vec<PathBuf>> {
    let home = match env::var_os("CARGO_HOME") {
        Some(named) => PathBuf::from(named),
        None => PathBuf::from(env::var_os("HOME").context("neither CARGO_HOME nor HOME is set")?).join(".cargo"),
    };
    let Ok(found) = fs::read_dir(home.join("registry/src")) else { return Ok(Vec::new()) };
    Ok(found.flatten().map(|entry| entry.path()).collect())
}

fn checksums(lock: &str) -> Result<BTreeMap<(String, String), String>> {
    let lock: toml::Table = lock.parse().context("reading Cargo.lock")?;
    let packages = lock.get("package").and_then(toml::Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let read = |package: &toml::Value| {
        let text = |key: &str| Some(package.get(key)?.as_str()?.to_owned());
        Some(((text("name")?, text("version")?), text("checksum")?))
    };
    Ok(packages.iter().filter_map(read).collect())
}

/// npm packages the web client is made of.
pub fn packages(workspace: &Workspace) -> Result<Vec<Component>> {
    let web = workspace.root.join("web");
    let lock: Value = serde_json::from_str(&fs::read_to_string(web.join("package-lock.json"))?)?;
    let locked = lock["packages"].as_object().context("package-lock.json names no packages")?;
    let mut all = Vec::new();
    for (place, package) in locked {
        let Some((_, name)) = place.rsplit_once("node_modules/") else { continue };
        // Optional ones are programs for Node.js, which no browser gets.
        let is_shipped =
            [&package["dev"], &package["devOptional"], &package["optional"]].iter().all(|flag| flag.is_null());
        if !is_shipped && !SHIPPED_BY_THE_BUILD.contains(&name) {
            continue;
        }
        let folder = web.join(place);
        let text =
            fs::read_to_string(folder.join("package.json")).with_context(|| format!("{name} is not installed"))?;
        let manifest: Value = serde_json::from_str(&text).with_context(|| format!("reading {name}'s package.json"))?;
        let home = manifest["repository"]["url"].as_str().or(manifest["repository"].as_str());
        all.push(Component {
            name: name.to_owned(),
            version: package["version"].as_str().unwrap_or_default().to_owned(),
            licence: package["license"].as_str().unwrap_or_default().to_owned(),
            home: home.map(web_address),
            folder: Some(folder),
            sha256: None,
        });
    }
    all.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(all)
}

/// `git+https://github.com/x/y.git` as people open it.
fn web_address(repository: &str) -> String {
    let bare = repository.trim_start_matches("git+").trim_end_matches(".git");
    let bare = bare
        .replace("git://", "https://")
        .replace("ssh://git@", "https://")
        .replace("git@github.com:", "https://github.com/");
    match bare.strip_prefix("github:") {
        Some(path) => format!("https://github.com/{path}"),
        None if bare.contains("://") => bare,
        None => format!("https://github.com/{bare}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cargo_tree_prints_is_read() {
        let line = "MIT\thttps://a.example/b\tzstd-sys v2.1.3+zstd.1.5.7";
        assert_eq!(read(line), Some(("MIT", "https://a.example/b", "zstd-sys", "2.1.3+zstd.1.5.7")));
        assert_eq!(read("\t\tquad-db v0.1.0 (/srv/quad/crates/db)"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn addresses_are_for_people() {
        for written in [
            "git+https://github.com/x/y.git",
            "git://github.com/x/y.git",
            "github:x/y",
            "x/y",
            "git+ssh://git@github.com/x/y.git",
        ] {
            assert_eq!(web_address(written), "https://github.com/x/y");
        }
    }
}
