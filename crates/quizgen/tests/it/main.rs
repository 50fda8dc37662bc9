//! Tests of question drafts by a provider, against a stand-in that speaks the chat-completions API and misbehaves on demand.
#![expect(clippy::expect_used, reason = "a test says what it expected by failing")]

mod branches;
mod injections;
mod kinds;
mod providers;
mod stand_in;
