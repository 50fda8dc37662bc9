//! Polls: one question to the campus, one vote per person, and the tally.
//!
//! Rules, each with the story that proves it (`server/tests/it/polls.rs`):
//! 1. One vote per person, decided by a key; the tally rises in the same transaction
//!    (`a_hundred_votes_of_one_person_make_one`, `the_tally_is_the_number_of_voters_at_every_moment`).
//! 2. Ballots are secret: no table, answer, export or log links a voter to an option
//!    (`no_table_can_say_who_voted_for_what`, `no_answer_links_a_voter_to_an_option`).
//! 3. The server's clock decides `start ≤ t < end` (`the_window_is_the_servers`).
//! 4. 2 to 10 options, different from each other; counts sent along count for nothing
//!    (`a_poll_is_checked_with_the_specifications_words`, `counts_sent_along_are_ignored`).
//! 5. Creating costs a poll credit in the same transaction (`racing_the_last_poll_credit_makes_one_poll`).
//! 6. Deleted while nobody voted, by the owner or ADMIN: the credit comes back. Later only by ADMIN, and nothing comes back
//!    (`a_poll_is_deleted_while_nobody_voted`, `racing_a_vote_against_the_deletion`).
//!
//! 7. When an account ends, its polls without votes go and the others stay, as do its votes: tallies stand
//!    (`account::polls_nobody_voted_in_go_and_votes_stay`).
//!
//! 8. A shared link says what a poll asks, who asks and when, and neither options nor votes
//!    (`link_previews::a_poll_says_what_it_asks_and_not_how_it_stands`).
//!
//! Order of locks: options, polls, votes, balances. Live tallies: [`live_tally`] here, streams in `topics`.

mod account_deletion;
mod create_poll;
mod data_export;
mod demo_seed;
mod messages;
mod model;
mod poll_preview;
mod routes;
mod store;
mod store_invariants;
mod submit_vote;
mod wire;

pub use account_deletion::{delete_account, forget};
pub use data_export::export_data;
pub use demo_seed::insert_for_demo;
pub use model::NewPoll;
pub use poll_preview::link_preview;
pub use routes::routes;
pub use store_invariants::INVARIANTS;
pub use submit_vote::live_tally;
pub use wire::{KeptPolls, TallyOut};
