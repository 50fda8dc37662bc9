//! Galleries: the pictures of an event.
//!
//! Rules, each with the story that proves it (`server/tests/it/galleries.rs`):
//! 1. One gallery per event; a later upload adds to it, and the order stays (`a_gallery_is_made_added_to_and_shown`,
//!    `racing_uploads_make_one_gallery`).
//! 2. Only those who manage the event's club change it (`only_the_clubs_managers_change_it`); who manages no club at all is
//!    refused before the files are read. Everybody signed in sees it.
//! 3. A rejected file never costs the accepted ones; when none is accepted, each is named with the reason
//!    (`a_bad_file_costs_the_others_nothing`). At most 50 files in an upload and 500 pictures in a gallery
//!    (`a_gallery_has_room_for_so_many`).
//! 4. A picture is removed only where the sender saw it (`a_picture_is_removed_where_it_was_seen`,
//!    `racing_removals_remove_what_was_meant`).
//! 5. What no gallery shows any more is deleted, bytes and all (`a_gallery_goes_with_its_pictures`).
//!
//! Order of locks: users, clubs, galleries, gallery_pictures, pictures by key.

mod data_export;
mod demo_seed;
mod edit_gallery;
mod messages;
mod model;
mod routes;
mod store;
mod store_invariants;
mod upload_pictures;
mod wire;

pub use data_export::export_data;
pub use demo_seed::{DemoGallery, insert_for_demo};
pub use routes::routes;
pub use store_invariants::INVARIANTS;
pub use wire::KeptGalleries;
