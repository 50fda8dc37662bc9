//! Picture upload: adds pictures to an event's gallery. The first upload makes the gallery.
//!
//! Files become pictures before the transaction, two at a time. What is not used in the end is swept by the pictures feature.

use futures::StreamExt;
use futures::stream;

use crate::events::EventSummary;
use crate::{clubs, events};
use quad_http::auth::Member;
use quad_http::uploads::{Files, Upload};
use quad_kernel::error::{Error, Kind, MISSING, Rejection, Result};
use quad_kernel::ids::{EventId, GalleryId, PictureKey};
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::audit::Act;
use quad_people::pictures::Picture;
use quad_people::{accounts, pictures};

use super::model::{Caption, FILES, Gallery, PICTURES, Refused};
use super::{edit_gallery, messages, store};

/// What became of an upload.
pub struct Uploaded {
    pub gallery: Gallery,
    pub is_new: bool,
    pub refused: Vec<Refused>,
}

/// A file and what it became.
type Taken = Vec<(String, PictureKey)>;

/// Adds the files of a form to an event's gallery.
pub async fn upload(
    app: &PeopleState,
    who: &Member,
    event: EventId,
    club: Option<&str>,
    caption: &Caption,
    form: Files<FILES>,
) -> Result<Uploaded> {
    let event = events::brief(&app.db, event).await?.ok_or(MISSING)?;
    if let Some(named) = club.map(str::trim).filter(|named| !named.is_empty())
        && clubs::club_by_name(&app.db, named).await?.id != event.club
    {
        return Err(Rejection::invalid("club", messages::OTHER_CLUB).into());
    }
    clubs::manager_of(&app.db, who, event.club).await?;
    if form.files.is_empty() {
        return Err(Rejection::invalid("images", messages::NO_IMAGE).into());
    }
    let (taken, mut refused) = take_all(app, form.files).await?;
    refused.extend(form.beyond.into_iter().map(|name| Refused { name, why: messages::too_many_files(FILES) }));
    if taken.is_empty() {
        return Err(messages::none_taken(Refused::lines(&refused)).into());
    }
    let (is_new, beyond) = retried(|| write(app, who, &event, caption, &taken, &refused)).await?;
    refused.extend(beyond);
    let gallery = store::find(&app.db, event.id.0).await?.ok_or(MISSING)?;
    Ok(Uploaded { gallery, is_new, refused })
}

/// Makes pictures of files, in their order.
async fn take_all(app: &PeopleState, files: Vec<Upload>) -> Result<(Taken, Vec<Refused>)> {
    let work = stream::iter(files).map(async |file| {
        let name = file.name.clone();
        (name, pictures::ingest(app, file).await)
    });
    let done: Vec<(String, Result<Picture>)> = work.buffered(2).collect().await;
    let (mut taken, mut refused) = (Vec::new(), Vec::new());
    for (name, outcome) in done {
        match outcome {
            Ok(picture) => taken.push((name, picture.key)),
            Err(Error::Rejected(refusal)) if refusal.kind == Kind::Invalid => {
                let why = refusal.say.strip_prefix(&format!("{name}: ")).unwrap_or(&refusal.say).to_owned();
                refused.push(Refused { name, why });
            }
            Err(other) => return Err(other),
        }
    }
    Ok((taken, refused))
}

/// Writes what was taken; says whether the gallery is new, and what has no place in it.
async fn write(
    app: &PeopleState,
    who: &Member,
    event: &EventSummary,
    caption: &Caption,
    taken: &Taken,
    refused: &[Refused],
) -> Result<(bool, Vec<Refused>)> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    accounts::lock(&mut tx, who.id).await?;
    clubs::lock(&mut tx, event.club).await?;
    clubs::manager_of(&tx, who, event.club).await?;
    let id = GalleryId::new(now, &app.random);
    let is_new = store::insert_if_none(&mut tx, id, event.club, event.id, caption, who.id, now).await?;
    let held = store::lock_of_event(&mut tx, event.id).await?.ok_or(MISSING)?;
    let (mut added, mut beyond) = (Vec::<PictureKey>::new(), Vec::new());
    for (name, key) in taken {
        let count = added.len() as i32;
        if held.pictures + count >= PICTURES {
            beyond.push(Refused { name: name.clone(), why: messages::GALLERY_FULL.to_owned() });
        } else if store::add_unless_there(&mut tx, held.id, held.next_no + count, key).await? {
            added.push(key.clone());
        } else {
            beyond.push(Refused { name: name.clone(), why: messages::THERE_ALREADY.to_owned() });
        }
    }
    if added.is_empty() {
        return Err(messages::none_taken(Refused::lines(refused.iter().chain(&beyond))).into());
    }
    store::count_added(&mut tx, held.id, added.len() as i32).await?;
    added.sort();
    for key in &added {
        pictures::add_reference(&mut tx, key).await?;
    }
    edit_gallery::audit_as_admin(&mut tx, now, who, held.id, Act::GalleryChanged).await?;
    tx.commit().await?;
    Ok((is_new, beyond))
}
