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
    /// A reset code was made for the person where no mail is sent: it lies on the host.
    CodeKept,
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
    /// What a club says about itself, or its picture, was changed.
    ClubChanged(String),
    /// An application to the club was approved.
    MemberApproved(String),
    /// An application to the club was turned down.
    MemberTurnedDown(String),
    /// Somebody was removed from the club.
    MemberRemoved(String),
    /// Somebody was given this office in the club.
    OfficeGiven(OfClub),
    /// This office in the club was taken from somebody.
    OfficeTaken(OfClub),
    /// An announcement was sent to a club's members.
    ClubAnnounced(OfClub),
    /// An announcement with this title was sent to everybody.
    AllAnnounced(String),
    /// An event of a club was made.
    EventMade(OfClub),
    /// An event was written anew, or its picture changed.
    EventChanged(OfClub),
    /// An event was called off.
    EventCancelled(OfClub),
    /// Registration for an event was closed.
    EventClosed(OfClub),
    /// Registration for an event was opened again.
    EventOpened(OfClub),
    /// Everybody who has a place at an event was written to.
    EventAnnounced(OfClub),
    /// A gallery got pictures, lost one or was renamed.
    GalleryChanged(OfClub),
    /// A gallery was deleted.
    GalleryDeleted(OfClub),
    /// A poll with this title was deleted; the person is its owner.
    PollDeleted(String),
    /// An enquiry was ticked off as answered; the person is who wrote it while logged in.
    EnquiryAnswered,
    /// The tick was taken back.
    EnquiryReopened,
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
    /// That any address may register was left so on purpose.
    RegistrationKeptOpen,
    /// That was taken back.
    RegistrationQuestioned,
    /// What a newer version did.
    Unknown,
}

/// The two acts whose newest says whether registration is left open on purpose.
pub(super) const KEPT_OPEN: &str = "registration kept open";
pub(super) const QUESTIONED: &str = "registration questioned";

/// What of a club: an event, a gallery or an announcement by its title, or an office by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfClub {
    /// The club's short name.
    pub club: String,
    /// What of it, one line.
    pub what: String,
}

impl OfClub {
    /// Both in one column: a short name holds no line break.
    fn detail(&self) -> String {
        format!("{}\n{}", self.club, self.what)
    }

    fn read(detail: &str) -> Self {
        let (club, what) = detail.split_once('\n').unwrap_or((detail, ""));
        Self { club: club.to_owned(), what: what.to_owned() }
    }
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
        let of_club = |act: &str, of: &OfClub| Columns { detail: of.detail(), ..row(act) };
        match self {
            Self::Credits { contests, polls } => Columns { contests: *contests, polls: *polls, ..row("credits") },
            Self::RoleGiven(role) => named("role given", role),
            Self::RoleTaken(role) => named("role taken", role),
            Self::AccountMade => row("account made"),
            Self::CodeMailed => row("code mailed"),
            Self::CodeKept => row("code kept"),
            Self::CodePrinted => row("code printed"),
            Self::SessionsEnded(number) => counted("sessions ended", *number),
            Self::ClubAppointed(club) => named("club appointed", club),
            Self::ClubDismissed(club) => named("club dismissed", club),
            Self::ClubFounded(club) => named("club founded", club),
            Self::ClubDeleted(club) => named("club deleted", club),
            Self::ClubChanged(club) => named("club changed", club),
            Self::MemberApproved(club) => named("member approved", club),
            Self::MemberTurnedDown(club) => named("member turned down", club),
            Self::MemberRemoved(club) => named("member removed", club),
            Self::OfficeGiven(of) => of_club("office given", of),
            Self::OfficeTaken(of) => of_club("office taken", of),
            Self::ClubAnnounced(of) => of_club("club announced", of),
            Self::AllAnnounced(title) => named("all announced", title),
            Self::EventMade(of) => of_club("event made", of),
            Self::EventChanged(of) => of_club("event changed", of),
            Self::EventCancelled(of) => of_club("event cancelled", of),
            Self::EventClosed(of) => of_club("event closed", of),
            Self::EventOpened(of) => of_club("event opened", of),
            Self::EventAnnounced(of) => of_club("event announced", of),
            Self::GalleryChanged(of) => of_club("gallery changed", of),
            Self::GalleryDeleted(of) => of_club("gallery deleted", of),
            Self::PollDeleted(title) => named("poll deleted", title),
            Self::EnquiryAnswered => row("enquiry answered"),
            Self::EnquiryReopened => row("enquiry reopened"),
            Self::RefundEntered(paise) => Columns { number: *paise, ..row("refund entered") },
            Self::CaseDecided(decision) => named("case decided", decision),
            Self::JobsRetried(kind, number) => Columns { detail: kind.clone(), ..counted("jobs retried", *number) },
            Self::JobsDropped(kind, number) => Columns { detail: kind.clone(), ..counted("jobs dropped", *number) },
            Self::BackupAsked => row("backup asked"),
            Self::RegistrationKeptOpen => row(KEPT_OPEN),
            Self::RegistrationQuestioned => row(QUESTIONED),
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
            "code kept" => Self::CodeKept,
            "code printed" => Self::CodePrinted,
            "sessions ended" => Self::SessionsEnded(count),
            "club appointed" => Self::ClubAppointed(detail),
            "club dismissed" => Self::ClubDismissed(detail),
            "club founded" => Self::ClubFounded(detail),
            "club deleted" => Self::ClubDeleted(detail),
            "club changed" => Self::ClubChanged(detail),
            "member approved" => Self::MemberApproved(detail),
            "member turned down" => Self::MemberTurnedDown(detail),
            "member removed" => Self::MemberRemoved(detail),
            "office given" => Self::OfficeGiven(OfClub::read(&detail)),
            "office taken" => Self::OfficeTaken(OfClub::read(&detail)),
            "club announced" => Self::ClubAnnounced(OfClub::read(&detail)),
            "all announced" => Self::AllAnnounced(detail),
            "event made" => Self::EventMade(OfClub::read(&detail)),
            "event changed" => Self::EventChanged(OfClub::read(&detail)),
            "event cancelled" => Self::EventCancelled(OfClub::read(&detail)),
            "event closed" => Self::EventClosed(OfClub::read(&detail)),
            "event opened" => Self::EventOpened(OfClub::read(&detail)),
            "event announced" => Self::EventAnnounced(OfClub::read(&detail)),
            "gallery changed" => Self::GalleryChanged(OfClub::read(&detail)),
            "gallery deleted" => Self::GalleryDeleted(OfClub::read(&detail)),
            "poll deleted" => Self::PollDeleted(detail),
            "enquiry answered" => Self::EnquiryAnswered,
            "enquiry reopened" => Self::EnquiryReopened,
            "refund entered" => Self::RefundEntered(number),
            "case decided" => Self::CaseDecided(detail),
            "jobs retried" => Self::JobsRetried(detail, count),
            "jobs dropped" => Self::JobsDropped(detail, count),
            "backup asked" => Self::BackupAsked,
            KEPT_OPEN => Self::RegistrationKeptOpen,
            QUESTIONED => Self::RegistrationQuestioned,
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
        let of_club = || OfClub { club: word(), what: "Where to? हिन्दी".to_owned() };
        let all = [
            Act::Credits { contests: 3, polls: -1 },
            Act::RoleGiven(word()),
            Act::RoleTaken(word()),
            Act::AccountMade,
            Act::CodeMailed,
            Act::CodeKept,
            Act::CodePrinted,
            Act::SessionsEnded(2),
            Act::ClubAppointed(word()),
            Act::ClubDismissed(word()),
            Act::ClubFounded(word()),
            Act::ClubDeleted(word()),
            Act::ClubChanged(word()),
            Act::MemberApproved(word()),
            Act::MemberTurnedDown(word()),
            Act::MemberRemoved(word()),
            Act::OfficeGiven(of_club()),
            Act::OfficeTaken(of_club()),
            Act::ClubAnnounced(of_club()),
            Act::AllAnnounced(word()),
            Act::EventMade(of_club()),
            Act::EventChanged(of_club()),
            Act::EventCancelled(of_club()),
            Act::EventClosed(of_club()),
            Act::EventOpened(of_club()),
            Act::EventAnnounced(of_club()),
            Act::GalleryChanged(of_club()),
            Act::GalleryDeleted(of_club()),
            Act::PollDeleted(word()),
            Act::EnquiryAnswered,
            Act::EnquiryReopened,
            Act::RefundEntered(900),
            Act::CaseDecided(word()),
            Act::JobsRetried(word(), 1),
            Act::JobsDropped(String::new(), 4),
            Act::BackupAsked,
            Act::RegistrationKeptOpen,
            Act::RegistrationQuestioned,
        ];
        for act in all {
            assert_eq!(Act::from(act.columns()), act);
        }
        let newer = Columns { act: "something newer".into(), ..Columns::default() };
        assert_eq!(Act::from(newer), Act::Unknown);
    }
}
