//! Spending of credits: takes one credit inside the transaction that creates, and gives it back inside the one that
//! deletes.

use quad_db::Tx;

use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::UserId;
use quad_services::config::{Billing, Settings};

use super::model::{Creation, day};
use super::{messages, store};

/// Spends one contest creation. `subject` is the id of the contest being made.
pub async fn spend_contest(tx: &mut Tx, settings: &Settings, who: &Member, now: Time, subject: &str) -> Result<()> {
    spend(tx, settings, who, now, subject, Creation::Contest).await
}

/// Spends one poll creation. `subject` is the id of the poll being made.
pub async fn spend_poll(tx: &mut Tx, settings: &Settings, who: &Member, now: Time, subject: &str) -> Result<()> {
    spend(tx, settings, who, now, subject, Creation::Poll).await
}

async fn spend(tx: &mut Tx, settings: &Settings, who: &Member, now: Time, subject: &str, kind: Creation) -> Result<()> {
    if who.is_admin {
        return Ok(());
    }
    if settings.billing == Billing::Off {
        let limit = i32::try_from(settings.creations_per_day).unwrap_or(i32::MAX);
        let counted = store::count_if_below(tx, who.id, day(now, settings.time_zone), kind, limit).await?;
        return if counted { Ok(()) } else { Err(messages::DAILY_LIMIT.into()) };
    }
    if !store::take_if_left(tx, who.id, kind.one()).await? {
        return Err(match kind {
            Creation::Contest => messages::NO_CONTEST_CREDIT.into(),
            Creation::Poll => messages::NO_POLL_CREDIT.into(),
        });
    }
    store::note(tx, who.id, kind.one().taken(), kind.reason(), Some(subject), now).await?;
    Ok(())
}

/// Gives back what the ledger says was spent on a contest; nothing for one that was free. Call it where the contest's
/// row has just been deleted: that row decides between two clicks.
pub async fn give_back_contest(tx: &mut Tx, user: UserId, now: Time, subject: &str) -> Result<()> {
    let spent = store::spent_on(tx, user, subject).await?;
    if spent.contests > 0 && store::add(tx, user, spent, store::NO_LIMIT).await?.is_some() {
        store::note(tx, user, spent, "contest deleted", Some(subject), now).await?;
    }
    Ok(())
}

/// The same for a poll. Says whether there was anything to give back.
pub async fn give_back_poll(tx: &mut Tx, user: UserId, now: Time, subject: &str) -> Result<bool> {
    let spent = store::spent_on(tx, user, subject).await?;
    if spent.polls < 1 || store::add(tx, user, spent, store::NO_LIMIT).await?.is_none() {
        return Ok(false);
    }
    store::note(tx, user, spent, "poll deleted", Some(subject), now).await?;
    Ok(true)
}
