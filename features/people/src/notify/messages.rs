//! Messages of notifications: success texts, refusals, the test message, and the mail.

use quad_kernel::error::{Kind, Rejection};
use quad_kernel::mail::Mail;
use quad_services::config::Settings;

use super::model::{About, Notice, Notification, UnfitSubscription};

pub const SUBSCRIBED: &str = "Notifications are on for this device.";
pub const UNSUBSCRIBED: &str = "Notifications are off for this device.";
pub const READ: &str = "Marked as read";
pub const REMOVED: &str = "Notification removed";
pub const TEST_SENT: &str = "A test notification is on its way to your devices.";

pub const STRANGE_IDS: &str = "Name 1 to 500 notifications, or all of them";
pub const STRANGE_KIND: &str = "There is no such kind of notification";

pub const NO_DEVICE: Rejection = Rejection::new(
    Kind::Conflict,
    "no_device",
    "None of your devices receives notifications yet. Allow them on this device first.",
);
pub const TESTED_LATELY: Rejection = Rejection::new(
    Kind::TooMany,
    "too_many",
    "A test was sent a moment ago. Please wait a little before the next one.",
)
.retry_after(30);

impl From<UnfitSubscription> for Rejection {
    fn from(unfit: UnfitSubscription) -> Self {
        match unfit {
            UnfitSubscription::TooLong => Self::invalid("endpoint", "This push address is too long"),
            UnfitSubscription::Endpoint(why) => {
                Self::invalid("endpoint", format!("This push address cannot be used: {why}"))
            }
            UnfitSubscription::Keys => Self::invalid("keys", "The keys of this push subscription cannot be read"),
        }
    }
}

/// What a test of one's devices says.
pub fn test(settings: &Settings) -> Notice {
    Notice {
        about: About::Platform,
        title: format!("{} can reach this device", settings.display_name),
        body: "This is the test notification you asked for.".to_owned(),
        url: "/notifications".to_owned(),
    }
}

/// The mail to somebody who chose mails about this. What it tells may be somebody else's words, so each line of them is marked:
/// nothing in it looks like ours.
pub fn mail(settings: &Settings, recipient: &str, told: &Notification, end: &str) -> Mail {
    let (name, link) = (&settings.display_name, settings.page(&told.url));
    let lines = told.title.lines().chain([""]).chain(told.body.lines());
    let marked = lines.map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n");
    Mail {
        subject: format!("{name}: {}", told.title),
        text: format!("Hello {recipient},\n\n{marked}\n\n{link}\n\n{end}"),
    }
}

/// How a mail about a notice ends: why it came, and the address that stops such.
pub fn mail_end(settings: &Settings, about: About, stop: &str) -> String {
    let name = &settings.display_name;
    format!(
        "You get this by mail because you chose it on your profile in {name}, where you can change that.\n\
         No more mails about {}: {stop}\n",
        topic(about)
    )
}

/// What mails of a kind are about, within a sentence.
fn topic(about: About) -> &'static str {
    match about {
        About::Announcement => "announcements",
        About::Membership => "your membership in clubs",
        About::Contest => "contests",
        About::Results => "results",
        About::Event => "your events",
        About::Club => "the administration of your club",
        About::Platform => "the platform",
    }
}

/// The page that asks: title, text, button.
pub fn stop_page(settings: &Settings, about: About) -> (String, String, String) {
    let topic = topic(about);
    (
        format!("Mails about {topic}"),
        format!("{} sends you these mails because you chose them on your profile.", settings.display_name),
        format!("Send me no more mails about {topic}"),
    )
}

/// The page that says that they are stopped: title, text, the link to the profile.
pub fn stopped_page(settings: &Settings, about: About) -> (String, String, String) {
    let name = &settings.display_name;
    (
        format!("No more mails about {}", topic(about)),
        format!(
            "These notifications still arrive in your inbox on {name}. You can turn the mails on again on your profile."
        ),
        "Open my profile".to_owned(),
    )
}

/// The page behind an address that is nobody's: title, text, the link to the profile.
pub fn no_such_link_page(settings: &Settings) -> (String, String, String) {
    let name = &settings.display_name;
    (
        "This link does not work".to_owned(),
        format!("It may be incomplete. You can choose what is mailed to you on your profile in {name}."),
        "Open my profile".to_owned(),
    )
}
