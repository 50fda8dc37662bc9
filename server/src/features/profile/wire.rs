//! The shapes of the profile's calls. `fullname`, `contestgiven`, `count`, `poll` and `Batch` end here.

use serde::Serialize;
use utoipa::ToSchema;

use crate::features::accounts::Account;
use crate::features::payments::Balance;
use crate::kernel::ids::ContestId;

/// Whether somebody is logged in, and who.
#[derive(Serialize, ToSchema)]
pub(super) struct LogInCheckOut {
    /// False for a guest.
    pub success: bool,
    /// Missing for a guest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<UserOut>,
}

/// The person asking.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserOut {
    #[serde(rename = "_id")]
    id: String,
    full_name: String,
    email: String,
    contact: String,
    /// The strongest role word.
    role: String,
    /// All role words, strongest first.
    roles: Vec<String>,
    #[serde(rename = "Batch")]
    batch: i32,
    contest_credits: i32,
    poll_credits: i32,
}

impl UserOut {
    pub fn new(account: Account, balance: Balance) -> Self {
        Self {
            id: account.id.to_string(),
            full_name: account.full_name,
            email: account.email,
            contact: account.contact,
            role: account.roles.first().cloned().unwrap_or_default(),
            roles: account.roles,
            batch: account.batch,
            contest_credits: balance.contests,
            poll_credits: balance.polls,
        }
    }
}

/// A person's page.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProfileOut {
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "fullname")]
    full_name: String,
    email: String,
    contact: String,
    /// Ids of the contests joined, latest first.
    #[serde(rename = "contestgiven")]
    contests_joined: Vec<String>,
    /// The strongest role word.
    role: String,
    /// Contest creations left.
    count: i32,
    /// Poll creations left.
    poll: i32,
    #[serde(rename = "Batch")]
    batch: i32,
    created_at: String,
}

impl ProfileOut {
    pub fn new(account: Account, balance: Balance, joined: &[ContestId]) -> Self {
        Self {
            id: account.id.to_string(),
            full_name: account.full_name,
            email: account.email,
            contact: account.contact,
            contests_joined: joined.iter().map(ToString::to_string).collect(),
            role: account.roles.into_iter().next().unwrap_or_default(),
            count: balance.contests,
            poll: balance.polls,
            batch: account.batch,
            created_at: account.created_at.to_rfc3339(),
        }
    }
}
