//! Pictures for the tests: four quadrants of four colours, encoded, annotated and broken in known ways.
use std::io::Cursor;

use image::codecs::png::PngEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage};

/// The corners of [`quadrants`] by [`name`]: top left, top right, bottom left, bottom right.
pub const CORNERS: &str = "RGBY";

const COLOURS: [(&str, [u8; 3]); 4] =
    [("R", [200, 30, 40]), ("G", [20, 120, 60]), ("B", [30, 60, 190]), ("Y", [240, 220, 60])];

/// What the notes of [`exif`] say of the place, as bytes.
pub const LATITUDE: &[u8] = &[0, 0, 0, 12, 0, 0, 0, 1, 0];

pub fn quadrants(width: u32, height: u32) -> DynamicImage {
    // Row by row: forty million pixels one by one take long in a test.
    let (left, upper) = (width as usize / 2, height as usize / 2);
    let row = |half: &[(&str, [u8; 3])]| [half[0].1.repeat(left), half[1].1.repeat(width as usize - left)].concat();
    let rows = [row(&COLOURS[..2]).repeat(upper), row(&COLOURS[2..]).repeat(height as usize - upper)];
    RgbImage::from_raw(width, height, rows.concat()).expect("as many as there should be").into()
}

/// The nearest of the four colours; `?` when none is near.
pub fn name(pixel: Rgb<u8>) -> &'static str {
    let far = |colour: [u8; 3]| (0..3).map(|at| pixel[at].abs_diff(colour[at])).max().unwrap_or(u8::MAX);
    COLOURS.iter().find(|(_, colour)| far(*colour) < 48).map_or("?", |(name, _)| name)
}

pub fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).expect("encoding");
    bytes.into_inner()
}

pub fn png(picture: &DynamicImage) -> Vec<u8> {
    encoded(picture, ImageFormat::Png)
}

pub fn jpeg(picture: &DynamicImage) -> Vec<u8> {
    encoded(picture, ImageFormat::Jpeg)
}

pub fn with_profile(picture: &DynamicImage, profile: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = PngEncoder::new(&mut bytes);
    encoder.set_icc_profile(profile.to_vec()).expect("a profile");
    encoder
        .write_image(picture.as_bytes(), picture.width(), picture.height(), picture.color().into())
        .expect("encoding");
    bytes
}

/// Notes of a camera: the orientation, the maker's name, a place.
pub fn exif(orientation: u8) -> Vec<u8> {
    let mut notes = b"Exif\0\0MM\0*\0\0\0\x08".to_vec();
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value].concat()
    };
    // Header 8, count 2, three entries of 12, next 4: the values begin at 50.
    notes.extend([0, 3]);
    notes.extend(entry(0x010f, 2, 11, 50_u32.to_be_bytes()));
    notes.extend(entry(0x0112, 3, 1, [0, orientation, 0, 0]));
    notes.extend(entry(0x8825, 4, 1, 62_u32.to_be_bytes()));
    notes.extend([0, 0, 0, 0]);
    notes.extend(b"PixelPhone\0\0");
    // Latitude: three fractions at 80.
    notes.extend([0, 1]);
    notes.extend(entry(0x0002, 5, 3, 80_u32.to_be_bytes()));
    notes.extend([0, 0, 0, 0]);
    for part in [12_u32, 58, 30] {
        notes.extend(part.to_be_bytes());
        notes.extend(1_u32.to_be_bytes());
    }
    notes
}

/// The picture as a camera with this orientation stores it: turned so that the orientation turns it back.
pub fn stored_as(picture: &DynamicImage, orientation: u8) -> DynamicImage {
    let mut turned = picture.clone();
    let back = match orientation {
        6 => 8,
        8 => 6,
        other => other,
    };
    turned.apply_orientation(Orientation::from_exif(back).expect("1 to 8"));
    turned
}

/// A JPEG with notes right behind its start.
pub fn with_app1(jpeg: &[u8], notes: &[u8]) -> Vec<u8> {
    let length = (notes.len() as u16 + 2).to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, notes, &jpeg[2..]].concat()
}

/// A PNG with one more chunk behind its header.
pub fn with_chunk(png: &[u8], kind: &[u8], data: &[u8]) -> Vec<u8> {
    [&png[..33], &chunk(kind, data), &png[33..]].concat()
}

/// A PNG made this long by a chunk that means nothing.
pub fn padded(png: &[u8], length: usize) -> Vec<u8> {
    with_chunk(png, b"quAd", &vec![b'x'; length - png.len() - 12])
}

/// The header of a PNG of RGBA with nothing behind it but a few bytes of data.
pub fn png_header(width: u32, height: u32) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    [
        &b"\x89PNG\r\n\x1a\n"[..],
        &chunk(b"IHDR", &header),
        &chunk(b"IDAT", &[0x78, 0x9c, 3, 0, 0, 0, 0, 1]),
        &chunk(b"IEND", b""),
    ]
    .concat()
}

/// The header of an extended WebP with a canvas of this size.
pub fn webp_canvas(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"RIFF\x00\x01\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00".to_vec();
    bytes.extend(&(width - 1).to_le_bytes()[..3]);
    bytes.extend(&(height - 1).to_le_bytes()[..3]);
    bytes.resize(264, 0);
    bytes
}

pub fn chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let checked = [kind, data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &checked, &crc(&checked).to_be_bytes()].concat()
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    })
}
