//! Repeated figures, which stand in more than one place because no place can import from another: what the web client
//! does when, as the flight check rehearses it and `bench web` counts it. All places of a row must say the same; one
//! that is not found is a finding as well, so that a figure cannot leave the table by being renamed.

use std::fs;
use std::path::Path;

use super::Finding;

/// Constants of one file, one after the other.
struct Place(&'static str, &'static [&'static str]);

const ATTEMPT: &str = "web/src/features/attempts/room/useAttempt.ts";
const STUDENTS: &str = "server/src/flight_check/students.rs";
const BENCH: &str = "bench/web/measure.js";

/// Times are compared in milliseconds.
const SAME: &[&[Place]] = &[
    &[
        Place(ATTEMPT, &["EVERY_FOLLOWED"]),
        Place("web/src/features/attempts/components/WaitingRoom.tsx", &["LOOK_FOLLOWED"]),
        Place(STUDENTS, &["LOOK_EVERY"]),
        Place(BENCH, &["POLL_SECONDS"]),
    ],
    &[
        Place("web/src/features/attempts/startSchedule.ts", &["LOOK_DONE", "LOOK_BEFORE"]),
        Place(STUDENTS, &["LAST_LOOK"]),
    ],
    &[Place("web/src/features/attempts/room/LiveRoom.tsx", &["APART"]), Place(STUDENTS, &["TIME_IS_UP_WITHIN"])],
    &[
        Place("web/src/features/attempts/hooks/useLiveLeaderboard.ts", &["EVERY_SOON"]),
        Place(STUDENTS, &["BOARD_EVERY"]),
    ],
    &[
        Place("web/src/features/attempts/api.ts", &["BOARD_SIZE"]),
        Place("server/src/flight_check/wire.rs", &["BOARD_SIZE"]),
    ],
    &[Place("server/src/app.rs", &["COUNTS_PACE"]), Place(BENCH, &["COUNTS_SECONDS"])],
];

pub fn findings(root: &Path) -> Vec<Finding> {
    let text = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    SAME.iter().flat_map(|row| apart(row, &text)).collect()
}

fn apart(row: &[Place], text: &dyn Fn(&str) -> String) -> Vec<Finding> {
    let said: Vec<(String, Option<Vec<u64>>)> = row
        .iter()
        .map(|Place(path, names)| {
            let text = text(path);
            let each: Option<Vec<_>> = names.iter().map(|name| figures(&text, name)).collect();
            (format!("{} of {path}", names.join(", ")), each.map(|all| all.concat()))
        })
        .collect();
    let first = said.first().cloned();
    let finding =
        |at: usize, what: String| row.get(at).map(|Place(path, _)| Finding { path: (*path).into(), line: 1, what });
    said.iter()
        .enumerate()
        .filter_map(|(at, (name, figures))| match (figures, &first) {
            (None, _) => finding(at, format!("{name} is not there, or no figure; see xtask/src/tidy/repeated.rs")),
            (Some(figures), Some((other, Some(wanted)))) if figures != wanted => {
                finding(at, format!("{name} says {figures:?} ms, {other} says {wanted:?}: they must be the same"))
            }
            _ => None,
        })
        .collect()
}

/// What a constant says: all figures of its line.
fn figures(text: &str, name: &str) -> Option<Vec<u64>> {
    let value = text.lines().find_map(|line| {
        let (_, rest) = line.split_once("const ")?;
        let rest = rest.strip_prefix(name)?;
        rest.starts_with([' ', ':']).then(|| rest.split_once('=')).flatten()
    });
    let (_, value) = value?;
    let mut unit = if name.ends_with("_SECONDS") { 1000 } else { 1 };
    let mut all = Vec::new();
    for word in value.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
        match word {
            "from_millis" => unit = 1,
            "from_secs" => unit = 1000,
            "from_mins" => unit = 60_000,
            _ => all.extend(word.replace('_', "").parse::<u64>().map(|figure| figure * unit)),
        }
    }
    (!all.is_empty()).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &[Place] = &[Place("a.ts", &["DONE", "BEFORE"]), Place("b.rs", &["LOOK"])];

    fn said(web: &str, server: &str) -> Vec<String> {
        let text = |path: &str| if path == "a.ts" { web.to_owned() } else { server.to_owned() };
        apart(ROW, &text).into_iter().map(|Finding { path, what, .. }| format!("{path}: {what}")).collect()
    }

    #[test]
    fn places_that_drift_apart_are_named() {
        let server = "pub const LOOK: (Duration, Duration) = (Duration::from_millis(700), Duration::from_secs(3));";
        assert_eq!(said("const DONE = 700\nexport const BEFORE = 3_000\n", server), Vec::<String>::new());
        let drifted = said("const DONE = 700\nexport const BEFORE = 4000\n", server);
        assert!(
            matches!(&drifted[..], [one] if one.starts_with("b.rs: LOOK of b.rs says [700, 3000] ms")),
            "{drifted:?}"
        );
        let renamed = said("const DONE = 700\nconst BEFORE_IT = 3000\n", server);
        assert!(
            matches!(&renamed[..], [one] if one.starts_with("a.ts: DONE, BEFORE of a.ts is not there")),
            "{renamed:?}"
        );
    }

    #[test]
    fn figures_are_read_in_milliseconds() {
        assert_eq!(figures("const LOOK_EVERY: Duration = Duration::from_mins(3);", "LOOK_EVERY"), Some(vec![180_000]));
        assert_eq!(figures("const POLL_SECONDS = 180\n", "POLL_SECONDS"), Some(vec![180_000]));
        assert_eq!(figures("const SIZE: u32 = 200;", "SIZE"), Some(vec![200]));
        assert_eq!(figures("const SIZES = 3\n// const SIZE\n", "SIZE"), None);
    }
}
