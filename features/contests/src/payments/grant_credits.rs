//! Grant of credits: gives creations to a person and makes the person an organiser.

use quad_db::Tx;

use crate::ContestsState;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::UserId;
use quad_kernel::validation;
use quad_people::accounts;

use super::model::Balance;
use super::{messages, store};

/// No grant and no granted balance is larger.
pub const MOST: i32 = 100_000;

/// Adds creations to a person's balance and the ledger, and makes the person an organiser. After the commit the caller
/// tells `app.session_cache.forget(user)`, so that the new role shows at once.
pub async fn grant(tx: &mut Tx, now: Time, user: UserId, contests: u32, polls: u32, reason: &str) -> Result<Balance> {
    let more = Balance { contests: bounded(contests)?, polls: bounded(polls)? };
    let balance = store::add(tx, user, more, MOST).await?.ok_or(messages::TOO_MANY_TO_GRANT)?;
    store::note(tx, user, more, reason, None, now).await?;
    accounts::grant_role(tx, now, user, "ORGANISER").await?;
    Ok(balance)
}

fn bounded(number: u32) -> Result<i32> {
    i32::try_from(number).ok().filter(|number| *number <= MOST).ok_or_else(|| messages::TOO_MANY_TO_GRANT.into())
}

/// `quad admin grant`: gives creations and says how many there are now.
pub async fn grant_by_operator(app: &ContestsState, email: &str, contests: u32, polls: u32) -> Result<String> {
    if contests == 0 && polls == 0 {
        return Err(messages::NOTHING_TO_GRANT.into());
    }
    let user = accounts::required_by_email(&app.db, email).await?;
    let mut tx = app.db.begin().await?;
    let balance = grant(&mut tx, app.clock.now(), user, contests, polls, "granted").await?;
    tx.commit().await?;
    app.session_cache.forget(app, user).await;
    Ok(messages::granted(&validation::folded(email), balance.contests, balance.polls))
}
