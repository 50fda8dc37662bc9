//! Link previews: what is shared by its address, and what its page then says of itself to guests. A browser that is logged in runs
//! scripts, which say the same: of those who wait at a contest's start each would cost a look and a packed page.

use axum::http::HeaderMap;
use quad_campus::{clubs, events};
use quad_contests::contests;
use quad_http::link_preview::LinkPreview;
use quad_people::accounts;

use crate::app::App;

/// The preview of a page by its path, without the first slash. A page that is not shared has none, and so has one whose object cannot
/// be read just now: it is shown all the same.
pub async fn of(app: &App, path: &str, headers: &HeaderMap) -> Option<LinkPreview> {
    let (kind, name) = path.split_once('/')?;
    if accounts::session_text(&app.settings, headers).is_some() {
        return None;
    }
    let name = name.strip_suffix('/').unwrap_or(name);
    // Names longer than any of ours, and further parts, are no object's.
    if name.is_empty() || name.len() > 64 || name.contains('/') {
        return None;
    }
    let found = match kind {
        "event" => events::link_preview(&app.people, name).await,
        "club" => clubs::link_preview(&app.people, name).await,
        "my-contests" => contests::link_preview(app, name).await,
        _ => return None,
    };
    found.ok()
}
