//! Tests of quad-pay: signatures against published examples, and a provider that answers in recorded shapes.
#![expect(clippy::expect_used, reason = "a test says what it expected by failing")]

mod provider;
mod settings;
mod signatures;
