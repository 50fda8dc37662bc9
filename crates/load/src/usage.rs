//! Process usage: processor time, memory and open files of a process, read from /proc. A report should always name the
//! load program's own share. Elsewhere than on Linux the functions say that they cannot tell.

use std::io;
use std::time::{Duration, Instant};

/// A process that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Process(Option<u32>);

/// What it uses at one moment.
#[derive(Debug, Clone, Copy)]
pub struct Usage {
    /// When this was read.
    pub at: Instant,
    /// Processor time of all its threads since it began, those that ended included.
    pub cpu: Duration,
    /// Memory it holds, in bytes.
    pub resident: u64,
    /// The same with shared pages counted in part, where the system tells.
    pub proportional: Option<u64>,
    /// The most memory it ever held, in bytes.
    pub peak: u64,
    /// Its open files and connections.
    pub open_files: usize,
}

impl Usage {
    /// How many processors it kept busy since then.
    pub fn cores_since(&self, earlier: &Self) -> f64 {
        let passed = self.at.saturating_duration_since(earlier.at).as_secs_f64();
        if passed > 0.0 { self.cpu.saturating_sub(earlier.cpu).as_secs_f64() / passed } else { 0.0 }
    }
}

impl Process {
    /// This one.
    pub fn own() -> Self {
        Self(None)
    }

    /// Another, by its number.
    pub fn of(pid: u32) -> Self {
        Self(Some(pid))
    }
}

#[cfg(target_os = "linux")]
impl Process {
    /// All of it. Reading the shared pages costs about a millisecond per gigabyte.
    ///
    /// # Errors
    /// When the process is gone, or `/proc` cannot be read; always on other systems than Linux.
    pub fn usage(self) -> io::Result<Usage> {
        let status = self.read("status")?;
        let line = |name: &str| kibibytes(&status, name).unwrap_or_default();
        Ok(Usage {
            at: Instant::now(),
            cpu: self.cpu()?,
            resident: line("VmRSS:"),
            proportional: self.read("smaps_rollup").ok().and_then(|text| kibibytes(&text, "Pss:")),
            peak: line("VmHWM:"),
            open_files: std::fs::read_dir(self.file("fd"))?.count(),
        })
    }

    /// Processor time only: cheap.
    ///
    /// # Errors
    /// As [`Process::usage`].
    pub fn cpu(self) -> io::Result<Duration> {
        if self.0.is_none() {
            let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
            return Duration::try_from(spent).map_err(|_| io::ErrorKind::InvalidData.into());
        }
        // The name in brackets may hold anything; behind it user and system time are fields 12 and 13.
        let stat = self.read("stat")?;
        let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
        let spent: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        Ok(ticks(spent))
    }

    fn file(self, name: &str) -> String {
        self.0.map_or_else(|| format!("/proc/self/{name}"), |pid| format!("/proc/{pid}/{name}"))
    }

    fn read(self, name: &str) -> io::Result<String> {
        std::fs::read_to_string(self.file(name))
    }
}

#[cfg(target_os = "linux")]
fn ticks(count: u64) -> Duration {
    Duration::from_secs_f64(count as f64 / rustix::param::clock_ticks_per_second().max(1) as f64)
}

#[cfg(target_os = "linux")]
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}

/// Processor time that all processes of this machine spent since it started: what others do meanwhile shows here.
///
/// # Errors
/// When `/proc/stat` cannot be read; always on other systems than Linux.
#[cfg(target_os = "linux")]
pub fn machine_busy() -> io::Result<Duration> {
    let stat = std::fs::read_to_string("/proc/stat")?;
    let fields = stat.lines().next().unwrap_or_default().split_whitespace().skip(1).enumerate();
    // user nice system idle iowait irq softirq steal; behind these are parts of the first two.
    let busy = fields.take(8).filter(|(place, _)| !matches!(place, 3 | 4));
    Ok(ticks(busy.filter_map(|(_, field)| field.parse::<u64>().ok()).sum()))
}

/// Memory that programs may still take, in bytes.
///
/// # Errors
/// When `/proc/meminfo` cannot be read or names none; always on other systems than Linux.
#[cfg(target_os = "linux")]
pub fn available_memory() -> io::Result<u64> {
    let text = std::fs::read_to_string("/proc/meminfo")?;
    kibibytes(&text, "MemAvailable:").ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// Lets this process open as many files as it may, and says how many that are.
///
/// # Errors
/// When the limit cannot be set; always on other systems than Linux.
#[cfg(target_os = "linux")]
pub fn raise_open_files() -> io::Result<u64> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        setrlimit(Resource::Nofile, limit)?;
    }
    Ok(limit.current.unwrap_or(u64::MAX))
}

#[cfg(not(target_os = "linux"))]
impl Process {
    /// Not known here: always [`io::ErrorKind::Unsupported`], an error.
    pub fn usage(self) -> io::Result<Usage> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Not known here: always [`io::ErrorKind::Unsupported`], an error.
    pub fn cpu(self) -> io::Result<Duration> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Not known here: always [`io::ErrorKind::Unsupported`], an error.
#[cfg(not(target_os = "linux"))]
pub fn machine_busy() -> io::Result<Duration> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Not known here: always [`io::ErrorKind::Unsupported`], an error.
#[cfg(not(target_os = "linux"))]
pub fn available_memory() -> io::Result<u64> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Not known here: always [`io::ErrorKind::Unsupported`], an error.
#[cfg(not(target_os = "linux"))]
pub fn raise_open_files() -> io::Result<u64> {
    Err(io::ErrorKind::Unsupported.into())
}
