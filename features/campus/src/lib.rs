//! Campus: clubs, events, galleries, the site and enquiries, in import order. They use the state of `people`.

pub mod clubs;

pub mod events;

pub mod galleries;

pub mod site;

pub mod enquiries;

mod spreadsheet;
