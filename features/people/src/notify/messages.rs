//! Messages of notifications: success texts, refusals, the test message, and the mail.

use quad_kernel::error::{Kind, Rejection};
use quad_kernel::mail::Mail;
use quad_services::config::Settings;

use super::model::{About, Notice};

pub const SUBSCRIBED: &str = "This device will be told.";
pub const UNSUBSCRIBED: &str = "This device will not be told any more.";
pub const READ: &str = "Marked as read";
pub const REMOVED: &str = "Notification removed";
pub const TEST_SENT: &str = "A test notification is on its way to your devices.";

pub const ENDPOINT_TOO_LONG: &str = "This push address is longer than Quad takes";
pub const STRANGE_ENDPOINT: &str = "This push address cannot be used";
pub const STRANGE_KEYS: &str = "The keys of this push subscription cannot be read";
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
pub fn mail(settings: &Settings, recipient: &str, title: &str, body: &str, path: &str) -> Mail {
    let (name, link) = (&settings.display_name, settings.page(path));
    let told: Vec<String> = title.lines().chain([""]).chain(body.lines()).map(|line| format!("> {line}")).collect();
    let told = told.join("\n");
    Mail {
        subject: format!("{name}: {title}"),
        text: format!(
            "Hello {recipient},\n\n{told}\n\n{link}\n\n\
             You get this by mail because you chose so on your profile in {name}, where you can change it.\n"
        ),
    }
}
