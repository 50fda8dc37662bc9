//! Fuzzing of pictures: files that say they are pictures. What is taken is a WebP of bounded size in every width;
//! nothing else gets further.

/// More bytes only make a try slower.
const LONGEST: usize = 100_000;

/// Tries one input.
pub fn try_one(data: &[u8]) {
    if data.len() > LONGEST {
        return;
    }
    let Ok(prepared) = quad_blobs::picture::prepare(data) else { return };
    assert!(!prepared.variants.is_empty());
    for variant in &prepared.variants {
        assert!(variant.width > 0 && variant.height > 0, "{variant:?}");
        assert!(variant.bytes.starts_with(b"RIFF") && variant.bytes.get(8..12) == Some(b"WEBP"), "{variant:?}");
        // Notes of a camera must not survive.
        for notes in [&b"EXIF"[..], b"XMP ", b"ICCP"] {
            assert!(!variant.bytes.windows(4).any(|four| four == notes), "{variant:?} keeps notes");
        }
    }
}
