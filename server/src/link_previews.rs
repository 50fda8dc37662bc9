//! Link previews: what is shared by its address, and what its page then says of itself. It is looked up for everybody who asks, so it
//! tells only what guests may see, and is remembered for a moment: a link in a group is opened by many at once.

use std::time::Duration;

use moka::future::Cache;
use quad_campus::{clubs, events};
use quad_contests::contests;
use quad_http::link_preview::LinkPreview;

use crate::app::App;

/// A contest that was made private is told for no longer.
const REMEMBERED: Duration = Duration::from_secs(10);
const MOST_REMEMBERED: u64 = 1_000;

/// Those of the last moment, by path; that there is none is remembered as well.
pub type LinkPreviews = Cache<String, Option<LinkPreview>>;

/// Remembers none yet.
pub fn cache() -> LinkPreviews {
    Cache::builder().max_capacity(MOST_REMEMBERED).time_to_live(REMEMBERED).build()
}

/// The preview of a page by its path, without the first slash. A page that is not shared has none, and so has one whose object cannot
/// be read just now: it is shown all the same.
pub async fn of(app: &App, path: &str) -> Option<LinkPreview> {
    let (kind, name) = path.split_once('/')?;
    let name = name.strip_suffix('/').unwrap_or(name);
    // Names longer than any of ours, and further parts, are no object's.
    if name.is_empty() || name.len() > 64 || name.contains('/') || !matches!(kind, "event" | "club" | "my-contests") {
        return None;
    }
    let found = async {
        let found = match kind {
            "event" => events::link_preview(&app.people, name).await,
            "club" => clubs::link_preview(&app.people, name).await,
            _ => contests::link_preview(app, name).await,
        };
        found.ok()
    };
    app.link_previews.get_with(path.to_owned(), found).await
}
