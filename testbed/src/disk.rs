//! Simulated disk in memory, on which a recording is played, so that its power can be cut at any moment: what is still
//! there then?
//!
//! What a program wrote is durable once it has synced the file, and a name once it has synced the folder. Of the rest a real
//! disk keeps what it happened to have written, in whatever order and not by whole pages. So the power is cut in three ways
//! ([`Kept`]). A disk can also be told to lie: it says that it has synced and has not.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use quad_kernel::ids::Random;

use crate::recorder::Deed;

/// What a disk writes at once or not at all.
const SECTOR: usize = 512;

/// What is left of that which was written and not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Nothing: the cache of the disk was lost.
    Nothing,
    /// Each sector, length and name by the toss of a coin: some were written and some were not, in no order.
    Some,
    /// Everything: only the program ended, and the system lived on.
    Everything,
}

/// Files by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The disk.
#[derive(Debug)]
pub struct Disk<'a> {
    /// Every file there ever was; its number here stays when the system gives its number to another.
    files: Vec<File<'a>>,
    by_number: HashMap<u64, usize>,
    /// Names as programs see them.
    names: BTreeMap<String, usize>,
    /// Names that are durable.
    durable: BTreeMap<String, usize>,
    /// Changes of names that are not: each old name without, and new name with its file.
    unsynced: Vec<Vec<(String, Option<usize>)>>,
    is_liar: bool,
}

#[derive(Debug, Default)]
struct File<'a> {
    durable: Vec<u8>,
    unsynced: Vec<Change<'a>>,
}

#[derive(Clone, Copy, Debug)]
enum Change<'a> {
    Write(usize, &'a [u8]),
    Resize(usize),
}

impl Change<'_> {
    fn make(self, bytes: &mut Vec<u8>) {
        match self {
            Self::Resize(length) => bytes.resize(length, 0),
            Self::Write(offset, written) => {
                let end = offset + written.len();
                if bytes.len() < end {
                    bytes.resize(end, 0);
                }
                bytes[offset..end].copy_from_slice(written);
            }
        }
    }
}

impl<'a> Disk<'a> {
    /// These files, durable.
    pub fn with(files: &Files, is_liar: bool) -> Self {
        let names: BTreeMap<String, usize> = files.keys().cloned().zip(0..).collect();
        let file = |durable: &Vec<u8>| File { durable: durable.clone(), unsynced: Vec::new() };
        Self {
            files: files.values().map(file).collect(),
            by_number: HashMap::new(),
            durable: names.clone(),
            names,
            unsynced: Vec::new(),
            is_liar,
        }
    }

    /// Plays one deed.
    pub fn play(&mut self, deed: Deed<'a>) {
        match deed {
            Deed::Open { file, name, is_new } => {
                let known = self.names.get(name).copied().filter(|_| !is_new);
                let here = known.unwrap_or_else(|| {
                    self.files.push(File::default());
                    let here = self.files.len() - 1;
                    self.rename(vec![(name.to_owned(), Some(here))]);
                    here
                });
                self.by_number.insert(file, here);
            }
            Deed::Write { file, offset, bytes } => self.change(file, Change::Write(offset, bytes)),
            Deed::Resize { file, length } => self.change(file, Change::Resize(length)),
            Deed::Sync { file } => {
                if let Some(here) = self.by_number.get(&file).filter(|_| !self.is_liar) {
                    let File { durable, unsynced } = &mut self.files[*here];
                    unsynced.drain(..).for_each(|change| change.make(durable));
                }
            }
            Deed::SyncFolder { folder } if !self.is_liar => {
                let is_inside = |name: &str| name.rsplit_once('/').map_or("", |(above, _)| above) == folder;
                let is_due = |change: &mut Vec<(String, Option<usize>)>| change.iter().any(|(name, _)| is_inside(name));
                for change in self.unsynced.extract_if(.., is_due).collect::<Vec<_>>() {
                    apply(&mut self.durable, change);
                }
            }
            Deed::SyncFolder { .. } => {}
            Deed::Unlink { name } => self.rename(vec![(name.to_owned(), None)]),
            Deed::Rename { from, to } => {
                let file = self.names.get(from).copied();
                self.rename(vec![(from.to_owned(), None), (to.to_owned(), file)]);
            }
        }
    }

    fn change(&mut self, file: u64, change: Change<'a>) {
        if let Some(here) = self.by_number.get(&file) {
            self.files[*here].unsynced.push(change);
        }
    }

    fn rename(&mut self, change: Vec<(String, Option<usize>)>) {
        apply(&mut self.names, change.clone());
        self.unsynced.push(change);
    }

    /// What is there when the power comes back.
    pub fn after_power_cut(&self, kept: Kept, random: &Random) -> Files {
        let stays = || match kept {
            Kept::Nothing => false,
            Kept::Some => random.below(2) == 1,
            Kept::Everything => true,
        };
        let mut names = self.durable.clone();
        for change in &self.unsynced {
            if stays() {
                apply(&mut names, change.clone());
            }
        }
        let bytes = |file: &File<'_>| {
            let mut bytes = file.durable.clone();
            for change in &file.unsynced {
                for piece in sectors(*change) {
                    if stays() {
                        piece.make(&mut bytes);
                    }
                }
            }
            bytes
        };
        names.into_iter().map(|(name, here)| (name, bytes(&self.files[here]))).collect()
    }
}

fn apply(names: &mut BTreeMap<String, usize>, change: Vec<(String, Option<usize>)>) {
    for (name, file) in change {
        match file {
            Some(file) => names.insert(name, file),
            None => names.remove(&name),
        };
    }
}

/// A change as the disk makes it: by sectors.
fn sectors(change: Change<'_>) -> Vec<Change<'_>> {
    let Change::Write(mut offset, mut rest) = change else { return vec![change] };
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at(rest.len().min(SECTOR - offset % SECTOR));
        pieces.push(Change::Write(offset, piece));
        offset += piece.len();
        rest = behind;
    }
    pieces
}

/// The files directly in a folder, as they are.
pub fn look(folder: &Path) -> anyhow::Result<Files> {
    let mut files = Files::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && !name.ends_with("-shm") {
            files.insert(name, std::fs::read(entry.path())?);
        }
    }
    Ok(files)
}

/// Writes files into a folder.
pub fn write(files: &Files, folder: &Path) -> anyhow::Result<()> {
    for (name, bytes) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: u64 = 70;
    const B: u64 = 71;

    fn disk<'a>(deeds: &[Deed<'a>], is_liar: bool) -> Disk<'a> {
        let mut disk = Disk::with(&Files::from([("a".to_owned(), b"old.".to_vec())]), is_liar);
        disk.play(Deed::Open { file: A, name: "a", is_new: false });
        for deed in deeds {
            disk.play(*deed);
        }
        disk
    }

    fn left(disk: &Disk<'_>, kept: Kept, name: &str) -> Option<String> {
        let mut files = disk.after_power_cut(kept, &Random::seeded(1));
        files.remove(name).map(|bytes| String::from_utf8(bytes).expect("text"))
    }

    #[test]
    fn what_was_synced_stays_and_the_rest_may_go() {
        let write = |offset, text: &'static str| Deed::Write { file: A, offset, bytes: text.as_bytes() };
        let deeds = [write(0, "new"), Deed::Sync { file: A }, write(3, "!!"), Deed::Resize { file: A, length: 4 }];
        let honest = disk(&deeds, false);
        assert_eq!(left(&honest, Kept::Nothing, "a").as_deref(), Some("new."));
        assert_eq!(left(&honest, Kept::Everything, "a").as_deref(), Some("new!"));
        let liar = disk(&deeds, true);
        assert_eq!(left(&liar, Kept::Nothing, "a").as_deref(), Some("old."));
        assert_eq!(left(&liar, Kept::Everything, "a").as_deref(), Some("new!"));
    }

    #[test]
    fn a_name_wants_its_folder_synced() {
        let made = [
            Deed::Open { file: B, name: "b", is_new: true },
            Deed::Write { file: B, offset: 0, bytes: b"b" },
            Deed::Sync { file: B },
        ];
        assert_eq!(left(&disk(&made, false), Kept::Nothing, "b"), None);
        let mut moved = disk(&made, false);
        moved.play(Deed::SyncFolder { folder: "" });
        assert_eq!(left(&moved, Kept::Nothing, "b").as_deref(), Some("b"));
        moved.play(Deed::Rename { from: "b", to: "a" });
        assert_eq!(left(&moved, Kept::Nothing, "a").as_deref(), Some("old."));
        assert_eq!(left(&moved, Kept::Nothing, "b").as_deref(), Some("b"));
        assert_eq!(
            (left(&moved, Kept::Everything, "a").as_deref(), left(&moved, Kept::Everything, "b")),
            (Some("b"), None)
        );
        moved.play(Deed::SyncFolder { folder: "elsewhere" });
        assert_eq!(left(&moved, Kept::Nothing, "b").as_deref(), Some("b"));
        moved.play(Deed::SyncFolder { folder: "" });
        moved.play(Deed::Unlink { name: "a" });
        assert_eq!(
            (left(&moved, Kept::Nothing, "a").as_deref(), left(&moved, Kept::Everything, "a")),
            (Some("b"), None)
        );
    }

    #[test]
    fn a_file_made_anew_under_an_old_number_is_another() {
        let deeds = [
            Deed::Unlink { name: "a" },
            Deed::Open { file: A, name: "c", is_new: true },
            Deed::Write { file: A, offset: 2, bytes: b"c" },
            Deed::Sync { file: A },
        ];
        let disk = disk(&deeds, false);
        assert_eq!(left(&disk, Kept::Nothing, "a").as_deref(), Some("old."));
        assert_eq!(left(&disk, Kept::Everything, "c").as_deref(), Some("\0\0c"));
    }

    #[test]
    fn writes_are_torn_between_sectors() {
        let bytes = vec![b'x'; 20 * SECTOR];
        let disk = disk(&[Deed::Write { file: A, offset: 100, bytes: &bytes }], false);
        let files = disk.after_power_cut(Kept::Some, &Random::seeded(3));
        let found = &files["a"];
        let is_written = |at: &usize| found.get(*at) == Some(&b'x');
        let written = (0..20).map(|sector| sector * SECTOR + 200).filter(is_written).count();
        assert!((1..20).contains(&written), "{written}");
        for sector in found.chunks(SECTOR).skip(1) {
            assert!(sector.iter().all(|byte| *byte == sector[0]), "whole sectors");
        }
    }
}
