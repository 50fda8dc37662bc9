//! The product. The order below is the import order: a feature may call only those above it (`cargo xtask tidy`).

pub mod pictures;

pub mod notify;

pub mod accounts;

pub mod sandbox;

pub mod payments;

pub mod contests;

pub mod attempts;

pub mod polls;

pub mod clubs;

pub mod events;

pub mod galleries;

pub mod site;

pub mod enquiries;

pub mod operations;

pub mod profile;
