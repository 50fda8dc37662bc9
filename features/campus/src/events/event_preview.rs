//! Link preview of an event.

use quad_http::link_preview::LinkPreview;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::EventId;
use quad_people::PeopleState;

use super::store;

/// What a shared link to an event shows; refused where there is none.
pub async fn link_preview(app: &PeopleState, id: &str) -> Result<LinkPreview> {
    let id = EventId::parse(id).ok_or(MISSING)?;
    let event = store::find(&app.db, id, None).await?.ok_or(MISSING)?;
    let when = event.when.starts_at.map(|at| at.shown(app.settings.time_zone)).filter(|_| event.cancelled_at.is_none());
    let called_off = event.cancelled_at.map(|_| "Called off".to_owned());
    let facts = [called_off, when, Some(event.location), Some(event.club_name)];
    let facts: Vec<String> = facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect();
    let media = |key| app.settings.page(&format!("/api/media/{key}"));
    Ok(LinkPreview {
        title: event.title,
        description: format!("{}. {}", facts.join(" · "), event.description),
        picture: event.picture.map(media).or(event.picture_url),
        path: format!("/event/{id}"),
    })
}
