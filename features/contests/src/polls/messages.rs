//! Messages of polls: success texts, refusals and the words of a shared link, in the specification's words where it has some.

use chrono_tz::Tz;
use quad_kernel::clock::Time;
use quad_kernel::error::{Kind, Rejection};

pub const CREATED: &str = "Poll created successfully!";
pub const VOTED: &str = "polling successfully";
pub const DELETED: &str = "Poll deleted";
pub const DELETED_AND_GIVEN_BACK: &str = "Poll deleted; its creation credit is yours again";

pub const END_BEFORE_START: &str = "End time must be after start time";
pub const END_IN_PAST: &str = "The end must be in the future";
pub const TOO_FAR: &str = "A poll must be within three years of today";
pub const OPTIONS_COUNT: &str = "A poll has 2 to 10 options";
pub const STRANGE_CHOICE: &str = "This poll has no such option";
pub const STRANGE_STATUS: &str = "The status is all, upcoming, active or ended";

pub const ALREADY_VOTED: Rejection =
    Rejection::new(Kind::Conflict, "already_voted", "You have already voted in this poll; one vote each.");
pub const HAS_VOTES: Rejection = Rejection::new(
    Kind::Conflict,
    "poll_has_votes",
    "Somebody has voted in this poll, so it cannot be deleted any more.",
);
pub const NOT_OWNER: Rejection =
    Rejection::new(Kind::Forbidden, "not_owner", "Only the person who created this poll can do that.");

pub const NOT_STARTED: Rejection =
    Rejection::new(Kind::Forbidden, "poll_not_active", "This poll hasn't started yet. Check back later!");
pub const ENDED: Rejection =
    Rejection::new(Kind::Forbidden, "poll_not_active", "This poll has ended. Final results are displayed above.");

/// What a shared link says of a poll beside its question.
pub fn asked_by(organization: &str, starts_at: Time, ends_at: Time, zone: Tz) -> String {
    format!("A poll by {organization}. Voting: {} to {} ({zone})", starts_at.shown(zone), ends_at.shown(zone))
}

pub fn option(number: usize) -> String {
    format!("Option {number}")
}

pub fn empty_option(number: usize) -> String {
    format!("Option {number} cannot be empty")
}

pub fn same_option(first: usize, second: usize) -> String {
    format!("Options {first} and {second} are the same")
}
