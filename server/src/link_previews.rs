//! Link previews: what is shared by its address, and what its page then says of itself to guests. A browser that is logged in runs
//! scripts, which say the same: of those who wait at a contest's start each would cost a look and a packed page.

use axum::extract::Query;
use axum::http::{HeaderMap, Uri};
use quad_campus::{clubs, events};
use quad_contests::{contests, polls};
use quad_http::link_preview::LinkPreview;
use quad_people::accounts;
use serde::Deserialize;

use crate::app::App;

/// The contest that a page is about whose address names it behind the question mark.
#[derive(Deserialize)]
struct AboutContest {
    contest: String,
}

/// The preview of a page by its address. A page that is not shared has none, and so has one whose object cannot
/// be read just now: it is shown all the same.
pub async fn of(app: &App, uri: &Uri, headers: &HeaderMap) -> Option<LinkPreview> {
    if accounts::session_text(&app.settings, headers).is_some() {
        return None;
    }
    let path = uri.path().trim_matches('/');
    // Not made to be shared, and copied out of the browser all the same; the list also where somebody adds the contest by hand.
    let asked =
        ["ContestQuestion", "result", "contest"].contains(&path).then(|| Query::<AboutContest>::try_from_uri(uri).ok());
    let (kind, name) = match asked {
        Some(asked) => ("my-contests", asked?.0.contest),
        None => path.split_once('/').map(|(kind, name)| (kind, name.to_owned()))?,
    };
    let name = name.as_str();
    // Names longer than any of ours, and further parts, are no object's.
    if name.is_empty() || name.len() > 64 || name.contains('/') {
        return None;
    }
    let found = match kind {
        "event" => events::link_preview(&app.people, name).await,
        "club" => clubs::link_preview(&app.people, name).await,
        "my-contests" => contests::link_preview(app, name).await,
        "polls" => polls::link_preview(app, name).await,
        _ => return None,
    };
    found.ok()
}
