//! Resizing of pixels in memory: made smaller, turned upright, written as WebP.
//!
//! A picture is made smaller in the form it was decoded to, so that only one copy of it in full size is ever in memory;
//! colours and orientation are then put right on the smaller one.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::metadata::Orientation;
use image::{DynamicImage, GrayAlphaImage, GrayImage, RgbImage, RgbaImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Eight bits per sample, one to four samples per pixel: grey, grey and alpha, RGB, RGBA.
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    pub channels: usize,
    pub buffer: Vec<u8>,
    /// The colour profile that came along, if any.
    pub profile: Option<Vec<u8>>,
}

/// Upright, RGB or RGBA, in the colours screens expect.
pub struct Shown(DynamicImage);

impl Pixels {
    /// The same in another size; nothing happens when it has that size.
    pub fn scaled(self, width: u32, height: u32) -> Option<Self> {
        if (self.width, self.height) == (width, height) {
            return Some(self);
        }
        let buffer = scale(&self.buffer, (self.width, self.height), self.channels, (width, height))?;
        Some(Self { width, height, buffer, ..self })
    }

    /// As it is shown.
    pub fn shown(self, orientation: Orientation) -> Option<Shown> {
        let (width, height, buffer) = (self.width, self.height, self.buffer);
        let image = match self.channels {
            1 => DynamicImage::ImageLuma8(GrayImage::from_raw(width, height, buffer)?),
            2 => DynamicImage::ImageLumaA8(GrayAlphaImage::from_raw(width, height, buffer)?),
            3 => DynamicImage::ImageRgb8(RgbImage::from_raw(width, height, buffer)?),
            _ => DynamicImage::ImageRgba8(RgbaImage::from_raw(width, height, buffer)?),
        };
        let has_alpha = image.color().has_alpha();
        let mut image = if has_alpha {
            DynamicImage::ImageRgba8(image.into_rgba8())
        } else {
            DynamicImage::ImageRgb8(image.into_rgb8())
        };
        if let Some(profile) = self.profile.filter(|_| self.channels >= 3) {
            image = in_srgb(image, &profile);
        }
        image.apply_orientation(orientation);
        Some(Shown(image))
    }
}

impl Shown {
    /// A smaller one.
    pub fn scaled_copy(&self, width: u32, height: u32) -> Option<Self> {
        let own = (self.0.width(), self.0.height());
        match &self.0 {
            DynamicImage::ImageRgb8(image) => {
                let buffer = scale(image.as_raw(), own, 3, (width, height))?;
                RgbImage::from_raw(width, height, buffer).map(|image| Self(image.into()))
            }
            DynamicImage::ImageRgba8(image) => {
                let buffer = scale(image.as_raw(), own, 4, (width, height))?;
                RgbaImage::from_raw(width, height, buffer).map(|image| Self(image.into()))
            }
            _ => None,
        }
    }

    /// The pixels and nothing else.
    pub fn to_webp(&self, quality: f32) -> Option<Vec<u8>> {
        let (width, height) = (self.0.width(), self.0.height());
        let encoder = match &self.0 {
            DynamicImage::ImageRgb8(image) => webp::Encoder::from_rgb(image.as_raw(), width, height),
            DynamicImage::ImageRgba8(image) => webp::Encoder::from_rgba(image.as_raw(), width, height),
            _ => return None,
        };
        encoder.encode_simple(false, quality).ok().map(|written| written.to_vec())
    }
}

/// Phones save in wider colours than sRGB; without the profile, which goes with all other notes, they would look pale.
/// A profile that cannot be used is left aside.
fn in_srgb(image: DynamicImage, profile: &[u8]) -> DynamicImage {
    let srgb = ColorProfile::new_srgb();
    let Ok(own) = ColorProfile::new_from_slice(profile) else { return image };
    if own.color_space != DataColorSpace::Rgb {
        return image;
    }
    let layout = if image.color().has_alpha() { Layout::Rgba } else { Layout::Rgb };
    let Ok(transform) = own.create_transform_8bit(layout, &srgb, layout, TransformOptions::default()) else {
        return image;
    };
    let (width, height) = (image.width(), image.height());
    let mut buffer = vec![0; image.as_bytes().len()];
    if transform.transform(image.as_bytes(), &mut buffer).is_err() {
        return image;
    }
    let converted = if image.color().has_alpha() {
        RgbaImage::from_raw(width, height, buffer).map(DynamicImage::ImageRgba8)
    } else {
        RgbImage::from_raw(width, height, buffer).map(DynamicImage::ImageRgb8)
    };
    converted.unwrap_or(image)
}

fn scale(buffer: &[u8], from: (u32, u32), channels: usize, to: (u32, u32)) -> Option<Vec<u8>> {
    let kind = match channels {
        1 => PixelType::U8,
        2 => PixelType::U8x2,
        3 => PixelType::U8x3,
        _ => PixelType::U8x4,
    };
    let source = ImageRef::new(from.0, from.1, buffer, kind).ok()?;
    let mut target = Image::new(to.0, to.1, kind);
    // Colours of transparent pixels must not bleed into their neighbours: `use_alpha` is the default, and said here
    // because pictures with alpha depend on it. It costs a second copy of those.
    let options = ResizeOptions::new()
        .resize_alg(ResizeAlg::Convolution(fast_image_resize::FilterType::Lanczos3))
        .use_alpha(true);
    Resizer::new().resize(&source, &mut target, &options).ok()?;
    Some(target.into_vec())
}
