//! Messages of user admin.

use quad_contests::payments::Balance;
use quad_kernel::error::{Kind, Rejection};

pub const SEARCH_LONG: &str = "A search may have at most 100 characters";
pub const NOTHING_TO_CHANGE: &str = "Say how many creations to give, or with a minus how many to take";
pub const TOO_MANY: &str = "At most 100,000 creations can be given or taken at a time";
pub const OWN_SESSIONS: Rejection =
    Rejection::new(Kind::Conflict, "own_sessions", "These are your own sessions: end them on your profile.");

fn counted(number: impl Into<i64>, what: &str) -> String {
    let number = number.into();
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

pub fn credits_changed(left: Balance) -> String {
    format!("Now {} and {} are left.", counted(left.contests, "contest creation"), counted(left.polls, "poll creation"))
}

pub const ORGANISER: &str = "The person is now an organiser.";

pub fn no_organiser(ended: u64) -> String {
    let more = if ended == 0 { String::new() } else { format!("; {} ended", sessions(ended)) };
    format!("The person is no longer an organiser{more}.")
}

fn sessions(ended: u64) -> String {
    counted(i64::try_from(ended).unwrap_or(i64::MAX), "session")
}

pub fn sessions_ended(ended: u64) -> String {
    if ended == 0 { "No session was open.".to_owned() } else { format!("{} ended.", sessions(ended)) }
}

/// `is_mailed`: whether a mail server is set up.
pub fn code_sent(email: &str, is_mailed: bool) -> String {
    if is_mailed {
        format!("A code is on its way to {email}. It works for 10 minutes.")
    } else {
        format!(
            "A code was made for {email}. This site sends no mail: the operator finds the code in the folder of \
             mails that were not sent."
        )
    }
}
