//! JSON of notifications' calls, of the live event `inbox`, and of the data export. Ids are numbers inside and opaque
//! texts outside.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::page::Page;

use super::messages;
use super::model::{About, Device, InboxPage, Notification, Preference, ReadSelection, Subscription};
use super::store::InboxCounts;

/// Answer of GET /push/key.
#[derive(Serialize, ToSchema)]
pub(super) struct PushKeyOut {
    pub success: bool,
    /// The server's public key as `pushManager.subscribe` wants it: base64url of an uncompressed point.
    pub key: String,
}

/// A browser's push subscription, as `PushSubscription.toJSON()` gives it.
#[derive(Deserialize, ToSchema)]
pub struct SubscriptionIn {
    /// Where the browser's push service takes messages for it: https, a name on the internet, up to 2,048 bytes.
    endpoint: String,
    keys: SubscriptionKeysIn,
}

#[derive(Deserialize, ToSchema)]
struct SubscriptionKeysIn {
    /// The browser's public key, base64url.
    p256dh: String,
    /// The secret it shares with us, base64url.
    auth: String,
}

impl SubscriptionIn {
    /// Checks it. `label` is what the device is called in the list.
    pub fn parse(&self, label: &str) -> Result<Subscription, Rejection> {
        Ok(Subscription::parse(&self.endpoint, &self.keys.p256dh, &self.keys.auth, label)?)
    }
}

/// A device to be forgotten.
#[derive(Deserialize, ToSchema)]
pub(super) struct EndpointIn {
    /// As it was subscribed.
    pub endpoint: String,
}

/// Which part of the inbox.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct InboxIn {
    /// From 1.
    page: Option<u32>,
    /// 1 to 100; 30 when nothing is said.
    size: Option<u32>,
    /// Only those not read yet.
    #[serde(default)]
    unread: bool,
}

impl InboxIn {
    pub fn parse(&self) -> Result<InboxPage, Rejection> {
        Ok(InboxPage { page: Page::parse(self.page, self.size, 30, 100)?, unread_only: self.unread })
    }
}

/// What a notification is about.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum AboutOut {
    Announcement,
    Membership,
    Contest,
    Results,
    Event,
    Club,
    Platform,
}

impl From<About> for AboutOut {
    fn from(about: About) -> Self {
        match about {
            About::Announcement => Self::Announcement,
            About::Membership => Self::Membership,
            About::Contest => Self::Contest,
            About::Results => Self::Results,
            About::Event => Self::Event,
            About::Club => Self::Club,
            About::Platform => Self::Platform,
        }
    }
}

/// A notification.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NotificationOut {
    id: String,
    about: AboutOut,
    title: String,
    body: String,
    /// A path of ours.
    url: String,
    created_at: String,
    /// Null until it was read.
    read_at: Option<String>,
}

impl From<Notification> for NotificationOut {
    fn from(told: Notification) -> Self {
        Self {
            id: told.id.to_string(),
            about: told.about.into(),
            title: told.title,
            body: told.body,
            url: told.url,
            created_at: told.created_at.to_rfc3339(),
            read_at: told.read_at.map(quad_kernel::clock::Time::to_rfc3339),
        }
    }
}

/// Answer of GET /notifications.
#[derive(Serialize, ToSchema)]
pub(super) struct NotificationsOut {
    success: bool,
    /// Newest first.
    notifications: Vec<NotificationOut>,
    /// How many there are, of those asked for.
    total: i64,
    /// How many are not read yet.
    unread: i64,
}

impl NotificationsOut {
    pub fn new(page: Vec<Notification>, asked: InboxPage, counts: InboxCounts) -> Self {
        Self {
            success: true,
            notifications: page.into_iter().map(NotificationOut::from).collect(),
            total: if asked.unread_only { counts.unread } else { counts.total },
            unread: counts.unread,
        }
    }
}

/// `inbox`: the own inbox has changed.
#[derive(Serialize, ToSchema)]
pub struct InboxOut {
    /// Always `inbox`.
    topic: &'static str,
    /// How many are not read yet.
    unread: i64,
    /// The newest, read or not.
    latest: Option<NotificationOut>,
}

impl InboxOut {
    pub(super) fn new(unread: i64, latest: Option<Notification>) -> Self {
        Self { topic: "inbox", unread, latest: latest.map(NotificationOut::from) }
    }
}

/// Which notifications are to count as read: some, or all.
#[derive(Deserialize, ToSchema)]
pub(super) struct ReadIn {
    /// Up to 500.
    #[serde(default)]
    ids: Vec<String>,
    /// All there are.
    #[serde(default)]
    all: bool,
}

impl ReadIn {
    /// Ids that are nobody's are left out: they are read, in a way.
    pub fn parse(&self) -> Result<ReadSelection, Rejection> {
        if self.all {
            return Ok(ReadSelection::All);
        }
        if self.ids.is_empty() || self.ids.len() > 500 {
            return Err(Rejection::invalid("ids", messages::STRANGE_IDS));
        }
        let ids: HashSet<i64> = self.ids.iter().filter_map(|id| number(id)).collect();
        // Nothing has this number, so that an empty list is none either.
        Ok(ReadSelection::These(if ids.is_empty() { vec![0] } else { ids.into_iter().collect() }))
    }
}

/// Reads an id out of an address.
pub(super) fn notification_id(text: &str) -> Result<i64> {
    Ok(number(text).ok_or(MISSING)?)
}

fn number(text: &str) -> Option<i64> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

/// What one wants about one kind of notification. The inbox always has it.
#[derive(Serialize, ToSchema)]
pub(super) struct PreferenceOut {
    about: AboutOut,
    push: bool,
    mail: bool,
}

impl From<Preference> for PreferenceOut {
    fn from(chosen: Preference) -> Self {
        Self { about: chosen.about.into(), push: chosen.push, mail: chosen.mail }
    }
}

/// A device that is told.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeviceOut {
    id: String,
    /// Such as "Chrome on Android".
    label: String,
    /// At its push service; the browser knows its own by it.
    endpoint: String,
    created_at: String,
}

impl From<Device> for DeviceOut {
    fn from(device: Device) -> Self {
        Self {
            id: device.id.to_string(),
            label: device.label,
            endpoint: device.endpoint,
            created_at: device.created_at.to_rfc3339(),
        }
    }
}

/// Answer of the preferences' calls.
#[derive(Serialize, ToSchema)]
pub(super) struct PreferencesOut {
    success: bool,
    /// Every kind there is.
    preferences: Vec<PreferenceOut>,
    /// Newest first.
    devices: Vec<DeviceOut>,
}

impl PreferencesOut {
    pub fn new(chosen: Vec<Preference>, devices: Vec<Device>) -> Self {
        Self {
            success: true,
            preferences: chosen.into_iter().map(PreferenceOut::from).collect(),
            devices: devices.into_iter().map(DeviceOut::from).collect(),
        }
    }
}

/// What one wants to be told how. Kinds that are not named stay as they are.
#[derive(Deserialize, ToSchema)]
pub(super) struct PreferencesIn {
    #[serde(deserialize_with = "quad_http::body::objects")]
    preferences: Vec<PreferenceIn>,
}

#[derive(Deserialize, ToSchema)]
struct PreferenceIn {
    #[schema(value_type = AboutOut)]
    about: String,
    push: bool,
    mail: bool,
}

impl PreferencesIn {
    pub fn parse(&self) -> Result<Vec<Preference>, Rejection> {
        if self.preferences.len() > About::ALL.len() {
            return Err(Rejection::invalid("preferences", messages::STRANGE_KIND));
        }
        let read = |one: &PreferenceIn| {
            let about =
                About::parse(&one.about).ok_or_else(|| Rejection::invalid("preferences", messages::STRANGE_KIND))?;
            Ok(Preference { about, push: one.push, mail: one.mail })
        };
        self.preferences.iter().map(read).collect()
    }
}

/// Everything kept about a person here, for the download of one's own data.
#[derive(Default, Serialize, ToSchema)]
pub struct KeptNotifications {
    /// Oldest first.
    inbox: Vec<NotificationOut>,
    preferences: Vec<PreferenceOut>,
    devices: Vec<DeviceOut>,
}

impl KeptNotifications {
    pub(super) fn new(inbox: Vec<Notification>, chosen: Vec<Preference>, devices: Vec<Device>) -> Self {
        Self {
            inbox: inbox.into_iter().map(NotificationOut::from).collect(),
            preferences: chosen.into_iter().map(PreferenceOut::from).collect(),
            devices: devices.into_iter().map(DeviceOut::from).collect(),
        }
    }
}
