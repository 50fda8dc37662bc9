//! Backup model: the manifest of a backup, the names of backup files, and which of several may be deleted.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use quad_db::Schema;
use serde::{Deserialize, Serialize};

use quad_kernel::clock::Time;

/// Raised when an older Quad could not read it any more.
const FORMAT: u32 = 1;
/// The first member of the archive.
pub const MANIFEST: &str = "manifest.json";
/// The database, always a SQLite file.
pub const DATABASE: &str = "quad.db";
/// Before the name of each picture.
pub const PICTURES: &str = "media/";
/// The last member: the hashes of all others, as `sha256sum` writes and checks them.
pub const SUMS: &str = "SHA256SUMS";

const PREFIX: &str = "quad-";
const SUFFIX: &str = ".tar.zst";
/// After the name of a scheduled backup that was made and could not be read again.
pub const UNPROVEN: &str = ".unproven";

/// The longest pause after backups that could not be read again.
const LONGEST_PAUSE: Duration = Duration::from_hours(24);

/// What a backup says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// How to read it.
    pub format: u32,
    /// The version of Quad that made it.
    pub version: String,
    /// When, in RFC 3339.
    pub made_at: String,
    /// What the database ran on: `sqlite` or `postgres`. It can be put back on either.
    pub engine: String,
    /// The steps its schema has.
    pub schema: Vec<String>,
    /// Rows by table.
    pub rows: BTreeMap<String, i64>,
    /// Files of pictures that rows show.
    pub pictures: usize,
}

impl Manifest {
    /// As this version writes it.
    pub fn new(now: Time, engine: &str, schema: Vec<String>, rows: BTreeMap<String, i64>, pictures: usize) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { format: FORMAT, version, made_at: now.to_rfc3339(), engine: engine.to_owned(), schema, rows, pictures }
    }

    /// Reads one, and refuses what a newer Quad made.
    pub fn parse(bytes: &[u8], known: &[String]) -> anyhow::Result<Self> {
        let manifest: Self = serde_json::from_slice(bytes).context("its manifest cannot be read")?;
        if manifest.format != FORMAT {
            bail!("it has the format {}, and this version of Quad reads {FORMAT}", manifest.format);
        }
        let unknown = manifest.schema.iter().filter(|step| !known.contains(step)).cloned().collect();
        Schema { unknown, ..Schema::default() }
            .refuse_newer()
            .with_context(|| format!("it was made by Quad {}", manifest.version))?;
        Ok(manifest)
    }

    /// In one line, for the operator.
    pub fn describe(&self) -> String {
        let rows: i64 = self.rows.values().sum();
        format!(
            "made {} by Quad {} on {}: {rows} rows in {} tables, {} files of pictures in use",
            self.made_at,
            self.version,
            self.engine,
            self.rows.len(),
            self.pictures
        )
    }
}

/// The name of a scheduled backup: by its moment, so that names sort by age.
pub fn scheduled_name(now: Time) -> String {
    let digits: String = now.to_rfc3339().chars().filter(char::is_ascii_digit).take(14).collect();
    let (day, hour) = digits.split_at(digits.len().min(8));
    format!("{PREFIX}{day}-{hour}{SUFFIX}")
}

/// Whether a file is one of ours; a finished one that an operator made under another name is not, and never goes.
fn is_scheduled(name: &str) -> bool {
    let middle = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    middle.is_some_and(|text| {
        text.len() == 15
            && text.char_indices().all(|(at, letter)| if at == 8 { letter == '-' } else { letter.is_ascii_digit() })
    })
}

/// How long the clock waits after so many backups in a row that were made and could not be read again: twice as long with each.
/// Whatever is wrong with the disk or the database is then there the next time as well, and each try writes all of it.
pub fn pause_after(unproven: i64, look: Duration) -> Duration {
    let doublings = u32::try_from(unproven.clamp(0, 20)).unwrap_or(0);
    look.saturating_mul(1 << doublings).min(LONGEST_PAUSE)
}

/// The scheduled backups of a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Scheduled {
    /// Their names, oldest first.
    pub names: Vec<String>,
    /// Names like theirs that are none: an empty file, or one of a moment to come, as a clock that was wrong or a sync leaves it. Nothing is
    /// due or goes for them.
    pub odd: Vec<String>,
}

/// Clocks of two machines that make backups may be so far apart.
const AHEAD: Duration = Duration::from_mins(10);

impl Scheduled {
    /// What is in a folder at a moment.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn in_folder(folder: &Path, now: Time) -> std::io::Result<Self> {
        let mut found = Self::default();
        for entry in std::fs::read_dir(folder)?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !is_scheduled(&name) {
                continue;
            }
            let is_full = entry.metadata().is_ok_and(|file| file.is_file() && file.len() > 0);
            let is_past = made_at(&name).is_some_and(|at| at <= now.plus(AHEAD));
            if is_full && is_past { found.names.push(name) } else { found.odd.push(name) }
        }
        found.names.sort_unstable();
        found.odd.sort_unstable();
        Ok(found)
    }

    /// The names of those in a folder that were made and could not be read again.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn unproven_in(folder: &Path) -> std::io::Result<Vec<String>> {
        let names = std::fs::read_dir(folder)?.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        Ok(names.filter(|name| name.strip_suffix(UNPROVEN).is_some_and(is_scheduled)).collect())
    }

    /// The newest, and when it was made.
    pub fn newest(&self) -> Option<(&str, Time)> {
        let name = self.names.last()?;
        Some((name, made_at(name)?))
    }

    /// Those that go when only the newest so many are kept.
    pub fn superfluous(&self, keep: usize) -> &[String] {
        &self.names[..self.names.len().saturating_sub(keep.max(1))]
    }
}

/// When one was made, by its name.
fn made_at(name: &str) -> Option<Time> {
    let digits: Vec<&str> = [(0, 4), (4, 6), (6, 8), (9, 11), (11, 13), (13, 15)]
        .iter()
        .map(|(from, to)| name.strip_prefix(PREFIX)?.get(*from..*to))
        .collect::<Option<_>>()?;
    let [year, month, day, hour, minute, second] = digits.try_into().ok()?;
    Time::parse_rfc3339(&format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_and_what_only_has_the_name_counts_for_nothing() {
        let moment = |text: &str| Time::parse_rfc3339(text).expect("a moment");
        let at = |text: &str| scheduled_name(moment(text));
        let (old, middle, new) = (at("2026-11-09T23:59:59Z"), at("2026-11-20T04:00:00Z"), at("2026-11-20T16:00:00Z"));
        assert_eq!(new, "quad-20261120-160000.tar.zst");
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
        let found = || Scheduled::in_folder(folder.path(), moment("2026-11-20T17:00:00Z")).expect("read");
        assert_eq!(found(), Scheduled::default());
        for name in [&new, &old, &middle] {
            write(name, "a backup");
        }
        // What an operator named, and what is under way, stays.
        for name in ["quad-before-exams.tar.zst", "quad-20261120-160000.tar.zst.part", "notes.txt"] {
            write(name, "something");
        }
        assert_eq!(found().newest(), Some((new.as_str(), moment("2026-11-20T16:00:00Z"))));
        assert_eq!(found().superfluous(2).first(), Some(&old));
        assert_eq!(found().superfluous(0).len(), 2, "the newest never goes");
        assert!(found().superfluous(3).is_empty() && found().odd.is_empty());
        let (empty, wrong, no_day) =
            (at("2026-11-20T16:30:00Z"), at("2036-01-01T00:00:00Z"), "quad-20269999-000000.tar.zst");
        write(&empty, "");
        write(&wrong, "a backup");
        write(no_day, "a backup");
        std::fs::create_dir(folder.path().join(at("2026-11-20T16:40:00Z"))).expect("made");
        assert_eq!(found().newest().expect("one").0, new);
        assert_eq!(found().superfluous(2).first(), Some(&old));
        assert!([empty.as_str(), &wrong, no_day].iter().all(|name| found().odd.iter().any(|odd| odd == name)));
    }

    #[test]
    fn the_pause_doubles_up_to_a_day() {
        let minutes = |count| pause_after(count, Duration::from_mins(5)).as_secs() / 60;
        assert_eq!([0, 1, 2, 3, 8, 9, 10_000].map(minutes), [5, 10, 20, 40, 1280, 1440, 1440]);
    }

    #[test]
    fn what_a_newer_version_made_is_refused() {
        let known = ["a".to_owned(), "b".to_owned()];
        let manifest = |format, schema: &[&str]| {
            let schema = schema.iter().map(|step| (*step).to_owned()).collect();
            let manifest = Manifest { format, ..Manifest::new(Time(0), "sqlite", schema, BTreeMap::new(), 0) };
            serde_json::to_vec(&manifest).expect("JSON")
        };
        assert!(Manifest::parse(&manifest(1, &["a"]), &known).is_ok());
        let said = format!("{:#}", Manifest::parse(&manifest(1, &["a", "c"]), &known).expect_err("newer"));
        assert!(said.contains("newer version") && said.contains('c'), "{said}");
        assert!(Manifest::parse(&manifest(2, &["a"]), &known).is_err());
        assert!(Manifest::parse(b"{}", &known).is_err());
    }
}
