//! `dev`: the server with rebuild on change and Vite with reload, both ended on Ctrl-C.
//! Changes are found by looking at the files twice a second: no extra tool, no platform traps.
//! While a build fails the old server goes on.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::Result;

use crate::build_stamp::files_below;
use crate::process::{self, Running};
use crate::workspace::Workspace;
use crate::{prerequisites, run, web};

#[derive(clap::Args)]
pub struct Options {
    /// Arguments for `quad serve`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    extra: Vec<String>,
}

pub fn dev(workspace: &Workspace, options: &Options) -> Result<()> {
    let listen = run::given(&options.extra, "--listen");
    run::refuse_taken(listen.as_deref().unwrap_or(run::LISTEN))?;
    prerequisites::npm_packages(workspace, "web")?;
    web::build(workspace)?; // the server serves it too, at its own address
    let mut seen = sources(workspace)?;
    run::build_server(workspace)?;
    let mut server = Running::start(run::serve(workspace, &options.extra))?;
    let mut command = workspace.npm("web");
    command.args(["run", "--silent", "dev"]);
    let mut vite = Running::start(command)?;
    let mut told = false;

    loop {
        thread::sleep(Duration::from_millis(500));
        if process::interrupted() {
            break;
        }
        if let Some(status) = vite.ended()? {
            println!("Vite has ended ({status}).");
            break;
        }
        if let Some(status) = server.ended()?.filter(|_| !told) {
            println!("The server has ended ({status}); it starts again after the next change.");
            told = true;
        }
        let now = sources(workspace)?;
        if now == seen {
            continue;
        }
        seen = now;
        println!("Changed: building the server …");
        match run::build_server(workspace) {
            Ok(()) => {
                server.stop(Duration::from_secs(10));
                server = Running::start(run::serve(workspace, &options.extra))?;
                told = false;
            }
            Err(_) if process::interrupted() => break,
            Err(error) => println!("{error:#}; the earlier server goes on"),
        }
    }
    Ok(())
}

/// What the server is made from, with the time of each file's last change.
fn sources(workspace: &Workspace) -> Result<Vec<(PathBuf, Option<SystemTime>)>> {
    let mut files = vec![workspace.root.join("Cargo.toml"), workspace.root.join("Cargo.lock")];
    for folder in ["server", "crates"] {
        files.extend(files_below(&workspace.root.join(folder), &["target", "tests"])?);
    }
    let changed = |file: &PathBuf| fs::metadata(file).and_then(|about| about.modified()).ok();
    Ok(files
        .into_iter()
        .map(|file| {
            let at = changed(&file);
            (file, at)
        })
        .collect())
}
