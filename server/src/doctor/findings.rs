//! Finding of the doctor: a line of its report, and how bad it is.

use std::time::Duration;

use serde::Serialize;

/// The longest anything outside may take.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// As it should be.
    Ok,
    /// It works, and could be better.
    Warn,
    /// It does not work, or lets in who should not.
    Bad,
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub level: Level,
    /// What was looked at.
    pub name: &'static str,
    /// What was found, and what to do about it.
    pub says: String,
}

pub(super) fn ok(name: &'static str, says: impl Into<String>) -> Finding {
    Finding { level: Level::Ok, name, says: says.into() }
}

pub(super) fn warn(name: &'static str, says: impl Into<String>) -> Finding {
    Finding { level: Level::Warn, name, says: says.into() }
}

pub(super) fn bad(name: &'static str, says: impl Into<String>) -> Finding {
    Finding { level: Level::Bad, name, says: says.into() }
}
