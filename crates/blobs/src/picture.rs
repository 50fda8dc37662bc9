//! Picture: what somebody sent as a picture, made safe: known by its content, measured before it is decoded, turned upright,
//! stripped of everything but its pixels and written anew as WebP in a few widths.
//!
//! Refused, each with its own [`Unfit`]: other types, more bytes or pixels than allowed, files that end early, files that
//! cannot be read. An animation keeps its first frame. Nothing of the sent bytes is ever kept.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{ColorType, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use quad_resize::{Layout, to_rgba};

use crate::jpeg;
use crate::pixels::Pixels;
pub use crate::unfit::Unfit;

/// The most bytes a picture may have.
pub const MAX_BYTES: u64 = 10_485_760;
/// The most pixels.
pub const MAX_PIXELS: u64 = 40_000_000;
/// The longest side; WebP knows no longer one.
pub const MAX_SIDE: u32 = 16_383;
/// The widths pictures are kept in, as far as the original has them.
pub const WIDTHS: [u32; 4] = [320, 640, 1280, 2048];
/// The widths of pictures that many phones load at the same moment: one for their screens, and one to look at closely.
pub const FEW_WIDTHS: [u32; 2] = [480, 1280];

/// What a decoder may allocate besides the pixels themselves (eight bytes each at most).
const ALLOWANCE: u64 = MAX_PIXELS * 8 + 64 * 1024 * 1024;
const QUALITY: f32 = 80.0;

/// A picture in its widths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// Width of the largest, upright.
    pub width: u32,
    /// Height of the largest, upright.
    pub height: u32,
    /// Smallest first; the last is the largest. Never empty.
    pub variants: Vec<Variant>,
}

/// A picture in one width.
#[derive(Clone, PartialEq, Eq)]
pub struct Variant {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// WebP.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{} ({} bytes)", self.width, self.height, self.bytes.len())
    }
}

impl Prepared {
    /// The largest variant's bytes.
    pub fn largest(&self) -> &[u8] {
        self.variants.last().map_or(&[], |variant| &variant.bytes)
    }
}

/// Makes a picture of bytes in the usual [`WIDTHS`].
///
/// # Errors
/// As [`prepare_in`].
pub fn prepare(bytes: &[u8]) -> Result<Prepared, Unfit> {
    prepare_in(bytes, &WIDTHS)
}

/// Makes a picture of bytes in such widths, smallest first, or says why not. Takes up to some seconds and the memory the README tells;
/// never call it on a thread that serves others ([`Workers`](crate::Workers) does not).
///
/// # Errors
/// [`Unfit`], by what is wrong with the bytes.
pub fn prepare_in(bytes: &[u8], widths: &[u32]) -> Result<Prepared, Unfit> {
    let kind = judge(bytes)?;
    let (pixels, orientation) = decode(bytes, kind)?;
    let (width, height) = upright((pixels.width, pixels.height), orientation);
    let mut sizes = variant_sizes(width, height, widths);
    // Smaller ones are made of the largest, which is read once.
    let Some((width, height)) = sizes.pop() else { return Err(Unfit::Unreadable) };
    let (raw_width, raw_height) = upright((width, height), orientation);
    let largest = pixels.scaled(raw_width, raw_height).and_then(|pixels| pixels.shown(orientation));
    let mut largest = largest.ok_or(Unfit::Unreadable)?;
    let mut variants = Vec::with_capacity(sizes.len() + 1);
    for (width, height) in sizes {
        let bytes = largest.scaled_copy(width, height).and_then(|pixels| pixels.to_webp(QUALITY));
        variants.push(Variant { width, height, bytes: bytes.ok_or(Unfit::Unreadable)? });
    }
    let bytes = largest.to_webp(QUALITY).ok_or(Unfit::Unreadable)?;
    variants.push(Variant { width, height, bytes });
    Ok(Prepared { width, height, variants })
}

/// The type by content, and whether the file is small enough and ends where a picture ends.
fn judge(bytes: &[u8]) -> Result<ImageFormat, Unfit> {
    if bytes.is_empty() {
        return Err(Unfit::Empty);
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Unfit::TooManyBytes);
    }
    let kind = kind_of(bytes).ok_or(Unfit::WrongType)?;
    // Decoders of JPEG fill the missing rest of a picture with grey and call it whole.
    if kind == ImageFormat::Jpeg {
        jpeg::check(bytes)?;
    }
    Ok(kind)
}

fn kind_of(bytes: &[u8]) -> Option<ImageFormat> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(ImageFormat::Png),
        [0xff, 0xd8, 0xff, ..] => Some(ImageFormat::Jpeg),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(ImageFormat::Gif),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(ImageFormat::WebP),
        _ => None,
    }
}

/// Whether these bytes are one whole WebP of this width: what [`prepare`] makes, as far as its form can tell. The pixels are
/// not decoded.
pub fn is_whole_webp(bytes: &[u8], width: u32) -> bool {
    let Some(&[b'R', b'I', b'F', b'F', a, b, c, d, ..]) = bytes.get(..12) else { return false };
    let length = u64::from(u32::from_le_bytes([a, b, c, d])) + 8;
    if judge(bytes) != Ok(ImageFormat::WebP) || length != bytes.len() as u64 {
        return false;
    }
    let reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::WebP);
    reader.into_dimensions().is_ok_and(|(found, _)| found == width)
}

fn decode(bytes: &[u8], kind: ImageFormat) -> Result<(Pixels, Orientation), Unfit> {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(ALLOWANCE);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), kind);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| unfit(&error))?;
    let (width, height) = decoder.dimensions();
    measure(width, height)?;
    // A picture without readable notes about its orientation is shown as it is; the same holds for its colours.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().unwrap_or_default();
    let layout = layout(decoder.color_type()).ok_or(Unfit::Unreadable)?;
    let bytes = usize::try_from(decoder.total_bytes()).map_err(|_| Unfit::TooManyPixels)?;
    let pixels = width as usize * height as usize;
    let mut rgba = vec![0; bytes.max(pixels * 4)];
    decoder.read_image(&mut rgba[..bytes]).map_err(|error| unfit(&error))?;
    to_rgba(&mut rgba, pixels, layout);
    // A profile of grey is left aside.
    let profile = profile.filter(|_| layout.channels >= 3);
    Ok((Pixels { width, height, rgba, has_alpha: layout.has_alpha(), profile }, orientation))
}

fn layout(color: ColorType) -> Option<Layout> {
    let (channels, is_sixteen_bits) = match color {
        ColorType::L8 => (1, false),
        ColorType::La8 => (2, false),
        ColorType::Rgb8 => (3, false),
        ColorType::Rgba8 => (4, false),
        ColorType::L16 => (1, true),
        ColorType::La16 => (2, true),
        ColorType::Rgb16 => (3, true),
        ColorType::Rgba16 => (4, true),
        _ => return None,
    };
    Some(Layout { channels, is_sixteen_bits })
}

fn measure(width: u32, height: u32) -> Result<(), Unfit> {
    if width == 0 || height == 0 {
        return Err(Unfit::Unreadable);
    }
    if width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Unfit::TooManyPixels);
    }
    Ok(())
}

fn unfit(error: &ImageError) -> Unfit {
    match error {
        ImageError::Limits(_) => Unfit::TooManyPixels,
        ImageError::IoError(cause) if cause.kind() == std::io::ErrorKind::UnexpectedEof => Unfit::Incomplete,
        _ => Unfit::Unreadable,
    }
}

/// Width and height as they are shown, or back: turning by a quarter swaps them.
fn upright((width, height): (u32, u32), orientation: Orientation) -> (u32, u32) {
    match orientation {
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH => {
            (height, width)
        }
        _ => (width, height),
    }
}

/// The sizes a picture is kept in, smallest first: the `widths` below its own, and its own up to the largest of them.
fn variant_sizes(width: u32, height: u32, widths: &[u32]) -> Vec<(u32, u32)> {
    let largest = widths.last().map_or(width, |most| width.min(*most));
    let size = |to: u32| {
        let scaled = (u64::from(height) * u64::from(to) + u64::from(width) / 2) / u64::from(width);
        (to, (scaled as u32).clamp(1, MAX_SIDE))
    };
    widths.iter().copied().filter(|to| *to < largest).chain([largest]).map(size).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_kept_in_the_widths_it_has() {
        let widths = |width, height| variant_sizes(width, height, &WIDTHS);
        assert_eq!(widths(4000, 3000), [(320, 240), (640, 480), (1280, 960), (2048, 1536)]);
        assert_eq!(widths(1280, 720), [(320, 180), (640, 360), (1280, 720)]);
        assert_eq!(widths(1000, 10), [(320, 3), (640, 6), (1000, 10)]);
        assert_eq!(widths(320, 320), [(320, 320)]);
        assert_eq!(widths(1, 16_383), [(1, 16_383)]);
        assert_eq!(widths(16_383, 1), [(320, 1), (640, 1), (1280, 1), (2048, 1)]);
        let few = |width, height| variant_sizes(width, height, &FEW_WIDTHS);
        assert_eq!(few(4000, 3000), [(480, 360), (1280, 960)]);
        assert_eq!([few(500, 500), few(300, 30)], [vec![(480, 480), (500, 500)], vec![(300, 30)]]);
    }

    #[test]
    fn a_whole_webp_is_told_from_everything_else() {
        let made = image::DynamicImage::new_rgb8(40, 30);
        let mut png = Vec::new();
        made.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).expect("PNG");
        let webp = prepare(&png).expect("a picture").variants.remove(0).bytes;
        assert!(is_whole_webp(&webp, 40));
        assert!(!is_whole_webp(&webp, 320), "another width");
        for length in [0, 4, 11, 12, 20, webp.len() - 1] {
            assert!(!is_whole_webp(&webp[..length], 40), "{length} of {} bytes", webp.len());
        }
        assert!(!is_whole_webp(&[&webp[..], b"x"].concat(), 40), "something after it");
        assert!(!is_whole_webp(&png, 40), "another type");
        assert!(!is_whole_webp(b"<!doctype html><title>Log in to the network</title>", 40), "a page");
    }

    #[test]
    fn the_type_is_in_the_bytes() {
        assert_eq!(judge(b""), Err(Unfit::Empty));
        for bytes in [
            &b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..],
            b"%PDF-1.7",
            b"BM\x46\0\0\0",
            b"II*\0",
            b"\0\0\0 ftypavif",
            b"RIFF\0\0\0\0WAVE",
        ] {
            assert_eq!(judge(bytes), Err(Unfit::WrongType));
        }
    }
}
