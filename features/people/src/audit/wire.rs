//! JSON of audit's call.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use quad_kernel::error::Rejection;
use quad_kernel::ids::UserId;
use quad_kernel::page::Page;

use super::messages;
use super::model::{Entry, Named};

/// Which entries.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AuditIn {
    /// A person's id: what the person did and what was done to the person. All when absent.
    person: Option<String>,
    /// From 1.
    page: Option<u32>,
    /// 1 to 200; 50 when nothing is said.
    size: Option<u32>,
}

impl AuditIn {
    pub fn parse(self) -> Result<(Option<UserId>, Page), Rejection> {
        let person = match self.person.as_deref().map(str::trim).unwrap_or_default() {
            "" => None,
            id => Some(UserId::parse(id).ok_or_else(|| Rejection::invalid("person", messages::NO_SUCH_PERSON))?),
        };
        Ok((person, Page::parse(self.page, self.size, 50, 200)?))
    }
}

/// What administrators did, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct AuditOut {
    success: bool,
    entries: Vec<AuditEntryOut>,
    /// How many there are, of those asked for.
    total: i64,
}

/// One act.
#[derive(Serialize, ToSchema)]
struct AuditEntryOut {
    id: String,
    at: String,
    /// The administrator; null for the command line of the host.
    by: Option<AuditPersonOut>,
    /// Whom it was done to, if anybody.
    about: Option<AuditPersonOut>,
    /// What was done, for people: `Gave 3 contest creations`.
    said: String,
}

/// Somebody, as called now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AuditPersonOut {
    #[serde(rename = "_id")]
    id: String,
    full_name: String,
    /// The account is deleted, and the name a pseudonym.
    deleted: bool,
}

impl From<Named> for AuditPersonOut {
    fn from(named: Named) -> Self {
        Self { id: named.id.to_string(), full_name: named.full_name, deleted: named.is_deleted }
    }
}

impl AuditOut {
    pub fn new(entries: Vec<Entry>, total: i64) -> Self {
        let entries = entries.into_iter().map(|entry| AuditEntryOut {
            id: entry.no.to_string(),
            at: entry.at.to_rfc3339(),
            said: messages::said(&entry.act),
            by: entry.by.map(AuditPersonOut::from),
            about: entry.about.map(AuditPersonOut::from),
        });
        Self { success: true, entries: entries.collect(), total }
    }
}

/// An administrator's act that a person did, or that was done to the person, for the download of one's own data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DataAdminAct)]
pub struct KeptAct {
    at: String,
    /// `you`, `administrator` or `command line`.
    by: &'static str,
    /// Whether it was done to the person whose data this is.
    about_you: bool,
    /// What was done, for people.
    said: String,
}

impl KeptAct {
    pub(super) fn new(entry: &Entry, of: UserId) -> Self {
        Self {
            at: entry.at.to_rfc3339(),
            by: match &entry.by {
                None => "command line",
                Some(by) if by.id == of => "you",
                Some(_) => "administrator",
            },
            about_you: entry.about.as_ref().is_some_and(|about| about.id == of),
            said: messages::said(&entry.act),
        }
    }
}
