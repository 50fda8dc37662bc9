//! A picture of the growth: participants on a scale of tens, microseconds per answer, a line per engine and the spread of the
//! rounds. Small enough to be drawn by hand, so that no drawing library is needed.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::report::grouped;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 56.0;
const COLOURS: [&str; 2] = ["#1d4ed8", "#b45309"];

/// Costs by engine and number of participants, each with one value per round.
pub fn growth(costs: &BTreeMap<(&str, usize), Vec<f64>>) -> String {
    let sizes: Vec<usize> = costs.keys().map(|(_, size)| *size).collect();
    let (fewest, most) = (sizes.iter().min().copied().unwrap_or(1), sizes.iter().max().copied().unwrap_or(10));
    let top = nice(costs.values().flatten().copied().fold(1.0, f64::max));
    let span = (most as f64 / fewest as f64).log10().max(1e-9);
    let x = |size: usize| LEFT + (size as f64 / fewest as f64).log10() / span * (WIDTH - LEFT - RIGHT);
    let y = |cost: f64| HEIGHT - BOTTOM - cost / top * (HEIGHT - TOP - BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title>Processor time of one answer</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for part in 0..=4 {
        let cost = top * f64::from(part) / 4.0;
        let at = y(cost);
        line(&mut out, (LEFT, at), (WIDTH - RIGHT, at), "#e5e7eb", 1.0);
        text(&mut out, (LEFT - 8.0, at + 4.0), "end", "#374151", &format!("{cost}"));
    }
    text(&mut out, (LEFT - 8.0, TOP - 18.0), "start", "#374151", "µs of processor per answer");
    let mut shown: Vec<usize> = sizes.clone();
    shown.sort_unstable();
    shown.dedup();
    for size in shown {
        // The last one stands at the edge of the picture: it ends where its line does.
        let anchor = if size == most { "end" } else { "middle" };
        text(&mut out, (x(size), HEIGHT - BOTTOM + 20.0), anchor, "#374151", &grouped(size as f64));
    }
    text(&mut out, (f64::midpoint(LEFT, WIDTH - RIGHT), HEIGHT - 12.0), "middle", "#374151", "participants");
    let mut engines: Vec<&str> = costs.keys().map(|(engine, _)| *engine).collect();
    engines.dedup();
    for (at, engine) in engines.iter().rev().enumerate() {
        let colour = COLOURS[at % COLOURS.len()];
        let mut before: Option<(f64, f64)> = None;
        for ((_, size), values) in costs.iter().filter(|((name, _), _)| name == engine) {
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            let (Some(least), Some(largest)) = (sorted.first(), sorted.last()) else { continue };
            let here = (x(*size), y(sorted[sorted.len() / 2]));
            line(&mut out, (here.0, y(*least)), (here.0, y(*largest)), colour, 1.0);
            if let Some(before) = before {
                line(&mut out, before, here, colour, 2.5);
            }
            let (cx, cy) = here;
            put(&mut out, format_args!("<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4\" fill=\"{colour}\"/>\n"));
            before = Some(here);
        }
        let name = (WIDTH - RIGHT, TOP - 18.0 + 18.0 * at as f64);
        text(&mut out, name, "end", colour, engine);
    }
    out.push_str("</svg>\n");
    out
}

/// The next of 1, 2, 5, 10, 20 …
fn nice(value: f64) -> f64 {
    let power = 10_f64.powf(value.max(1e-9).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|step| *step >= value).unwrap_or(value)
}

fn line(out: &mut String, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
    let ((x1, y1), (x2, y2)) = (from, to);
    put(
        out,
        format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>\n"
        ),
    );
}

fn text(out: &mut String, (x, y): (f64, f64), anchor: &str, colour: &str, words: &str) {
    put(
        out,
        format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{words}</text>\n"),
    );
}

fn put(out: &mut String, piece: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = out.write_fmt(piece);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_has_a_line_within_the_picture() {
        let costs = BTreeMap::from([
            (("PostgreSQL", 1_000), vec![30.0, 31.0]),
            (("PostgreSQL", 100_000), vec![45.0]),
            (("SQLite", 1_000), vec![12.0]),
            (("SQLite", 100_000), vec![14.0, 15.0, 13.0]),
        ]);
        let svg = growth(&costs);
        assert_eq!(svg.matches("<circle").count(), 4);
        assert!(svg.contains(">SQLite<") && svg.contains(">PostgreSQL<") && svg.contains(">1,000<"));
        let last = format!("<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\"", WIDTH - RIGHT, HEIGHT - BOTTOM + 20.0);
        let label = svg.lines().find(|line| line.contains(">100,000<")).expect("a label");
        assert!(label.starts_with(&last), "it ends within the picture: {label}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn scales_end_at_round_numbers() {
        assert_eq!([0.9, 1.0, 1.1, 3.0, 14.0, 51.0].map(|value| nice(value) as u32), [1, 1, 2, 5, 20, 100]);
    }
}
