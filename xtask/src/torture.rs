//! `torture`: faults for the release binary, and bugs planted in another one to see whether they are caught (torture/README.md).
//!
//! The release binary is built first unless `--quad` names one, and for the fault `push` the binary with the test hooks unless
//! `--hooks` does. `torture planted` builds the server and its stories with the feature `planted`, in the development profile,
//! and puts both aside.

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
        let (quad, stories) = planted(shop)?;
        for (name, path) in [("--quad", quad), ("--stories", stories)] {
            arguments.push(name.to_owned());
            arguments.push(path.to_string_lossy().into_owned());
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

/// The binary and the stories with the planted bugs, put aside under a name of their own: the plain `quad` of the target
/// folder stays without.
fn planted(shop: &Workshop) -> Result<(PathBuf, PathBuf)> {
    let build = |more: &[&str]| {
        let mut command = shop.cargo();
        command.args(["test", "--no-run", "--package", QUAD, "--test", "it"]).args(more);
        command.args(["--message-format", "json-render-diagnostics"]);
        String::from_utf8(process::output(command)?).context("cargo's messages")
    };
    let printed = build(&["--features", "planted"])?;
    let folder = shop.target.join("planted");
    fs::create_dir_all(&folder)?;
    let aside = |target: &str| {
        let built = executable(&printed, target).with_context(|| format!("cargo names no {target}"))?;
        let path = folder.join(target);
        // Removed first: a copy over a running program fails, and a hard link would share later builds.
        let _ = fs::remove_file(&path);
        fs::copy(built, &path).context("putting what is planted aside")?;
        anyhow::Ok(path)
    };
    let both = (aside(QUAD)?, aside("it")?);
    build(&[])?;
    Ok(both)
}

/// The file that cargo says it built for a target.
fn executable(messages: &str, target: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut built = messages.filter(|said| said["target"]["name"] == target);
    built.find_map(|said| said["executable"].as_str().map(|path| Path::new(path).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_says_what_it_built() {
        let said = r#"{"reason":"compiler-artifact","target":{"name":"quad"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"quad"},"executable":"/x/quad"}
{"reason":"compiler-artifact","target":{"name":"it"},"executable":"/x/deps/it-1"}"#;
        assert_eq!(executable(said, "it"), Some("/x/deps/it-1".into()));
        assert_eq!(executable(said, "quad"), Some("/x/quad".into()));
        assert_eq!(executable(said, "other"), None);
    }
}
