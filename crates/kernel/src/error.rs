//! Errors: a rejection that the person reads, or an internal error whose cause the operator reads.
//!
//! Each feature lists its refusals as constants in `messages.rs`, with the sentence of the specification. A broken cause
//! is logged once, at the edge, and the client sees one neutral sentence.

use std::borrow::Cow;

use quad_db::DbError;

/// What a use case returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error with its causes in one line, for the operator. A cause that the line ends with already is left out: libraries
/// tell theirs in their own text as well. So is the line of PostgreSQL's own source that its errors end with.
pub fn chain(error: &anyhow::Error) -> String {
    let mut said = String::new();
    for cause in error.chain().map(ToString::to_string) {
        let cause = match cause.rsplit_once(" at line ") {
            Some((words, line)) if line.bytes().all(|c| c.is_ascii_digit()) => words,
            _ => &cause,
        };
        if said.is_empty() {
            cause.clone_into(&mut said);
        } else if !said.ends_with(cause) {
            said.push_str(": ");
            said.push_str(cause);
        }
    }
    said
}

/// Why something did not happen.
#[derive(Debug)]
pub enum Error {
    /// We said no; the text is for the person who asked.
    Rejected(Rejection),
    /// Something of ours broke; the chain is for the log.
    Internal(anyhow::Error),
}

/// The kinds of no; each is one HTTP status (problem.rs).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 400
    Invalid,
    /// 401
    LoggedOut,
    /// 403
    Forbidden,
    /// 404
    Missing,
    /// 405
    WrongMethod,
    /// 409
    Conflict,
    /// 413
    TooLarge,
    /// 415
    WrongType,
    /// 421
    Misdirected,
    /// 429
    TooMany,
    /// 503
    Unavailable,
}

/// A no: its kind, a stable code for programs, a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Decides the status.
    pub kind: Kind,
    /// Stable, for programs.
    pub code: &'static str,
    /// For people.
    pub say: Cow<'static, str>,
    /// Further members of the error body, such as `field` or `stored`.
    pub more: Vec<(&'static str, String)>,
    /// The same, where a member is a list, such as `nearest`.
    pub lists: Vec<(&'static str, Vec<String>)>,
    /// What is wrong with each field of a form that somebody else made up, by the field's name.
    /// Rare, and every refusal travels in results: so it takes little room.
    pub fields: Option<Box<[(String, String)]>>,
    /// Seconds after which trying again makes sense.
    pub retry_after: Option<u32>,
}

impl Rejection {
    /// A refusal with a fixed sentence.
    pub const fn new(kind: Kind, code: &'static str, say: &'static str) -> Self {
        Self {
            kind,
            code,
            say: Cow::Borrowed(say),
            more: Vec::new(),
            lists: Vec::new(),
            fields: None,
            retry_after: None,
        }
    }

    /// Input that cannot be taken, with the sentence that says what is wrong.
    pub fn invalid(field: &'static str, say: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind: Kind::Invalid,
            code: "invalid",
            say: say.into(),
            more: vec![("field", field.to_owned())],
            lists: Vec::new(),
            fields: None,
            retry_after: None,
        }
    }

    /// The same refusal with one more member in its body.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Into<String>) -> Self {
        self.more.push((key, value.into()));
        self
    }

    /// The same refusal with a list in its body.
    #[must_use]
    pub fn with_list(mut self, key: &'static str, values: Vec<String>) -> Self {
        self.lists.push((key, values));
        self
    }

    /// The same refusal with another sentence.
    #[must_use]
    pub fn saying(self, say: impl Into<Cow<'static, str>>) -> Self {
        Self { say: say.into(), ..self }
    }

    /// The same refusal, telling when to come back.
    #[must_use]
    pub const fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after = Some(seconds);
        self
    }
}

impl Error {
    /// A copy for each of several callers who waited for the same thing: a refusal stays what it is.
    #[must_use]
    pub fn shared(&self) -> Self {
        match self {
            Self::Rejected(refusal) => Self::Rejected(refusal.clone()),
            Self::Internal(cause) => Self::Internal(anyhow::anyhow!("{cause:#}")),
        }
    }
}

impl From<Rejection> for Error {
    fn from(refusal: Rejection) -> Self {
        Self::Rejected(refusal)
    }
}

impl From<anyhow::Error> for Error {
    fn from(cause: anyhow::Error) -> Self {
        Self::Internal(cause)
    }
}

/// Nothing there, or nothing the asking person may know of.
pub const MISSING: Rejection =
    Rejection::new(Kind::Missing, "missing", "There is nothing here, or it is not yours to see.");
/// Nobody is signed in.
pub const LOGGED_OUT: Rejection = Rejection::new(Kind::LoggedOut, "logged_out", "Please log in to continue.");
/// Somebody else's id was sent along.
pub const IDENTITY_MISMATCH: Rejection = Rejection::new(
    Kind::Forbidden,
    "identity_mismatch",
    "The user id sent along is not the signed-in user's. Log in again and retry.",
);
/// The body is somebody else's, or belongs to another attempt: it was exchanged on its way, and sending it again is safe.
pub const MISDIRECTED: Rejection = Rejection::new(
    Kind::Misdirected,
    "misdirected",
    "This request did not arrive as it was sent. It will be sent again.",
);
/// The database is away or everything is busy.
pub const UNAVAILABLE: Rejection =
    Rejection::new(Kind::Unavailable, "unavailable", "Quad is busy right now. Please try again in a moment.")
        .retry_after(1);
/// The database gave the transaction up for another one.
pub const GIVEN_UP: Rejection = Rejection::new(
    Kind::Unavailable,
    "unavailable",
    "Many people did this at the same moment, and nothing of this was saved. Please try again.",
)
.retry_after(1);
/// The database answers and takes no writes: its disk is full, or it is read-only.
pub const UNWRITABLE: Rejection = Rejection::new(
    Kind::Unavailable,
    "unavailable",
    "Quad cannot save anything right now, and nothing of this was saved. What was saved before is safe. Please try again in a minute.",
)
.retry_after(5);

/// A database that is away, takes no writes or gave a transaction up is a "try again", everything else of it is a defect. Features that decide by a unique key
/// match [`DbError::Unique`] before this.
impl From<DbError> for Error {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Away(_) => {
                if !error.is_told() {
                    tracing::warn!(cause = format!("{:#}", anyhow::Error::new(error)), "database away");
                }
                Self::Rejected(UNAVAILABLE)
            }
            DbError::Unwritable(_) => {
                tracing::warn!(cause = format!("{:#}", anyhow::Error::new(error)), "database takes no writes");
                Self::Rejected(UNWRITABLE)
            }
            DbError::Forbidden(_) => {
                tracing::error!(
                    cause = format!("{:#}", anyhow::Error::new(error)),
                    "the database's role lacks a right: quad doctor names it"
                );
                Self::Rejected(UNWRITABLE)
            }
            DbError::GivenUp(_) => {
                tracing::warn!(cause = format!("{:#}", anyhow::Error::new(error)), "a transaction was given up");
                Self::Rejected(GIVEN_UP)
            }
            other => Self::Internal(other.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_shares_a_failure_gets_the_same_answer() {
        let busy = Error::from(UNAVAILABLE).shared();
        assert!(matches!(busy, Error::Rejected(refusal) if refusal == UNAVAILABLE), "a 503 does not turn into a 500");
        let broken = Error::from(anyhow::anyhow!("disk").context("reading")).shared();
        assert!(matches!(broken, Error::Internal(cause) if cause.to_string() == "reading: disk"));
    }

    #[test]
    fn a_chain_is_told_once_and_without_the_lines_of_postgresql() {
        let error = anyhow::anyhow!("role \"q\" does not exist at line 768")
            .context("no: role \"q\" does not exist")
            .context("cannot open");
        assert_eq!(chain(&error), "cannot open: no: role \"q\" does not exist");
        let error = anyhow::anyhow!("expected value at line 3 column 7").context("settings");
        assert_eq!(chain(&error), "settings: expected value at line 3 column 7");
    }
}
