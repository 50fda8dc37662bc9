//! What payments says.

use crate::kernel::fail::{Kind, Refusal};

pub const NO_CONTEST_CREDIT: Refusal = Refusal::new(
    Kind::Forbidden,
    "no_contest_credit",
    "You have no contest creations left. Ask the administrators for more.",
);
pub const NO_POLL_CREDIT: Refusal = Refusal::new(
    Kind::Forbidden,
    "no_poll_credit",
    "You have no poll creations left. Ask the administrators for more.",
);
pub const DAILY_LIMIT: Refusal =
    Refusal::new(Kind::TooMany, "daily_limit", "You have created as many as one day allows. Please continue tomorrow.");
pub const NOTHING_TO_GRANT: Refusal =
    Refusal::new(Kind::Invalid, "invalid", "Say how many: --contests N, --polls N, or both.");
pub const TOO_MANY_TO_GRANT: Refusal =
    Refusal::new(Kind::Invalid, "invalid", "That is more than a person can use: at most 100,000 at a time and in all.");

pub fn granted(email: &str, contests: i32, polls: i32) -> String {
    format!("{email} now has {contests} contest and {polls} poll creations left, and is an organiser.")
}
