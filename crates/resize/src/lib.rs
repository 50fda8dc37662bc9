//! Resizing of pictures in memory: samples of any decoder become RGBA of eight bits, and RGBA becomes smaller.
//!
//! A crate of its own because of its compile time. The functions of fast_image_resize are generic: each type of pixels and
//! each type of picture that a call names is compiled here, with 31 versions of each inner loop, and is slow without
//! optimisation. So there is one type of each, and whatever changes often is elsewhere. It decodes and writes no files.

use fast_image_resize::images::TypedImage;
use fast_image_resize::pixels::U8x4;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};

/// Pixels that are copied aside at a time.
const PIECE: usize = 4096;

/// How a decoder leaves a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// 1 to 4: grey, grey and alpha, RGB, RGBA.
    pub channels: usize,
    /// Samples of 16 bits, in the machine's order of bytes; otherwise of 8.
    pub is_sixteen_bits: bool,
}

impl Layout {
    /// Bytes of a pixel.
    pub fn bytes(self) -> usize {
        self.channels * if self.is_sixteen_bits { 2 } else { 1 }
    }

    /// Whether pixels say how opaque they are.
    pub fn has_alpha(self) -> bool {
        matches!(self.channels, 2 | 4)
    }
}

/// So many pixels at the beginning of the buffer become RGBA of eight bits, in the same memory. It is not moved where the buffer
/// has the room of four bytes per pixel from the start.
pub fn to_rgba(buffer: &mut Vec<u8>, pixels: usize, layout: Layout) {
    buffer.resize(buffer.len().max(pixels * 4), 0);
    if layout.is_sixteen_bits {
        halve(&mut buffer[..pixels * layout.bytes()]);
    }
    match layout.channels {
        1 => spread(buffer, pixels, |[grey]| [grey, grey, grey, 255]),
        2 => spread(buffer, pixels, |[grey, alpha]| [grey, grey, grey, alpha]),
        3 => spread(buffer, pixels, |[red, green, blue]| [red, green, blue, 255]),
        _ => {}
    }
    buffer.truncate(pixels * 4);
    buffer.shrink_to_fit();
}

/// Samples of 16 bits become samples of 8, which fill the first half.
fn halve(buffer: &mut [u8]) {
    for at in 0..buffer.len() / 2 {
        let sample = u32::from(u16::from_ne_bytes([buffer[2 * at], buffer[2 * at + 1]]));
        buffer[at] = ((sample + 128) / 257) as u8;
    }
}

/// Pixels of `N` bytes become pixels of four; from the last to the first, so that none is overwritten before it is read.
fn spread<const N: usize>(buffer: &mut [u8], pixels: usize, rgba: impl Fn([u8; N]) -> [u8; 4]) {
    let mut aside = vec![0; PIECE * N];
    let mut end = pixels;
    while end > 0 {
        let start = end.saturating_sub(PIECE);
        let read = &mut aside[..(end - start) * N];
        read.copy_from_slice(&buffer[start * N..end * N]);
        let written = buffer[start * 4..end * 4].as_chunks_mut().0;
        for (to, from) in written.iter_mut().zip(read.as_chunks().0) {
            *to = rgba(*from);
        }
        end = start;
    }
}

/// RGBA in another size, by Lanczos; none when a size is not that of its buffer. Without alpha, which is then 255 everywhere, it
/// is quicker and needs no second copy of the pixels. They are left as they are; `&mut` makes source and target one type.
pub fn resize(rgba: &mut [u8], from: (u32, u32), to: (u32, u32), has_alpha: bool) -> Option<Vec<u8>> {
    let mut resized = vec![0; to.0 as usize * to.1 as usize * 4];
    let source = TypedImage::<U8x4>::from_buffer(from.0, from.1, rgba).ok()?;
    let mut target = TypedImage::<U8x4>::from_buffer(to.0, to.1, &mut resized).ok()?;
    // Colours of transparent pixels must not bleed into their neighbours.
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3)).use_alpha(has_alpha);
    Resizer::new().resize_typed(&source, &mut target, &options).ok()?;
    Some(resized)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgba(samples: &[u8], channels: usize) -> Vec<u8> {
        let (mut buffer, layout) = (samples.to_vec(), Layout { channels, is_sixteen_bits: false });
        to_rgba(&mut buffer, samples.len() / channels, layout);
        buffer
    }

    #[test]
    fn every_layout_becomes_rgba() {
        assert_eq!(rgba(&[1, 2], 1), [1, 1, 1, 255, 2, 2, 2, 255]);
        assert_eq!(rgba(&[1, 2, 3, 4], 2), [1, 1, 1, 2, 3, 3, 3, 4]);
        assert_eq!(rgba(&[1, 2, 3, 4, 5, 6], 3), [1, 2, 3, 255, 4, 5, 6, 255]);
        assert_eq!(rgba(&[1, 2, 3, 4], 4), [1, 2, 3, 4]);
        assert_eq!(rgba(&[], 3), []);
    }

    #[test]
    fn no_pixel_is_overwritten_before_it_is_read() {
        let samples: Vec<u8> = (0..(2 * PIECE + 7) * 3).map(|at| (at % 251) as u8).collect();
        let expected: Vec<u8> = samples.chunks(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
        assert_eq!(rgba(&samples, 3), expected);
        // Room from the start, and what is in it does not matter.
        let (mut buffer, pixels) = (samples.clone(), samples.len() / 3);
        buffer.resize(pixels * 4 + 100, 9);
        to_rgba(&mut buffer, pixels, Layout { channels: 3, is_sixteen_bits: false });
        assert_eq!(buffer, expected);
    }

    #[test]
    fn sixteen_bits_are_rounded() {
        let samples = [0_u16, 128, 129, 257, 0x8000, 0xffff, 0, 0xffff];
        for (channels, expected) in [
            (4, vec![0, 0, 1, 1, 128, 255, 0, 255]),
            (2, vec![0, 0, 0, 0, 1, 1, 1, 1, 128, 128, 128, 255, 0, 0, 0, 255]),
        ] {
            let mut buffer: Vec<u8> = samples.iter().flat_map(|sample| sample.to_ne_bytes()).collect();
            to_rgba(&mut buffer, samples.len() / channels, Layout { channels, is_sixteen_bits: true });
            assert_eq!(buffer, expected);
        }
    }

    #[test]
    fn a_size_has_to_be_that_of_the_buffer() {
        let mut white = vec![255; 30 * 20 * 4];
        assert_eq!(resize(&mut white, (30, 20), (15, 10), false), Some(vec![255; 15 * 10 * 4]));
        assert_eq!(resize(&mut white, (31, 20), (15, 10), false), None);
    }

    #[test]
    fn transparent_colours_do_not_bleed() {
        // Opaque white beside transparent black.
        let row = [[255; 4].repeat(50), [0; 4].repeat(50)].concat();
        let resized = resize(&mut row.repeat(100), (100, 100), (30, 30), true).expect("a picture");
        let (pixels, _) = resized.as_chunks::<4>();
        assert!(pixels.iter().all(|[red, _, _, alpha]| *alpha < 8 || *red > 230));
    }
}
