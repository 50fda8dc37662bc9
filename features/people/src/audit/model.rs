//! Audit model: who did what to whom.

use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;

/// Who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The operator of the host, by `quad admin`.
    CommandLine,
    /// An administrator, on the screens.
    Admin(UserId),
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Creations were given; those taken are negative.
    Credits {
        /// Contest creations.
        contests: i32,
        /// Poll creations.
        polls: i32,
    },
    /// A role of the platform was given.
    RoleGiven(String),
    /// A role of the platform was taken.
    RoleTaken(String),
    /// An account was made.
    AccountMade,
    /// A reset code was mailed to the person.
    CodeMailed,
    /// A reset code was printed on the host.
    CodePrinted,
    /// So many sessions were ended.
    SessionsEnded(u64),
    /// Somebody was made an administrator of the club with this short name.
    ClubAppointed(String),
    /// Somebody is no administrator of the club any more.
    ClubDismissed(String),
    /// A club was founded.
    ClubFounded(String),
    /// A club was deleted.
    ClubDeleted(String),
    /// A refund of so many paise was entered; the person is the buyer.
    RefundEntered(i64),
    /// A payment case was decided so; the person is the buyer.
    CaseDecided(String),
    /// So many parked jobs run again, of this kind or, with no name, of all.
    JobsRetried(String, u64),
    /// So many jobs were dropped, of this kind or, with no name, of all.
    JobsDropped(String, u64),
    /// A backup was asked for.
    BackupAsked,
    /// What a newer version did.
    Unknown,
}

/// An act as its row has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub act: String,
    pub detail: String,
    pub contests: i32,
    pub polls: i32,
    pub number: i64,
}

impl Act {
    pub(super) fn columns(&self) -> Columns {
        let row = |act: &str| Columns { act: act.to_owned(), ..Columns::default() };
        let named = |act: &str, detail: &str| Columns { detail: detail.to_owned(), ..row(act) };
        let counted =
            |act: &str, number: u64| Columns { number: i64::try_from(number).unwrap_or(i64::MAX), ..row(act) };
        match self {
            Self::Credits { contests, polls } => Columns { contests: *contests, polls: *polls, ..row("credits") },
            Self::RoleGiven(role) => named("role given", role),
            Self::RoleTaken(role) => named("role taken", role),
            Self::AccountMade => row("account made"),
            Self::CodeMailed => row("code mailed"),
            Self::CodePrinted => row("code printed"),
            Self::SessionsEnded(number) => counted("sessions ended", *number),
            Self::ClubAppointed(club) => named("club appointed", club),
            Self::ClubDismissed(club) => named("club dismissed", club),
            Self::ClubFounded(club) => named("club founded", club),
            Self::ClubDeleted(club) => named("club deleted", club),
            Self::RefundEntered(paise) => Columns { number: *paise, ..row("refund entered") },
            Self::CaseDecided(decision) => named("case decided", decision),
            Self::JobsRetried(kind, number) => Columns { detail: kind.clone(), ..counted("jobs retried", *number) },
            Self::JobsDropped(kind, number) => Columns { detail: kind.clone(), ..counted("jobs dropped", *number) },
            Self::BackupAsked => row("backup asked"),
            Self::Unknown => row("unknown"),
        }
    }
}

impl From<Columns> for Act {
    fn from(row: Columns) -> Self {
        let Columns { act, detail, contests, polls, number } = row;
        let count = u64::try_from(number).unwrap_or_default();
        match act.as_str() {
            "credits" => Self::Credits { contests, polls },
            "role given" => Self::RoleGiven(detail),
            "role taken" => Self::RoleTaken(detail),
            "account made" => Self::AccountMade,
            "code mailed" => Self::CodeMailed,
            "code printed" => Self::CodePrinted,
            "sessions ended" => Self::SessionsEnded(count),
            "club appointed" => Self::ClubAppointed(detail),
            "club dismissed" => Self::ClubDismissed(detail),
            "club founded" => Self::ClubFounded(detail),
            "club deleted" => Self::ClubDeleted(detail),
            "refund entered" => Self::RefundEntered(number),
            "case decided" => Self::CaseDecided(detail),
            "jobs retried" => Self::JobsRetried(detail, count),
            "jobs dropped" => Self::JobsDropped(detail, count),
            "backup asked" => Self::BackupAsked,
            _ => Self::Unknown,
        }
    }
}

/// Somebody in the list, as called now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub id: UserId,
    pub full_name: String,
    /// The account is deleted, and the name a pseudonym.
    pub is_deleted: bool,
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub no: i64,
    pub at: Time,
    /// Nobody for the command line.
    pub by: Option<Named>,
    pub about: Option<Named>,
    pub act: Act,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_is_read_as_it_was_written() {
        let word = || "HOBBY".to_owned();
        let all = [
            Act::Credits { contests: 3, polls: -1 },
            Act::RoleGiven(word()),
            Act::RoleTaken(word()),
            Act::AccountMade,
            Act::CodeMailed,
            Act::CodePrinted,
            Act::SessionsEnded(2),
            Act::ClubAppointed(word()),
            Act::ClubDismissed(word()),
            Act::ClubFounded(word()),
            Act::ClubDeleted(word()),
            Act::RefundEntered(900),
            Act::CaseDecided(word()),
            Act::JobsRetried(word(), 1),
            Act::JobsDropped(String::new(), 4),
            Act::BackupAsked,
        ];
        for act in all {
            assert_eq!(Act::from(act.columns()), act);
        }
        let newer = Columns { act: "something newer".into(), ..Columns::default() };
        assert_eq!(Act::from(newer), Act::Unknown);
    }
}
