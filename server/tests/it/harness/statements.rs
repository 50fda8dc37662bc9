//! Statements: the SQL texts that stories run, collected in a folder by all processes of a run, so that each can be prepared on
//! both engines at its end (statements.rs of the stories).
//!
//! `QUAD_TEST_STATEMENTS` names the folder. A file is named by the digest of what is in it: what many stories run is there once.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use quad_db::STATEMENTS;
use serde::{Deserialize, Serialize};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

/// A statement that ran.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Statement {
    /// Where it stands, as `FILE:LINE:COLUMN`.
    pub at: String,
    /// The engine it ran on: `Sqlite` or `Postgres`.
    pub engine: String,
    /// `Some(ENGINE)` where it is in the words of one, or `None`.
    pub only: String,
    pub text: String,
    /// Type names, as a list in the way of Debug.
    pub parameters: String,
    /// Pairs of names and types, in the same way.
    pub columns: String,
}

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "statement" {
            value.clone_into(&mut self.text);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let place = match field.name() {
            "at" => &mut self.at,
            "engine" => &mut self.engine,
            "only" => &mut self.only,
            "parameters" => &mut self.parameters,
            "columns" => &mut self.columns,
            _ => return,
        };
        *place = format!("{value:?}");
    }
}

/// Where a run collects, if it does.
#[expect(clippy::disallowed_methods, reason = "the test runner says where")]
pub fn folder() -> Option<PathBuf> {
    std::env::var_os("QUAD_TEST_STATEMENTS").map(PathBuf::from)
}

/// Where the product's statements are made. What the stories ask themselves is none of them; crates/db speaks to each engine in its
/// own words.
pub const PLACES: [&str; 5] =
    ["server/src/", "features/", "crates/cluster/src/", "crates/http/src/", "crates/jobs/src/"];

/// All of the product's that were collected in a folder.
pub fn collected(folder: &Path) -> Vec<Statement> {
    let files = folder.read_dir().expect("the folder of statements").map(|file| file.expect("a file").path());
    let read = |file: PathBuf| serde_json::from_slice(&std::fs::read(file).expect("read")).expect("a statement");
    let all = files.filter(|file| file.extension().is_some_and(|end| end == "json")).map(read);
    all.filter(|one: &Statement| PLACES.iter().any(|place| one.at.starts_with(place))).collect()
}

/// Keeps what runs in this process, if the run collects.
pub fn collector<S: Subscriber + for<'a> LookupSpan<'a>>() -> Option<impl Layer<S>> {
    let folder = folder()?;
    let only = Targets::new().with_target(STATEMENTS, LevelFilter::TRACE);
    Some(Collector { folder, known: Mutex::default() }.with_filter(only))
}

struct Collector {
    folder: PathBuf,
    known: Mutex<HashSet<u64>>,
}

impl<S: Subscriber> Layer<S> for Collector {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut statement = Statement::default();
        event.record(&mut statement);
        let mut hasher = DefaultHasher::new();
        statement.hash(&mut hasher);
        let digest = hasher.finish();
        if !self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(digest) {
            return;
        }
        let name = self.folder.join(format!("{digest:016x}.json"));
        // Whole or not at all: another process may write the same now.
        let part = self.folder.join(format!("{digest:016x}.{}", std::process::id()));
        if name.exists() {
            return;
        }
        std::fs::write(&part, serde_json::to_vec(&statement).expect("JSON")).expect("written");
        match std::fs::rename(&part, &name) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => panic!("{error}"),
            _ => {}
        }
    }
}
