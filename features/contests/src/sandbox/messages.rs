//! Messages of the sandbox, as close to the real provider's words as they are of use.

use quad_kernel::error::{Kind, Rejection};

pub const WRONG_KEYS: Rejection = Rejection::new(Kind::LoggedOut, "BAD_REQUEST_ERROR", "Authentication failed");
pub const UNKNOWN_ID: Rejection = Rejection::new(Kind::Invalid, "BAD_REQUEST_ERROR", "The id provided does not exist");
pub const UNKNOWN_ADDRESS: Rejection =
    Rejection::new(Kind::Missing, "BAD_REQUEST_ERROR", "The requested URL was not found on the server.");
pub const WRONG_METHOD: Rejection =
    Rejection::new(Kind::WrongMethod, "BAD_REQUEST_ERROR", "This address does not take that kind of request.");
pub const ALREADY_PAID: Rejection =
    Rejection::new(Kind::Invalid, "BAD_REQUEST_ERROR", "This order has already been paid. It cannot be paid twice.");
pub const TOO_MANY_TRIES: Rejection =
    Rejection::new(Kind::TooMany, "BAD_REQUEST_ERROR", "This order was tried too often. Please begin a new one.");
pub const NOT_JSON: Rejection =
    Rejection::new(Kind::WrongType, "BAD_REQUEST_ERROR", "Send this as JSON, with the content type application/json.");
pub const TOO_LARGE: Rejection = Rejection::new(Kind::TooLarge, "BAD_REQUEST_ERROR", "The request is too large.");

pub const CAPTURE_OTHER: Rejection = Rejection::new(
    Kind::Invalid,
    "BAD_REQUEST_ERROR",
    "Capture amount must be equal to the amount authorized, in its currency",
);
pub const NOT_TO_CAPTURE: Rejection = Rejection::new(
    Kind::Invalid,
    "BAD_REQUEST_ERROR",
    "Only payments which have been authorized and not yet captured can be captured",
);
pub const REFUND_OTHER: Rejection =
    Rejection::new(Kind::Invalid, "BAD_REQUEST_ERROR", "The test checkout gives back whole payments only.");
pub const NOT_TO_REFUND: Rejection = Rejection::new(
    Kind::Invalid,
    "BAD_REQUEST_ERROR",
    "The payment has been fully refunded already, or was not captured",
);

pub const DECLINED: &str = "The payment was declined, as chosen in the test checkout. No money moved.";
pub const UNREADABLE: &str = "The request cannot be read as JSON of the expected shape.";
pub const AMOUNT: &str = "The amount must be a whole number of paise, at least 100 and at most 50000000.";
pub const CURRENCY: &str = "The currency must be INR.";
pub const RECEIPT: &str = "The receipt may have at most 40 characters, none of them a control character.";
pub const NOTES: &str = "Notes are at most 15 texts of at most 256 characters each.";
pub const OUTCOME: &str = "The outcome must be pay, authorize or decline.";
pub const CHARGED: &str = "The amount must be asked, with_fee, offer or foreign.";
pub const WEBHOOK: &str = "The webhook must be once, twice, late, out_of_order or never.";
pub const SECONDS: &str = "Seconds must be a whole number from 0 to 86400.";
