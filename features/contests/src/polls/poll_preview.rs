//! Link preview of a poll: what it asks, who asks and when. Who may vote, and how it stands, is for whoever is signed in.

use quad_http::link_preview::LinkPreview;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::{PollId, UserId};
use uuid::Uuid;

use crate::ContestsState;

use super::messages::asked_by;
use super::store;

/// What a shared link to a poll shows; refused where there is none.
pub async fn link_preview(app: &ContestsState, id: &str) -> Result<LinkPreview> {
    let id = PollId::parse(id).ok_or(MISSING)?;
    let poll = store::find(&app.db, id, UserId(Uuid::nil())).await?.ok_or(MISSING)?;
    Ok(LinkPreview {
        description: asked_by(&poll.organization, poll.starts_at, poll.ends_at, app.settings.time_zone),
        title: poll.title,
        picture: None,
        path: format!("/polls/{id}"),
    })
}
