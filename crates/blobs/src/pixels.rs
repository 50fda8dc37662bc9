//! Pixels of a decoded picture: made smaller, turned upright, written as WebP.
//!
//! A picture is made smaller in the memory it was decoded to, so that only one copy of it in full size is ever in memory; colours
//! and orientation are then put right on the smaller one. Loops over all pixels are in other crates, which are optimised in
//! the development profile, too: `crates/resize`, image, moxcms, webp.

use image::metadata::Orientation;
use image::{DynamicImage, RgbaImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};
use quad_resize::resize;

/// RGBA of eight bits.
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
    /// Otherwise all are opaque.
    pub has_alpha: bool,
    /// The colour profile that came along, if any.
    pub profile: Option<Vec<u8>>,
}

/// Upright, in the colours screens expect.
pub struct Shown {
    image: RgbaImage,
    has_alpha: bool,
}

impl Pixels {
    /// The same in another size; nothing happens when it has that size.
    pub fn scaled(mut self, width: u32, height: u32) -> Option<Self> {
        if (self.width, self.height) == (width, height) {
            return Some(self);
        }
        let rgba = resize(&mut self.rgba, (self.width, self.height), (width, height), self.has_alpha)?;
        Some(Self { width, height, rgba, ..self })
    }

    /// As it is shown.
    pub fn shown(self, orientation: Orientation) -> Option<Shown> {
        let mut image = RgbaImage::from_raw(self.width, self.height, self.rgba)?;
        if let Some(profile) = self.profile {
            image = in_srgb(image, &profile);
        }
        let mut image = DynamicImage::ImageRgba8(image);
        image.apply_orientation(orientation);
        Some(Shown { image: image.into_rgba8(), has_alpha: self.has_alpha })
    }
}

impl Shown {
    /// A smaller one. These pixels stay as they are.
    pub fn scaled_copy(&mut self, width: u32, height: u32) -> Option<Self> {
        let own = self.image.dimensions();
        let rgba = resize(&mut self.image, own, (width, height), self.has_alpha)?;
        Some(Self { image: RgbaImage::from_raw(width, height, rgba)?, has_alpha: self.has_alpha })
    }

    /// The pixels and nothing else; no alpha when all are opaque.
    pub fn to_webp(&self, quality: f32) -> Option<Vec<u8>> {
        let (width, height) = self.image.dimensions();
        let encoder = webp::Encoder::from_rgba(self.image.as_raw(), width, height);
        encoder.encode_simple(false, quality).ok().map(|written| written.to_vec())
    }
}

/// Phones save in wider colours than sRGB; without the profile, which goes with all other notes, they would look pale.
/// A profile that cannot be used is left aside.
fn in_srgb(image: RgbaImage, profile: &[u8]) -> RgbaImage {
    let srgb = ColorProfile::new_srgb();
    let Ok(own) = ColorProfile::new_from_slice(profile) else { return image };
    if own.color_space != DataColorSpace::Rgb {
        return image;
    }
    let Ok(transform) = own.create_transform_8bit(Layout::Rgba, &srgb, Layout::Rgba, TransformOptions::default())
    else {
        return image;
    };
    let mut buffer = vec![0; image.len()];
    if transform.transform(&image, &mut buffer).is_err() {
        return image;
    }
    RgbaImage::from_raw(image.width(), image.height(), buffer).unwrap_or(image)
}
