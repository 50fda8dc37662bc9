//! Canvas: flat shapes with smooth edges, drawn into a picture of RGB, which is written as PNG. What the pictures show is elsewhere.
//!
//! A crate of its own because it draws the demo campus, and its loops are slow without optimisation.

use std::io::Write;

use flate2::Crc;
use flate2::write::ZlibEncoder;

/// Lines looked at in each row of pixels, so that slanting edges are smooth.
const LINES: usize = 3;

/// Red, green, blue.
pub type Colour = [u8; 3];
/// From the left, and from above, in pixels.
pub type Point = (f32, f32);

/// This much of the second colour in the first.
pub fn mix(one: Colour, other: Colour, share: f32) -> Colour {
    std::array::from_fn(|at| (f32::from(one[at]) + (f32::from(other[at]) - f32::from(one[at])) * share) as u8)
}

/// The corners of an upright rectangle.
pub fn rectangle(corner: Point, size: Point) -> [Point; 4] {
    let (right, foot) = (corner.0 + size.0, corner.1 + size.1);
    [corner, (right, corner.1), (right, foot), (corner.0, foot)]
}

/// A picture that is drawn on; shapes may reach over its edges.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    /// A black one.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![0; width * height * 3] }
    }

    /// From the one colour above to the other below.
    pub fn wash(&mut self, above: Colour, below: Colour) {
        for (row, pixels) in self.pixels.chunks_exact_mut(self.width * 3).enumerate() {
            let colour = mix(above, below, row as f32 / self.height as f32);
            pixels.chunks_exact_mut(3).for_each(|pixel| pixel.copy_from_slice(&colour));
        }
    }

    /// A straight line of this width.
    pub fn line(&mut self, from: Point, to: Point, wide: f32, colour: Colour) {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let long = x.hypot(y).max(0.1);
        let (x, y) = (x / long * wide / 2.0, y / long * wide / 2.0);
        let sides = [(from.0 - y, from.1 + x), (from.0 + y, from.1 - x), (to.0 + y, to.1 - x), (to.0 - y, to.1 + x)];
        self.shape(&sides, colour, 1.0);
    }

    /// A filled circle; `strength` is the share of the colour in what is seen there afterwards.
    pub fn disc(&mut self, middle: Point, radius: f32, colour: Colour, strength: f32) {
        self.fill((middle.1 - radius, middle.1 + radius), colour, strength, |line| {
            let half = (radius * radius - (line - middle.1).powi(2)).max(0.0).sqrt();
            vec![middle.0 - half, middle.0 + half]
        });
    }

    /// A filled polygon; `strength` is the share of the colour in what is seen there afterwards.
    pub fn shape(&mut self, corners: &[Point], colour: Colour, strength: f32) {
        let top = corners.iter().fold(f32::MAX, |top, (_, y)| top.min(*y));
        let foot = corners.iter().fold(f32::MIN, |foot, (_, y)| foot.max(*y));
        self.fill((top, foot), colour, strength, |line| {
            let next = corners.iter().cycle().skip(1);
            let mut crossings: Vec<f32> = corners
                .iter()
                .zip(next)
                .filter(|((_, y), (_, other))| (*y <= line) != (*other <= line))
                .map(|((x, y), (x2, y2))| x + (line - y) / (y2 - y) * (x2 - x))
                .collect();
            crossings.sort_by(f32::total_cmp);
            crossings
        });
    }

    /// Colours what lies between each pair of crossings of a line, for all lines from the one to the other.
    fn fill(&mut self, (top, foot): (f32, f32), colour: Colour, strength: f32, crossings: impl Fn(f32) -> Vec<f32>) {
        let first = top.floor().max(0.0) as usize;
        let last = (foot.ceil().max(0.0) as usize).min(self.height);
        let mut covered = vec![0.0_f32; self.width];
        for row in first..last {
            covered.fill(0.0);
            for line in 0..LINES {
                let line = row as f32 + (line as f32 + 0.5) / LINES as f32;
                for pair in crossings(line).chunks_exact(2) {
                    let (from, to) = (pair[0].max(0.0), pair[1].min(self.width as f32));
                    let end = (to.ceil().max(0.0) as usize).min(self.width);
                    for (at, covered) in covered.iter_mut().enumerate().take(end).skip(from as usize) {
                        *covered += (to.min(at as f32 + 1.0) - from.max(at as f32)).max(0.0) / LINES as f32;
                    }
                }
            }
            let pixels = self.pixels.chunks_exact_mut(3).skip(row * self.width);
            for (pixel, covered) in pixels.zip(&covered).filter(|(_, covered)| **covered > 0.0) {
                let mixed = mix([pixel[0], pixel[1], pixel[2]], colour, covered.min(1.0) * strength);
                pixel.copy_from_slice(&mixed);
            }
        }
    }

    /// The whole file.
    ///
    /// # Errors
    /// None in practice: it writes to memory. The type is that of the compressor.
    pub fn png(&self) -> std::io::Result<Vec<u8>> {
        let mut packed = ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        for row in self.pixels.chunks_exact(self.width * 3) {
            packed.write_all(&[0])?;
            packed.write_all(row)?;
        }
        let mut head = Vec::new();
        head.extend((self.width as u32).to_be_bytes());
        head.extend((self.height as u32).to_be_bytes());
        // Eight bits, RGB, nothing special.
        head.extend([8, 2, 0, 0, 0]);
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        for (name, content) in [(b"IHDR", head), (b"IDAT", packed.finish()?), (b"IEND", Vec::new())] {
            let mut sum = Crc::new();
            sum.update(name);
            sum.update(&content);
            file.extend((content.len() as u32).to_be_bytes());
            file.extend(name);
            file.extend(content);
            file.extend(sum.sum().to_be_bytes());
        }
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Colour = [200, 0, 0];

    fn pixel(canvas: &Canvas, x: usize, y: usize) -> Colour {
        let at = (y * canvas.width + x) * 3;
        [canvas.pixels[at], canvas.pixels[at + 1], canvas.pixels[at + 2]]
    }

    #[test]
    fn edges_are_smooth_and_may_be_outside() {
        let mut canvas = Canvas::new(20, 10);
        canvas.shape(&rectangle((2.0, 3.0), (4.5, 90.0)), RED, 1.0);
        assert_eq!([pixel(&canvas, 1, 5), pixel(&canvas, 2, 5), pixel(&canvas, 2, 2)], [[0; 3], RED, [0; 3]]);
        assert_eq!((pixel(&canvas, 6, 9), pixel(&canvas, 7, 9)), ([100, 0, 0], [0; 3]), "half covered");
        canvas.disc((15.0, 5.0), 3.0, RED, 0.5);
        assert_eq!(pixel(&canvas, 15, 5), [100, 0, 0]);
        canvas.line((-5.0, 0.5), (30.0, 0.5), 1.0, RED);
        assert_eq!((pixel(&canvas, 0, 0), pixel(&canvas, 19, 0), pixel(&canvas, 0, 1)), (RED, RED, [0; 3]));
    }

    #[test]
    fn a_wash_goes_from_above_to_below() {
        let mut canvas = Canvas::new(2, 4);
        canvas.wash(RED, [0; 3]);
        assert_eq!([0, 1, 2, 3].map(|row| pixel(&canvas, 1, row)[0]), [200, 150, 100, 50]);
    }
}
