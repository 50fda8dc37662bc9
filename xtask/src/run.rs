//! `run`: from a fresh checkout to the demo campus in the browser.
//! Development profile (a newcomer waits minutes less than for a release). The log-ins are
//! printed by the server, which made them. Other arguments go to `quad serve` as they are.

use std::env;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::process::Command;

use anyhow::{Result, bail};

use crate::workspace::{QUAD, Workspace};
use crate::{process, web};

pub const LISTEN: &str = "127.0.0.1:8080";

#[derive(clap::Args)]
pub struct Options {
    /// Arguments for `quad serve`, for instance: --listen 127.0.0.1:9000 --data-dir /tmp/campus
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    extra: Vec<String>,
}

pub fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let listen = given(&options.extra, "--listen").or_else(|| env::var("QUAD_LISTEN").ok());
    // Asked before the build: nobody wants to wait minutes for this message.
    refuse_taken(listen.as_deref().unwrap_or(LISTEN))?;
    web::build(workspace)?;
    build_server(workspace)?;
    match process::run(serve(workspace, &options.extra)) {
        Err(_) if process::interrupted() => Ok(()), // Ctrl-C is how one ends it
        other => other,
    }
}

pub fn build_server(workspace: &Workspace) -> Result<()> {
    let mut command = workspace.cargo();
    command.args(["build", "--package", QUAD, "--bin", QUAD]);
    process::run(command)
}

/// `quad serve --demo` with our defaults for what neither the arguments nor the environment say.
pub fn serve(workspace: &Workspace, extra: &[String]) -> Command {
    let mut command = Command::new(workspace.quad_binary("debug"));
    command.current_dir(&workspace.root).args(["serve", "--demo"]);
    if given(extra, "--listen").is_none() && env::var_os("QUAD_LISTEN").is_none() {
        command.args(["--listen", LISTEN]);
    }
    if given(extra, "--data-dir").is_none() && env::var_os("QUAD_DATA_DIR").is_none() {
        command.arg("--data-dir").arg(workspace.target.join("demo"));
    }
    command.args(extra.iter().filter(|word| *word != "--demo"));
    command
}

pub fn given(extra: &[String], flag: &str) -> Option<String> {
    let at = extra
        .iter()
        .position(|word| word.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('=')))?;
    match extra[at].split_once('=') {
        Some((_, value)) => Some(value.to_owned()),
        None => extra.get(at + 1).cloned(),
    }
}

/// Only the one clear case is ours; the server itself judges addresses that make no sense.
pub fn refuse_taken(address: &str) -> Result<()> {
    if TcpListener::bind(address).is_err_and(|error| error.kind() == ErrorKind::AddrInUse) {
        bail!(
            "{address} is taken by another program (perhaps an earlier `cargo xtask run`). \
             End it, or choose another address: cargo xtask run --listen 127.0.0.1:8081"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_flag_in_both_spellings() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(given(&words("--x --listen 1.2.3.4:5"), "--listen").as_deref(), Some("1.2.3.4:5"));
        assert_eq!(given(&words("--listen=1.2.3.4:5"), "--listen").as_deref(), Some("1.2.3.4:5"));
        assert_eq!(given(&words("--listening yes"), "--listen"), None);
    }

    #[test]
    fn a_taken_port_is_said_plainly() {
        let holder = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = holder.local_addr().unwrap().to_string();
        assert!(refuse_taken(&address).unwrap_err().to_string().contains("is taken by another program"));
        drop(holder);
        assert!(refuse_taken(&address).is_ok());
        assert!(refuse_taken("nonsense").is_ok());
    }
}
