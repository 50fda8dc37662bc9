//! Problem: what is wrong with a formula, for whoever wrote it.

/// A formula that cannot be converted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Problem {
    /// Characters of the whole text before it.
    pub place: usize,
    /// A sentence for whoever wrote it.
    pub reason: String,
}
