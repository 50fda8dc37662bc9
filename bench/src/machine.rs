//! Machine on which a run happened, as far as the system tells. A figure without it says nothing.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use quad_load::Latencies;

/// What is written above the figures.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Machine {
    /// The processor.
    pub processor: String,
    /// How many of it.
    pub cores: usize,
    /// Memory in MiB.
    pub memory_mib: u64,
    /// The kernel.
    pub kernel: String,
    /// What making 4 KiB durable takes here: median and worst of a hundred, in microseconds.
    pub fsync_us: (u64, u64),
    /// What PostgreSQL says of itself.
    pub postgres: Option<String>,
    /// Node, for Express.
    pub node: Option<String>,
}

impl Machine {
    /// Looks around; the databases are in `folder`.
    pub fn look(folder: &Path, postgres: Option<String>) -> Self {
        let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let after = |text: &str, name: &str| {
            let line = text.lines().find(|line| line.starts_with(name));
            line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim().to_owned())
        };
        let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let kib = after(&memory, "MemTotal").and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
        Self {
            processor: after(&cpu, "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_mib: kib.unwrap_or_default() / 1024,
            kernel: rustix::system::uname().release().to_string_lossy().into_owned(),
            fsync_us: fsync(folder).unwrap_or_default(),
            postgres,
            node: said(Command::new("node").arg("--version")),
        }
    }
}

fn fsync(folder: &Path) -> std::io::Result<(u64, u64)> {
    let path = folder.join("fsync");
    let mut file = fs::File::create(&path)?;
    let mut took = Latencies::new();
    for _ in 0..100 {
        file.write_all(&[7; 4096])?;
        let started = Instant::now();
        file.sync_data()?;
        took.record(started.elapsed());
    }
    fs::remove_file(path)?;
    Ok((took.quantile(0.5).as_micros() as u64, took.max().as_micros() as u64))
}

/// The commit that is measured; `+` when the tree had changes.
pub fn commit() -> String {
    let git = |arguments: &[&str]| said(Command::new("git").args(["-C", env!("CARGO_MANIFEST_DIR")]).args(arguments));
    let Some(short) = git(&["rev-parse", "--short=10", "HEAD"]) else { return "unknown".to_owned() };
    // Results of other runs change nothing that is measured.
    let changes = git(&["status", "--porcelain", "--", ":/", ":(exclude)results"]);
    if changes.is_some_and(|text| !text.is_empty()) { format!("{short}+") } else { short }
}

fn said(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Drops all of a file from the system's memory, so that the next read of it comes from the disk.
pub fn forget_file(path: &Path) -> std::io::Result<()> {
    fs::File::open(path)?.sync_all()?;
    drop_pages(path)
}

/// The same beside a server that writes to it: what is not on the disk yet stays.
pub fn drop_pages(path: &Path) -> std::io::Result<()> {
    let file = fs::File::open(path)?;
    rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed)?;
    Ok(())
}
