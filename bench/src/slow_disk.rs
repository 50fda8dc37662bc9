//! A disk whose every fsync takes five milliseconds longer, as in a laboratory's old computer: a library of a few lines that
//! is put before the C library of the server. It needs a C compiler; without one the figure is left out.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SOURCE: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static void wait_5_ms(void) {
    struct timespec span = {0, 5000000};
    nanosleep(&span, 0);
}

int fsync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    wait_5_ms();
    return real(file);
}

int fdatasync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    wait_5_ms();
    return real(file);
}
"#;

/// Builds the library; nothing where that is not possible.
pub fn build(folder: &Path) -> Option<PathBuf> {
    let (source, library) = (folder.join("slow_disk.c"), folder.join("libslow_disk.so"));
    std::fs::write(&source, SOURCE).ok()?;
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl");
    let built = compiler.stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    built.success().then_some(library)
}
