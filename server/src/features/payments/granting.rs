//! Giving creations to a person.

use quad_db::Tx;

use crate::app::App;
use crate::features::accounts;
use crate::kernel::clock::Time;
use crate::kernel::fail::Outcome;
use crate::kernel::ids::UserId;

use super::model::Balance;
use super::{store, words};

/// No grant and no granted balance is larger.
pub const MOST: i32 = 100_000;

/// Adds creations to a person's balance and the ledger, and makes the person an organiser. After the commit the caller
/// tells `app.sessions.forget(user)`, so that the new role shows at once.
pub async fn grant(tx: &mut Tx, now: Time, user: UserId, contests: u32, polls: u32, reason: &str) -> Outcome<Balance> {
    let more = Balance { contests: bounded(contests)?, polls: bounded(polls)? };
    let balance = store::add(tx, user, more, MOST).await?.ok_or(words::TOO_MANY_TO_GRANT)?;
    store::note(tx, user, more, reason, None, now).await?;
    accounts::grant_role(tx, now, user, "ORGANISER").await?;
    Ok(balance)
}

fn bounded(number: u32) -> Outcome<i32> {
    i32::try_from(number).ok().filter(|number| *number <= MOST).ok_or_else(|| words::TOO_MANY_TO_GRANT.into())
}

/// `quad admin grant`: gives creations and says how many there are now.
pub async fn grant_by_operator(app: &App, email: &str, contests: u32, polls: u32) -> Outcome<String> {
    if contests == 0 && polls == 0 {
        return Err(words::NOTHING_TO_GRANT.into());
    }
    let user = accounts::required_by_email(&app.db, email).await?;
    let mut tx = app.db.begin().await?;
    let balance = grant(&mut tx, app.clock.now(), user, contests, polls, "granted").await?;
    tx.commit().await?;
    app.sessions.forget(app, user).await;
    Ok(words::granted(&email.trim().to_lowercase(), balance.contests, balance.polls))
}
