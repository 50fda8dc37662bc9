//! Geometry: areas, perimeters, volumes, triangles, angles.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, numbers, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Geometry"],
    synonyms: &["shapes", "plane geometry"],
    parts: &[
        (&["mensuration", "area", "volume", "area and volume"], &["area", "volume", "surface", "perimeter"]),
        (&["triangles", "pythagoras"], &["triangle", "hypotenuse"]),
        (&["polygons"], &["polygon"]),
    ],
    make,
};

const TRIPLES: [(i64, i64, i64); 6] = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29), (9, 40, 41)];

#[expect(clippy::many_single_char_names, reason = "the letters of the formulas")]
fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b): (i64, i64) = (rng.random_range(3..25), rng.random_range(3..25));
    match level {
        Difficulty::Easy if rng.random_bool(0.5) => {
            let mistakes =
                numbers(rng, a * b, &[2 * (a + b), a + b, a * b / 2], 1).into_iter().map(|n| format!("{n} cm²"));
            draft(
                level,
                format!("What is the area of a rectangle of {a} cm by {b} cm?"),
                format!("{} cm²", a * b),
                mistakes,
                format!("{a} × {b}."),
            )
        }
        Difficulty::Easy => {
            let answer = 2 * (a + b);
            let mistakes = numbers(rng, answer, &[a * b, a + b, 4 * a], 1).into_iter().map(|n| format!("{n} cm"));
            draft(
                level,
                format!("What is the perimeter of a rectangle of {a} cm by {b} cm?"),
                format!("{answer} cm"),
                mistakes,
                format!("2 × ({a} + {b})."),
            )
        }
        Difficulty::Medium if rng.random_bool(0.5) => {
            let (x, y, z) = *pick(rng, &TRIPLES);
            let by: i64 = rng.random_range(1..6);
            let (x, y, z) = (x * by, y * by, z * by);
            let (question, answer) = if rng.random_bool(0.5) {
                (format!("The legs of a right triangle are {x} cm and {y} cm. How long is the hypotenuse?"), z)
            } else {
                (format!("The hypotenuse of a right triangle is {z} cm, one leg {x} cm. How long is the other leg?"), y)
            };
            let mistakes =
                numbers(rng, answer, &[x + y, z - x, i64::midpoint(x, z)], 1).into_iter().map(|n| format!("{n} cm"));
            draft(level, question, format!("{answer} cm"), mistakes, format!("{x}² + {y}² = {z}²."))
        }
        Difficulty::Medium => {
            let sides: i64 = rng.random_range(5..25);
            let answer = (sides - 2) * 180;
            let mistakes = numbers(rng, answer, &[sides * 180, (sides - 1) * 180, 360, (sides - 3) * 180], 1)
                .into_iter()
                .map(|n| format!("{n}°"));
            draft(
                level,
                format!("What do the inner angles of a polygon with {sides} sides add up to?"),
                format!("{answer}°"),
                mistakes,
                format!("It falls into {} triangles.", sides - 2),
            )
        }
        Difficulty::Hard if rng.random_bool(0.5) => {
            let (edge, by): (i64, i64) = (rng.random_range(2..13), rng.random_range(2..6));
            let cubes = by * by * by;
            let small = edge;
            let answer = 6 * small * small * cubes;
            let whole = 6 * (edge * by).pow(2);
            let mistakes =
                numbers(rng, answer, &[whole, whole * 2, small * small * cubes, answer / 2, answer + whole], 1)
                    .into_iter()
                    .map(|n| format!("{n} cm²"));
            let question = format!(
                "A cube with an edge of {} cm is cut into cubes with an edge of {edge} cm. What is the surface of all of them together?",
                edge * by
            );
            draft(level, question, format!("{answer} cm²"), mistakes, format!("{cubes} cubes of 6 × {edge}² cm²."))
        }
        Difficulty::Hard => {
            let (r, h): (i64, i64) = (rng.random_range(2..13), rng.random_range(1..9) * 3);
            let answer = r * r * h / 3;
            let mistakes = numbers(rng, answer, &[r * r * h, r * h, 2 * r * h, r * r * h / 2], 1)
                .into_iter()
                .map(|n| format!("{n}π cm³"));
            draft(
                level,
                format!("What is the volume of a cone with a radius of {r} cm and a height of {h} cm?"),
                format!("{answer}π cm³"),
                mistakes,
                "A third of the base's area times the height.",
            )
        }
    }
}
