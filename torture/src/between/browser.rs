//! Browser: the machine's Chromium, without a screen and with a profile of its own. All frames share few processes, so that a
//! hundred people fit into one. Ended when dropped.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;

use super::proxies::installed;

const ENDS_WITHIN: Duration = Duration::from_secs(10);

const FLAGS: [&str; 18] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process",
    "--renderer-process-limit=2",
    "--no-first-run",
    "--mute-audio",
];

/// A running Chromium.
#[derive(Debug)]
pub struct Browser {
    child: Child,
}

/// Where Chromium is, if it is installed.
pub fn find() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(installed)
}

impl Browser {
    /// Opens a page; the profile is a folder that is not there yet.
    pub fn open(chromium: &Path, profile: &Path, page: &str) -> anyhow::Result<Self> {
        let mut command = Command::new(chromium);
        command.args(FLAGS).arg(format!("--user-data-dir={}", profile.display())).arg(page);
        command.env("HOME", profile).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self { child: command.spawn().context("cannot start Chromium")? })
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // In order, so that its other processes end as well.
        let pid = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw);
        let _ = pid.map(|pid| rustix::process::kill_process(pid, rustix::process::Signal::TERM));
        let began = Instant::now();
        while began.elapsed() < ENDS_WITHIN && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
