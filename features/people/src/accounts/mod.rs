//! Accounts: registration, confirmation, log-in, sessions, password reset, roles.
//!
//! Rules, each with the story that proves it (`server/tests/it/accounts.rs`):
//! 1. Only addresses of the institute's domains register; the browser's check is a courtesy
//!    (`only_the_institutes_domain_registers`). One address has one account (`racing_registrations_make_one_account`).
//! 2. `role`, `_id` and `contestgiven` sent along count for nothing (`nobody_registers_as_administrator`).
//! 3. With mail, an account is there once its link was opened, in the browser that registered or with that registration's
//!    password (`with_mail_an_account_waits_for_its_link`, `addresses::a_link_confirms_its_own_registration_alone`,
//!    `addresses::neither_the_link_nor_the_password_alone_lets_anybody_in`); of several registrations of one address one
//!    becomes the account (`addresses::racing_the_links_of_one_address`). Registering a known address looks like registering
//!    a new one, also afterwards (`with_mail_a_known_address_looks_like_a_new_one`,
//!    `addresses::after_registering_a_known_address_looks_like_a_new_one`). Why so: docs/decisions/020.
//! 4. A wrong address and a wrong password get the same answer after the same work
//!    (`a_wrong_address_and_a_wrong_password_look_alike`).
//! 5. Five failures from one place start a growing pause for that account there, on devices it does not know
//!    (`five_failures_slow_strangers_but_not_a_known_device`), also when they come at once
//!    (`racing_guesses_are_counted_before_they_are_checked`); a hundred within an hour do so everywhere
//!    (`limits::strangers_of_all_places_are_slowed_together`). Nobody keeps the owner out by that
//!    (`limits::the_owner_gets_in_while_somebody_hammers`, `limits::a_reset_makes_the_browser_known`). Right passwords that
//!    come at once are no failures of each other (`right_passwords_at_once_all_get_in`).
//! 6. A password that fails again and again, wherever and for whomever, is not looked at on devices the account does not know
//!    (`limits::one_password_over_many_accounts_is_stopped`); where very many accounts fail, each gets fewer tries
//!    (`a_sprayer_is_slowed_and_its_neighbours_are_not`). Whoever knows the password is let in
//!    (`limits::a_campus_gets_in_beside_a_sprayer`). What is counted and why: docs/decisions/017.
//! 7. A log-in ends the session its cookie named (`a_log_in_rotates_the_session`); a session ends by age, by idleness, by
//!    log-out and by revocation, at once (`sessions_end_by_age_and_idleness`, `sessions_are_listed_and_revoked`). Whoever ends
//!    one ends what its device is told by push (`notify::a_device_goes_with_its_session`).
//! 8. A reset needs the newest code that was mailed for this browser, within ten minutes and five tries, ends all sessions and
//!    forgets all other devices (`a_reset_needs_the_newest_code`, `racing_codes_get_five_tries`); nobody else uses up its tries
//!    or replaces it (`addresses::a_code_belongs_to_the_browser_that_asked`); those of very many accounts have one try each
//!    at one place (`limits::codes_of_many_accounts_have_one_try_each_at_one_place`). Asking for one says the same for every address
//!    (`asking_for_a_code_tells_nothing`). A code that an administrator had mailed works beside it, until one of them is used
//!    (`user_admin::either_of_two_codes_works_until_one_is_used`).
//! 9. Passwords, codes, tokens and cookies are kept as hashes and logged nowhere (`nothing_secret_is_logged`).
//! 10. Name, contact and year change under the rules of registration (`account::a_person_changes_the_own_account`). The
//!     password changes with the one until now, ends all other sessions and devices, and a mail tells; of two changes at once
//!     one counts (`account::another_password_ends_all_other_sessions`, `account::racing_password_changes_make_one`).
//! 11. An account ends with its password: the row becomes a tombstone, its address is free (`account::deleting_an_account`,
//!     `account::the_same_address_gets_a_fresh_account`). The last ADMIN stays
//!     (`account::the_last_administrator_stays`, `account::racing_administrators_leave_one`).
//!
//! 12. What another process changes about a person holds here within a second
//!     (`what_another_process_changes_holds_here`, `a_change_that_commits_late_is_heard`).
//! 13. On the host the roles of the platform are given and taken away. With a role its person's sessions end, in all
//!     processes; the last ADMIN stays (`who_is_demoted_loses_the_power_everywhere`, `racing_demotions_leave_one`).
//! 14. Administrators do the same on the screens by the same functions, but nobody becomes ADMIN there or ceases to be it
//!     (`user_admin::nobody_becomes_admin_on_the_screens`). A code that they have sent reaches the person alone
//!     (`user_admin::a_code_is_mailed_to_the_person_alone`).
//!
//! Order of locks where one transaction takes several: codes, counts, users, registrations, roles, sessions, devices, push
//! subscriptions.
//! Push subscriptions arrive with the log-in and are handed to notify; one that cannot be used is ignored
//! (`notify::a_log_in_brings_its_device`).

mod account_deletion;
mod admin_acts;
mod admin_commands;
mod authority;
mod client_identity;
mod data_export;
mod flight_check_seed;
mod jobs;
mod login;
mod login_queue;
mod logout;
mod messages;
mod model;
mod password_hash;
mod password_reset;
mod passwords;
mod reauthentication;
mod routes;
mod session;
mod settle_registration;
mod sign_up;
mod signed_in_person;
mod store;
mod store_change_feed;
mod store_invariants;
mod store_limits;
mod store_sessions;
mod store_sign_ups;
mod update_profile;
mod user_change_feed;
mod wire;

pub use account_deletion::{delete_account, lock};
pub use admin_acts::{PlatformRole, end_sessions, give_platform_role, living, mail_reset_code, take_platform_role};
pub use admin_commands::{
    create_by_operator, demote, promote, required_by_email, reset_code_for_operator, sessions_for_operator,
};
pub use authority::Authority;
pub use client_identity::{Place, SetCookies, session_text, signed_out};
pub use data_export::{KeptAccount, KeptSession, export_data};
pub use flight_check_seed::log_in_for_rehearsal;
pub use jobs::jobs;
pub use login_queue::LoginQueue;
pub use model::{Account, AccountChanges, NewPerson, PersonCard, Token};
pub use passwords::Passwords;
pub use reauthentication::{Proof, prove};
pub use routes::routes;
pub use session::{SessionCache, recognise};
pub use store::{
    FoundPerson, account, administrators, count, find_by_email, grant_role, insert_many_for_demo, names, recipients,
    recipients_after, replace_picture, search_people, take_role,
};
pub use store_invariants::INVARIANTS;
pub use store_sessions::{ListedSession, living as living_sessions};
pub use update_profile::change;
pub use user_change_feed::{ActOnPeople, hear_changes};
pub use wire::{AccountIn, ProofIn, password_sent};
