//! Recorder: what a server did to the files of its folder, in order, as `preload/recorder.c` wrote it down while it ran.
//!
//! A place in the recording is a number of bytes. Whoever hears of something notes how long the recording is by then: all
//! that had been made durable for it stands before that place.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Bytes of a deed's head: kind, length, file, offset.
const HEAD: usize = 24;

/// One thing done to a file. A file goes by its number on the disk; a name is a path below the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "files are numbers, names are paths below the folder")]
pub enum Deed<'a> {
    /// Opened under this name; `is_new` when it was not there.
    Open { file: u64, name: &'a str, is_new: bool },
    /// Written.
    Write { file: u64, offset: usize, bytes: &'a [u8] },
    /// Cut, or made longer with zeros.
    Resize { file: u64, length: usize },
    /// What was written to it is to be durable.
    Sync { file: u64 },
    /// The names in this folder are to be durable.
    SyncFolder { folder: &'a str },
    /// Its name is gone.
    Unlink { name: &'a str },
    /// It has another name.
    Rename { from: &'a str, to: &'a str },
}

/// All that was done.
#[derive(Debug)]
pub struct Recording(Vec<u8>);

impl Recording {
    /// Reads one whose writer has ended.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        Ok(Self(std::fs::read(path).context("the recording")?))
    }

    /// How long the recording at this path is by now.
    pub fn length_of(path: &PathBuf) -> u64 {
        // Before the first deed there is none.
        std::fs::metadata(path).map_or(0, |about| about.len())
    }

    /// Every deed, with the place behind it.
    pub fn deeds(&self) -> anyhow::Result<Vec<(u64, Deed<'_>)>> {
        let (mut deeds, mut at) = (Vec::new(), 0);
        while at < self.0.len() {
            let head = self.0.get(at..at + HEAD).context("a deed is cut off")?;
            let number = |from: usize| u64::from_le_bytes(std::array::from_fn(|byte| head[from + byte]));
            let (kind, length) = (number(0) & 0xffff_ffff, (number(0) >> 32) as usize);
            let bytes = self.0.get(at + HEAD..at + HEAD + length).context("a deed is cut off")?;
            at += HEAD + length;
            deeds.push((at as u64, deed(kind, number(8), number(16) as usize, bytes)?));
        }
        Ok(deeds)
    }
}

fn deed(kind: u64, file: u64, offset: usize, bytes: &[u8]) -> anyhow::Result<Deed<'_>> {
    let text = || std::str::from_utf8(bytes).context("a name");
    Ok(match kind {
        1 | 2 => Deed::Open { file, name: text()?, is_new: kind == 2 },
        3 => Deed::Write { file, offset, bytes },
        4 => Deed::Resize { file, length: offset },
        5 => Deed::Sync { file },
        6 => Deed::SyncFolder { folder: text()? },
        7 => Deed::Unlink { name: text()? },
        8 => {
            let (from, to) = text()?.split_once('\0').context("two names")?;
            Deed::Rename { from, to }
        }
        other => bail!("a deed of kind {other}"),
    })
}
