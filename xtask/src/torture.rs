//! `torture`: faults for the release binary, and bugs planted in another one to see whether they are caught (torture/README.md).
//!
//! The release binary is built first unless `--quad` names one, and for the fault `push` the binary with the test hooks unless
//! `--hooks` does. `torture planted` builds a copy of the tree with the planted bugs in it (`planted_bugs.rs`).

use anyhow::Result;

use crate::postgres::TemporaryServer;
use crate::workspace::Workspace;
use crate::{build, planted_bugs, prerequisites, process, web};

#[derive(clap::Args)]
pub struct Options {
    /// Faults, or `planted`, and their arguments; --list names them all
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    extra: Vec<String>,
}

pub fn torture(workspace: &Workspace, options: &Options) -> Result<()> {
    let mut arguments = options.extra.clone();
    let has = |name: &str| options.extra.iter().any(|word| word == name || word.starts_with(&format!("{name}=")));
    let asks_only = has("--help") || has("-h") || has("--list");
    let is_planted = options.extra.first().is_some_and(|first| first == "planted");
    let mut database = None;
    if is_planted && !asks_only {
        let folder = planted_bugs::build(workspace)?;
        for (name, path) in [("--quad", folder.join(planted_bugs::PROGRAM)), ("--tests", folder)] {
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
            web::build(workspace)?;
            build::server(workspace)?;
            arguments.push("--quad".to_owned());
            arguments.push(workspace.quad_binary("release").to_string_lossy().into_owned());
        }
        // Faults are named first; without any it is all of them.
        let named: Vec<&str> =
            options.extra.iter().map(String::as_str).take_while(|word| !word.starts_with('-')).collect();
        if !has("--hooks") && (named.is_empty() || named.contains(&"push")) {
            arguments.push("--hooks".to_owned());
            arguments.push(build::beside_tests(workspace, build::HOOKS)?.to_string_lossy().into_owned());
        }
        // People in a browser, behind proxies.
        if named.is_empty() || named.contains(&"between") {
            prerequisites::npm_packages(workspace, "web")?;
            prerequisites::chromium()?;
            prerequisites::proxies()?;
        }
        if let Some(place) = arguments.iter().position(|word| word == "auto") {
            let server = TemporaryServer::start_durable()?;
            arguments[place] = server.url();
            database = Some(server);
        }
    }
    let mut command = workspace.cargo();
    command.args(["run", "--quiet", "--profile", "test", "--package", "quad-torture", "--"]).args(&arguments);
    let done = process::run(command);
    drop(database);
    done
}
