//! Messages of pictures: refusals, also of a file by its name.

use quad_kernel::error::{Kind, Rejection};

pub const BUSY: Rejection = Rejection::new(
    Kind::Unavailable,
    "unavailable",
    "Many pictures are being worked on right now. Please try again in a few seconds.",
)
.retry_after(5);
pub const STORE_AWAY: Rejection = Rejection::new(
    Kind::Unavailable,
    "unavailable",
    "Pictures cannot be reached right now. Please try again in a moment.",
)
.retry_after(5);
pub const GONE: Rejection = Rejection::new(
    Kind::Conflict,
    "picture_gone",
    "This picture has been removed in the meantime. Please upload it again.",
);
pub const NO_FILE: &str = "Please choose a picture";
pub const ONE_FILE: &str = "Send one picture at a time";
pub const A_LINE: &str = "more than 20 times as wide as high, or as high as wide. Cut out the part that matters.";
pub const TOO_LARGE: &str = "larger than 10 MB";

/// A picture that is not taken, named, with the reason.
pub fn not_taken(name: &str, why: &str) -> Rejection {
    Rejection::invalid("image", format!("{name}: {why}"))
}
