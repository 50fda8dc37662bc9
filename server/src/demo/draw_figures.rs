//! Figures of the demo campus's picture questions, drawn by code as its other pictures are: dark lines on a light ground, so that they
//! are read on a small screen. Nobody's rights stand in them.

use quad_canvas::{Canvas, Colour, Point, rectangle};
use serde::Deserialize;

const WIDTH: usize = 480;
const HEIGHT: usize = 320;
const SMALL: (usize, usize) = (200, 200);

const GROUND: Colour = [250, 250, 246];
const INK: Colour = [32, 40, 64];
const TONE: Colour = [62, 116, 170];
const PALE: Colour = [206, 222, 236];
const WIDE: f32 = 4.0;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Figure {
    /// A triangle with two lines from its top to its base.
    Fan,
    /// A triangle with equal sides.
    Triangle,
    /// A square.
    Square,
    /// A trapezium with a line of symmetry.
    Trapezium,
    /// A circle.
    Circle,
    /// A line over time: up, level, up, down.
    Journey,
    /// Eight cells of which three are dark.
    Bar,
    /// Two sets that have something in common.
    Sets,
}

/// The figure as a picture.
pub fn draw(figure: Figure) -> std::io::Result<Vec<u8>> {
    let is_option = matches!(figure, Figure::Triangle | Figure::Square | Figure::Trapezium | Figure::Circle);
    let (width, height) = if is_option { SMALL } else { (WIDTH, HEIGHT) };
    let mut canvas = Canvas::new(width, height);
    canvas.wash(GROUND, GROUND);
    match figure {
        Figure::Fan => {
            let top = (240.0, 30.0);
            outline(&mut canvas, &[top, (60.0, 290.0), (420.0, 290.0)]);
            for foot in [180.0, 300.0] {
                canvas.line(top, (foot, 290.0), WIDE, INK);
            }
        }
        Figure::Triangle => filled(&mut canvas, &[(100.0, 30.0), (20.0, 168.6), (180.0, 168.6)]),
        Figure::Square => filled(&mut canvas, &rectangle((35.0, 35.0), (130.0, 130.0))),
        Figure::Trapezium => filled(&mut canvas, &[(65.0, 50.0), (135.0, 50.0), (180.0, 150.0), (20.0, 150.0)]),
        Figure::Circle => {
            canvas.disc((100.0, 100.0), 72.0, INK, 1.0);
            canvas.disc((100.0, 100.0), 68.0, PALE, 1.0);
        }
        Figure::Journey => {
            canvas.line((40.0, 20.0), (40.0, 290.0), 3.0, INK);
            canvas.line((38.0, 290.0), (460.0, 290.0), 3.0, INK);
            path(&mut canvas, &[(40.0, 290.0), (150.0, 190.0), (250.0, 190.0), (320.0, 60.0), (440.0, 290.0)]);
        }
        Figure::Bar => {
            for cell in 0..8_u8 {
                let corner = (40.0 + 50.0 * f32::from(cell), 120.0);
                canvas.shape(&rectangle(corner, (50.0, 80.0)), if cell < 3 { TONE } else { PALE }, 1.0);
                outline(&mut canvas, &rectangle(corner, (50.0, 80.0)));
            }
        }
        Figure::Sets => {
            for middle in [(185.0, 160.0), (295.0, 160.0)] {
                canvas.disc(middle, 110.0, TONE, 0.45);
            }
        }
    }
    canvas.png()
}

fn filled(canvas: &mut Canvas, corners: &[Point]) {
    canvas.shape(corners, PALE, 1.0);
    outline(canvas, corners);
}

fn outline(canvas: &mut Canvas, corners: &[Point]) {
    for (at, corner) in corners.iter().enumerate() {
        canvas.line(*corner, corners[(at + 1) % corners.len()], WIDE, INK);
    }
}

fn path(canvas: &mut Canvas, points: &[Point]) {
    for pair in points.windows(2) {
        canvas.line(pair[0], pair[1], 6.0, TONE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_a_picture_of_its_own() {
        let all = [
            Figure::Fan,
            Figure::Triangle,
            Figure::Square,
            Figure::Trapezium,
            Figure::Circle,
            Figure::Journey,
            Figure::Bar,
            Figure::Sets,
        ];
        let mut seen = Vec::new();
        for figure in all {
            let drawn = draw(figure).expect("drawn");
            assert!(quad_blobs::picture::prepare(&drawn).is_ok() && !seen.contains(&drawn), "{figure:?}");
            seen.push(drawn);
        }
    }
}
