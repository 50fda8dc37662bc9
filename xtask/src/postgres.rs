//! PostgreSQL server for the tests, a temporary one: made in a fresh folder, on a free port of 127.0.0.1, ended and
//! removed when dropped – also after a failure, a panic or Ctrl-C.
//!
//! It never touches an installed cluster. `fsync=off` is right for stories and wrong for
//! benchmarks, which ask for a durable one. PostgreSQL refuses to run as root, so root starts it as the user `postgres`.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use nix::sys::signal::kill;
use nix::sys::statvfs::statvfs;
use nix::unistd::{Pid, User};

use crate::{ports, prerequisites, process};

const PREFIX: &str = "quad-postgres-";

pub struct TemporaryServer {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
}

/// For tests: nothing has to survive.
const FORGETFUL: &str = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off";

impl TemporaryServer {
    pub fn start() -> Result<Self> {
        Self::start_with(FORGETFUL)
    }

    /// One whose commits are durable, as in life; for measuring.
    pub fn start_durable() -> Result<Self> {
        Self::start_with("")
    }

    fn start_with(options: &str) -> Result<Self> {
        let programs = prerequisites::postgres_programs()?;
        let on_disk = reachable_folder()?;
        let in_memory = memory_folder();
        for above in [Some(&on_disk), in_memory.as_ref()].into_iter().flatten() {
            remove_orphans(above, &programs);
        }
        // A story has a database of its own, which is a thousand files: in memory they took 133 ms of processor, on a disk 224.
        let above = in_memory.filter(|_| options == FORGETFUL).unwrap_or(on_disk);
        let folder = above.join(format!("{PREFIX}{}", std::process::id()));
        fs::create_dir(&folder).with_context(|| format!("making {}", folder.display()))?;
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        let mut server = Self { programs, folder, port: 0 }; // from here on `Drop` cleans up
        if let Some(user) = owner()? {
            chown(&server.folder, Some(user.uid.as_raw()), Some(user.gid.as_raw()))?;
        }
        let mut initdb = server.command("initdb");
        initdb.args(["-D", "data", "-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]);
        process::output(initdb).context("making the temporary PostgreSQL cluster")?;
        // It can only be told a port. Somebody who is no test may take it meanwhile: try another.
        for _ in 0..3 {
            server.port = ports::free()?;
            if server.pg_ctl_start(options).is_ok() {
                return Ok(server);
            }
            if process::interrupted() {
                break;
            }
        }
        let log = fs::read_to_string(server.folder.join("pg.log")).unwrap_or_default();
        bail!("the temporary PostgreSQL server did not start; its log:\n{log}")
    }

    /// What the tests read in `QUAD_TEST_POSTGRES`.
    pub fn url(&self) -> String {
        format!("postgres://app@127.0.0.1:{}/postgres", self.port)
    }

    fn pg_ctl_start(&self, options: &str) -> Result<()> {
        // No socket file: its path may be longer than the system allows.
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=400 {options}",
            self.port
        );
        let mut command = self.command("pg_ctl");
        command.args(["-D", "data", "-w", "-t", "60", "-s", "-l", "pg.log", "-o", &options, "start"]);
        process::run(command)
    }

    fn command(&self, program: &str) -> Command {
        command_in(&self.programs, &self.folder, program)
    }
}

impl Drop for TemporaryServer {
    fn drop(&mut self) {
        end(&self.programs, &self.folder);
    }
}

/// Ends the server of a folder, if it runs, and removes the folder. Not through `process`, which
/// starts nothing after a signal: this is exactly what has to happen then.
fn end(programs: &Path, folder: &Path) {
    if folder.join("data/postmaster.pid").exists() {
        let mut stop = command_in(programs, folder, "pg_ctl");
        stop.args(["-D", "data", "-w", "-m", "immediate", "stop"]);
        stop.process_group(0).stdin(Stdio::null()).stdout(Stdio::null());
        if !stop.status().is_ok_and(|status| status.success()) {
            eprintln!("warning: the temporary PostgreSQL server in {} could not be stopped", folder.display());
            return;
        }
    }
    let _ = fs::remove_dir_all(folder);
}

/// Servers of an xtask that was killed before it could clean up.
fn remove_orphans(above: &Path, programs: &Path) {
    for entry in fs::read_dir(above).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| name.strip_prefix(PREFIX)).and_then(|pid| pid.parse().ok());
        if maker.is_some_and(|pid| kill(Pid::from_raw(pid), None) == Err(nix::errno::Errno::ESRCH)) {
            end(programs, &entry.path());
        }
    }
}

fn command_in(programs: &Path, folder: &Path, program: &str) -> Command {
    let program = programs.join(program);
    let mut command = if prerequisites::is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir(folder);
    for name in ["PGDATA", "PGPORT", "PGHOST", "PGUSER", "PGDATABASE", "PGOPTIONS"] {
        command.env_remove(name);
    }
    command
}

/// The user to run as: `postgres` when we are root, otherwise ourselves (`None`).
fn owner() -> Result<Option<User>> {
    if !prerequisites::is_root() {
        return Ok(None);
    }
    let found = User::from_name("postgres").context("looking for the user postgres")?;
    found.map(Some).context("PostgreSQL does not run as root, and there is no user `postgres` to run it as")
}

/// A temporary folder that the user `postgres` can reach; TMPDIR may lie in a home closed to others.
fn reachable_folder() -> Result<PathBuf> {
    let wanted = [std::env::temp_dir(), "/tmp".into(), "/var/tmp".into()];
    let open = |folder: &Path| {
        !prerequisites::is_root()
            || folder.ancestors().all(|part| fs::metadata(part).is_ok_and(|is| is.permissions().mode() & 0o001 != 0))
    };
    wanted.into_iter().find(|folder| open(folder)).context("no temporary folder that the user `postgres` can reach")
}

/// Where files lie in memory, if there is plenty of it.
fn memory_folder() -> Option<PathBuf> {
    const ENOUGH: u64 = 6 * 1024 * 1024 * 1024;
    let folder = Path::new("/dev/shm");
    let room = statvfs(folder).ok()?;
    let free = room.blocks_available() * room.fragment_size();
    let is_open = fs::metadata(folder).ok()?.permissions().mode() & 0o007 == 0o007;
    (is_open && free >= ENOUGH).then(|| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Skipped by nobody: `cargo xtask test` has PostgreSQL; elsewhere there is nothing to try it with.
    #[test]
    fn starts_answers_and_leaves_nothing_behind() {
        if prerequisites::in_path("runuser").is_none() || !Path::new("/usr/lib/postgresql").is_dir() {
            return;
        }
        let server = TemporaryServer::start().unwrap();
        let (folder, port) = (server.folder.clone(), server.port);
        assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
        assert_eq!(folder.starts_with("/dev/shm"), memory_folder().is_some());
        assert_eq!(server.url(), format!("postgres://app@127.0.0.1:{port}/postgres"));
        drop(server);
        assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_err());
        assert!(!folder.exists());
    }
}
