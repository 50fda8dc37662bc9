//! One test binary: every story over HTTP, on both engines. See harness/.
#![expect(clippy::expect_used, reason = "a test says what it expected by failing")]

mod harness;

mod account;
mod accounts;
mod announcements;
mod archives;
mod attempts;
mod away;
mod backup;
mod buckets;
mod check;
mod cli;
mod clubs;
mod contests;
mod corrections;
mod credits;
mod doctor;
mod document;
mod drafting;
mod enquiries;
mod events;
mod galleries;
mod hostile;
mod invitations;
mod live;
mod members;
mod metrics;
mod notify;
mod operating;
mod operations;
mod packaging;
mod payments;
mod payments_faults;
mod pictures;
mod polls;
mod profile;
mod proxies;
mod registrations;
mod restarts;
mod review;
mod sandbox;
mod serving;
mod site;
mod transfer;
mod workers;
