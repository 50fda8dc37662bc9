//! Messages of the profile: success texts and refusals.

pub const ACCOUNT_SAVED: &str = "Your account is up to date";
pub const ACCOUNT_DELETED: &str = "Your account is deleted. Your results stay under a pseudonym.";
pub const PICTURE_SAVED: &str = "Your picture is up to date";
pub const PICTURE_REMOVED: &str = "Your picture is removed";
