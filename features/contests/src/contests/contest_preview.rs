//! Link preview of a contest.

use quad_http::link_preview::LinkPreview;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::ContestId;

use crate::ContestsState;

use super::messages::hours;

/// What a shared link to a public contest shows; refused where there is none. Of a private one nobody is told who was not
/// invited.
pub async fn link_preview(app: &ContestsState, id: &str) -> Result<LinkPreview> {
    let id = ContestId::parse(id).ok_or(MISSING)?;
    let contest = app.contest_cache.get(app, id).await?;
    if !contest.is_public {
        return Err(MISSING.into());
    }
    let window = hours(contest.window(), app.settings.time_zone);
    Ok(LinkPreview {
        description: format!("{window}. {}", contest.description),
        title: contest.title.clone(),
        picture: None,
        path: format!("/my-contests/{id}"),
    })
}
