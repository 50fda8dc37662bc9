//! Demo pictures, painted by code: flat shapes in a club's colour, each scene a little different every time and the same in
//! every demo. They need no files, and nobody's rights stand in them. What draws is `crates/canvas`.

use serde::Deserialize;

use crate::app::App;
use quad_canvas::{Canvas, Colour, Point, mix, rectangle};
use quad_kernel::error::Result;
use quad_kernel::ids::{PictureKey, Random};
use quad_people::pictures;

const WIDTH: usize = 640;
const HEIGHT: usize = 400;

const WHITE: Colour = [255, 255, 255];
const NIGHT: Colour = [16, 14, 26];
const LAMP: Colour = [255, 228, 178];

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scene {
    /// The sun behind hills.
    Dawn,
    /// People under lamps, and heads in front of them.
    Stage,
    /// Folded sheets.
    Paper,
    /// A board with its traces.
    Circuit,
    /// Books.
    Shelf,
    /// A court and a ball.
    Court,
}

/// Paints a picture and keeps it; outside of any transaction.
pub async fn picture(app: &App, scene: Scene, colour: &str, seed: u64) -> Result<PictureKey> {
    let colour = parse(colour);
    let painted = tokio::task::spawn_blocking(move || paint(scene, colour, &Random::seeded(seed))).await;
    let png = painted.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?;
    Ok(pictures::store_for_demo(app, png).await?.key)
}

/// `#rrggbb`; grey for anything else.
fn parse(colour: &str) -> Colour {
    let digits = colour.strip_prefix('#').and_then(|digits| hex::decode(digits).ok());
    digits.and_then(|bytes| bytes.try_into().ok()).unwrap_or([120; 3])
}

fn paint(scene: Scene, tone: Colour, random: &Random) -> std::io::Result<Vec<u8>> {
    let mut painter = Painter { canvas: Canvas::new(WIDTH, HEIGHT), random };
    match scene {
        Scene::Dawn => painter.dawn(tone),
        Scene::Stage => painter.stage(tone),
        Scene::Paper => painter.paper(tone),
        Scene::Circuit => painter.circuit(tone),
        Scene::Shelf => painter.shelf(tone),
        Scene::Court => painter.court(tone),
    }
    painter.canvas.png()
}

struct Painter<'a> {
    canvas: Canvas,
    random: &'a Random,
}

impl Painter<'_> {
    fn dawn(&mut self, tone: Colour) {
        self.canvas.wash(mix(tone, NIGHT, 0.45), mix(tone, LAMP, 0.75));
        let (sun, size) = ((self.within(140, 500), self.within(150, 210)), self.within(34, 56));
        self.canvas.disc(sun, size * 2.2, LAMP, 0.16);
        self.canvas.disc(sun, size * 1.5, LAMP, 0.25);
        self.canvas.disc(sun, size, LAMP, 0.95);
        for layer in 0..4_u8 {
            let base = 230.0 + 45.0 * f32::from(layer);
            let mut ridge: Vec<Point> = (-1..=17_i16)
                .map(|step| (f32::from(step) * 40.0, base + self.within(-26, 26) / (1.0 + f32::from(layer) * 0.3)))
                .collect();
            ridge.extend([(700.0, 420.0), (-60.0, 420.0)]);
            self.canvas.shape(&ridge, mix(tone, NIGHT, 0.25 + 0.2 * f32::from(layer)), 1.0);
        }
    }

    fn stage(&mut self, tone: Colour) {
        self.canvas.wash(NIGHT, mix(tone, NIGHT, 0.55));
        for lamp in 0..5_u8 {
            let from = 70.0 + 125.0 * f32::from(lamp);
            let to = from + self.within(-120, 120);
            let beam = [(from - 4.0, 0.0), (from + 4.0, 0.0), (to + 60.0, 330.0), (to - 60.0, 330.0)];
            self.canvas.shape(&beam, mix(tone, LAMP, 0.7), 0.2);
        }
        self.canvas.shape(&rectangle((0.0, 316.0), (640.0, 90.0)), mix(tone, NIGHT, 0.25), 1.0);
        for place in 0..self.within(3, 6) as u8 {
            let (at, tall) = (110.0 + 100.0 * f32::from(place) + self.within(-24, 24), self.within(96, 124));
            let body = [(at - 14.0, 330.0 - tall), (at + 14.0, 330.0 - tall), (at + 24.0, 336.0), (at - 24.0, 336.0)];
            self.canvas.shape(&body, mix(tone, LAMP, self.within(20, 80) / 100.0), 1.0);
            self.canvas.disc((at, 316.0 - tall), 15.0, mix(LAMP, tone, 0.35), 1.0);
            let reach = at + self.within(-60, 60);
            self.canvas.line(
                (at, 344.0 - tall),
                (reach, 330.0 - tall - self.within(0, 40)),
                8.0,
                mix(LAMP, tone, 0.35),
            );
        }
        for head in 0..20_u8 {
            let at = (f32::from(head) * 34.0 + self.within(-8, 8), 394.0 + self.within(-12, 10));
            self.canvas.disc(at, self.within(17, 24), mix(NIGHT, tone, 0.08), 1.0);
        }
    }

    fn paper(&mut self, tone: Colour) {
        self.canvas.wash(mix(tone, WHITE, 0.86), mix(tone, WHITE, 0.62));
        for sheet in 0..7_u8 {
            let middle = (70.0 + 84.0 * f32::from(sheet) + self.within(-26, 26), self.within(90, 310));
            let (size, lean) = (self.within(44, 88), self.within(-30, 30));
            let left = (middle.0 - size, middle.1 + lean);
            let top = (middle.0 + lean, middle.1 - size);
            let right = (middle.0 + size, middle.1 + size * 0.4);
            let foot = (middle.0 - lean, middle.1 + size * 0.9);
            let other = if sheet % 2 == 0 { WHITE } else { LAMP };
            let sheet = mix(tone, other, self.within(0, 55) / 100.0);
            let shadow = [left, top, right, foot].map(|(x, y)| (x + 10.0, y + 14.0));
            self.canvas.shape(&shadow, mix(tone, NIGHT, 0.6), 0.14);
            self.canvas.shape(&[left, top, right], sheet, 1.0);
            self.canvas.shape(&[left, right, foot], mix(sheet, NIGHT, 0.24), 1.0);
            self.canvas.shape(&[top, right, middle], mix(sheet, WHITE, 0.35), 1.0);
        }
    }

    fn circuit(&mut self, tone: Colour) {
        self.canvas.wash(mix(tone, NIGHT, 0.45), mix(tone, NIGHT, 0.68));
        let trace = mix(tone, WHITE, 0.45);
        let chip = (self.within(220, 320), self.within(120, 180));
        for pin in 0..8_u8 {
            let along = f32::from(pin) * 17.0 + 8.0;
            for (edge, away) in [(chip.0, -1.0), (chip.0 + 140.0, 1.0)] {
                let (start, bend) = ((edge, chip.1 + along), edge + away * self.within(30, 120));
                let end = (bend + away * self.within(20, 110), start.1 + self.within(-120, 120));
                self.canvas.line(start, (bend, start.1), 3.0, trace);
                self.canvas.line((bend, start.1), (bend, end.1), 3.0, trace);
                self.canvas.line((bend, end.1), end, 3.0, trace);
                self.canvas.disc(end, 7.0, LAMP, 1.0);
                self.canvas.disc(end, 3.0, mix(tone, NIGHT, 0.6), 1.0);
            }
        }
        self.canvas.shape(&rectangle(chip, (140.0, 146.0)), NIGHT, 1.0);
        self.canvas.shape(&rectangle((chip.0 + 8.0, chip.1 + 8.0), (124.0, 130.0)), mix(NIGHT, tone, 0.3), 1.0);
        self.canvas.disc((chip.0 + 26.0, chip.1 + 26.0), 6.0, LAMP, 0.9);
    }

    fn shelf(&mut self, tone: Colour) {
        self.canvas.wash(mix(tone, LAMP, 0.72), mix(tone, LAMP, 0.5));
        for board in 0..3_u8 {
            let floor = 128.0 + 128.0 * f32::from(board);
            let mut at = 24.0 + self.within(0, 40);
            while at < 590.0 {
                let (wide, tall) = (self.within(14, 34), self.within(70, 108));
                let other = [WHITE, NIGHT, LAMP][self.random.below(3) as usize];
                let cover = mix(tone, other, self.within(5, 60) / 100.0);
                let lean = if self.random.below(9) == 0 { self.within(8, 20) } else { 0.0 };
                let book =
                    [(at + lean, floor - tall), (at + wide + lean, floor - tall), (at + wide, floor), (at, floor)];
                self.canvas.shape(&book, cover, 1.0);
                let band = [(at + lean * 0.8, floor - tall * 0.8), (at + wide + lean * 0.8, floor - tall * 0.8)];
                self.canvas.line(band[0], band[1], 5.0, mix(cover, LAMP, 0.6));
                at += wide + 2.0 + lean;
            }
            self.canvas.shape(&rectangle((0.0, floor), (640.0, 12.0)), mix(tone, NIGHT, 0.5), 1.0);
        }
    }

    fn court(&mut self, tone: Colour) {
        self.canvas.wash(mix(tone, WHITE, 0.35), mix(tone, NIGHT, 0.18));
        let (near, far) = (self.within(20, 70), self.within(180, 230));
        let (top, foot) = (self.within(120, 150), 372.0);
        let ground = [(far, top), (640.0 - far, top), (640.0 - near, foot), (near, foot)];
        self.canvas.shape(&ground, mix(tone, NIGHT, 0.3), 1.0);
        for side in 0..4 {
            self.canvas.line(ground[side], ground[(side + 1) % 4], 5.0, WHITE);
        }
        for share in [0.3_f32, 0.7] {
            let down = |from: Point, to: Point| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            let (left, right) = (down(ground[0], ground[3]), down(ground[1], ground[2]));
            self.canvas.line(left, right, 4.0, WHITE);
        }
        self.canvas.line((320.0, top), (320.0, foot), 4.0, WHITE);
        let net = f32::midpoint(top, foot) - 36.0;
        self.canvas.shape(&rectangle((90.0, net), (460.0, 34.0)), WHITE, 0.4);
        self.canvas.line((90.0, net), (550.0, net), 5.0, WHITE);
        let ball = (self.within(120, 520), self.within(50, 220));
        self.canvas.disc((ball.0 + 14.0, ball.1 + 110.0), 15.0, NIGHT, 0.25);
        self.canvas.disc(ball, 17.0, LAMP, 1.0);
        self.canvas.disc((ball.0 - 5.0, ball.1 - 5.0), 6.0, WHITE, 0.8);
    }

    /// A whole number from the first to below the second.
    fn within(&self, from: i16, end: i16) -> f32 {
        f32::from(from + self.random.below(u64::from(end.abs_diff(from))) as i16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_is_a_picture_of_its_own() {
        let mut seen = Vec::new();
        for scene in [Scene::Dawn, Scene::Stage, Scene::Paper, Scene::Circuit, Scene::Shelf, Scene::Court] {
            for seed in [1, 2] {
                let painted = paint(scene, parse("#2f7d4f"), &Random::seeded(seed)).expect("painted");
                assert_eq!(
                    painted,
                    paint(scene, parse("#2f7d4f"), &Random::seeded(seed)).expect("painted"),
                    "the same again"
                );
                let prepared = quad_blobs::picture::prepare(&painted).expect("a picture");
                assert_eq!((prepared.width, prepared.height), (WIDTH as u32, HEIGHT as u32));
                assert!(!seen.contains(&painted), "{scene:?}");
                seen.push(painted);
            }
        }
        assert_eq!((parse("#2f7d4f"), parse("green")), ([0x2f, 0x7d, 0x4f], [120; 3]));
    }
}
