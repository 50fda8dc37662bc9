//! Hostile pictures: whatever the bytes are, there is a verdict: random ones behind each type's first bytes, and good
//! files with some bytes changed.
#![expect(clippy::expect_used, reason = "a test says what it expected by failing")]

#[expect(dead_code, reason = "shared with another program")]
mod made;

use image::ImageFormat;
use proptest::prelude::*;
use quad_blobs::picture::prepare;

const BEGINNINGS: [&[u8]; 6] = [
    b"",
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR",
    b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00",
    b"GIF89a\x10\x00\x10\x00\xf0\x00\x00",
    b"RIFF\xff\x00\x00\x00WEBPVP8 \x40\x00\x00\x00",
    b"RIFF\xff\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00",
];

fn good_files() -> Vec<Vec<u8>> {
    let picture = made::quadrants(60, 40);
    let mut files: Vec<Vec<u8>> = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP]
        .map(|f| made::encoded(&picture, f))
        .into();
    files.push(made::with_app1(&files[1], &made::exif(6)));
    for bytes in [
        &include_bytes!("corpus/progressive.jpg")[..],
        include_bytes!("corpus/cmyk.jpg"),
        include_bytes!("corpus/animated.gif"),
        include_bytes!("corpus/animated.webp"),
        include_bytes!("corpus/palette.png"),
    ] {
        files.push(bytes.to_vec());
    }
    files
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_get_a_verdict(begin in 0..BEGINNINGS.len(), rest in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = prepare(&[BEGINNINGS[begin], &rest].concat());
    }

    #[test]
    fn changed_files_get_a_verdict(
        which in 0..10_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = good_files().swap_remove(which);
        for (at, to) in changes {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(prepared) = prepare(&bytes) {
            prop_assert!(!prepared.variants.is_empty());
            prop_assert_eq!(&prepared.largest()[8..12], b"WEBP");
        }
    }
}
