//! Archives. A zip is opened within limits of entries, unpacked bytes and ratio; sizes are measured while unpacking, never
//! believed. Nothing is written to a disk, and a name is only a key: no path is followed.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::limits;
use crate::model::FileError;

/// An archive in memory.
#[derive(Debug)]
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    names: Vec<String>,
    /// Bytes that may still be unpacked.
    left: u64,
}

impl<'a> Archive<'a> {
    /// Opens an archive.
    ///
    /// # Errors
    /// [`FileError`] when it is no zip archive, or has more entries than [`limits::ENTRIES`].
    pub fn open(bytes: &'a [u8]) -> Result<Self, FileError> {
        let zip = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| FileError::new(format!("The archive is broken: {error}.")))?;
        if zip.len() > limits::ENTRIES {
            return Err(FileError::new(format!("The archive has more than {} entries.", limits::ENTRIES)));
        }
        let names = zip.file_names().filter_map(|name| Some(name.ok()?.into_owned())).collect();
        let by_ratio = (bytes.len() as u64).saturating_mul(limits::RATIO).max(limits::RATIO_FREE_BYTES);
        Ok(Self { zip, names, left: by_ratio.min(limits::UNPACKED_BYTES) })
    }

    /// The names of its entries.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether it has an entry.
    pub fn has(&self, name: &str) -> bool {
        self.names.iter().any(|found| found == name)
    }

    /// Unpacks an entry, if it is there.
    ///
    /// # Errors
    /// [`FileError`] when the entry is broken, or unpacks to more than the limits allow.
    pub fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, FileError> {
        if !self.has(name) {
            return Ok(None);
        }
        let most = self.left.min(limits::ENTRY_BYTES);
        let entry = self
            .zip
            .by_name(name)
            .map_err(|error| FileError::new(format!("“{name}” in the archive cannot be read: {error}.")))?;
        let mut bytes = Vec::new();
        let read = entry.take(most + 1).read_to_end(&mut bytes);
        read.map_err(|error| FileError::new(format!("“{name}” in the archive is broken: {error}.")))?;
        self.spend(name, bytes.len() as u64, most)?;
        Ok(Some(bytes))
    }

    /// Measures all entries, for a library that unpacks them by itself.
    ///
    /// # Errors
    /// [`FileError`] when an entry is broken, or all unpack to more than the limits allow.
    pub fn measure(&mut self) -> Result<(), FileError> {
        for at in 0..self.zip.len() {
            let most = self.left.min(limits::ENTRY_BYTES);
            let Ok(entry) = self.zip.by_index(at) else { continue };
            let name = entry.name().map(std::borrow::Cow::into_owned).unwrap_or_default();
            let length = std::io::copy(&mut entry.take(most + 1), &mut std::io::sink())
                .map_err(|error| FileError::new(format!("“{name}” in the archive is broken: {error}.")))?;
            self.spend(&name, length, most)?;
        }
        Ok(())
    }

    fn spend(&mut self, name: &str, length: u64, most: u64) -> Result<(), FileError> {
        if length > most {
            return Err(FileError::new(format!("The archive unpacks to more than is allowed, at “{name}”.")));
        }
        self.left -= length;
        Ok(())
    }
}
