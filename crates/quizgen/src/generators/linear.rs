//! Linear algebra: determinants, products, dot products, eigenvalues.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, numbers};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator { topics: &["Linear algebra"], synonyms: &[], parts: &[], make };

#[expect(clippy::many_single_char_names, reason = "the letters of the formulas")]
fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let [a, b, c, d]: [i64; 4] = std::array::from_fn(|_| rng.random_range(-6..10));
    match level {
        Difficulty::Easy if rng.random_bool(0.5) => {
            let answer = a * d - b * c;
            let mistakes = numbers(rng, answer, &[a * d + b * c, a * b - c * d, b * c - a * d], -300);
            draft(
                level,
                format!("What is the determinant of the matrix [[{a}, {b}], [{c}, {d}]]?"),
                answer,
                mistakes,
                format!("{a} × {d} − {b} × {c} (with signs)."),
            )
        }
        Difficulty::Easy => {
            let [e, f]: [i64; 2] = std::array::from_fn(|_| rng.random_range(-6..10));
            let answer = a * d + b * e + c * f;
            let mistakes = numbers(
                rng,
                answer,
                &[a * d - b * e + c * f, (a + b + c) * (d + e + f), a * f + b * e + c * d, a + b + c + d + e + f],
                -1000,
            );
            draft(
                level,
                format!("What is the dot product of ({a}, {b}, {c}) and ({d}, {e}, {f})?"),
                answer,
                mistakes,
                "Multiply entry by entry and add.",
            )
        }
        Difficulty::Medium => {
            let [e, f, g, h]: [i64; 4] = std::array::from_fn(|_| rng.random_range(-5..8));
            let row = rng.random_range(0..2);
            let column = rng.random_range(0..2);
            let left = [[a, b], [c, d]][row];
            let right = [[e, g], [f, h]][column];
            let answer = left[0] * right[0] + left[1] * right[1];
            let place = [[a, b], [c, d]][row][column] * [[e, f], [g, h]][row][column];
            let mistakes = numbers(
                rng,
                answer,
                &[place, left[0] * right[1] + left[1] * right[0], left[0] * right[0] - left[1] * right[1]],
                -300,
            );
            let question = format!(
                "A = [[{a}, {b}], [{c}, {d}]] and B = [[{e}, {f}], [{g}, {h}]]. What stands in row {}, column {} of AB?",
                row + 1,
                column + 1
            );
            draft(level, question, answer, mistakes, "Row of A times column of B.")
        }
        Difficulty::Hard if rng.random_bool(0.5) => {
            let [e, f, g, h, i]: [i64; 5] = std::array::from_fn(|_| rng.random_range(-3..6));
            let (p, q, r) = (e * i - f * h, d * i - f * g, d * h - e * g);
            let answer = a * p - b * q + c * r;
            let mistakes =
                numbers(rng, answer, &[a * p + b * q + c * r, a * e * i, -answer, a * p - b * q - c * r], -3000);
            let question = format!("What is the determinant of [[{a}, {b}, {c}], [{d}, {e}, {f}], [{g}, {h}, {i}]]?");
            draft(
                level,
                question,
                answer,
                mistakes,
                format!("Along the first row: {a} × {p} − ({b}) × ({q}) + ({c}) × ({r})."),
            )
        }
        Difficulty::Hard => {
            // A matrix with known eigenvalues: P·diag(x, y)·P⁻¹ with P = [[1, s], [0, 1]] turned by [[1, 0], [t, 1]].
            let (x, y): (i64, i64) = (rng.random_range(-5..8), rng.random_range(-5..8));
            let (s, t): (i64, i64) = (rng.random_range(1..4), rng.random_range(1..3));
            if x >= y {
                return None;
            }
            // Upper triangular U = [[x, s(y − x)], [0, y]]; L·U·L⁻¹ with L = [[1, 0], [t, 1]].
            let u = s * (y - x);
            let (a, b) = (x - u * t, u);
            let (c, d) = (t * x - t * (t * u + y), t * u + y);
            let pair = |p: i64, q: i64| format!("{} and {}", p.min(q), p.max(q));
            let mistakes =
                [pair(a.min(d), a.max(d)), pair(-y, -x), pair(x - 1, y + 1), pair(x + 1, y - 1), pair(x, y + 1)];
            let question = format!("What are the eigenvalues of [[{a}, {b}], [{c}, {d}]]?");
            draft(
                level,
                question,
                pair(x, y),
                mistakes,
                format!("Their sum is the trace {}, their product the determinant {}.", a + d, a * d - b * c),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    /// Trace and determinant of the matrix shown agree with the eigenvalues said.
    #[test]
    fn eigenvalues_fit_their_matrix() {
        let mut rng = StdRng::seed_from_u64(3);
        let mut seen = 0;
        for _ in 0..400 {
            let Some(draft) = make(&mut rng, Difficulty::Hard) else { continue };
            if !draft.question.contains("eigenvalues") {
                continue;
            }
            let read = |text: &str| -> Vec<i64> {
                text.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|part| part.parse().ok()).collect()
            };
            let (m, e) = (read(&draft.question), read(&draft.answer));
            assert_eq!(m[0] + m[3], e[0] + e[1], "{draft:?}");
            assert_eq!(m[0] * m[3] - m[1] * m[2], e[0] * e[1], "{draft:?}");
            seen += 1;
        }
        assert!(seen > 50);
    }
}
