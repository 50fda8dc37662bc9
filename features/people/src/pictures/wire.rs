//! JSON of pictures, shared by all features that show some.

use serde::Serialize;
use utoipa::ToSchema;

use crate::PeopleState;

use super::model::Picture;

/// A picture. `GET /media/{key}` is its largest variant, `GET /media/{key}/{width}` each of its widths.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PictureOut {
    /// Absolute address of the largest variant. Pages of ours use `key`, whatever address they were opened under.
    url: String,
    /// Names the picture.
    key: String,
    /// Of the largest variant, in pixels.
    width: u32,
    /// Of the largest variant, in pixels.
    height: u32,
    /// The widths there are, smallest first.
    widths: Vec<u32>,
}

impl Picture {
    /// As it leaves the server.
    pub fn out(&self, app: &PeopleState) -> PictureOut {
        PictureOut {
            url: app.settings.page(&format!("/api/media/{}", self.key)),
            key: self.key.to_string(),
            width: self.width,
            height: self.height,
            widths: self.widths.clone(),
        }
    }
}

/// The body of calls that take one picture: `multipart/form-data`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; quad_http::uploads reads it")]
pub struct ImageForm {
    /// PNG, JPEG, GIF or WebP, at most 10 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    image: Vec<u8>,
}
