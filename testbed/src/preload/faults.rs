//! Fault injection, the settings of `faults.c`: a file of five numbers that the library has mapped into the server's
//! memory, so that disk and clock begin to fail, and are whole again, while it runs.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Input and output error.
pub const EIO: i64 = 5;

/// The numbers, in the order of `faults.c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// What every write to the folder fails with; 0 for none.
    Write,
    /// What every sync fails with; 0 for none.
    Sync,
    /// Bytes by which the files may still grow; -1 for no end.
    Space,
    /// Milliseconds that every sync takes longer.
    Delay,
    /// Milliseconds by which the clock of the day is wrong.
    Shift,
}

/// What holds when nothing fails.
const WHOLE: [i64; 5] = [0, 0, -1, 0, 0];

/// The strings of one server.
#[derive(Debug)]
pub struct Faults {
    library: PathBuf,
    path: PathBuf,
    folder: PathBuf,
    file: File,
}

impl Faults {
    /// For a server whose files are in `folder`; the numbers go to `path`, and nothing fails yet.
    pub fn new(library: &Path, path: &Path, folder: &Path) -> std::io::Result<Self> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        let faults = Self { library: library.into(), path: path.into(), folder: folder.canonicalize()?, file };
        faults.heal()?;
        Ok(faults)
    }

    /// Puts the library before the C library of a program.
    pub fn arm(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &self.library).env("FAULTS_FILE", &self.path).env("FAULTS_FOLDER", &self.folder);
    }

    /// From now on.
    pub fn set(&self, number: Number, value: i64) -> std::io::Result<()> {
        self.file.write_all_at(&value.to_ne_bytes(), number as u64 * 8)
    }

    /// Nothing fails any more.
    pub fn heal(&self) -> std::io::Result<()> {
        self.file.write_all_at(&WHOLE.map(i64::to_ne_bytes).concat(), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preload::{FAULTS, build};

    #[test]
    fn a_program_sees_what_fails() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = build(FAULTS, folder.path()).expect("a C compiler");
        let data = folder.path().join("data");
        std::fs::create_dir(&data).expect("a folder");
        let faults = Faults::new(&library, &folder.path().join("numbers"), &data).expect("the numbers");
        // dd writes ten blocks of a thousand bytes and syncs them.
        let writes = || {
            let mut dd = Command::new("dd");
            dd.arg("if=/dev/zero").arg(format!("of={}", data.join("file").display()));
            dd.args(["bs=1000", "count=10", "conv=fsync", "status=none"]);
            faults.arm(&mut dd);
            let output = dd.output().expect("dd");
            (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
        };
        assert!(writes().0);
        for (number, value, says) in
            [(Number::Write, EIO, "put/output"), (Number::Sync, EIO, "put/output"), (Number::Space, 4500, "No space")]
        {
            faults.set(number, value).expect("set");
            let (done, said) = writes();
            assert!(!done && said.contains(says), "{number:?}: {said}");
            faults.heal().expect("healed");
        }
        assert_eq!(
            std::fs::metadata(data.join("file")).expect("the file").len(),
            4000,
            "as much as there was room for"
        );
        assert!(writes().0);
        let seconds = || {
            let mut date = Command::new("date");
            date.args(["-u", "+%s"]);
            faults.arm(&mut date);
            let said = date.output().expect("date").stdout;
            String::from_utf8_lossy(&said).trim().parse::<i64>().expect("seconds")
        };
        let (day, days) = (24 * 3600, 732);
        let now = seconds();
        faults.set(Number::Shift, days * day * 1000).expect("set");
        let later = seconds();
        // And what the test itself takes.
        assert!((days * day..(days + 1) * day).contains(&(later - now)), "{now} {later}");
    }
}
