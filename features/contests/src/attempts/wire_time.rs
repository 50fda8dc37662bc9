//! JSON of people's time: what an organiser asks for, whose ends moved, and the log.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use quad_http::body::UnreadNames;
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Rejection, Result};
use quad_kernel::ids::UserId;
use quad_kernel::validation;

use super::change_time::TimeLog;
use super::messages;
use super::personal_time::{ExtraTime, NewTimeChange};
use super::time_change::{MovedEnd, TimeAction, TimeChange, Whose};

/// People named at once.
const MOST_PEOPLE: usize = 5_000;

/// What shall happen to people's time.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeChangeIn {
    /// extend, pause, resume or reopen.
    #[serde(default)]
    pub action: String,
    /// Of extend, how much: minutes, less than 0 to take them back; `"25%"` of the time that the contest gives; or `"ugc"`, 20 minutes for
    /// each hour, at least 5, in fives. Of reopen, how many minutes there are at least from now on.
    #[serde(default)]
    #[schema(value_type = Value)]
    pub minutes: Option<Value>,
    /// `"all"`, or a list of ids; of extend and reopen.
    #[serde(default)]
    #[schema(value_type = Value)]
    pub people: Option<Value>,
    /// Why, 1 to 500 characters. Those whose time it is read it.
    #[serde(default)]
    pub reason: String,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl TryFrom<TimeChangeIn> for NewTimeChange {
    type Error = Error;

    fn try_from(sent: TimeChangeIn) -> Result<Self> {
        let TimeChangeIn { action, minutes, people, reason, others } = sent;
        others.refuse_but(&[], &["action", "minutes", "people", "reason"])?;
        let action =
            TimeAction::read(&action).ok_or_else(|| Rejection::invalid("action", messages::STRANGE_TIME_ACTION))?;
        let extra = minutes.as_ref().map(ExtraTime::read).transpose()?;
        let is_for_all = matches!(action, TimeAction::Pause | TimeAction::Resume);
        if is_for_all && extra.is_some() {
            return Err(Rejection::invalid("minutes", messages::CLOCKS_HAVE_NO_MINUTES).into());
        }
        if action == TimeAction::Extend && extra.is_none() {
            return Err(messages::NO_MINUTES.with("field", "minutes").into());
        }
        let whose = match &people {
            None if is_for_all => Whose::Everybody,
            None => return Err(Rejection::invalid("people", messages::STRANGE_PEOPLE).into()),
            Some(people) => whose(people)?,
        };
        if is_for_all && whose != Whose::Everybody {
            return Err(Rejection::invalid("people", messages::CLOCKS_STOP_FOR_ALL).into());
        }
        Ok(Self { action, extra, whose, reason: validation::text("reason", "Reason", &reason, 1, 500)? })
    }
}

fn whose(sent: &Value) -> Result<Whose, Rejection> {
    let strange = || Rejection::invalid("people", messages::STRANGE_PEOPLE);
    if sent.as_str() == Some("all") {
        return Ok(Whose::Everybody);
    }
    let all = sent.as_array().filter(|all| (1..=MOST_PEOPLE).contains(&all.len())).ok_or_else(strange)?;
    let id = |one: &Value| one.as_str().and_then(UserId::parse).ok_or_else(strange);
    let mut people = all.iter().map(id).collect::<Result<Vec<UserId>, Rejection>>()?;
    people.sort_unstable();
    people.dedup();
    Ok(Whose::Named(people))
}

/// When somebody's time ends now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndOut {
    /// Whose.
    pub user_id: String,
    /// RFC 3339.
    pub ends_at: String,
}

/// What became of people's time.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeChangedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// How many it is about; of pause those whose clocks stand still now.
    pub changed: u32,
    /// Each of them.
    pub ends: Vec<EndOut>,
}

impl TimeChangedOut {
    pub(super) fn new(action: TimeAction, moved: &[MovedEnd]) -> Self {
        let end = |end: &MovedEnd| EndOut { user_id: end.user.to_string(), ends_at: end.ends_at.to_rfc3339() };
        Self {
            success: true,
            message: messages::time_changed(action, moved.len()),
            changed: moved.len() as u32,
            ends: moved.iter().map(end).collect(),
        }
    }
}

/// What was done with people's time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeChangeOut {
    /// extend, pause, resume or reopen.
    pub action: String,
    /// Milliseconds given, or taken where it is less than 0; of resume how long the clocks stood still.
    pub millis: i64,
    /// Why; empty once the one whom it was about has deleted the account.
    pub reason: String,
    /// RFC 3339.
    pub at: String,
    /// How many it was about, for the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<u32>,
    /// The name of whoever did it, for the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Where it moved the caller's own end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<String>,
}

impl TimeChangeOut {
    fn new(change: TimeChange, sees_all: bool) -> Self {
        Self {
            action: change.action.word().to_owned(),
            millis: change.millis,
            reason: change.reason,
            at: change.at.to_rfc3339(),
            people: sees_all.then_some(change.people),
            by: sees_all.then_some(change.by),
            ends_at: change.ends_at.map(Time::to_rfc3339),
        }
    }
}

/// The log of people's time in a contest.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeLogOut {
    /// Always true.
    pub success: bool,
    /// Since when all clocks stand still; null while they go.
    pub paused_at: Option<String>,
    /// Newest first.
    pub changes: Vec<TimeChangeOut>,
    /// The server's clock.
    pub server_now: String,
}

impl TimeLogOut {
    pub(super) fn new(log: TimeLog, now: Time) -> Self {
        let changes = log.changes.into_iter().map(|change| TimeChangeOut::new(change, log.sees_all));
        Self {
            success: true,
            paused_at: log.contest.paused_at.map(Time::to_rfc3339),
            changes: changes.collect(),
            server_now: now.to_rfc3339(),
        }
    }
}
