//! Events of clubs: editing, registration forms, places and the waiting list, calendar files and reminders.
//!
//! Rules, each with the story that proves it (`server/tests/it/events.rs`, `registrations.rs`):
//! 1. Only who manages the club makes and changes its events (`events::only_the_clubs_managers_organise`).
//! 2. Two events cannot be at one place at one time, whoever is first (`events::the_same_place_and_time_is_refused`,
//!    `events::racing_one_hour_at_one_place`).
//! 3. Form and answers are checked here by the rules the builder shows (`events::a_form_is_checked`,
//!    `registrations::answers_are_checked_against_the_form`). After a change, who is registered keeps the form of then
//!    (`registrations::a_changed_form_leaves_registrations_alone`).
//! 4. Once per person, until the end, closed or called off (`registrations::once_per_person`,
//!    `registrations::registration_ends_with_the_event`).
//! 5. Never more than the places; the others wait in the order they came (`registrations::racing_200_for_20_places`). A
//!    place that becomes free is the first waiting person's, in the same transaction
//!    (`registrations::a_freed_place_goes_to_the_first_who_waits`, `registrations::racing_cancellations_and_registrations`),
//!    until the event begins or registration is closed (`registrations::nobody_moves_up_after_the_start_or_while_closed`,
//!    `registrations::a_date_set_right_or_registration_reopened_lets_people_move_up`).
//! 6. Registrants are told of another time or place, of the event being called off, of a place, and a day and an hour ahead;
//!    each once (`registrations::registrants_are_told`, `registrations::reminders_come_once`,
//!    `registrations::reminders_keep_apart_and_name_the_day`,
//!    `registrations::a_new_start_told_now_is_not_reminded_of_at_once`), and no line keeps a time or place of before
//!    (`registrations::no_inbox_names_an_earlier_time_or_place`).
//!    Those who manage the club write to everybody who has a place, five times a day
//!    (`registrations::the_organiser_writes_to_all_registered`).
//! 7. Participants are for the club's managers; a cell never is a formula (`registrations::participants_are_exported`).
//! 8. When an account ends, what was to come is cancelled and what is past stays under the pseudonym
//!    (`registrations::leaving_frees_the_places`).
//! 9. Calendars can be subscribed to: of all clubs and of one by everybody, of a person's own events by whoever has its secret
//!    address (`calendars::a_feed_follows_its_events`, `calendars::the_secret_address_is_its_owners`).
//! 10. Whoever is signed in follows an event's places and times live, and hears nobody's name
//!     (`live::an_event_says_how_it_stands`, `live::every_change_of_an_event_is_told`).
//!
//! Order of locks: people, clubs, events, places, registrations.

mod account_deletion;
mod calendar;
mod calendar_address;
mod calendar_routes;
mod data_export;
mod demo_seed;
mod edit_event;
mod event_preview;
mod event_updates;
mod form;
mod integrity_check;
mod jobs;
mod messages;
mod model;
mod no_room;
mod participants_export;
mod registrant_news;
mod registrations;
mod routes;
mod send_message;
mod store;
mod store_calendar_addresses;
mod store_invariants;
mod store_registrations;
mod wire;

pub use account_deletion::delete_account;
pub use data_export::export_data;
pub use demo_seed::{DemoEvent, DemoGuest, insert_for_demo};
pub use event_preview::link_preview;
pub use event_updates::{live_event, publish};
pub use integrity_check::unreadable;
pub use jobs::jobs;
pub use model::{EventSummary, When};
pub use routes::routes;
pub use store::{brief, briefs};
pub use store_invariants::INVARIANTS;
pub use wire::{EventStandingOut, KeptEvents};
