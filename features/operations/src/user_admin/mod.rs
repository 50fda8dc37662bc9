//! User admin: how the platform's administrators find a person and help: creations, the role ORGANISER, sessions, a reset code.
//! Clubs' administrators are appointed by the calls of clubs, also from here.
//!
//! Rules, each with the story that proves it (`server/tests/it/user_admin.rs`):
//! 1. Only ADMIN; to everybody else these calls do not exist (`only_administrators_find_people`).
//! 2. People are found by any words of name and address, in any case and with or without accents, in the same order on both
//!    engines (`people_are_found_by_name_and_address`).
//! 3. What is done is what the command line does, by the same functions and within the same limits
//!    (`credits_are_given_and_taken`, `the_role_of_an_organiser_is_given_and_taken`, `sessions_are_ended`,
//!    `a_code_is_mailed_to_the_person_alone`). Nobody becomes ADMIN here, and nobody ceases to be it
//!    (`nobody_becomes_admin_on_the_screens`).
//! 4. Whoever gives, takes or ends types the own password; wrong ones are counted (`the_own_password_confirms`).
//! 5. Each act is in the audit list (`every_act_is_in_the_audit_list`).

mod messages;
mod person;
mod routes;
mod store;
mod wire;

pub use routes::routes;
