//! Idempotency store: all SQL on `idempotency_keys`.

use quad_db::{DbError, FromRow, Source, Tx, sql};

use quad_kernel::clock::Time;

use super::idempotency_key::Key;

/// A claimed key.
#[derive(FromRow)]
pub(super) struct KeyRow {
    pub fingerprint: Vec<u8>,
    pub claim: Vec<u8>,
    pub claimed_at: Time,
    /// None: no answer yet.
    pub status: Option<i32>,
    /// Sealed. None beside a status: it was not kept.
    pub answer: Option<Vec<u8>>,
}

/// Claims a key that nobody has claimed after `forgotten`. False: somebody has.
pub(super) async fn claim(tx: &mut Tx, key: &Key, claim: &[u8], now: Time, forgotten: Time) -> Result<bool, DbError> {
    let rows = sql("INSERT INTO idempotency_keys (key_hash, fingerprint, owner, claim, claimed_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (key_hash) DO UPDATE SET fingerprint = $2, owner = $3, claim = $4, claimed_at = $5, status = NULL, answer = NULL
         WHERE idempotency_keys.claimed_at <= $6")
    .arg(key.hash.as_slice())
    .arg(key.fingerprint.as_slice())
    .arg(key.owner.as_slice())
    .arg(claim)
    .arg(now)
    .arg(forgotten)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// What a key was claimed for after `forgotten`.
pub(super) async fn find(source: &impl Source, key: &Key, forgotten: Time) -> Result<Option<KeyRow>, DbError> {
    sql("SELECT fingerprint, claim, claimed_at, status, answer FROM idempotency_keys
         WHERE key_hash = $1 AND claimed_at > $2")
    .arg(key.hash.as_slice())
    .arg(forgotten)
    .one(source)
    .await
}

/// Keeps what a claim was answered.
pub(super) async fn keep(
    tx: &mut Tx,
    key: &Key,
    claim: &[u8],
    status: u16,
    answer: Option<&[u8]>,
) -> Result<(), DbError> {
    sql("UPDATE idempotency_keys SET status = $3, answer = $4 WHERE key_hash = $1 AND claim = $2")
        .arg(key.hash.as_slice())
        .arg(claim)
        .arg(i32::from(status))
        .arg(answer)
        .run(tx)
        .await?;
    Ok(())
}

/// Gives a key up: what it was claimed for was not done, or nobody knows.
pub(super) async fn release(tx: &mut Tx, key: &Key, claim: &[u8]) -> Result<(), DbError> {
    sql("DELETE FROM idempotency_keys WHERE key_hash = $1 AND claim = $2")
        .arg(key.hash.as_slice())
        .arg(claim)
        .run(tx)
        .await?;
    Ok(())
}

/// Drops the oldest answers of an owner who has more than `most`.
pub(super) async fn bound(tx: &mut Tx, owner: &[u8], most: i64) -> Result<(), DbError> {
    sql("DELETE FROM idempotency_keys WHERE owner = $1 AND status IS NOT NULL AND claimed_at <
             (SELECT claimed_at FROM idempotency_keys WHERE owner = $1 ORDER BY claimed_at DESC LIMIT 1 OFFSET $2)")
    .arg(owner)
    .arg(most)
    .run(tx)
    .await?;
    Ok(())
}

/// Deletes keys that were claimed before `forgotten`.
pub(super) async fn sweep(tx: &mut Tx, forgotten: Time) -> Result<(), DbError> {
    sql("DELETE FROM idempotency_keys WHERE claimed_at <= $1").arg(forgotten).run(tx).await?;
    Ok(())
}
