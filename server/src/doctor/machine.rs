//! Doctor, machine: what the machine gives, a clock that is right, room and speed on the disk, open files.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use quad_kernel::clock::{Clock, Time};
use quad_services::config::Settings;

use super::findings::{Finding, bad, ok, warn};

/// 2026-01-01: nobody ran this version before.
const FIRST_DAY: Time = Time(1_767_225_600_000);
/// 2100-01-01.
const LAST_DAY: Time = Time(4_102_444_800_000);
const MEGABYTE: u64 = 1_000_000;
/// Less is bad, less than [`LITTLE`] is worth a thought.
const TOO_LITTLE: u64 = 200 * MEGABYTE;
const LITTLE: u64 = 2_000 * MEGABYTE;
/// A commit waits for this.
const SLOW: Duration = Duration::from_millis(50);
/// Files that are open besides streams: the database, pictures, requests.
const BESIDES: u64 = 500;

/// Whether the time is plausible. Where the network's time is kept by systemd-timesyncd, it says whether that works.
pub(super) fn clock(clock: &Clock) -> Vec<Finding> {
    const NAME: &str = "clock";
    let now = clock.now();
    let said = now.to_rfc3339();
    if now < FIRST_DAY || now > LAST_DAY {
        return vec![bad(
            NAME,
            format!("{said} cannot be right: contests would start and end at wrong times. Set the clock"),
        )];
    }
    let timesync = Path::new("/run/systemd/timesync");
    vec![if timesync.is_dir() && !timesync.join("synchronized").exists() {
        warn(NAME, format!("{said}, but systemd-timesyncd has not reached a time server: timedatectl timesync-status"))
    } else {
        ok(NAME, said)
    }]
}

/// Room for data and backups, and how long the disk takes to keep something for good.
pub(super) fn disk(settings: &Settings) -> Vec<Finding> {
    let mut found = vec![room("disk", &settings.data_dir)];
    let backups = settings.backup_folder();
    if backups.is_dir() {
        found.push(room("disk-of-backups", &backups));
    }
    found.extend(speed(&settings.data_dir));
    found
}

fn room(name: &'static str, folder: &Path) -> Finding {
    let free = match rustix::fs::statvfs(folder) {
        Ok(found) => found.f_bavail.saturating_mul(found.f_frsize),
        Err(error) => return warn(name, format!("{}: its free space cannot be read ({error})", folder.display())),
    };
    judge_room(name, folder, free)
}

fn judge_room(name: &'static str, folder: &Path, free: u64) -> Finding {
    let says = format!("{} MB free for {}", free / MEGABYTE, folder.display());
    match free {
        free if free < TOO_LITTLE => bad(name, format!("{says}: make room, for without any nothing can be saved")),
        free if free < LITTLE => warn(name, format!("{says}: make room before a contest or a backup")),
        _ => ok(name, says),
    }
}

fn speed(folder: &Path) -> Option<Finding> {
    const NAME: &str = "disk-speed";
    // A folder that is not there or cannot be written is told elsewhere.
    let took = median_of_syncs(folder).ok()?;
    let says = format!("{:.1} ms until a write is on the disk", took.as_secs_f64() * 1000.0);
    Some(if took > SLOW {
        warn(NAME, format!("{says}: each batch of answers waits for it; use a local solid-state disk"))
    } else {
        ok(NAME, says)
    })
}

fn median_of_syncs(folder: &Path) -> std::io::Result<Duration> {
    let mut file = tempfile::tempfile_in(folder)?;
    let mut took = Vec::new();
    for _ in 0..5 {
        let began = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        took.push(began.elapsed());
    }
    took.sort_unstable();
    Ok(took[took.len() / 2])
}

/// Each stream of live updates is an open file.
pub(super) fn open_files(settings: &Settings) -> Finding {
    const NAME: &str = "open-files";
    let wanted = settings.live_streams as u64 + BESIDES;
    match quad_load::raise_open_files() {
        Ok(most) if most < wanted => warn(
            NAME,
            format!(
                "{most} may be open from here, and live_streams = {} need {wanted}: LimitNOFILE={wanted} for the service, or fewer streams",
                settings.live_streams
            ),
        ),
        Ok(most) => ok(NAME, format!("{most} may be open from here, {wanted} are needed")),
        Err(_) => ok(NAME, "this system does not say how many may be open"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Level;

    #[test]
    fn a_clock_that_cannot_be_is_bad() {
        for (moment, level) in [
            ("1970-01-01T00:00:07Z", Level::Bad),
            ("2025-12-31T23:59:59Z", Level::Bad),
            ("2100-06-01T00:00:00Z", Level::Bad),
        ] {
            let fixed = Clock::fixed(Time::parse_rfc3339(moment).expect("a moment"));
            assert_eq!(clock(&fixed)[0].level, level, "{moment}");
        }
        let fixed = Clock::fixed(Time::parse_rfc3339("2026-11-20T12:30:00Z").expect("a moment"));
        assert_ne!(clock(&fixed)[0].level, Level::Bad);
    }

    #[test]
    fn room_is_judged() {
        let level = |free: u64| judge_room("disk", Path::new("/data"), free).level;
        assert_eq!((level(0), level(199 * MEGABYTE)), (Level::Bad, Level::Bad));
        assert_eq!((level(200 * MEGABYTE), level(3_000 * MEGABYTE)), (Level::Warn, Level::Ok));
        assert_eq!(room("disk", Path::new("/nonexistent-quad-test")).level, Level::Warn);
        assert!(speed(Path::new("/nonexistent-quad-test")).is_none());
    }
}
