//! `tidy`: the walls of ARCHITECTURE.md that the compiler cannot hold – who may import whom,
//! SQL in its place, wire names at the edge, no outside call inside a transaction, nothing that changes kept by a process
//! as a whole, a header on every file; what the tree is built of; figures that several places repeat; the evidence that the
//! documents of trust name. One rule is one small function with tests on planted violations; sizes and style are not its
//! business (rustfmt, clippy and biome have those).

mod evidence;
mod headers;
mod paths;
mod repeated;
mod server;
mod sql;
mod statics;
mod supply;
mod tokens;
mod transactions;
mod web;
mod wire_names;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;
use crate::stamp::files_below;
use crate::workshop::Workshop;
pub use evidence::Asvs;
use paths::Used;
use tokens::Token;

/// One source file, read and taken apart once for all rules.
pub struct Source {
    /// From the root, with `/`.
    pub path: String,
    pub text: String,
    pub tokens: Vec<Token>,
    /// What a Rust file names by a path; empty for TypeScript.
    pub used: Vec<Used>,
}

pub struct Finding {
    pub path: String,
    pub line: usize,
    pub what: String,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Self {
        let rust = has_extension(path, &["rs"]);
        let tokens = tokens::of(text, rust);
        let used = if rust { paths::used(&tokens, &paths::module_of(path)) } else { Vec::new() };
        Self { path: path.to_owned(), text: text.to_owned(), tokens, used }
    }

    pub fn finding(&self, line: usize, what: impl Into<String>) -> Finding {
        Finding { path: self.path.clone(), line, what: what.into() }
    }

    /// `contests` and the rest of the path, for `server/src/features/contests/…`.
    pub fn feature(&self) -> Option<(&str, &str)> {
        self.path.strip_prefix("server/src/features/")?.split_once('/')
    }
}

/// What docs/asvs.md comes to: how much of OWASP's list applies, and of how much the evidence exists.
pub fn asvs(shop: &Workshop) -> Result<Asvs> {
    evidence::asvs(&shop.root)
}

pub fn tidy(shop: &Workshop) -> Result<()> {
    let names = names(&shop.root)?;
    let sources = sources(&shop.root, &names)?;
    let mut findings = findings(&sources);
    findings.extend(supply::findings(&shop.root, &names));
    findings.extend(evidence::findings(&shop.root));
    findings.extend(repeated::findings(&shop.root));
    for Finding { path, line, what } in &findings {
        println!("{path}:{line}: {what}");
    }
    match findings.len() {
        0 => {
            let Asvs { applicable, with_evidence } = asvs(shop)?;
            println!("tidy: {} files, no violation", sources.len());
            println!("ASVS: {with_evidence} of {applicable} applicable items with evidence");
        }
        1 => bail!("1 violation"),
        many => bail!("{many} violations"),
    }
    Ok(())
}

fn findings(sources: &[Source]) -> Vec<Finding> {
    let modules = server::Modules::of(sources);
    let mut all = Vec::new();
    for source in sources {
        all.extend(headers::header(source));
        all.extend(server::feature_walls(source, &modules));
        all.extend(server::routes_in_their_place(source));
        all.extend(server::pure_files(source));
        all.extend(server::lower_floors(source));
        all.extend(server::libraries(source));
        all.extend(sql::in_its_place(source));
        all.extend(wire_names::at_the_edge(source));
        all.extend(transactions::no_outside_calls(source));
        all.extend(statics::explained(source));
        all.extend(web::zones(source));
    }
    all
}

/// The project's own files: what git tracks or would track; outside git, a walk. A deleted file that is still tracked is not
/// there to be judged.
fn names(root: &Path) -> Result<Vec<String>> {
    let mut names = if root.join(".git").exists() { listed_by_git(root)? } else { walked(root)? };
    names.retain(|name| root.join(name).is_file());
    Ok(names)
}

fn sources(root: &Path, names: &[String]) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for name in names.iter().filter(|name| has_extension(name, &["rs", "ts", "tsx"])) {
        let text = fs::read_to_string(root.join(name)).with_context(|| format!("reading {name}"))?;
        sources.push(Source::new(name, &text));
    }
    Ok(sources)
}

fn listed_by_git(root: &Path) -> Result<Vec<String>> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["ls-files", "-co", "--exclude-standard", "-z"]);
    let listed = String::from_utf8(process::output(git)?).context("a file name is not UTF-8")?;
    Ok(listed.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

fn walked(root: &Path) -> Result<Vec<String>> {
    let files = files_below(root, &["target", "node_modules", "dist", "data", ".git"])?;
    let relative = files.iter().filter_map(|file| file.strip_prefix(root).ok()?.to_str());
    Ok(relative.map(|name| name.replace('\\', "/")).collect())
}

fn has_extension(name: &str, wanted: &[&str]) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| wanted.contains(&extension))
}

/// Files that are tests by their place or name.
fn is_test(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    path.contains("/tests/") || path.starts_with("e2e/") || path == "web/src/testing.ts" || name.contains(".test.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plant(root: &Path, name: &str, text: &str) {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn planted() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        plant(folder.path(), ".gitignore", "node_modules/\n");
        plant(folder.path(), "web/node_modules/x/index.ts", "no header");
        plant(folder.path(), "server/src/lib.rs", "//! The modules of the server, one line each.\n");
        plant(folder.path(), "server/src/kernel/ids.rs", "use crate::edge::reply;\n");
        folder
    }

    #[test]
    fn git_and_the_walk_see_the_same_tree() {
        let folder = planted();
        let judged = || {
            let all = sources(folder.path(), &names(folder.path()).unwrap()).unwrap();
            let mut paths: Vec<_> = all.into_iter().map(|source| source.path).collect();
            paths.sort();
            paths
        };
        let walked = judged();
        assert_eq!(walked, ["server/src/kernel/ids.rs", "server/src/lib.rs"]);
        let mut git = Command::new("git");
        git.current_dir(folder.path()).args(["init", "--quiet"]);
        process::run(git).unwrap();
        assert_eq!(judged(), walked);
    }

    #[test]
    fn a_planted_tree_is_judged_whole() {
        let folder = planted();
        let found = findings(&sources(folder.path(), &names(folder.path()).unwrap()).unwrap());
        let told: Vec<_> = found.iter().map(|finding| (finding.path.as_str(), finding.line)).collect();
        assert_eq!(told, [("server/src/kernel/ids.rs", 1), ("server/src/kernel/ids.rs", 1)]);
    }
}
