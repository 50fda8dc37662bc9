//! Invariant, as a feature states it: a name, a sentence, and a query that finds whatever breaks it.
//!
//! The statements stand in each feature's `store_invariants.rs`; `quad check` (server/src/integrity_check) asks them all.

/// Something that must be true of the database at every moment.
#[derive(Clone, Copy, Debug)]
pub struct Invariant {
    /// Short, lower-case, with hyphens: for programs and for talking about it.
    pub name: &'static str,
    /// What must be true, for the operator.
    pub says: &'static str,
    /// A statement that answers what breaks it in a column `offender`; nothing when all is well. One text for both engines:
    /// `{hex:COLUMN}` is a UUID as 32 digits. It reads each large table once.
    pub offenders: &'static str,
}
