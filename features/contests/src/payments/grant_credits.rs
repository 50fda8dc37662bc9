//! Grant of credits: gives creations to a person and makes the person an organiser; an administrator also takes some back.

use quad_db::Tx;

use crate::ContestsState;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::UserId;
use quad_kernel::validation;
use quad_people::accounts::{self, Authority};
use quad_people::audit::{self, Act};

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

/// Gives creations to a person and takes some: those that are negative. Who is given some becomes an organiser. Returns what is left.
pub async fn change_credits(app: &ContestsState, by: Authority<'_>, user: UserId, change: Balance) -> Result<Balance> {
    let now = app.clock.now();
    let given = Balance { contests: change.contests.max(0), polls: change.polls.max(0) };
    let taken = Balance { contests: change.contests.min(0), polls: change.polls.min(0) };
    let mut tx = by.begin(app, user).await?;
    if taken != Balance::default() {
        if !store::take_if_left(&mut tx, user, taken.taken()).await? {
            return Err(messages::not_so_many_left(store::balance(&tx, user).await?).into());
        }
        store::note(&mut tx, user, taken, "taken back", None, now).await?;
    }
    if given != Balance::default() {
        grant(&mut tx, now, user, given.contests.unsigned_abs(), given.polls.unsigned_abs(), "granted").await?;
    }
    let balance = store::balance(&tx, user).await?;
    let act = Act::Credits { contests: change.contests, polls: change.polls };
    audit::note(&mut tx, now, by.actor(), Some(user), &act).await?;
    tx.commit().await?;
    app.session_cache.forget(app, user).await;
    Ok(balance)
}

/// `quad admin grant`: gives creations and says how many there are now.
pub async fn grant_by_operator(app: &ContestsState, email: &str, contests: u32, polls: u32) -> Result<String> {
    if contests == 0 && polls == 0 {
        return Err(messages::NOTHING_TO_GRANT.into());
    }
    let user = accounts::required_by_email(&app.db, email).await?;
    let more = Balance { contests: bounded(contests)?, polls: bounded(polls)? };
    let balance = change_credits(app, Authority::CommandLine, user, more).await?;
    Ok(messages::granted(&validation::folded(email), balance.contests, balance.polls))
}
