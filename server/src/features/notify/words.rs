//! What notifications say: answers, refusals, the test message, and the mail.

use crate::config::Settings;
use crate::kernel::fail::{Kind, Refusal};

use super::model::{About, Notice};

pub const SUBSCRIBED: &str = "This device will be told.";
pub const UNSUBSCRIBED: &str = "This device will not be told any more.";
pub const READ: &str = "Marked as read";
pub const REMOVED: &str = "Notification removed";
pub const TEST_SENT: &str = "A test notification is on its way to your devices.";

pub const ENDPOINT_TOO_LONG: &str = "This push address is longer than Quad takes";
pub const STRANGE_ENDPOINT: &str = "This push address cannot be used";
pub const STRANGE_KEYS: &str = "The keys of this push subscription cannot be read";
pub const STRANGE_PAGE: &str = "Pages count from 1 and hold 1 to 100 rows";
pub const STRANGE_IDS: &str = "Name 1 to 500 notifications, or all of them";
pub const STRANGE_KIND: &str = "There is no such kind of notification";

pub const NO_DEVICE: Refusal = Refusal::new(
    Kind::Conflict,
    "no_device",
    "None of your devices receives notifications yet. Allow them on this device first.",
);
pub const TESTED_LATELY: Refusal =
    Refusal::new(Kind::TooMany, "too_many", "A test was sent a moment ago. Please wait a little before the next one.")
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

/// A mail: its subject and its text.
pub struct Letter {
    pub subject: String,
    pub text: String,
}

/// The mail to somebody who chose mails about this. What it tells may be somebody else's words, so each line of them is marked:
/// nothing in it looks like ours.
pub fn letter(settings: &Settings, recipient: &str, title: &str, body: &str, path: &str) -> Letter {
    let (name, link) = (&settings.display_name, settings.page(path));
    let told: Vec<String> = title.lines().chain([""]).chain(body.lines()).map(|line| format!("> {line}")).collect();
    let told = told.join("\n");
    Letter {
        subject: format!("{name}: {title}"),
        text: format!(
            "Hello {recipient},\n\n{told}\n\n{link}\n\n\
             You get this by mail because you chose so on your profile in {name}, where you can change it.\n"
        ),
    }
}
