//! The corpus: what people and attackers send as pictures, and the verdict on each. Small files of other programs are in
//! `corpus/`; the rest is made here, so that what is wrong with it can be read.
#![expect(clippy::expect_used, reason = "a test says what it expected by failing")]

mod made;

use image::{DynamicImage, ImageFormat};
use made::{CORNERS, jpeg, png, png_header, quadrants, with_app1, with_chunk};
use quad_blobs::picture::{MAX_BYTES, prepare};
use quad_blobs::{Prepared, Unfit};

fn shown(prepared: &Prepared) -> DynamicImage {
    image::load_from_memory_with_format(prepared.largest(), ImageFormat::WebP).expect("what we wrote can be read")
}

/// The colours of the four corners, as names.
fn corners(prepared: &Prepared) -> String {
    let image = shown(prepared).to_rgb8();
    let (right, bottom) = (image.width() - 4, image.height() - 4);
    [(3, 3), (right, 3), (3, bottom), (right, bottom)].map(|(x, y)| made::name(*image.get_pixel(x, y))).concat()
}

fn sizes(prepared: &Prepared) -> Vec<(u32, u32)> {
    prepared.variants.iter().map(|variant| (variant.width, variant.height)).collect()
}

fn holds(prepared: &Prepared, needle: &[u8]) -> bool {
    prepared.variants.iter().any(|variant| variant.bytes.windows(needle.len()).any(|part| part == needle))
}

#[test]
fn each_type_becomes_webp_in_the_widths_it_has() {
    let picture = quadrants(3000, 2000);
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP] {
        // Encoding GIF searches a palette for long.
        let picture = if format == ImageFormat::Gif { quadrants(700, 400) } else { picture.clone() };
        let prepared = prepare(&made::encoded(&picture, format)).expect("a picture");
        let wanted: &[(u32, u32)] = if format == ImageFormat::Gif {
            &[(320, 183), (640, 366), (700, 400)]
        } else {
            &[(320, 213), (640, 427), (1280, 853), (2048, 1365)]
        };
        assert_eq!(sizes(&prepared), wanted, "{format:?}");
        assert_eq!((prepared.width, prepared.height), wanted[wanted.len() - 1]);
        assert_eq!(corners(&prepared), CORNERS, "{format:?}");
        for variant in &prepared.variants {
            let read = image::load_from_memory_with_format(&variant.bytes, ImageFormat::WebP).expect("WebP");
            assert_eq!((read.width(), read.height()), (variant.width, variant.height));
        }
    }
}

#[test]
fn files_of_other_programs_are_read() {
    let same = [
        ("progressive.jpg", &include_bytes!("corpus/progressive.jpg")[..]),
        ("cmyk.jpg", include_bytes!("corpus/cmyk.jpg")),
        ("animated.gif", include_bytes!("corpus/animated.gif")),
        ("animated.webp", include_bytes!("corpus/animated.webp")),
        ("still.gif", include_bytes!("corpus/still.gif")),
    ];
    for (name, bytes) in same {
        let prepared = prepare(bytes).expect(name);
        assert_eq!(sizes(&prepared), [(96, 64)], "{name}");
        // Of an animation the first frame: the others are black and white.
        assert_eq!(corners(&prepared), CORNERS, "{name}");
        assert!(!holds(&prepared, b"ANIM"), "{name}");
    }
    for (name, bytes) in [
        ("palette.png", &include_bytes!("corpus/palette.png")[..]),
        ("onebit.png", include_bytes!("corpus/onebit.png")),
    ] {
        assert_eq!(sizes(&prepare(bytes).expect(name)), [(96, 64)], "{name}");
    }
}

#[test]
fn grey_and_sixteen_bits_are_read() {
    let picture = quadrants(800, 600);
    for made in [
        DynamicImage::ImageLuma8(picture.to_luma8()),
        DynamicImage::ImageLumaA8(picture.to_luma_alpha8()),
        DynamicImage::ImageLuma16(picture.to_luma16()),
        DynamicImage::ImageLumaA16(picture.to_luma_alpha16()),
        DynamicImage::ImageRgb16(picture.to_rgb16()),
        DynamicImage::ImageRgba16(picture.to_rgba16()),
    ] {
        let color = made.color();
        let prepared = prepare(&png(&made)).expect("a picture");
        assert_eq!(sizes(&prepared), [(320, 240), (640, 480), (800, 600)], "{color:?}");
        if color.has_color() {
            assert_eq!(corners(&prepared), CORNERS, "{color:?}");
        } else {
            let (ours, theirs) = (shown(&prepared).to_luma8(), picture.to_luma8());
            assert!(ours.get_pixel(9, 9)[0].abs_diff(theirs.get_pixel(9, 9)[0]) < 8, "{color:?}");
        }
    }
}

#[test]
fn alpha_is_kept_and_nothing_bleeds_out_of_it() {
    // Opaque white beside transparent black: without care the edge would turn grey.
    let picture = image::RgbaImage::from_fn(1000, 400, |x, _| {
        if x < 500 { image::Rgba([255, 255, 255, 255]) } else { image::Rgba([0, 0, 0, 0]) }
    });
    let prepared = prepare(&png(&picture.into())).expect("a picture");
    for variant in &prepared.variants {
        let read = image::load_from_memory_with_format(&variant.bytes, ImageFormat::WebP).expect("WebP");
        assert!(read.color().has_alpha());
        let read = read.to_rgba8();
        assert_eq!(read.get_pixel(3, 3)[3], 255);
        assert_eq!(read.get_pixel(variant.width - 3, 3)[3], 0);
        let edge = read.rows().flat_map(|row| row.filter(|pixel| pixel[3] > 127).map(|pixel| pixel[0]));
        assert!(edge.min().expect("an opaque part") > 230, "width {}", variant.width);
    }
    let opaque = prepare(&png(&quadrants(400, 300))).expect("a picture");
    assert!(!shown(&opaque).color().has_alpha());
}

#[test]
fn all_eight_orientations_are_shown_upright() {
    // How the corners of the upright picture stand in the file, for each of the orientations a camera notes.
    for orientation in 1..=8_u8 {
        let stored = made::stored_as(&quadrants(640, 480), orientation);
        for (kind, bytes) in [
            ("JPEG", with_app1(&jpeg(&stored), &made::exif(orientation))),
            ("PNG", with_chunk(&png(&stored), b"eXIf", &made::exif(orientation)[6..])),
        ] {
            let prepared = prepare(&bytes).expect("a picture");
            assert_eq!(corners(&prepared), CORNERS, "{kind}, orientation {orientation}");
            assert_eq!(sizes(&prepared), [(320, 240), (640, 480)], "{kind}, orientation {orientation}");
        }
    }
    // Turned and made smaller at once: the widths are those of the upright picture.
    let stored = made::stored_as(&quadrants(2400, 3200), 6);
    let prepared = prepare(&with_app1(&jpeg(&stored), &made::exif(6))).expect("a picture");
    assert_eq!(sizes(&prepared), [(320, 427), (640, 853), (1280, 1707), (2048, 2731)]);
    assert_eq!(corners(&prepared), CORNERS);
}

#[test]
fn where_and_how_a_photo_was_taken_does_not_survive() {
    let exif = made::exif(1);
    assert!(exif.windows(10).any(|part| part == b"PixelPhone"), "the photo says by what");
    assert!(exif.windows(9).any(|part| part == made::LATITUDE), "and where");
    let picture = quadrants(700, 500);
    let comment = b"\xff\xfe\x00\x12<script>1</scrip".to_vec();
    let mut photo = with_app1(&jpeg(&picture), &exif);
    photo.splice(2..2, comment);
    let text = with_chunk(&png(&picture), b"tEXt", b"Comment\0PixelPhone <script>alert(1)</script>");
    for bytes in [photo, with_chunk(&text, b"eXIf", &exif[6..])] {
        let prepared = prepare(&bytes).expect("a picture");
        for needle in [&b"PixelPhone"[..], made::LATITUDE, b"EXIF", b"XMP ", b"ICCP", b"Exif", b"script"] {
            assert!(!holds(&prepared, needle), "{}", String::from_utf8_lossy(needle));
        }
        // Plain WebP of one chunk: there is no room for notes.
        assert_eq!(&prepared.largest()[12..16], b"VP8 ");
    }
}

#[test]
fn wide_colours_become_the_screens() {
    // The strongest green of a phone's display is outside sRGB; taken as sRGB it would be shown as plain (0, 200, 0).
    let picture = DynamicImage::ImageRgb8(image::RgbImage::from_pixel(64, 64, image::Rgb([60, 200, 60])));
    let profile = moxcms::ColorProfile::new_display_p3().encode().expect("a profile");
    let with_profile = made::with_profile(&picture, &profile);
    let pixel = |bytes: &[u8]| *shown(&prepare(bytes).expect("a picture")).to_rgb8().get_pixel(30, 30);
    let (plain, wide) = (pixel(&png(&picture)), pixel(&with_profile));
    assert!(plain[0] > 50 && wide[0] < 25, "{plain:?} {wide:?}");
    // A profile that is none changes nothing.
    let broken = pixel(&made::with_profile(&picture, &b"acsp".repeat(100)));
    assert_eq!(broken, plain);
}

#[test]
fn truncated_files_are_refused() {
    let picture = quadrants(800, 600);
    let gif = made::encoded(&quadrants(300, 200), ImageFormat::Gif);
    for (kind, whole) in [
        ("PNG", png(&picture)),
        ("JPEG", jpeg(&picture)),
        ("GIF", gif),
        ("WebP", made::encoded(&picture, ImageFormat::WebP)),
        ("progressive", include_bytes!("corpus/progressive.jpg").to_vec()),
        ("animated WebP", include_bytes!("corpus/animated.webp")[..100].to_vec()),
    ] {
        for tenths in 0..10 {
            let part = &whole[..whole.len() * tenths / 10];
            let said = prepare(part).expect_err(kind);
            let fine = match part.len() {
                0 => said == Unfit::Empty,
                1..16 => matches!(said, Unfit::WrongType | Unfit::Incomplete | Unfit::Unreadable),
                _ => matches!(said, Unfit::Incomplete | Unfit::Unreadable),
            };
            assert!(fine, "{kind}, {tenths}/10: {said:?}");
        }
    }
}

#[test]
fn other_types_are_refused_whatever_they_are_called() {
    for bytes in [
        &b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>"[..],
        b"<?xml version=\"1.0\"?><svg/>",
        b"<!doctype html><html></html>",
        b"%PDF-1.7 ",
        b"BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00",
        b"II*\x00\x08\x00\x00\x00",
        b"\x00\x00\x00\x1cftypheic\x00\x00\x00\x00",
        b"\x00\x00\x00\x1cftypavif\x00\x00\x00\x00",
        b"PK\x03\x04",
        b"RIFF\x24\x00\x00\x00WAVEfmt ",
        b"GIF88a\x01\x00\x01\x00",
        b"\x89PNG\n",
        b"hello",
    ] {
        assert_eq!(prepare(bytes), Err(Unfit::WrongType), "{}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn of_a_polyglot_only_the_picture_is_left() {
    let picture = quadrants(400, 300);
    let gif = made::encoded(&quadrants(200, 100), ImageFormat::Gif);
    let page = b"<script>alert(document.domain)</script>PK\x03\x04evil.class";
    for whole in [jpeg(&picture), png(&picture), gif, made::encoded(&picture, ImageFormat::WebP)] {
        let prepared = prepare(&[whole, page.to_vec()].concat()).expect("a picture with something behind it");
        assert!(!holds(&prepared, b"script") && !holds(&prepared, b"evil"));
        assert_eq!(corners(&prepared), CORNERS);
    }
    // A script that begins like a GIF is none.
    let said = prepare(b"GIF89a/*\x00\x00\x00\x00\x00,*/=1;alert(document.domain);//").expect_err("a script");
    assert!(matches!(said, Unfit::Unreadable | Unfit::Incomplete | Unfit::TooManyPixels), "{said:?}");
}

#[test]
fn huge_pictures_are_refused_by_their_header() {
    let jpeg_header = |width: u16, height: u16| {
        let mut bytes = jpeg(&quadrants(16, 16));
        let at = bytes.windows(2).position(|pair| pair == [0xff, 0xc0]).expect("a frame header");
        bytes[at + 5..at + 7].copy_from_slice(&height.to_be_bytes());
        bytes[at + 7..at + 9].copy_from_slice(&width.to_be_bytes());
        bytes
    };
    let gif_header = |width: u16, height: u16| {
        let mut bytes = made::encoded(&quadrants(16, 16), ImageFormat::Gif);
        bytes[6..8].copy_from_slice(&width.to_le_bytes());
        bytes[8..10].copy_from_slice(&height.to_le_bytes());
        bytes
    };
    for bytes in [
        png_header(65_535, 65_535),
        png_header(16_384, 1),
        png_header(1, 16_384),
        png_header(8001, 5000),
        png_header(u32::MAX, u32::MAX),
        jpeg_header(65_535, 65_535),
        jpeg_header(16_000, 16_000),
        gif_header(65_535, 65_535),
        gif_header(16_000, 16_000),
        made::webp_canvas(16_384, 16_384),
        made::webp_canvas(16_777_216, 16_777_216),
    ] {
        let said = prepare(&bytes).expect_err("a bomb");
        assert!(matches!(said, Unfit::TooManyPixels | Unfit::Unreadable), "{said:?}");
    }
    assert_eq!(prepare(&png_header(65_535, 65_535)), Err(Unfit::TooManyPixels));
    assert_eq!(prepare(&jpeg_header(65_535, 65_535)), Err(Unfit::TooManyPixels));
    assert_eq!(prepare(&gif_header(65_535, 65_535)), Err(Unfit::TooManyPixels));
    assert!(prepare(&png_header(0, 10)).is_err());
    assert!(prepare(&jpeg_header(0, 10)).is_err());
    assert!(prepare(&gif_header(0, 10)).is_err());
}

#[test]
fn ten_mebibytes_are_taken_and_one_byte_more_is_not() {
    let fit = made::padded(&png(&quadrants(400, 300)), MAX_BYTES as usize);
    assert_eq!(fit.len() as u64, MAX_BYTES);
    assert_eq!(corners(&prepare(&fit).expect("a picture")), CORNERS);
    let over = made::padded(&png(&quadrants(400, 300)), MAX_BYTES as usize + 1);
    assert_eq!(prepare(&over), Err(Unfit::TooManyBytes));
}

#[test]
fn a_progressive_file_of_a_thousand_scans_is_refused() {
    let bytes = include_bytes!("corpus/progressive.jpg");
    let scan = bytes.windows(2).rposition(|pair| pair == [0xff, 0xda]).expect("a scan");
    let (head, tail) = bytes.split_at(scan);
    let (tail, end) = tail.split_at(tail.len() - 2);
    assert_eq!(prepare(&[head, &tail.repeat(1000), end].concat()), Err(Unfit::Unreadable));
}

#[test]
fn the_same_picture_makes_the_same_bytes() {
    let bytes = jpeg(&quadrants(900, 700));
    assert_eq!(prepare(&bytes), prepare(&bytes));
}
