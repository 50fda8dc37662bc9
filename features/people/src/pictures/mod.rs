//! Pictures: upload, reference counting and serving.
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
//!    Only what was put is handed out: a store that is away, wrong or answers with something else is 503, and 404 is said when the
//!    store is there and the picture is not (`a_folder_that_is_gone_is_no_missing_picture`, `buckets::what_is_no_picture_is_not_handed_out`).
//! 4. So many are worked on at the same time, so many wait, the rest is asked to come back (`a_full_queue_is_503`).
//! 5. A person's own picture goes with the account (`the_own_picture_goes_with_the_account`).
//! 6. A picture may be one object's alone ([`ingest_private`]). It has a key of chance, so that nobody finds it by having it, and no public
//!    address; the object decides who gets it (`question_pictures::only_those_who_may_see_the_question_get_its_picture`).
//!
//! Features show a picture by its key: [`ingest`] outside of any transaction, [`add_reference`] in the one that writes the key,
//! [`release`] in the one that takes it away. Order of locks: whatever shows the picture, then `pictures` in order of keys.

mod backup;
mod ingest;
mod integrity_check;
mod jobs;
mod media;
mod messages;
mod model;
mod references;
mod routes;
mod serve_media;
mod store;
mod verify_bytes;
mod wire;

pub use backup::{Copied, begin_backup, end_backup, renew_backup, variants_shown, wrong_in_a_sample};
pub use ingest::{ingest, ingest_private, single_file, store_for_demo, store_private_for_demo};
pub use integrity_check::wrong_bytes;
pub use jobs::jobs;
pub use media::Media;
pub use model::Picture;
pub use references::{add_reference, change, release, swap};
pub use routes::routes;
pub use serve_media::serve_private;
pub use store::{count_private, find, find_private, read_many, stored_totals};
pub use verify_bytes::StoredVariant;
pub use wire::{ImageForm, PictureOut};
