//! One test binary: every story over HTTP, on both engines. See harness/.
#![expect(clippy::expect_used, reason = "a test says what it expected by failing")]

mod harness;

mod account;
mod accounts;
mod attempts;
mod cli;
mod contests;
mod corrections;
mod credits;
mod document;
mod drafting;
mod enquiries;
mod hostile;
mod invitations;
mod live;
mod payments;
mod payments_faults;
mod polls;
mod profile;
mod review;
mod sandbox;
mod site;
