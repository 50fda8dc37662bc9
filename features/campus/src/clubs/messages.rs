//! Messages of clubs: success texts and refusals, in the specification's words where it has some.

use quad_kernel::error::{Kind, Rejection};
use quad_people::notify::named;

pub const CREATED: &str = "The club has been created.";
pub const SAVED: &str = "The club has been saved.";
pub const DELETED: &str = "The club has been deleted.";
pub const PICTURE_SET: &str = "The club has a new picture.";
pub const PICTURE_GONE: &str = "The club's picture has been removed.";
pub const APPLIED: &str = "Your application was sent. The club's administrators will look at it.";
pub const APPLIED_TO_NOBODY: &str = "Your application was sent. The club has no administrators at the moment; the platform administrator will look at it.";
pub const LEFT: &str = "You have left the club.";
pub const WITHDRAWN: &str = "Your application has been withdrawn.";
pub const APPROVED: &str = "The application has been approved.";
pub const REJECTED: &str = "The application has been rejected.";
pub const REMOVED: &str = "The member has been removed.";
pub const APPOINTED: &str = "The person is now an administrator of the club.";
pub const DISMISSED: &str = "The person is no longer an administrator of the club.";
pub const THANKS: &str = "Thank you for your feedback.";
pub const FEEDBACK_SAVED: &str = "Your feedback has been saved.";
pub const ASKED: &str = "Your question is on its way to the club's administrators.";
pub const SENT: &str = "Notification sent successfully!";

pub const RESERVED_NAME: &str = "This name is reserved. Please choose another";
pub const STRANGE_SHORT_NAME: &str = "A short name starts with a letter and contains only letters, digits, - and _";
pub const SHORT_NAME_STAYS: &str = "The short name of a club cannot be changed";
pub const STRANGE_COLOUR: &str = "A colour looks like #3b7a57";
pub const STRANGE_LINK: &str = "A link's address begins with https://";
pub const TOO_MANY_LINKS: &str = "A club shows at most 10 links";
pub const STRANGE_RATING: &str = "A rating is 1 to 5";
pub const STRANGE_STATUS: &str =
    "The status is all, pending, active, president, secretary, joint secretary, treasurer or member";
pub const STRANGE_OFFICE: &str = "The role is President, Secretary, Joint Secretary, Treasurer or Member";
pub const NAME_THE_CLUB: &str = "Say which club this is for";

pub const NOT_ADMINISTRATOR: Rejection = Rejection::new(
    Kind::Forbidden,
    "not_club_administrator",
    "Only this club's administrators can do that. You can ask the club about it.",
);
pub const NOT_MEMBER: Rejection = Rejection::new(
    Kind::Forbidden,
    "not_club_member",
    "Only members of this club can do that. You can apply to become one.",
);
pub const ALL_IS_FOR_ADMIN: Rejection = Rejection::new(
    Kind::Forbidden,
    "not_admin",
    "Only the platform administrator can send to all users. Send to your club's members instead.",
);
pub const ALREADY_APPLIED: Rejection = Rejection::new(
    Kind::Conflict,
    "already_applied",
    "You have already applied. The club's administrators will look at your application.",
);
pub const ALREADY_MEMBER: Rejection =
    Rejection::new(Kind::Conflict, "already_member", "You are already a member of this club.");
pub const NOT_PENDING: Rejection =
    Rejection::new(Kind::Conflict, "not_pending", "This application has been dealt with already.");
pub const STILL_PENDING: Rejection =
    Rejection::new(Kind::Conflict, "still_pending", "This is an application; approve or reject it.");
pub const LAST_ADMINISTRATOR: Rejection = Rejection::new(
    Kind::Conflict,
    "last_administrator",
    "A club keeps at least one administrator. Appoint somebody else first.",
);
pub const NOT_AN_ADMINISTRATOR: Rejection =
    Rejection::new(Kind::Missing, "missing", "This person is not an administrator of the club.");
pub const NOBODY_THERE: Rejection =
    Rejection::new(Kind::Missing, "missing", "Nobody with this e-mail address has an account.");
pub const SHORT_NAME_TAKEN: Rejection =
    Rejection::new(Kind::Conflict, "club_taken", "There is already a club with this short name.");
pub const HAS_MEMBERS: Rejection = Rejection::new(
    Kind::Conflict,
    "club_not_empty",
    "The club has members besides its administrators, so it cannot be deleted.",
);
pub const HAS_EVENTS: Rejection =
    Rejection::new(Kind::Conflict, "club_not_empty", "The club has events, so it cannot be deleted.");
pub const ALREADY_GIVEN: Rejection =
    Rejection::new(Kind::Conflict, "already_given", "You have given feedback on this already; you can change it.");
pub const NOT_BEGUN: Rejection =
    Rejection::new(Kind::Conflict, "event_not_begun", "This event has not taken place yet. Please come back after it.");
pub const TOO_MANY_QUESTIONS: Rejection =
    Rejection::new(Kind::TooMany, "too_many", "You have asked a lot today. Please try again tomorrow.");
pub const TOO_MANY_ANNOUNCEMENTS: Rejection = Rejection::new(
    Kind::TooMany,
    "too_many",
    "Many announcements have been sent today, and people stop reading. Please try again tomorrow.",
);

pub const TOO_MANY_EVENT_MESSAGES: Rejection = Rejection::new(
    Kind::TooMany,
    "too_many",
    "Five messages about this event were sent today already. Please try again tomorrow.",
);

pub fn office_given(title: &str) -> String {
    format!("The member is now {title}.")
}

/// What somebody reads about the own place in a club.
pub struct NoticeText {
    pub title: String,
    pub body: String,
}

/// An application to a club that nobody manages, for ADMIN.
pub fn application(club: &str, name: &str, address: &str) -> NoticeText {
    NoticeText {
        title: format!("An application to {club}"),
        body: format!(
            "{} wants to join. The club has no administrators; please decide, or appoint one.",
            named(name, address)
        ),
    }
}

pub fn accepted(club: &str) -> NoticeText {
    NoticeText {
        title: format!("Welcome to {club}"),
        body: format!("Your application was approved: you are now a member of {club}."),
    }
}

pub fn rejected(club: &str) -> NoticeText {
    NoticeText {
        title: format!("Your application to {club}"),
        body: format!("{club} did not accept your application. You may apply again."),
    }
}

pub fn removed(club: &str) -> NoticeText {
    NoticeText {
        title: format!("You are no longer a member of {club}"),
        body: format!("An administrator ended your membership of {club}."),
    }
}

pub fn office(club: &str, title: Option<&str>) -> NoticeText {
    let body = match title {
        None => format!("You are now a member of {club} without an office."),
        Some(title) => format!("You are now {title} of {club}."),
    };
    NoticeText { title: format!("Your role in {club}"), body }
}

/// `waiting`: applications that nobody has decided.
pub fn appointed(club: &str, waiting: i64) -> NoticeText {
    let also = applications_wait(waiting);
    NoticeText {
        title: format!("You administer {club}"),
        body: format!(
            "You were made an administrator of {club}: you can now manage its events, members, galleries and \
             notifications.{also}"
        ),
    }
}

/// The same for whoever manages the club by an office.
pub fn manages(club: &str, title: &str, waiting: i64) -> NoticeText {
    let mut text = office(club, Some(title));
    text.body += &applications_wait(waiting);
    text
}

fn applications_wait(waiting: i64) -> String {
    match waiting {
        0 => String::new(),
        1 => " One application waits for your decision.".to_owned(),
        many => format!(" {many} applications wait for your decision."),
    }
}

pub fn dismissed(club: &str) -> NoticeText {
    NoticeText { title: format!("Your role in {club}"), body: format!("You are no longer an administrator of {club}.") }
}

pub fn closed(club: &str) -> NoticeText {
    NoticeText { title: format!("{club} is closed"), body: format!("The platform administrator deleted {club}.") }
}

/// A question as it reaches the administrators' inboxes; all of it stands on the club's page.
pub fn question(club: &str, name: &str, address: &str, text: &str) -> NoticeText {
    const MOST: usize = 600;
    let said = quad_text::shortened(text, MOST);
    NoticeText { title: format!("A question to {club}"), body: format!("{} asks:\n{said}", named(name, address)) }
}

/// The heading of the members' table.
pub const MEMBERS_HEADING: [&str; 9] =
    ["#", "Name", "Email", "Batch", "Contact number", "Status", "Administrator", "Applied at", "Joined at"];
pub const MEMBERS_SHEET: &str = "Members";
