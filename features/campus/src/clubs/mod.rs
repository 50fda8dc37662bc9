//! Clubs: members, managers, announcements, feedback and questions.
//!
//! Rules, each with the story that proves it (`server/tests/it/clubs.rs`, `members.rs`, `announcements.rs`):
//! 1. Who manages a club: ADMIN, whoever ADMIN appointed, and its President. Asked in one place, in the database, each time
//!    ([`may_manage`]; `members::the_table_is_what_happens`, `members::powers_end_at_once`).
//! 2. A club's short name is the role word of whoever manages it by office; both change in one transaction, and nobody
//!    reaches a role of the platform (`members::roles_follow_the_office`, `clubs::nobody_names_a_club_like_a_role`).
//! 3. One row per club and person: applied, member, office. Reject, remove and leave delete it; the person concerned is told
//!    and nobody else (`members::an_application_goes_its_way`, `members::racing_applications_make_one`).
//! 4. The last administrator of a club can be neither removed nor downgraded, and does not leave
//!    (`members::the_last_administrator_stays`, `members::racing_administrators_leave_one`).
//! 5. Numbers on a club are counts: members, events, ratings (`clubs::the_numbers_are_real`).
//! 6. Members give feedback once per club and once per event that has begun, and change it; only those who manage the club read it all
//!    (`clubs::feedback_is_given_once_and_changed`).
//! 7. A question reaches whoever manages the club, with name and address (`clubs::a_question_reaches_the_administrators`);
//!    where nobody does, ADMIN hears of questions and applications (`clubs::a_question_finds_admin_where_nobody_manages`,
//!    `members::an_application_finds_admin_where_nobody_manages`).
//! 8. An announcement is answered at once and carried by jobs, page by page; nobody is told twice
//!    (`announcements::*`). To everybody: ADMIN alone.
//! 9. When an account ends, its places, feedback and questions go (`clubs::whoever_leaves_is_gone_from_all_clubs`).
//! 10. Those who manage a club edit its page; ADMIN alone founds, deletes and gives the short name
//!     (`clubs::only_admin_founds_and_deletes`, `clubs::those_who_manage_a_club_edit_its_page`).
//!
//! Order of locks: people (accounts), clubs, memberships, roles. What other features ask is in `managers.rs`.

mod account_deletion;
mod club_preview;
mod create_club;
mod data_export;
mod demo_seed;
mod edit_club;
mod feedback;
mod jobs;
mod logo;
mod managers;
mod members_export;
mod memberships;
mod messages;
mod model;
mod notifications;
mod questions;
mod routes;
mod routes_members;
mod send_announcement;
mod store;
mod store_invariants;
mod store_members;
mod store_messages;
mod wire;

pub use account_deletion::delete_account;
pub use club_preview::link_preview;
pub use data_export::export_data;
pub use demo_seed::{
    DemoClub, DemoPlace, announce_for_demo, greet_for_demo, insert_for_demo, place_for_demo, rate_for_demo,
};
pub use jobs::jobs;
pub use managers::{
    audit_as_admin, club_by_name, club_named_or_own, event_noted, is_member, lock, managed_by, manager_of, may_manage,
};
pub use model::{Club, Link, Membership, Office};
pub use routes::routes;
pub use send_announcement::{EventMessage, count_reached, event_message, event_message_body, note_event_message};
pub use store_invariants::INVARIANTS;
pub use wire::KeptClubs;
