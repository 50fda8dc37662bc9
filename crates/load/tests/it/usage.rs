//! Usage of a process: processor time and memory.
#![cfg(target_os = "linux")]

use std::time::{Duration, Instant};

use quad_load::{Process, available_memory, machine_busy, raise_open_files};

#[test]
fn work_shows_in_the_processor_time_of_this_process() {
    let (own, busy) = (Process::own().usage().unwrap(), machine_busy().unwrap());
    let same = Process::of(std::process::id());
    let started = Instant::now();
    while Process::own().cpu().unwrap() < own.cpu + Duration::from_millis(100) {
        assert!(started.elapsed() < Duration::from_mins(1));
    }
    let after = same.usage().unwrap();
    assert!(after.cpu >= own.cpu + Duration::from_millis(60), "both ways agree to a few ticks");
    assert!(after.cores_since(&own) > 0.0);
    assert!(machine_busy().unwrap() >= busy + Duration::from_millis(60));
}

#[test]
fn memory_and_open_files_are_told() {
    let before = Process::own().usage().unwrap();
    let held = vec![1_u8; 64 << 20];
    let files: Vec<_> = (0..50).map(|_| std::fs::File::open("/proc/self/stat").unwrap()).collect();
    let after = Process::own().usage().unwrap();
    assert!(after.resident > 60 << 20 && after.peak >= after.resident, "{after:?}");
    assert!(after.proportional.is_some_and(|bytes| bytes > 60 << 20));
    assert!(after.open_files >= before.open_files.saturating_sub(20) + files.len(), "{after:?}");
    assert_eq!(held[held.len() - 1], 1);
    assert!(available_memory().unwrap() > 0);
    assert!(Process::of(u32::MAX).usage().is_err());
}

#[test]
fn the_limit_of_open_files_is_raised() {
    let limit = raise_open_files().unwrap();
    assert!(limit >= 256);
    assert_eq!(raise_open_files().unwrap(), limit);
}
