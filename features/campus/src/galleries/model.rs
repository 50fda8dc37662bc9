//! Gallery model: what a gallery is, and what it may be called.

use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{ClubId, EventId, GalleryId, PictureKey};
use quad_kernel::validation;

use super::messages;

/// Files in one upload.
pub const FILES: usize = 50;
/// Pictures in one gallery.
pub const PICTURES: i32 = 500;

/// Title and description, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    pub title: String,
    pub description: String,
}

impl Caption {
    pub fn parse(title: &str, description: &str) -> Result<Self, Rejection> {
        if title.trim().is_empty() {
            return Err(Rejection::invalid("title", messages::NO_TITLE));
        }
        Ok(Self {
            title: validation::line("title", "Gallery title", title, 1, 200)?,
            description: validation::text("description", "Description", description, 0, 5000)?,
        })
    }
}

/// A gallery with its pictures' keys in their order.
#[derive(Clone, Debug)]
pub struct Gallery {
    pub id: GalleryId,
    pub club: ClubId,
    pub event: EventId,
    pub caption: Caption,
    pub created_at: Time,
    pub pictures: Vec<PictureKey>,
}

/// A file that was not taken, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub name: String,
    pub why: String,
}

impl Refused {
    /// One line for each.
    pub fn lines<'a>(refused: impl IntoIterator<Item = &'a Self>) -> Vec<String> {
        refused.into_iter().map(|file| format!("{}: {}", file.name, file.why)).collect()
    }
}

/// The key at the end of a picture's address, whatever host it was read under.
pub fn key_in(address: &str) -> Option<PictureKey> {
    PictureKey::parse(address.rsplit('/').next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_is_checked_with_the_specifications_words() {
        assert_eq!(Caption::parse(" ", "").expect_err("blank").say, "Please enter a title");
        assert!(Caption::parse(&"x".repeat(201), "").is_err());
        assert!(Caption::parse("Fest", &"x".repeat(5001)).is_err());
        let caption = Caption::parse(" Fest ", " Two\r\nlines ").expect("fine");
        assert_eq!((caption.title.as_str(), caption.description.as_str()), ("Fest", "Two\nlines"));
    }

    #[test]
    fn the_key_is_at_the_end_of_the_address() {
        let key = "00ff00ff00ff00ff00ff00ff00ff00ff";
        for address in [format!("https://quad.campus/api/media/{key}"), format!("/api/media/{key}"), key.to_owned()] {
            assert_eq!(key_in(&address).expect("a key").as_str(), key);
        }
        assert_eq!(key_in("https://quad.campus/api/media/"), None);
        assert_eq!(key_in(""), None);
    }
}
