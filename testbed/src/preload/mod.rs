//! Preloaded libraries (`LD_PRELOAD`): a few lines of C that are put before the C library of a server. There is a slow
//! disk, one that writes down what becomes of the files, and one that lets disk and clock fail. They need a C compiler;
//! without one, what needs them is left out.

pub mod faults;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Every fsync takes five milliseconds longer.
pub const SLOW_DISK: (&str, &str) = ("slow_disk", include_str!("slow_disk.c"));
/// Writes down what is done to the files of a folder; `recording.rs` reads it.
pub const RECORDER: (&str, &str) = ("recorder", include_str!("recorder.c"));

/// Lets disk and clock fail while the server runs; [`faults`] says how it is told to.
pub const FAULTS: (&str, &str) = ("faults", include_str!("faults.c"));

/// Builds a library; nothing where that is not possible.
pub fn build((name, source): (&str, &str), folder: &Path) -> Option<PathBuf> {
    let (text, library) = (folder.join(format!("{name}.c")), folder.join(format!("lib{name}.so")));
    std::fs::write(&text, source).ok()?;
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&text).args(["-ldl", "-lpthread"]);
    let built = compiler.stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    built.success().then_some(library)
}
