//! Plot of the growth, as a picture: participants on a scale of tens, microseconds per answer, a line per engine and
//! the spread of the rounds. It is small enough to be drawn by hand, so that no drawing library is needed.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::report::grouped;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 56.0;
/// Where the words above the picture stand.
const HEAD: f64 = TOP - 18.0;
/// The size of letters, and how wide one is at most on average.
const LETTER: f64 = 13.0;
const PART: f64 = 0.62;
/// Between two names.
const GAP: f64 = 16.0;
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
         font-size=\"{LETTER}\">\n<title>Processor time of one answer</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for part in 0..=4 {
        let cost = top * f64::from(part) / 4.0;
        let at = y(cost);
        line(&mut out, (LEFT, at), (WIDTH - RIGHT, at), "#e5e7eb", 1.0);
        text(&mut out, (LEFT - 8.0, at + 4.0), "end", "#374151", &format!("{cost}"));
    }
    text(&mut out, (LEFT - 8.0, HEAD), "start", "#374151", "µs of processor per answer");
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
    // The names stand side by side above the topmost line, where nothing is drawn.
    let mut right = WIDTH - RIGHT;
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
        text(&mut out, (right, HEAD), "end", colour, engine);
        right -= width(engine) + GAP;
    }
    out.push_str("</svg>\n");
    out
}

/// How wide words are at most.
fn width(words: &str) -> f64 {
    words.chars().count() as f64 * LETTER * PART
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

    /// Left, top, right, bottom.
    type Place = (f64, f64, f64, f64);

    fn value<'a>(line: &'a str, name: &str) -> &'a str {
        let from = line.find(&format!(" {name}=\"")).expect(name) + name.len() + 3;
        line[from..].split('"').next().expect(name)
    }

    fn number(line: &str, name: &str) -> f64 {
        value(line, name).parse().expect(name)
    }

    fn place_of(label: &str) -> (String, Place) {
        let words = label.split_once('>').and_then(|(_, rest)| rest.split_once("</text>")).expect("words").0.to_owned();
        let (x, y, wide) = (number(label, "x"), number(label, "y"), width(&words));
        let left = match value(label, "text-anchor") {
            "end" => x - wide,
            "middle" => x - wide / 2.0,
            _ => x,
        };
        // From the height of a capital to below a g.
        (words, (left, y - 0.75 * LETTER, left + wide, y + 0.25 * LETTER))
    }

    fn meet(one: Place, other: Place) -> bool {
        one.0 < other.2 && other.0 < one.2 && one.1 < other.3 && other.1 < one.3
    }

    #[test]
    fn no_line_runs_through_a_word_and_no_word_through_another() {
        // The values of the run 2026-11-23-0021-226408d0ca, and some that reach the top.
        for most in [109.6, 200.0, 0.1] {
            let costs = BTreeMap::from([
                (("PostgreSQL", 1_000), vec![99.2, 98.9, 103.7]),
                (("PostgreSQL", 10_000), vec![99.9, 105.7, 105.8]),
                (("PostgreSQL", 100_000), vec![102.4, 108.6, most]),
                (("SQLite", 1_000), vec![90.8, 91.2, 93.1]),
                (("SQLite", 100_000), vec![92.4, 94.8, 98.2]),
            ]);
            let svg = growth(&costs);
            let labels: Vec<_> = svg.lines().filter(|line| line.starts_with("<text")).map(place_of).collect();
            assert_eq!(labels.len(), 5 + 1 + 3 + 1 + 2);
            for (at, (words, place)) in labels.iter().enumerate() {
                assert!(
                    place.0 >= 0.0 && place.2 <= WIDTH && place.1 >= 0.0 && place.3 <= HEIGHT,
                    "{words} is cut off"
                );
                for (other, beside) in &labels[..at] {
                    assert!(!meet(*place, *beside), "{words} meets {other}");
                }
                for line in svg.lines().filter(|line| line.starts_with("<line")) {
                    let (x1, y1) = (number(line, "x1"), number(line, "y1"));
                    let (x2, y2) = (number(line, "x2"), number(line, "y2"));
                    let thick = number(line, "stroke-width") / 2.0;
                    let drawn = (x1.min(x2) - thick, y1.min(y2) - thick, x1.max(x2) + thick, y1.max(y2) + thick);
                    assert!(!meet(*place, drawn), "a line runs through {words}: {line}");
                }
            }
        }
    }

    #[test]
    fn scales_end_at_round_numbers() {
        assert_eq!([0.9, 1.0, 1.1, 3.0, 14.0, 51.0].map(|value| nice(value) as u32), [1, 1, 2, 5, 20, 100]);
    }
}
