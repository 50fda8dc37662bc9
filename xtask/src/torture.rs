//! `torture`: faults for the release binary, and bugs planted in another one to see whether they are caught (torture/README.md).
//!
//! The release binary is built first unless `--quad` names one, and for the fault `push` the binary with the test hooks unless
//! `--hooks` does. `torture planted` builds the server, its stories and the tests of two libraries with the feature `planted`, in
//! the development profile, and puts them aside.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::postgres::TemporaryServer;
use crate::workshop::{QUAD, Workshop};
use crate::{build, process, test, web};

#[derive(clap::Args)]
pub struct Options {
    /// Faults, or `planted`, and their arguments; --list names them all
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    extra: Vec<String>,
}

pub fn torture(shop: &Workshop, options: &Options) -> Result<()> {
    let mut arguments = options.extra.clone();
    let has = |name: &str| options.extra.iter().any(|word| word == name || word.starts_with(&format!("{name}=")));
    let asks_only = has("--help") || has("-h") || has("--list");
    let is_planted = options.extra.first().is_some_and(|first| first == "planted");
    let mut database = None;
    if is_planted && !asks_only {
        let folder = planted(shop)?;
        for (name, path) in [("--quad", folder.join(PROGRAM)), ("--tests", folder)] {
            arguments.push(name.to_owned());
            arguments.push(path.to_string_lossy().into_owned());
        }
        if !has("--postgres") {
            let server = TemporaryServer::start()?;
            arguments.extend(["--postgres".to_owned(), server.url()]);
            database = Some(server);
        }
    } else if !asks_only {
        if !has("--quad") {
            web::build(shop)?;
            build::server(shop, &[])?;
            arguments.push("--quad".to_owned());
            arguments.push(shop.quad_binary("release").to_string_lossy().into_owned());
        }
        // Faults are named first; without any it is all of them.
        let named: Vec<&str> =
            options.extra.iter().map(String::as_str).take_while(|word| !word.starts_with('-')).collect();
        if !has("--hooks") && (named.is_empty() || named.contains(&"push")) {
            arguments.push("--hooks".to_owned());
            arguments.push(test::hooks_binary(shop)?.to_string_lossy().into_owned());
        }
        if let Some(place) = arguments.iter().position(|word| word == "auto") {
            let server = TemporaryServer::start_durable()?;
            arguments[place] = server.url();
            database = Some(server);
        }
    }
    let mut command = shop.cargo();
    command.args(["run", "--quiet", "--package", "quad-torture", "--"]).args(&arguments);
    let done = process::run(command);
    drop(database);
    done
}

/// The name of the server among the tests, which have the names of their packages.
const PROGRAM: &str = "program";

/// A folder with the binary and the tests that have the planted bugs, under names of their own: the plain `quad` of the
/// target folder stays without.
fn planted(shop: &Workshop) -> Result<PathBuf> {
    let build = |more: &[&str]| {
        let mut command = shop.cargo();
        command.args(["test", "--no-run", "--test", "it", "--test", "portable"]).args(more);
        command.args(TESTED.iter().flat_map(|(package, _)| ["--package", *package]));
        command.args(["--message-format", "json-render-diagnostics"]);
        String::from_utf8(process::output(command)?).context("cargo's messages")
    };
    let printed = build(&["--features", &format!("{QUAD}/planted")])?;
    let folder = shop.target.join("planted");
    fs::create_dir_all(&folder)?;
    let aside = |package: &str, target: &str, name: &str| {
        let built = executable(&printed, package, target).with_context(|| format!("cargo names no {target}"))?;
        let path = folder.join(name);
        // Removed first: a copy over a running program fails, and a hard link would share later builds.
        let _ = fs::remove_file(&path);
        fs::copy(built, &path).context("putting what is planted aside")
    };
    aside(QUAD, QUAD, PROGRAM)?;
    for (package, target) in TESTED {
        aside(package, target, package)?;
    }
    build(&[])?;
    Ok(folder)
}

/// Packages whose tests are to catch something, and the target of these.
const TESTED: [(&str, &str); 3] = [(QUAD, "it"), ("quad-jobs", "it"), ("quad-db", "portable")];

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
}
