//! Calendar address store: all SQL on `calendar_addresses`. The key `user_id` keeps that everybody has one at most.

use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;

/// Keeps an address in the place of the one before. The account is held.
pub(super) async fn replace(tx: &mut Tx, user: UserId, hash: [u8; 32], now: Time) -> Result<(), DbError> {
    sql("INSERT INTO calendar_addresses (user_id, token_hash, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at")
    .arg(user)
    .arg(hash.to_vec())
    .arg(now)
    .run(tx)
    .await?;
    Ok(())
}

/// Deletes somebody's address.
pub(super) async fn delete(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM calendar_addresses WHERE user_id = $1").arg(user).run(tx).await?;
    Ok(())
}

/// When somebody's address was made.
pub(super) async fn made_at(source: &impl Source, user: UserId) -> Result<Option<Time>, DbError> {
    sql("SELECT created_at AS value FROM calendar_addresses WHERE user_id = $1").arg(user).value(source).await
}

/// Whose address it is.
pub(super) async fn owner(source: &impl Source, hash: [u8; 32]) -> Result<Option<UserId>, DbError> {
    sql("SELECT user_id AS value FROM calendar_addresses WHERE token_hash = $1").arg(hash.to_vec()).value(source).await
}
