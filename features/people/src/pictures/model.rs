//! Picture model: a picture as others show it, and the names of its bytes in the store.

use std::time::Duration;

use sha2::{Digest, Sha256};
use uuid::Uuid;

use quad_kernel::ids::PictureKey;

/// Whoever deletes a picture's bytes has that long for it; then others may. It also covers clocks that differ.
pub const LEASE: Duration = Duration::from_mins(10);
/// A backup that has not renewed its lease for that long has died.
pub const BACKUP: Duration = Duration::from_mins(2);
/// Bytes without a row wait that long: somebody may put back the copy of the database that knows them.
pub const FOUND: Duration = Duration::from_hours(7 * 24);

/// Who shows a picture that is being kept.
#[derive(Clone, Copy, Debug)]
pub enum Ownership {
    /// Whoever has it; the same picture is kept once.
    Shared,
    /// This object alone.
    Private(Uuid),
}

/// A picture that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Names it: a hash of what is shown. Nobody finds it by trying, but whoever has the same picture can work it out. Of a picture apart
    /// it is chance.
    pub key: PictureKey,
    /// Of the largest variant.
    pub width: u32,
    /// Of the largest variant.
    pub height: u32,
    /// Smallest first; the last is `width`.
    pub widths: Vec<u32>,
    /// Digests of all variants in the order of `widths`; none of a picture kept before they were written down.
    pub(super) digests: Vec<PictureKey>,
}

impl Picture {
    /// The names of all its variants in the store.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        self.widths.iter().map(|width| name(&self.key, *width))
    }
}

/// The digest of a variant; of the largest it is the name of the picture.
pub(super) fn key_of(bytes: &[u8]) -> PictureKey {
    let mut half = [0; 16];
    half.copy_from_slice(&Sha256::digest(bytes)[..16]);
    PictureKey::of(half)
}

/// The name of a variant in the store: a folder of a thousandth of all, so that no folder gets long.
pub(super) fn name(key: &PictureKey, width: u32) -> String {
    format!("{}/{key}-{width}.webp", folder_of(key))
}

/// The folder of all variants of a picture.
pub(super) fn folder_of(key: &PictureKey) -> &str {
    let text = key.as_str();
    text.get(..3).unwrap_or(text)
}

/// The key and the width in a name; nothing for names that are not ours.
pub(super) fn parse_name(text: &str) -> Option<(PictureKey, u32)> {
    let (_, file) = text.rsplit_once('/')?;
    let (key, width) = file.strip_suffix(".webp")?.split_once('-')?;
    let (key, width) = (PictureKey::parse(key)?, width.parse().ok()?);
    (name(&key, width) == text).then_some((key, width))
}

/// The column of widths.
pub(super) fn widths_text(widths: &[u32]) -> String {
    widths.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// The column of digests.
pub(super) fn digests_text(digests: &[PictureKey]) -> String {
    digests.iter().map(PictureKey::as_str).collect::<Vec<_>>().join(",")
}

/// The same, read.
pub(super) fn parse_digests(text: &str) -> Vec<PictureKey> {
    text.split(',').filter_map(PictureKey::parse).collect()
}

/// The column of widths, read.
pub(super) fn parse_widths(text: &str) -> Vec<u32> {
    text.split(',').filter_map(|width| width.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_key() {
        let key = PictureKey::parse("00ff00ff00ff00ff00ff00ff00ff00ff").expect("a key");
        let picture = Picture { key: key.clone(), width: 640, height: 4, widths: vec![320, 640], digests: Vec::new() };
        let names: Vec<String> = picture.names().collect();
        assert_eq!(names[1], "00f/00ff00ff00ff00ff00ff00ff00ff00ff-640.webp");
        assert_eq!(
            names.iter().map(|name| parse_name(name)).collect::<Vec<_>>(),
            [Some((key.clone(), 320)), Some((key, 640))]
        );
        for name in [
            "x",
            "a/b",
            "00f/00ff-640.webp",
            "00f/00ff00ff00ff00ff00ff00ff00ff00ff.webp",
            "00f/00ff00ff00ff00ff00ff00ff00ff00ff-0640.webp",
            "0/00ff00ff00ff00ff00ff00ff00ff00ff-640.webp",
            "a/b-1.png",
        ] {
            assert_eq!(parse_name(name), None, "{name}");
        }
        assert_eq!(parse_widths(&widths_text(&[320, 640, 700])), [320, 640, 700]);
    }
}
