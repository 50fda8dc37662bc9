//! Integrity check of bytes that come back from the store. A captive portal answers every address with its page and
//! 200, a proxy with half an answer, a wrong bucket with another picture. None of that is cached in browsers for a
//! year, nor backed up.
//!
//! Each variant is compared with the digest that was written down when it was kept. Pictures kept before digests were
//! written down have one of their largest variant, their key; of the others the form is looked at: WebP, whole, of that width.

use quad_kernel::ids::PictureKey;

use super::model::{Picture, key_of, name};

/// A variant as its row knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVariant {
    /// In the store.
    pub name: String,
    width: u32,
    digest: Option<PictureKey>,
}

impl Picture {
    /// All variants, smallest first.
    pub(super) fn variants(&self) -> impl Iterator<Item = StoredVariant> {
        let last = self.widths.len().saturating_sub(1);
        self.widths.iter().enumerate().map(move |(at, width)| StoredVariant {
            name: name(&self.key, *width),
            width: *width,
            // The key of one that is apart is chance, and says nothing of the bytes.
            digest: self.digests.get(at).cloned().or_else(|| (at == last).then(|| self.key.clone())),
        })
    }

    /// The variant of a width.
    pub(super) fn variant(&self, width: u32) -> Option<StoredVariant> {
        self.variants().find(|variant| variant.width == width)
    }
}

impl StoredVariant {
    /// Whether these bytes are what was put there.
    pub(super) fn is(&self, bytes: &[u8]) -> bool {
        match &self.digest {
            Some(digest) => key_of(bytes) == *digest,
            None => quad_blobs::picture::is_whole_webp(bytes, self.width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(digests: Vec<PictureKey>) -> Picture {
        Picture { key: key_of(b"large"), width: 640, height: 4, widths: vec![320, 640], digests }
    }

    #[test]
    fn each_variant_has_its_digest() {
        let picture = kept(vec![key_of(b"small"), key_of(b"large")]);
        let (small, large) = (picture.variant(320).expect("small"), picture.variant(640).expect("large"));
        assert!(small.is(b"small") && large.is(b"large"));
        for bytes in [&b"large"[..], b"smal", b"smallx", b"", b"<html>"] {
            assert!(!small.is(bytes), "{bytes:?}");
        }
        assert!(!large.is(b"small"));
        assert_eq!(picture.variant(321), None);
    }

    #[test]
    fn a_key_of_chance_says_nothing_of_the_bytes() {
        let digests = vec![key_of(b"small"), key_of(b"large")];
        let picture = Picture { key: key_of(b"chance"), ..kept(digests) };
        assert!(picture.variant(320).expect("small").is(b"small") && picture.variant(640).expect("large").is(b"large"));
        assert!(!picture.variant(640).expect("large").is(b"chance"));
    }

    #[test]
    fn without_digests_the_form_decides_and_the_key() {
        let picture = kept(Vec::new());
        assert!(picture.variant(640).expect("large").is(b"large"));
        assert!(!picture.variant(320).expect("small").is(b"small"));
    }
}
