//! Processes: starting programs, and ending them for certain.
//!
//! Every program runs in a process group of its own. A signal to xtask (Ctrl-C, SIGTERM) is
//! passed on to the groups; the waiting function then returns an error and the callers'
//! `Drop`s clean up. A second signal kills. Nothing is started after a signal.
//!
//! A time limit ([`limit`]) does the same to what runs when it is reached, and names itself in the error.

use std::cell::Cell;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

static SIGNALS: AtomicUsize = AtomicUsize::new(0);
static LIVE: Mutex<Vec<Live>> = Mutex::new(Vec::new());

/// A group that runs.
struct Live {
    group: Pid,
    limit: Option<Instant>,
    /// It was told that its limit is reached.
    is_told: bool,
}

pub fn watch_signals() -> Result<()> {
    ctrlc::set_handler(|| {
        let earlier = SIGNALS.fetch_add(1, Ordering::SeqCst);
        let signal = if earlier == 0 { Signal::SIGTERM } else { Signal::SIGKILL };
        for one in live().iter() {
            let _ = killpg(one.group, signal);
        }
    })
    .context("listening for Ctrl-C")
}

pub fn interrupted() -> bool {
    SIGNALS.load(Ordering::SeqCst) > 0
}

thread_local! {
    /// When what this thread starts is ended, if there is such a moment.
    static LIMIT: Cell<Option<Instant>> = const { Cell::new(None) };
}
/// What it takes a runner of tests to end its tests and to say which they were.
const GOODBYE: Duration = Duration::from_secs(20);

/// Ends at that moment what this thread starts from now on; `None` takes the limit away.
pub fn limit(at: Option<Instant>) {
    static WATCHED: Once = Once::new();
    LIMIT.set(at);
    WATCHED.call_once(|| {
        thread::spawn(|| {
            loop {
                thread::sleep(Duration::from_millis(200));
                for one in live().iter_mut() {
                    let Some(over) = one.limit.and_then(|at| Instant::now().checked_duration_since(at)) else {
                        continue;
                    };
                    if over >= GOODBYE {
                        let _ = killpg(one.group, Signal::SIGKILL);
                    } else if !one.is_told {
                        one.is_told = killpg(one.group, Signal::SIGTERM).is_ok();
                    }
                }
            }
        });
    });
}

/// Whether the limit was reached.
pub fn is_over() -> bool {
    LIMIT.get().is_some_and(|at| at <= Instant::now())
}

fn live() -> MutexGuard<'static, Vec<Live>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program under way. Dropping it ends it.
pub struct Running {
    child: Child,
    group: Pid,
    name: String,
}

impl Running {
    pub fn start(mut command: Command) -> Result<Self> {
        let name = shown(&command);
        command.process_group(0).stdin(Stdio::null());
        // The lock is held over the start, so that a signal sees either no program or a listed one.
        let mut live = live();
        if interrupted() {
            bail!("stopped by a signal");
        }
        if is_over() {
            bail!("not started: the time is up");
        }
        let child = match command.spawn() {
            Ok(child) => child,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                bail!("`{}` is not installed, or the folder to start it in is missing", command.get_program().display())
            }
            Err(error) => return Err(error).with_context(|| format!("starting `{name}`")),
        };
        let group = Pid::from_raw(child.id().try_into()?);
        live.push(Live { group, limit: LIMIT.get(), is_told: false });
        Ok(Self { child, group, name })
    }

    pub fn wait(&mut self) -> Result<ExitStatus> {
        self.child.wait().with_context(|| format!("waiting for `{}`", self.name))
    }

    /// The exit status, if it has ended by itself.
    pub fn ended(&mut self) -> Result<Option<ExitStatus>> {
        self.child.try_wait().with_context(|| format!("looking after `{}`", self.name))
    }

    /// Asks it to end, waits, and kills it only when it does not listen.
    pub fn stop(&mut self, patience: Duration) {
        let started = Instant::now();
        let _ = killpg(self.group, Signal::SIGTERM);
        while started.elapsed() < patience {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        let _ = killpg(self.group, Signal::SIGKILL);
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.stop(Duration::from_secs(15));
        }
        // Whatever it left behind in its group (a server a test forgot) goes too.
        let _ = killpg(self.group, Signal::SIGKILL);
        live().retain(|one| one.group != self.group);
    }
}

/// Runs to the end with our own output; a non-zero exit is an error.
pub fn run(command: Command) -> Result<()> {
    let mut running = Running::start(command)?;
    let status = running.wait()?;
    judge(status, &running.name)
}

/// Runs to the end; gives what it printed on standard output.
pub fn output(mut command: Command) -> Result<Vec<u8>> {
    command.stdout(Stdio::piped());
    let mut running = Running::start(command)?;
    let mut printed = Vec::new();
    if let Some(mut pipe) = running.child.stdout.take() {
        pipe.read_to_end(&mut printed)?;
    }
    let status = running.wait()?;
    judge(status, &running.name)?;
    Ok(printed)
}

/// Runs to the end, shows all it prints as it comes, and keeps it.
pub fn shown_and_kept(mut command: Command) -> Result<(Result<()>, String)> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = Running::start(command)?;
    let name = running.name.clone();
    let out = running.child.stdout.take().map(|pipe| thread::spawn(|| copied(pipe, std::io::stdout())));
    let err = running.child.stderr.take().map(|pipe| thread::spawn(|| copied(pipe, std::io::stderr())));
    let status = running.wait()?;
    drop(running); // ends stragglers, which would keep the pipes open
    let mut printed = String::new();
    for copy in [out, err].into_iter().flatten() {
        let bytes = copy.join().unwrap_or_default();
        printed.push_str(&String::from_utf8_lossy(&bytes));
    }
    Ok((judge(status, &name), printed))
}

fn copied(mut from: impl Read, mut to: impl Write) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut piece = [0; 8192];
    while let Ok(count @ 1..) = from.read(&mut piece) {
        kept.extend_from_slice(&piece[..count]);
        let _ = to.write_all(&piece[..count]).and_then(|()| to.flush());
    }
    kept
}

fn judge(status: ExitStatus, name: &str) -> Result<()> {
    if interrupted() {
        bail!("stopped by a signal");
    }
    if is_over() {
        bail!("`{name}` was ended: it took longer than its limit");
    }
    if !status.success() {
        bail!("`{name}` ended with {status}");
    }
    Ok(())
}

/// The command as a person would type it, without the path of the program.
fn shown(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program()).file_name().unwrap_or_default();
    let mut words = vec![program.to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|word| word.to_string_lossy().into_owned()));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn keeps_both_streams_and_the_verdict() {
        let (verdict, printed) = shown_and_kept(shell("echo one; echo two >&2; exit 3")).unwrap();
        assert!(printed.contains("one") && printed.contains("two"));
        assert!(verdict.unwrap_err().to_string().contains("exit status: 3"));
    }

    #[test]
    fn stragglers_of_a_group_do_not_keep_us_waiting() {
        let started = Instant::now();
        let (verdict, _) = shown_and_kept(shell("sleep 600 & echo done")).unwrap();
        assert!(verdict.is_ok() && started.elapsed() < Duration::from_mins(5));
    }

    #[test]
    fn dropping_ends_the_program() {
        let running = Running::start(shell("exec sleep 60")).unwrap();
        let group = running.group;
        drop(running);
        assert!(killpg(group, None).is_err());
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(Command::new("no-such-program-here")).unwrap_err();
        assert!(error.to_string().contains("`no-such-program-here` is not installed"));
    }
}
