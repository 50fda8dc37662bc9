//! Notifications: every notice goes to the inbox, and by push and mail as the person chooses.
//!
//! Rules, each with the story that proves it (`server/tests/it/notify.rs`):
//! 1. A notice, its pushes and its mails exist if and only if the caller's transaction commits; the same `once` adds
//!    nothing (`the_same_once_tells_once`, `what_is_rolled_back_is_told_to_nobody`).
//! 2. An inbox is its owner's alone (`nobody_sees_or_changes_another_inbox`), and open screens hear of it at once
//!    (`the_inbox_is_live`).
//! 3. Pushes are sent by a job, never in a request, encrypted for the device and signed by this Quad
//!    (`a_push_arrives_encrypted_and_signed`). A device that is gone is forgotten; what fails comes later, and not for ever
//!    (`gone_devices_are_forgotten_and_failures_come_later`). One that its push service refuses again and again is forgotten
//!    too; an outage of ours forgets none (`a_device_refused_again_and_again_is_forgotten`,
//!    `an_outage_forgets_no_device`).
//!    No push arrives once what it tells is no news any more (`a_push_is_kept_as_long_as_it_is_news`).
//! 4. A push address is a stranger's word: https to a public name, judged again when connecting (crates/push;
//!    `addresses_near_us_are_refused`). At most ten devices per person, and a device tells whoever logged in there last
//!    (`ten_devices_and_the_last_to_log_in`). It goes when its session is ended, and all go with a reset
//!    (`a_reset_forgets_all_devices`, `a_device_goes_with_its_session`, `racing_subscriptions_against_a_reset`).
//! 5. People choose push and mail per kind (`preferences_decide_push_and_mail`), and a mail is stopped by its own address, without
//!    a log-in (`a_mail_is_stopped_by_its_own_address`).
//! 6. At most 500 per inbox, for 180 days (`old_and_many_are_swept`).
//! 7. When an account ends all of it goes (`leaving_takes_everything`). What others' inboxes say of the person has the pseudonym
//!    then, or goes, and follows a change of the name (`notices_about::what_inboxes_call_somebody_follows_the_person`).
//!
//! This feature knows no accounts and no clubs: whoever tells brings the recipients.

mod account_deletion;
mod data_export;
mod deliver_notice;
mod inbox;
mod jobs;
mod messages;
mod model;
mod notices_about;
mod push_subscriptions;
mod recipient_pages;
mod rename_lines;
mod routes;
mod stop_mails;
mod store;
mod store_invariants;
mod store_notices_about;
mod store_web_push;
mod unsubscribe_page;
mod web_push;
mod wire;

pub use account_deletion::delete_account;
pub use data_export::export_data;
pub use deliver_notice::{
    Change, after_commit, call_off, deliver, deliver_change, deliver_until, put_right, take_back, take_back_leading_to,
};
pub use inbox::{live_inbox, read_for_demo};
pub use jobs::jobs;
pub use model::{About, Notice, Recipient, Subscription, UnfitSubscription};
pub use notices_about::{Mention, call, deliver_about, heard, named};
pub use push_subscriptions::{forget_devices, forget_devices_but, forget_devices_of, keep_devices, remember};
pub use recipient_pages::{RECIPIENTS_PER_PAGE, RecipientCursor, enqueue_next_page};
pub use rename_lines::{AFTER_A_RENAME, Renamed, rename};
pub use routes::routes;
pub use stop_mails::{WantedMail, wanted_mail};
pub use store::who_wants_mail;
pub use store_invariants::INVARIANTS;
pub use web_push::{KeyState, Pusher, key_state};
pub use wire::{InboxOut, KeptNotifications, SubscriptionIn};
