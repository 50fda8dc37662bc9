//! Notification model: notices, preferences, and what a browser's push subscription must look like.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;
use quad_kernel::page::Page;

const TITLE_MAX: usize = 120;
const BODY_MAX: usize = 1000;
const ENDPOINT_MAX: usize = 2048;
/// An uncompressed point of P-256.
const PUBLIC_KEY: usize = 65;
const AUTH_SECRET: usize = 16;

/// What a notice is about; people choose push and mail for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// What a club or the administrators tell everybody or their members.
    Announcement,
    /// One's own membership and office.
    Membership,
    /// A contest that is there to take.
    Contest,
    /// Results, and corrections of them.
    Results,
    /// Events one is registered for.
    Event,
    /// What a club's administrators should look at.
    Club,
    /// What concerns the platform: enquiries, a test of one's devices.
    Platform,
}

impl About {
    /// All, in the order they are shown.
    pub const ALL: [Self; 7] =
        [Self::Announcement, Self::Membership, Self::Contest, Self::Results, Self::Event, Self::Club, Self::Platform];

    /// As it is stored and sent.
    pub fn word(self) -> &'static str {
        match self {
            Self::Announcement => "announcement",
            Self::Membership => "membership",
            Self::Contest => "contest",
            Self::Results => "results",
            Self::Event => "event",
            Self::Club => "club",
            Self::Platform => "platform",
        }
    }

    /// Reads what [`About::word`] wrote.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|about| about.word() == word)
    }
}

/// Something to tell people.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Which preference it falls under.
    pub about: About,
    /// Up to 120 characters; what is longer is cut.
    pub title: String,
    /// Up to 1,000 characters; what is longer is cut.
    pub body: String,
    /// A path of ours, such as `/club/HOBBY`, where there is more.
    pub url: String,
}

impl Notice {
    /// Within its limits: cut where too long, and leading nowhere but to us.
    pub(super) fn fitted(&self) -> Self {
        let is_own = self.url.starts_with('/')
            && !self.url.starts_with("//")
            && self.url.len() <= 300
            && !self.url.contains('\\')
            && !self.url.chars().any(|letter| letter.is_control() || letter.is_whitespace());
        Self {
            about: self.about,
            title: cut(&self.title.replace(['\r', '\n'], " "), TITLE_MAX),
            body: cut(&self.body, BODY_MAX),
            url: if is_own { self.url.clone() } else { "/notifications".to_owned() },
        }
    }
}

/// At most `max` characters without any that a database or a screen cannot show.
fn cut(text: &str, max: usize) -> String {
    let text: String = text.trim().chars().filter(|letter| !letter.is_control() || *letter == '\n').collect();
    quad_text::shortened(&text, max)
}

/// What stands before a name at the end of a title.
const BEFORE_A_NAME: [&str; 6] = [": ", "About ", " to ", " of ", " in ", "administer "];

/// A title with the name of today where it ends in another, or has it in quotation marks.
pub(super) fn renamed_title(title: &str, before: &str, now: &str) -> String {
    let renamed = match title.strip_suffix(before) {
        Some(words) if BEFORE_A_NAME.iter().any(|end| words.ends_with(end)) => format!("{words}{now}"),
        _ => title.replace(&format!("“{before}”"), &format!("“{now}”")),
    };
    cut(&renamed, TITLE_MAX)
}

/// A text with the name of today wherever it has another as a word or words of its own.
pub(super) fn renamed_text(text: &str, before: &str, now: &str) -> String {
    let mut renamed = String::new();
    let mut taken = 0;
    for (at, _) in text.match_indices(before) {
        let (ahead, rest) = (&text[..at], &text[at + before.len()..]);
        let is_inside = ahead.ends_with(char::is_alphanumeric) || rest.starts_with(char::is_alphanumeric);
        if !is_inside {
            renamed.extend([&text[taken..at], now]);
            taken = at + before.len();
        }
    }
    renamed.push_str(&text[taken..]);
    cut(&renamed, BODY_MAX)
}

/// Somebody to tell. Whoever calls knows the people; here only what is needed to reach them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    /// The person.
    pub id: UserId,
    /// Display name.
    pub name: String,
    /// E-mail address.
    pub address: String,
}

/// Why a push subscription cannot be taken; worded in `messages.rs`.
#[derive(Debug)]
pub enum UnfitSubscription {
    /// Its address has too many bytes.
    TooLong,
    /// Its address cannot be used.
    Endpoint(quad_push::BadEndpoint),
    /// Its keys cannot be read.
    Keys,
}

/// A browser's push subscription; checked.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    pub(super) endpoint: String,
    pub(super) p256dh: Vec<u8>,
    pub(super) auth: Vec<u8>,
    pub(super) label: String,
}

/// The address is a secret of browser and server.
impl std::fmt::Debug for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subscription").field("label", &self.label).finish_non_exhaustive()
    }
}

impl Subscription {
    /// Checks what a browser sent. `label` is what the device is called in the list of devices.
    pub fn parse(endpoint: &str, p256dh: &str, auth: &str, label: &str) -> Result<Self, UnfitSubscription> {
        let endpoint = endpoint.trim();
        if endpoint.len() > ENDPOINT_MAX {
            return Err(UnfitSubscription::TooLong);
        }
        let endpoint = quad_push::Endpoint::parse(endpoint).map_err(UnfitSubscription::Endpoint)?.as_str().to_owned();
        if endpoint.len() > ENDPOINT_MAX {
            return Err(UnfitSubscription::TooLong);
        }
        let p256dh = decoded(p256dh).filter(|key| key.len() == PUBLIC_KEY && quad_push::is_public_key(key));
        let auth = decoded(auth).filter(|secret| secret.len() == AUTH_SECRET);
        Ok(Self {
            endpoint,
            p256dh: p256dh.ok_or(UnfitSubscription::Keys)?,
            auth: auth.ok_or(UnfitSubscription::Keys)?,
            label: cut(&label.replace('\n', " "), 80),
        })
    }
}

/// Browsers write base64url; some libraries pad it, some use the other alphabet.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let text = text.trim();
    if text.len() > 200 {
        return None;
    }
    [URL_SAFE_NO_PAD, URL_SAFE, STANDARD_NO_PAD, STANDARD].iter().find_map(|alphabet| alphabet.decode(text).ok())
}

/// A device of somebody's, as the person sees it.
#[derive(Clone, Debug)]
pub(super) struct Device {
    pub id: i64,
    pub label: String,
    pub endpoint: String,
    pub created_at: Time,
}

/// What somebody wants about one kind of notice, beside the inbox that always has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preference {
    pub about: About,
    pub push: bool,
    pub mail: bool,
}

impl Preference {
    /// Until somebody chooses.
    pub fn usual(about: About) -> Self {
        Self { about, push: true, mail: false }
    }
}

/// A notice in somebody's inbox.
#[derive(Clone, Debug)]
pub(super) struct Notification {
    pub id: i64,
    pub about: About,
    pub title: String,
    pub body: String,
    pub url: String,
    pub created_at: Time,
    pub read_at: Option<Time>,
}

/// A part of the inbox.
#[derive(Clone, Copy, Debug)]
pub(super) struct InboxPage {
    pub page: Page,
    pub unread_only: bool,
}

/// Which notifications are to count as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReadSelection {
    /// Every one.
    All,
    /// These, where they are one's own.
    These(Vec<i64>),
}

/// Sends the pushes that are due. One of these waits at a time, whatever is told to how many.
#[derive(Serialize, Deserialize)]
pub(super) struct Push {}

/// Mails a notice to one person who chose mails about such.
#[derive(Serialize, Deserialize)]
pub(super) struct MailNotice {
    /// First, so that whoever leaves can take these out of the queue.
    pub user: String,
    pub notification: i64,
    pub name: String,
    pub to: String,
}

impl MailNotice {
    pub fn new(notification: i64, recipient: &Recipient) -> Self {
        Self {
            user: recipient.id.to_string(),
            notification,
            name: recipient.name.clone(),
            to: recipient.address.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    #[test]
    fn words_come_back() {
        for about in About::ALL {
            assert_eq!(About::parse(about.word()), Some(about));
        }
        assert_eq!(About::parse("everything"), None);
    }

    #[test]
    fn a_notice_is_cut_and_leads_to_us() {
        let notice = |title: &str, url: &str| {
            Notice { about: About::Platform, title: title.into(), body: "b\u{7}\r\nc".into(), url: url.into() }.fitted()
        };
        let long = notice(&"x".repeat(121), "/club/HOBBY?tab=members");
        assert_eq!((long.title.chars().count(), long.title.ends_with('…')), (120, true));
        assert_eq!((long.body.as_str(), long.url.as_str()), ("b\nc", "/club/HOBBY?tab=members"));
        assert_eq!(notice("two\nlines", "/").title, "two lines");
        for strange in ["https://evil.example/", "//evil.example", "/\\evil.example", "", "javascript:x", "/a b"] {
            assert_eq!(notice("t", strange).url, "/notifications", "{strange}");
        }
    }

    #[test]
    fn a_line_has_the_name_of_today() {
        for (title, wanted) in [
            ("New contest: Mover two", "New contest: Mover three"),
            ("Today at 06:00 PM: Mover two", "Today at 06:00 PM: Mover three"),
            ("About Mover two", "About Mover three"),
            ("Welcome to Mover two", "Welcome to Mover three"),
            ("Your result of “Mover two” was corrected", "Your result of “Mover three” was corrected"),
            // Another one's, or an older one.
            ("New contest: The Mover two", "New contest: The Mover two"),
            ("Mover two: a letter", "Mover two: a letter"),
        ] {
            assert_eq!(renamed_title(title, "Mover two", "Mover three"), wanted);
        }
        let long = renamed_title("New contest: A", "A", &"x".repeat(120));
        assert_eq!((long.chars().count(), long.ends_with('…')), (120, true));
        let text = "You are a member of Art without an office. Start with Art.";
        assert_eq!(renamed_text(text, "Art", "Arts"), "You are a member of Arts without an office. Start with Arts.");
    }

    #[test]
    fn a_subscription_is_checked() {
        let parse = |endpoint: &str, key: &str, auth: &str| Subscription::parse(endpoint, key, auth, "Chrome on Linux");
        let good = "https://push.example.net/send/abc";
        assert!(parse(good, KEY, AUTH).is_ok());
        assert!(parse(good, &format!("{KEY}="), &format!("{AUTH}==")).is_ok(), "padded");
        for bad in ["http://push.example.net/x", "https://127.0.0.1/x", "", "nonsense", "https://[::1]/x"] {
            assert!(parse(bad, KEY, AUTH).is_err(), "{bad}");
        }
        assert!(parse(&format!("{good}{}", "a".repeat(2048)), KEY, AUTH).is_err());
        for bad in ["", "AAAA", &KEY[1..], AUTH, "****", &"A".repeat(87)] {
            assert!(parse(good, bad, AUTH).is_err(), "{bad}");
        }
        for bad in ["", "AAAA", KEY] {
            assert!(parse(good, KEY, bad).is_err(), "{bad}");
        }
    }
}
