//! Spending a creation inside the transaction that creates, and giving it back inside the one that deletes.

use quad_db::Tx;

use crate::config::{Billing, Settings};
use crate::edge::who::Member;
use crate::kernel::clock::Time;
use crate::kernel::fail::Outcome;
use crate::kernel::ids::UserId;

use super::granting::MOST;
use super::model::{Balance, Creation, day};
use super::{store, words};

/// Spends one contest creation. `subject` is the id of the contest being made.
pub async fn spend_contest(tx: &mut Tx, settings: &Settings, who: &Member, now: Time, subject: &str) -> Outcome<()> {
    spend(tx, settings, who, now, subject, Creation::Contest).await
}

/// Spends one poll creation. `subject` is the id of the poll being made.
pub async fn spend_poll(tx: &mut Tx, settings: &Settings, who: &Member, now: Time, subject: &str) -> Outcome<()> {
    spend(tx, settings, who, now, subject, Creation::Poll).await
}

async fn spend(
    tx: &mut Tx,
    settings: &Settings,
    who: &Member,
    now: Time,
    subject: &str,
    kind: Creation,
) -> Outcome<()> {
    if who.is_admin {
        return Ok(());
    }
    if settings.billing == Billing::Off {
        let limit = i32::try_from(settings.creations_per_day).unwrap_or(i32::MAX);
        let counted = store::count_if_below(tx, who.id, day(now, settings.time_zone), kind, limit).await?;
        return if counted { Ok(()) } else { Err(words::DAILY_LIMIT.into()) };
    }
    if !store::take_one_if_any(tx, who.id, kind).await? {
        return Err(match kind {
            Creation::Contest => words::NO_CONTEST_CREDIT.into(),
            Creation::Poll => words::NO_POLL_CREDIT.into(),
        });
    }
    let one = kind.one();
    let spent = Balance { contests: -one.contests, polls: -one.polls };
    store::note(tx, who.id, spent, kind.reason(), Some(subject), now).await?;
    Ok(())
}

/// Gives back what the ledger says was spent on a contest; nothing for one that was free. Call it where the contest's
/// row has just been deleted: that row decides between two clicks.
pub async fn give_back_contest(tx: &mut Tx, user: UserId, now: Time, subject: &str) -> Outcome<()> {
    let spent = store::spent_on(tx, user, subject).await?;
    if spent.contests > 0 && store::add(tx, user, spent, MOST.saturating_mul(2)).await?.is_some() {
        store::note(tx, user, spent, "contest deleted", Some(subject), now).await?;
    }
    Ok(())
}
