//! Build stamps: the hash of the inputs of a step, kept beside its result, so that an unchanged step is skipped. By
//! content, not by time: a fresh checkout or a switched branch is judged rightly.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

pub struct Stamp {
    file: PathBuf,
    now: String,
}

impl Stamp {
    /// The stamp kept in `file` for these inputs.
    pub fn of(file: PathBuf, inputs: &[PathBuf]) -> Result<Self> {
        let mut hash = Sha256::new();
        for input in inputs {
            let bytes = fs::read(input).with_context(|| format!("reading {}", input.display()))?;
            hash.update(input.to_string_lossy().as_bytes());
            hash.update([0]);
            hash.update(bytes.len().to_le_bytes());
            hash.update(bytes);
        }
        Ok(Self { file, now: hex::encode(hash.finalize()) })
    }

    pub fn is_current(&self) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|kept| kept == self.now)
    }

    pub fn keep(&self) -> Result<()> {
        fs::write(&self.file, &self.now).with_context(|| format!("writing {}", self.file.display()))
    }
}

/// All files below a folder, sorted; folders of these names are left out.
pub fn files_below(folder: &Path, left_out: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(next) = waiting.pop() {
        for entry in fs::read_dir(&next).with_context(|| format!("listing {}", next.display()))? {
            let entry = entry?;
            if !entry.file_type()?.is_dir() {
                found.push(entry.path());
            } else if !left_out.iter().any(|name| entry.file_name() == *name) {
                waiting.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_current_until_an_input_changes() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("node_modules")).unwrap();
        fs::write(folder.path().join("node_modules/x"), "x").unwrap();
        fs::write(folder.path().join("input"), "one").unwrap();
        let stamp = || {
            let inputs = files_below(folder.path(), &["node_modules"]).unwrap();
            Stamp::of(folder.path().join("node_modules/stamp"), &inputs).unwrap()
        };
        assert!(!stamp().is_current());
        stamp().keep().unwrap();
        assert!(stamp().is_current());
        fs::write(folder.path().join("input"), "two").unwrap();
        assert!(!stamp().is_current());
    }
}
