//! Planted bugs: a copy of the tree with every patch of `torture/planted/` in it, built once. A bug is switched on by its name
//! in `QUAD_TEST_PLANTED`, so that one build shows which test catches which bug. The product itself has neither bug nor switch.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::workspace::{QUAD, Workspace};
use crate::{process, tidy, web};

/// Where the patches are: one for a bug, or for several that meet in a place, and the switch.
const PATCHES: &str = "torture/planted";
/// The name of the server among the tests, which have the names of their packages.
pub const PROGRAM: &str = "program";
/// Packages whose tests are to catch something, and the target of these.
const TESTED: [(&str, &str); 3] = [(QUAD, "it"), ("quad-jobs", "it"), ("quad-db", "portable")];

/// A folder with the binary and the tests that have the planted bugs, under names of their own: the plain `quad` of the
/// target folder stays without.
pub fn build(workspace: &Workspace) -> Result<PathBuf> {
    web::build(workspace)?;
    let folder = workspace.target.join("planted");
    let source = folder.join("source");
    copy(&workspace.root, &source)?;
    process::run(apply(&workspace.root, &source, &[])?)?;
    let built = built(workspace, &source)?;
    let aside = |package: &str, target: &str, name: &str| {
        let built = executable(&built, package, target).with_context(|| format!("cargo names no {target}"))?;
        let path = folder.join(name);
        // Removed first: a copy over a running program fails, and a hard link would share later builds.
        let _ = fs::remove_file(&path);
        fs::copy(built, &path).context("putting what is planted aside")
    };
    aside(QUAD, QUAD, PROGRAM)?;
    for (package, target) in TESTED {
        aside(package, target, package)?;
    }
    self::built(workspace, &workspace.root)?;
    Ok(folder)
}

/// What cargo says that it built of the tree at a place, in the target folder of this one.
fn built(workspace: &Workspace, root: &Path) -> Result<String> {
    let mut command = workspace.cargo();
    command.current_dir(root).env("CARGO_TARGET_DIR", &workspace.target);
    command.args(["test", "--no-run", "--workspace", "--message-format", "json-render-diagnostics"]);
    String::from_utf8(process::output(command)?).context("cargo's messages")
}

/// The project's own files, and the web client that the server has inside.
fn copy(root: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        fs::remove_dir_all(to).context("removing the copy of before")?;
    }
    let dist = crate::build_stamp::files_below(&root.join("web/dist"), &[])?;
    let dist = dist.iter().filter_map(|file| file.strip_prefix(root).ok()?.to_str().map(str::to_owned));
    for name in tidy::names(root)?.into_iter().chain(dist) {
        let path = to.join(&name);
        fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
        fs::copy(root.join(&name), &path).with_context(|| format!("copying {name}"))?;
    }
    Ok(())
}

/// The command that puts all patches into a tree.
fn apply(root: &Path, tree: &Path, more: &[&str]) -> Result<Command> {
    let mut patches: Vec<_> =
        fs::read_dir(root.join(PATCHES))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    patches.sort();
    let mut command = Command::new("git");
    // Within a repository git takes paths from its root, and passes over what is elsewhere.
    command.current_dir(tree).env("GIT_CEILING_DIRECTORIES", tree.parent().unwrap_or(tree));
    command.arg("apply").args(more).args(patches);
    Ok(command)
}

/// The file that cargo says it built for a target of a package.
fn executable(messages: &str, package: &str, target: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let of = format!("#{package}@");
    let is_of = |said: &Value| said["package_id"].as_str().is_some_and(|id| id.contains(&of));
    let mut built = messages.filter(|said| is_of(said) && said["target"]["name"] == target);
    built.find_map(|said| said["executable"].as_str().map(|path| Path::new(path).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_says_what_it_built() {
        let said = r#"{"package_id":"path+file:///x/server#quad@1.0.0","target":{"name":"quad"},"executable":null}
{"package_id":"path+file:///x/server#quad@1.0.0","target":{"name":"quad"},"executable":"/x/quad"}
{"package_id":"path+file:///x/crates/jobs#quad-jobs@1.0.0","target":{"name":"it"},"executable":"/x/deps/it-2"}
{"package_id":"path+file:///x/server#quad@1.0.0","target":{"name":"it"},"executable":"/x/deps/it-1"}"#;
        assert_eq!(executable(said, "quad", "quad"), Some("/x/quad".into()));
        assert_eq!(executable(said, "quad", "it"), Some("/x/deps/it-1".into()));
        assert_eq!(executable(said, "quad-jobs", "it"), Some("/x/deps/it-2".into()));
        assert_eq!(executable(said, "quad", "other"), None);
    }

    #[test]
    fn every_patch_fits_the_tree() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tree");
        let folder = tempfile::tempdir().expect("a folder");
        let tree = folder.path().join("tree");
        for part in ["server/src", "crates", "features"] {
            for file in crate::build_stamp::files_below(&root.join(part), &["target"]).expect("files") {
                let path = tree.join(file.strip_prefix(root).expect("below the tree"));
                fs::create_dir_all(path.parent().expect("a folder")).expect("made");
                fs::copy(&file, path).expect("copied");
            }
        }
        process::run(apply(root, &tree, &[]).expect("patches")).expect("all of them fit");
        assert!(tree.join("crates/db/src/planted.rs").is_file(), "the switch is in the copy");
        assert!(!root.join("crates/db/src/planted.rs").exists(), "and not in the product");
    }
}
