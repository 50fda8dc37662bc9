//! Push subscriptions: storing a browser's subscription, deleting it, and sending it a test message.

use quad_db::{DbError, Tx};

use crate::PeopleState;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{LOGGED_OUT, MISSING, Result};
use quad_kernel::ids::{SessionId, UserId};

use super::model::Subscription;
use super::{deliver_notice, messages, store, web_push};

/// Between two tests.
const TEST_EVERY_MS: i64 = 30_000;

/// Keeps a device of somebody's, in the caller's transaction, which holds account and session. A device tells whoever logged
/// in there last, until that session is ended.
pub async fn remember(
    tx: &mut Tx,
    now: Time,
    user: UserId,
    session: SessionId,
    subscription: &Subscription,
) -> Result<(), DbError> {
    store::upsert_device(tx, user, session, subscription, now).await
}

/// Forgets all devices of somebody whose sessions have all been ended, in the caller's transaction: whoever knew the
/// password may have let an own one be told.
pub async fn forget_devices(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    store::delete_devices(tx, user).await
}

/// The same but for the one session that goes on.
pub async fn forget_devices_but(tx: &mut Tx, user: UserId, kept: SessionId) -> Result<(), DbError> {
    store::delete_devices_but(tx, user, kept).await
}

/// Forgets the devices that a session of somebody's brought, which was just ended.
pub async fn forget_devices_of(tx: &mut Tx, user: UserId, session: SessionId) -> Result<(), DbError> {
    store::delete_devices_of(tx, user, session).await
}

/// A log-in put another session in the place of the browser's: what it had stays with it.
pub async fn keep_devices(tx: &mut Tx, user: UserId, from: SessionId, to: SessionId) -> Result<(), DbError> {
    store::move_devices(tx, user, from, to).await
}

/// Keeps a device of the person asking.
pub(super) async fn subscribe(app: &PeopleState, who: &Member, subscription: &Subscription) -> Result<()> {
    let mut tx = app.db.begin().await?;
    // Who asks may have been logged out a moment ago; the session's end takes with it what was kept before.
    if !store::lock_person(&mut tx, who.id).await? || !store::lock_session(&mut tx, who.session).await? {
        return Err(LOGGED_OUT.into());
    }
    remember(&mut tx, app.clock.now(), who.id, who.session, subscription).await?;
    tx.commit().await?;
    Ok(())
}

/// Forgets a device of the person asking.
pub(super) async fn unsubscribe(app: &PeopleState, who: &Member, endpoint: &str) -> Result<()> {
    // Kept in one spelling; what cannot be kept is not there.
    let endpoint = quad_push::Endpoint::parse(endpoint).map_err(|_| MISSING)?;
    let mut tx = app.db.begin().await?;
    let was_there = store::delete_device(&mut tx, who.id, endpoint.as_str()).await?;
    tx.commit().await?;
    if was_there { Ok(()) } else { Err(MISSING.into()) }
}

/// Puts a test into the inbox and on its way to all devices of the person asking, whatever was chosen. One in half a
/// minute, decided by the key that keeps a notice from coming twice.
pub(super) async fn test(app: &PeopleState, who: &Member) -> Result<()> {
    let now = app.clock.now();
    let once = format!("test:{}", now.0 / TEST_EVERY_MS);
    let mut tx = app.db.begin().await?;
    let told = store::insert(&mut tx, &once, &[who.id], &messages::test(&app.settings), None, now).await?;
    let Some((notification, _)) = told.first() else { return Err(messages::TESTED_LATELY.into()) };
    if store::insert_deliveries_to_all_devices(&mut tx, *notification, now).await? == 0 {
        return Err(messages::NO_DEVICE.into());
    }
    web_push::soon(&mut tx, now).await?;
    tx.commit().await?;
    deliver_notice::after_commit(app, &[who.id]);
    Ok(())
}
