//! `tidy`, the checks of our own rules: import rules of docs/adding-a-feature.md that the compiler cannot check, no files that
//! import each other in a circle, SQL in its place, wire names at the edge, no outside call inside a transaction, no mutable
//! statics, no code that is other code in tests, no test of the gate that sleeps by the clock, no race tried on one engine, a
//! header on every file, names of files and types, dependencies, figures that several places repeat, and the evidence that the
//! documents of trust and docs/invariants.md name. One rule is one small function with tests on planted violations; sizes and
//! style are not its business (rustfmt, clippy and biome have those).

mod caches;
mod circles;
mod evidence;
mod file_names;
mod headers;
mod invariants;
mod paths;
mod raced_stories;
mod repeated;
mod server;
mod sleep_in_tests;
mod sql;
mod statics;
mod supply;
mod test_switch;
mod tokens;
mod transactions;
mod web;
mod wire_names;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::build_stamp::files_below;
use crate::process;
use crate::workspace::Workspace;
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

    /// `attempts` and the rest of the path, for `features/contests/src/attempts/…`.
    pub fn feature(&self) -> Option<(&str, &str)> {
        let (_, inside) = self.path.strip_prefix("features/")?.split_once("/src/")?;
        inside.split_once('/')
    }

    /// Part of the product: of its features, of what they stand on, or of what puts them together.
    pub fn is_product(&self) -> bool {
        let is_below = |folder: &str| self.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with("/src/"));
        self.path.starts_with("server/src/")
            || (self.path.starts_with("features/") && self.path.contains("/src/"))
            || server::FLOORS.iter().any(|name| is_below(&format!("crates/{name}")))
    }

    /// Rust of the product or of a library.
    pub fn is_shipped(&self) -> bool {
        let is_of_library = self.path.starts_with("crates/") && self.path.contains("/src/");
        has_extension(&self.path, &["rs"]) && (self.is_product() || is_of_library)
    }
}

/// What docs/asvs.md comes to: how much of OWASP's list applies, and of how much the evidence exists.
pub fn asvs(workspace: &Workspace) -> Result<Asvs> {
    evidence::asvs(&workspace.root)
}

pub fn tidy(workspace: &Workspace) -> Result<()> {
    let names = names(&workspace.root)?;
    let sources = sources(&workspace.root, &names)?;
    let mut findings = findings(&sources);
    findings.extend(circles::findings(&sources));
    findings.extend(supply::findings(&workspace.root, &names));
    findings.extend(evidence::findings(&workspace.root));
    findings.extend(invariants::findings(&workspace.root, &names, &sources));
    findings.extend(repeated::findings(&workspace.root));
    for Finding { path, line, what } in &findings {
        println!("{path}:{line}: {what}");
    }
    match findings.len() {
        0 => {
            let Asvs { applicable, with_evidence } = asvs(workspace)?;
            println!("tidy: {} files, no violation", sources.len());
            println!("ASVS: {with_evidence} of {applicable} applicable items with evidence");
        }
        1 => bail!("1 violation"),
        many => bail!("{many} violations"),
    }
    Ok(())
}

fn findings(sources: &[Source]) -> Vec<Finding> {
    let mut all = Vec::new();
    for source in sources {
        all.extend(headers::header(source));
        all.extend(file_names::not_bare_acts(source));
        all.extend(file_names::no_bare_act_types(source));
        all.extend(server::feature_order(source));
        all.extend(server::routes_in_their_place(source));
        all.extend(server::pure_files(source));
        all.extend(server::libraries(source));
        all.extend(sql::in_its_place(source));
        all.extend(wire_names::at_the_edge(source));
        all.extend(transactions::no_outside_calls(source));
        all.extend(caches::registered(source));
        all.extend(raced_stories::on_both_engines(source));
        all.extend(sleep_in_tests::of_the_gate(source));
        all.extend(statics::explained(source));
        all.extend(test_switch::refused(source));
        all.extend(web::zones(source));
    }
    all.extend(file_names::one_meaning(sources));
    all
}

/// The project's own files: what git tracks or would track; outside git, a walk. A deleted file that is still tracked is not
/// there to be judged.
pub fn names(root: &Path) -> Result<Vec<String>> {
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
    path.contains("/tests/") || path.starts_with("e2e/") || path == "web/src/testSetup.ts" || name.contains(".test.")
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
        plant(folder.path(), "features/contests/src/contests/ids.rs", "use crate::polls::Poll;\n");
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
        assert_eq!(walked, ["features/contests/src/contests/ids.rs", "server/src/lib.rs"]);
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
        assert_eq!(told, [("features/contests/src/contests/ids.rs", 1), ("features/contests/src/contests/ids.rs", 1)]);
    }
}
