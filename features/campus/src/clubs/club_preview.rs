//! Link preview of a club.

use quad_http::link_preview::LinkPreview;
use quad_kernel::error::Result;
use quad_people::PeopleState;

use super::managers::club_by_name;

/// What a shared link to a club shows, named as its page is; refused where there is none.
pub async fn link_preview(app: &PeopleState, name: &str) -> Result<LinkPreview> {
    let club = club_by_name(&app.db, name).await?;
    Ok(LinkPreview {
        path: format!("/club/{}", club.short_name),
        title: club.name,
        description: club.description,
        picture: club.picture.map(|key| app.settings.page(&format!("/api/media/{key}"))),
    })
}
