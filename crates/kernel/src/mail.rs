//! Mail as a feature writes it, before it is known how it is sent.

/// A mail: its subject and its text. Either may hold a code, so neither is shown in a log.
pub struct Mail {
    /// One line.
    pub subject: String,
    /// Plain text, lines ended by `\n`.
    pub text: String,
}
