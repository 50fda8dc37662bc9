//! Messages of audit: each act in a few words, without who did it and to whom.

use super::model::{Act, OfClub};

pub const NO_SUCH_PERSON: &str = "Nobody has this id";

fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn creations(contests: i32, polls: i32) -> String {
    let parts = [(contests, "contest creation"), (polls, "poll creation")];
    let parts = parts.into_iter().filter(|(number, _)| *number != 0);
    let parts = parts.map(|(number, what)| counted(u64::from(number.unsigned_abs()), what));
    parts.collect::<Vec<_>>().join(" and ")
}

fn jobs(kind: &str, number: u64) -> String {
    if kind.is_empty() { counted(number, "job") } else { format!("{} of the kind {kind}", counted(number, "job")) }
}

/// `“Fest” of HOBBY`.
fn titled(OfClub { club, what }: &OfClub) -> String {
    format!("“{what}” of {club}")
}

/// `the office of Treasurer in HOBBY`.
fn office(OfClub { club, what }: &OfClub) -> String {
    format!("the office of {what} in {club}")
}

/// What was done.
pub fn said(act: &Act) -> String {
    match act {
        Act::Credits { contests, polls } if *contests >= 0 && *polls >= 0 => {
            format!("Gave {}", creations(*contests, *polls))
        }
        Act::Credits { contests, polls } if *contests <= 0 && *polls <= 0 => {
            format!("Took {}", creations(*contests, *polls))
        }
        Act::Credits { contests, polls } => format!(
            "Gave {} and took {}",
            creations((*contests).max(0), (*polls).max(0)),
            creations((*contests).min(0), (*polls).min(0))
        ),
        Act::RoleGiven(role) => format!("Gave the role {role}"),
        Act::RoleTaken(role) => format!("Took the role {role}"),
        Act::AccountMade => "Made the account".to_owned(),
        Act::CodeMailed => "Had a reset code mailed".to_owned(),
        Act::CodeKept => "Had a reset code made without mailing it".to_owned(),
        Act::CodePrinted => "Printed a reset code".to_owned(),
        Act::SessionsEnded(number) => format!("Ended {}", counted(*number, "session")),
        Act::ClubAppointed(club) => format!("Appointed an administrator of {club}"),
        Act::ClubDismissed(club) => format!("Dismissed an administrator of {club}"),
        Act::ClubFounded(club) => format!("Created the club {club}"),
        Act::ClubDeleted(club) => format!("Deleted the club {club}"),
        Act::ClubChanged(club) => format!("Changed the page of {club}"),
        Act::MemberApproved(club) => format!("Approved an application to {club}"),
        Act::MemberTurnedDown(club) => format!("Turned down an application to {club}"),
        Act::MemberRemoved(club) => format!("Removed a member of {club}"),
        Act::OfficeGiven(of) => format!("Gave {}", office(of)),
        Act::OfficeTaken(of) => format!("Took {}", office(of)),
        Act::ClubAnnounced(OfClub { club, what }) => {
            format!("Sent the announcement “{what}” to the members of {club}")
        }
        Act::AllAnnounced(title) => format!("Sent the announcement “{title}” to everybody"),
        Act::EventMade(of) => format!("Made the event {}", titled(of)),
        Act::EventChanged(of) => format!("Changed the event {}", titled(of)),
        Act::EventCancelled(of) => format!("Cancelled the event {}", titled(of)),
        Act::EventClosed(of) => format!("Closed registration for {}", titled(of)),
        Act::EventOpened(of) => format!("Opened registration for {}", titled(of)),
        Act::EventAnnounced(of) => format!("Wrote to everybody registered for {}", titled(of)),
        Act::GalleryChanged(of) => format!("Changed the gallery {}", titled(of)),
        Act::GalleryDeleted(of) => format!("Deleted the gallery {}", titled(of)),
        Act::PollDeleted(title) => format!("Deleted the poll “{title}”"),
        Act::EnquiryAnswered => "Marked an enquiry as answered".to_owned(),
        Act::EnquiryReopened => "Marked an enquiry as not answered".to_owned(),
        Act::RefundEntered(paise) => format!("Entered a refund of ₹{}.{:02}", paise / 100, paise % 100),
        Act::CaseDecided(decision) => format!("Decided a payment case: {decision}"),
        Act::JobsRetried(kind, number) => format!("Ran {} again", jobs(kind, *number)),
        Act::JobsDropped(kind, number) => format!("Dropped {}", jobs(kind, *number)),
        Act::BackupAsked => "Asked for a backup".to_owned(),
        Act::RegistrationKeptOpen => "Kept registration open to any address".to_owned(),
        Act::RegistrationQuestioned => "Undid keeping registration open to any address".to_owned(),
        Act::Unknown => "Did something that this version of Quad does not know".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_are_given_and_taken_in_words() {
        let said = |contests, polls| said(&Act::Credits { contests, polls });
        assert_eq!(said(3, 1), "Gave 3 contest creations and 1 poll creation");
        assert_eq!(said(0, 2), "Gave 2 poll creations");
        assert_eq!(said(-1, 0), "Took 1 contest creation");
        assert_eq!(said(-1, 5), "Gave 5 poll creations and took 1 contest creation");
    }
}
