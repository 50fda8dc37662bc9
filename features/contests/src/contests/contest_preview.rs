//! Link preview of a contest.

use std::sync::Arc;

use quad_http::link_preview::LinkPreview;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::ContestId;

use crate::ContestsState;

use super::contest_notices::hours;
use super::model::Contest;

/// A contest that everybody may know of, guests too. A private one is not there for whoever was not invited.
pub async fn find_public(app: &ContestsState, id: ContestId) -> Result<Arc<Contest>> {
    let contest = app.contest_cache.get(app, id).await?;
    if contest.is_public { Ok(contest) } else { Err(MISSING.into()) }
}

/// What a shared link to a public contest shows; refused where there is none.
pub async fn link_preview(app: &ContestsState, id: &str) -> Result<LinkPreview> {
    let id = ContestId::parse(id).ok_or(MISSING)?;
    let contest = find_public(app, id).await?;
    let window = hours(contest.window(), app.settings.time_zone);
    Ok(LinkPreview {
        description: format!("{window}. {}", contest.description),
        title: contest.title.clone(),
        picture: None,
        path: format!("/my-contests/{id}"),
    })
}
