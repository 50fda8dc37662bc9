//! Messages of galleries: success texts and refusals, in the specification's words where it has some.

use quad_kernel::error::{Kind, Rejection};

pub const CREATED: &str = "Gallery created successfully!";
pub const ADDED: &str = "Pictures added to the gallery";
pub const SAVED: &str = "Gallery saved";
pub const DELETED: &str = "Gallery deleted";
pub const REMOVED: &str = "Image removed";

pub const NO_TITLE: &str = "Please enter a title";
pub const NO_IMAGE: &str = "Please select at least one image";
pub const OTHER_CLUB: &str = "This event belongs to another club";
pub const THERE_ALREADY: &str = "already in this gallery";
pub const GALLERY_FULL: &str = "a gallery has room for 500 pictures";

pub const NO_CLUB: Rejection = Rejection::new(
    Kind::Forbidden,
    "not_club_administrator",
    "Only this club's administrators can do that. You can ask the club about it.",
);
pub const CHANGED: Rejection = Rejection::new(
    Kind::Conflict,
    "gallery_changed",
    "This gallery has changed in the meantime, so nothing was removed. Please look again.",
);

pub fn too_many_files(most: usize) -> String {
    format!("at most {most} files in one upload")
}

/// No file was taken: each with its reason, a line.
pub fn none_taken(lines: Vec<String>) -> Rejection {
    let say = format!("No picture was added. {}", lines.join("; "));
    Rejection::invalid("images", say).with_list("refused", lines)
}
