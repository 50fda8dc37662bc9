//! Contest access: who may open a contest, and who may read or change it as an organiser.

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::ContestId;

use super::model::Contest;
use super::{messages, store, store_invitations};

/// Whether somebody who has not joined may open a contest: it is public or the person's own, or the person accepted an
/// invitation, or is ADMIN.
pub async fn is_open_to(app: &ContestsState, contest: &Contest, who: &Member) -> Result<bool> {
    Ok(contest.is_open_uninvited(who.id, who.is_admin)
        || store_invitations::is_guest(&app.db, contest.id, who.id).await?)
}

/// Whether somebody may open a contest even when it is private, without having joined it.
pub async fn is_insider(app: &ContestsState, contest: &Contest, who: &Member) -> Result<bool> {
    Ok(contest.owner == who.id || who.is_admin || store_invitations::is_guest(&app.db, contest.id, who.id).await?)
}

/// The contest, for its owner only.
pub async fn own(app: &ContestsState, who: &Member, id: ContestId) -> Result<Contest> {
    let contest = store::find(&app.db, id).await?.ok_or(MISSING)?;
    if contest.owner == who.id {
        Ok(contest)
    } else if is_open_to(app, &contest, who).await? {
        Err(messages::NOT_OWNER.into())
    } else {
        Err(MISSING.into())
    }
}

/// The contest, for its owner and ADMIN.
pub async fn readable(app: &ContestsState, who: &Member, id: ContestId) -> Result<Contest> {
    match store::find(&app.db, id).await? {
        Some(contest) if contest.owner == who.id || who.is_admin => Ok(contest),
        Some(contest) if is_open_to(app, &contest, who).await? => Err(messages::NOT_OWNER.into()),
        _ => Err(MISSING.into()),
    }
}
