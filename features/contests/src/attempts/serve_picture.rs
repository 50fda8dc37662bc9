//! Pictures of a paper, handed out: to the contest's owner and ADMIN always, to whoever joined from the start on, and after the end as the
//! review is. To everybody else they do not exist, and where each person has a part of the questions, nor do those of other papers.

use axum::http::HeaderMap;
use axum::response::Response;

use crate::ContestsState;
use crate::contests::{self, SHOWN_WIDTHS};
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::{ContestId, PictureKey};
use quad_people::pictures;

use super::{answer_review, leaderboard};

/// Answers a picture of a contest in one of [`SHOWN_WIDTHS`], or as near to it as it has.
pub async fn serve(
    app: &ContestsState,
    who: &Member,
    id: ContestId,
    (key, width): (&str, &str),
    asked: &HeaderMap,
) -> Result<Response> {
    let key = PictureKey::parse(key).ok_or(MISSING)?;
    let width = SHOWN_WIDTHS.into_iter().find(|known| known.to_string() == width).ok_or(MISSING)?;
    if !may_see(app, who, id, &key).await? {
        return Err(MISSING.into());
    }
    pictures::serve_private(app, id.0, &key, width, asked).await
}

/// Costs no statement while a contest runs, once it and the person's part are known.
async fn may_see(app: &ContestsState, who: &Member, id: ContestId, key: &PictureKey) -> Result<bool> {
    let contest = app.contest_cache.get(app, id).await?;
    if contest.owner == who.id || who.is_admin {
        return Ok(true);
    }
    if app.clock.now() < contest.starts_at {
        return Ok(false);
    }
    let Some((_, part)) = app.attempt_cache.find(id, who.id).await? else { return Ok(false) };
    // A key is told to nobody who does not see the picture, but people talk. The review is of the own paper, too.
    let variant = part.variant();
    if variant > 0 && !app.paper_cache.paper(app, &contest, variant).await?.shows_picture(key) {
        return Ok(false);
    }
    if !leaderboard::is_open(app, contest.closes_at()) {
        return Ok(true);
    }
    // As the review reads it: an owner who has just closed it is obeyed at once.
    let contest = contests::find(&app.db, id).await?.ok_or(MISSING)?;
    Ok(answer_review::is_open(app, &contest))
}
