//! Errors: what can go wrong, by what the caller should do about it. No variant carries a secret.

use thiserror::Error;

/// A setting that cannot work.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct BadSetting(pub(crate) String);

/// The provider did not do what was asked.
#[derive(Debug, Error)]
pub enum PayError {
    /// The provider said no; asking the same again changes nothing. 401 means that the keys are wrong.
    #[error("the payment provider refused ({status}): {why}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// The provider's own words, shortened.
        why: String,
    },
    /// The provider answered this question in a shape that is not known. It is there: other questions may work.
    #[error("the answer of the payment provider has an unknown shape: {why}")]
    Unreadable {
        /// For the log.
        why: String,
    },
    /// The provider is away, busy, slow, or something else answers in its place; later it may work.
    #[error("the payment provider cannot be used now: {why}")]
    Later {
        /// For the log.
        why: String,
    },
}

/// A webhook that cannot be believed or understood.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum WebhookError {
    /// It is not the provider's, or was changed on the way.
    #[error("the signature of the webhook is wrong")]
    BadSignature,
    /// Signed rightly, but not in a known shape.
    #[error("the webhook is signed rightly but cannot be read")]
    Unreadable,
}
