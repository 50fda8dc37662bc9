//! Bugs planted on purpose, to see whether the tests find them (torture/README.md says which, and what finds each). Without
//! the feature `planted`, which no release has, this is `false` and what stands behind it is not compiled in.

/// Whether this bug is switched on: `QUAD_PLANTED` names it.
#[cfg(feature = "planted")]
#[expect(clippy::disallowed_methods, reason = "no setting: nobody shall ever find it in a file")]
pub fn is(bug: &str) -> bool {
    std::env::var("QUAD_PLANTED").is_ok_and(|named| named == bug)
}

/// Whether this bug is switched on: never.
#[cfg(not(feature = "planted"))]
pub const fn is(_: &str) -> bool {
    false
}
