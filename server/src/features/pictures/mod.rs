//! Pictures: taking them, keeping them as long as something shows them, handing them out.
//!
//! Rules, each with the story that proves it (`server/tests/it/pictures.rs`; what is a picture and what is none is decided
//! and proven in crates/blobs):
//! 1. Taken by content, within 10 MB and 40 megapixels, and written anew without any notes; a refusal names the file and
//!    says why (`bad_files_are_refused_and_nothing_changes`, `a_photos_place_does_not_survive`).
//! 2. The same picture is kept once (`the_same_picture_is_kept_once`). It goes, row and bytes, when the last use of it goes
//!    (`a_picture_goes_with_its_last_use`); one that was uploaded and never shown goes after a day
//!    (`what_nobody_shows_is_swept`), and bytes without a row a week after they were found
//!    (`bytes_without_a_row_have_a_week`). Who uploads and who lets go at the same time cannot lose bytes somebody shows
//!    (`racing_uploads_against_deletions`, `two_deletions_of_one_picture_delete_it_once`).
//! 3. Handed out to anybody who knows the key, for ever the same (`media_is_public_and_immutable`). A key is a hash of
//!    the picture: not to be found by trying, but by whoever has the very picture.
//! 4. So many are worked on at the same time, so many wait, the rest is asked to come back (`a_full_queue_is_503`).
//! 5. A person's own picture goes with the account (`the_own_picture_goes_with_the_account`).
//!
//! Features show a picture by its key: [`take`] outside of any transaction, [`hold`] in the one that writes the key,
//! [`release`] in the one that takes it away. Order of locks: whatever shows the picture, then `pictures` in order of keys.

mod backing_up;
mod checking;
mod handing_out;
mod jobs;
mod keeping;
mod media;
mod model;
mod routes;
mod store;
mod taking;
mod wire;
mod words;

pub use backing_up::{begin_backup, end_backup, names_shown, renew_backup};
pub use checking::wrong_bytes;
pub use jobs::jobs;
pub use keeping::{hold, release, swap};
pub use media::Media;
pub use model::Picture;
pub use routes::routes;
pub use store::{find, kept, read_many};
pub use taking::{only, store_for_demo, take};
pub use wire::{ImageForm, PictureOut};
