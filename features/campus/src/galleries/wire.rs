//! JSON of galleries' calls. The specification's `EventId` for an event, `imageUrl` for addresses and `data1` for a
//! gallery are used nowhere else inside.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::events::EventSummary;
use quad_http::body::UnreadNames;
use quad_http::uploads::Files;
use quad_kernel::clock::Time;
use quad_kernel::error::{Rejection, Result};
use quad_kernel::ids::{EventId, PictureKey};
use quad_people::PeopleState;
use quad_people::pictures::{Picture, PictureOut};

use super::model::{Caption, FILES, Gallery, Refused, key_in};
use super::store::MadeRow;

/// The form of an upload: `multipart/form-data`.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the form; quad_http::uploads reads it")]
pub(super) struct AddGalleryForm {
    /// Of a new gallery; one that is there keeps its own.
    title: String,
    description: Option<String>,
    event_id: String,
    /// The event's club; compared when it is sent.
    club: Option<String>,
    /// At most 50 files: PNG, JPEG, GIF or WebP, at most 10 MB each.
    #[schema(value_type = Vec<String>, format = Binary)]
    images: Vec<Vec<u8>>,
}

/// The texts of an upload, read.
pub(super) struct GalleryInput {
    pub event: EventId,
    pub club: Option<String>,
    pub caption: Caption,
}

impl GalleryInput {
    pub fn parse(form: &Files<FILES>) -> Result<Self> {
        let caption =
            Caption::parse(form.text("title").unwrap_or_default(), form.text("description").unwrap_or_default())?;
        let event = form.text("eventId").and_then(|id| EventId::parse(id.trim()));
        let event = event.ok_or_else(|| Rejection::invalid("eventId", "There is no such event"))?;
        Ok(Self { event, club: form.text("club").map(str::to_owned), caption })
    }
}

/// Another title and description.
#[derive(Deserialize, ToSchema)]
pub(super) struct CaptionIn {
    #[serde(default)]
    #[schema(value_type = String)]
    title: Option<String>,
    #[serde(default)]
    #[schema(value_type = String)]
    description: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl CaptionIn {
    /// Refuses a name that a caption does not have. What replies tell of a gallery besides is read over.
    pub fn names_nothing_strange(&self) -> Result<(), Rejection> {
        let told = ["_id", "id", "club", "EventId", "imageUrl", "pictures", "createdAt"];
        self.others.refuse_but(&told, &["title", "description"])
    }

    /// What is not named stays as it is.
    pub fn over(&self, before: &Caption) -> Result<Caption, Rejection> {
        let title = self.title.as_ref().unwrap_or(&before.title);
        Caption::parse(title, self.description.as_ref().unwrap_or(&before.description))
    }
}

/// Which picture to remove: the gallery as it was seen, and a place in it.
#[derive(Deserialize, ToSchema)]
pub(super) struct RemoveIn {
    data1: SeenIn,
    pub index: usize,
}

/// A gallery as it was seen; what else was sent along counts for nothing.
#[derive(Deserialize, ToSchema)]
pub(super) struct SeenIn {
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "imageUrl")]
    addresses: Vec<String>,
}

impl RemoveIn {
    /// The gallery's id.
    pub fn gallery(&self) -> &str {
        &self.data1.id
    }

    /// The picture the sender saw at the place.
    pub fn seen(&self) -> Option<PictureKey> {
        self.data1.addresses.get(self.index).and_then(|address| key_in(address))
    }
}

/// A gallery.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GalleryOut {
    #[serde(rename = "_id")]
    id: String,
    title: String,
    description: String,
    /// The club's short name.
    club: String,
    #[serde(rename = "EventId")]
    event: Option<GalleryEventOut>,
    /// Absolute addresses of the pictures, in order.
    image_url: Vec<String>,
    /// The same pictures with their sizes.
    pictures: Vec<PictureOut>,
    created_at: String,
}

/// The event of a gallery.
#[derive(Serialize, ToSchema)]
struct GalleryEventOut {
    #[serde(rename = "_id")]
    id: String,
    title: String,
    location: String,
    start: Option<String>,
    end: Option<String>,
}

impl GalleryOut {
    pub fn new(
        app: &PeopleState,
        gallery: &Gallery,
        club: &str,
        event: Option<&EventSummary>,
        known: &HashMap<PictureKey, Picture>,
    ) -> Self {
        Self {
            id: gallery.id.to_string(),
            title: gallery.caption.title.clone(),
            description: gallery.caption.description.clone(),
            club: club.to_owned(),
            event: event.map(|event| GalleryEventOut {
                id: event.id.to_string(),
                title: event.title.clone(),
                location: event.location.clone(),
                start: event.when.starts_at.map(Time::to_rfc3339),
                end: event.when.ends_at.map(Time::to_rfc3339),
            }),
            image_url: gallery.pictures.iter().map(|key| app.settings.page(&format!("/api/media/{key}"))).collect(),
            pictures: gallery.pictures.iter().filter_map(|key| known.get(key)).map(|one| one.out(app)).collect(),
            created_at: gallery.created_at.to_rfc3339(),
        }
    }
}

/// A club's galleries.
#[derive(Serialize, ToSchema)]
pub(super) struct GalleriesOut {
    /// Always true.
    pub success: bool,
    /// Of the newest event first.
    pub gallery: Vec<GalleryOut>,
}

/// One gallery.
#[derive(Serialize, ToSchema)]
pub(super) struct GalleryAnswer {
    /// Always true.
    pub success: bool,
    pub gallery: GalleryOut,
}

/// A gallery after a change.
#[derive(Serialize, ToSchema)]
pub(super) struct GallerySavedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    pub gallery: GalleryOut,
}

/// A gallery after an upload.
#[derive(Serialize, ToSchema)]
pub(super) struct UploadedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    pub gallery: GalleryOut,
    /// Files that were not taken; the others were.
    pub refused: Vec<RefusedOut>,
}

/// A file that was not taken.
#[derive(Serialize, ToSchema)]
pub(super) struct RefusedOut {
    name: String,
    why: String,
}

impl From<Refused> for RefusedOut {
    fn from(refused: Refused) -> Self {
        Self { name: refused.name, why: refused.why }
    }
}

/// What one's own data say of galleries.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct KeptGalleries {
    /// Galleries the person made, oldest first.
    made: Vec<KeptGalleryOut>,
}

/// A gallery the person made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeptGalleryOut {
    id: String,
    title: String,
    created_at: String,
}

impl KeptGalleries {
    pub(super) fn new(made: Vec<MadeRow>) -> Self {
        let made = made.into_iter().map(|row| KeptGalleryOut {
            id: row.id.to_string(),
            title: row.title,
            created_at: row.created_at.to_rfc3339(),
        });
        Self { made: made.collect() }
    }
}
