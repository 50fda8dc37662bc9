//! Session store: all SQL on `sessions` and `known_devices`. Tokens are stored as hashes only.

use std::collections::HashSet;

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, places, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::{SessionId, UserId};

use super::model::{DAY, Lifetime, TokenHash};
use super::store_change_feed;

/// A session with its person.
#[derive(FromRow)]
pub(super) struct FoundSession {
    pub id: SessionId,
    pub user_id: UserId,
    pub full_name: String,
    pub email: String,
    pub created_at: Time,
    pub last_seen_at: Time,
}

/// A session in its person's list.
#[derive(Debug, FromRow)]
pub struct ListedSession {
    /// Its id, which lets nobody in.
    pub id: SessionId,
    /// "Chrome on Android".
    pub device: String,
    /// The network address.
    pub address: String,
    /// When the person logged in.
    pub created_at: Time,
    /// When it was last used, to some minutes.
    pub last_seen_at: Time,
}

/// A session to be.
pub(super) struct NewSession<'a> {
    pub id: SessionId,
    pub token: TokenHash,
    pub user: UserId,
    pub device: &'a str,
    pub address: &'a str,
    pub now: Time,
}

pub(super) async fn find(source: &impl Source, token: &TokenHash) -> Result<Option<FoundSession>, DbError> {
    sql("SELECT sessions.id, sessions.user_id, users.full_name, users.email, sessions.created_at, sessions.last_seen_at
         FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.token_hash = $1")
    .arg(token.to_vec())
    .one(source)
    .await
}

#[derive(FromRow)]
struct LifeRow {
    id: SessionId,
    created_at: Time,
    last_seen_at: Time,
    is_admin: i32,
}

/// Which of these sessions live.
pub async fn living(source: &impl Source, ids: &[SessionId], now: Time) -> Result<HashSet<SessionId>, DbError> {
    let mut living = HashSet::new();
    for chunk in ids.chunks(500) {
        let text = format!(
            "SELECT id, created_at, last_seen_at, CASE WHEN EXISTS (SELECT 1 FROM roles
                WHERE roles.user_id = sessions.user_id AND roles.role = 'ADMIN') THEN 1 ELSE 0 END AS is_admin
             FROM sessions WHERE id IN ({})",
            places(1..=chunk.len())
        );
        let rows: Vec<LifeRow> = chunk.iter().fold(sql(text), |statement, id| statement.arg(*id)).all(source).await?;
        let holds = |row: &LifeRow| Lifetime::of(row.is_admin == 1).holds(row.created_at, row.last_seen_at, now);
        living.extend(rows.iter().filter(|row| holds(row)).map(|row| row.id));
    }
    Ok(living)
}

pub(super) async fn list(source: &impl Source, user: UserId) -> Result<Vec<ListedSession>, DbError> {
    sql("SELECT id, device, address, created_at, last_seen_at FROM sessions WHERE user_id = $1
         ORDER BY last_seen_at DESC, id DESC")
    .arg(user)
    .all(source)
    .await
}

pub(super) async fn insert(tx: &mut Tx, new: &NewSession<'_>) -> Result<(), DbError> {
    sql("INSERT INTO sessions (id, token_hash, user_id, device, address, created_at, last_seen_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7)")
    .arg(new.id)
    .arg(new.token.to_vec())
    .arg(new.user)
    .arg(new.device)
    .arg(new.address)
    .arg(new.now)
    .arg(new.now.plus(Lifetime::of(false).absolute))
    .run(tx)
    .await?;
    Ok(())
}

/// Writes many at once.
pub(super) async fn insert_many(tx: &mut Tx, many: &[NewSession<'_>]) -> Result<(), DbError> {
    const COLUMNS: usize = 8;
    for chunk in many.chunks(100) {
        let rows: Vec<String> =
            (0..chunk.len()).map(|row| format!("({})", places(row * COLUMNS + 1..=(row + 1) * COLUMNS))).collect();
        let mut statement = sql(format!(
            "INSERT INTO sessions (id, token_hash, user_id, device, address, created_at, last_seen_at, expires_at) VALUES {}",
            rows.join(", ")
        ));
        for new in chunk {
            statement = statement
                .arg(new.id)
                .arg(new.token.to_vec())
                .arg(new.user)
                .arg(new.device)
                .arg(new.address)
                .arg(new.now)
                .arg(new.now)
                .arg(new.now.plus(Lifetime::of(false).absolute));
        }
        statement.run(tx).await?;
    }
    Ok(())
}

/// Notes that a session is used, unless somebody noted that a moment ago.
pub(super) async fn touch(tx: &mut Tx, id: SessionId, now: Time, unless_after: Time) -> Result<(), DbError> {
    sql("UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at <= $3")
        .arg(id)
        .arg(now)
        .arg(unless_after)
        .run(tx)
        .await?;
    Ok(())
}

/// A session that was ended, and whose it was.
#[derive(FromRow)]
pub(super) struct Ended {
    pub id: SessionId,
    pub user_id: UserId,
}

/// Ends the session a cookie names, and says which that was.
pub(super) async fn end_by_token(tx: &mut Tx, token: &TokenHash) -> Result<Option<Ended>, DbError> {
    let ended: Option<Ended> =
        sql("DELETE FROM sessions WHERE token_hash = $1 RETURNING id, user_id").arg(token.to_vec()).one(&*tx).await?;
    if let Some(ended) = &ended {
        store_change_feed::note(tx, ended.user_id).await?;
    }
    Ok(ended)
}

/// Ends one session of a person; somebody else's is not touched.
pub(super) async fn end_one(tx: &mut Tx, user: UserId, id: SessionId) -> Result<bool, DbError> {
    let ended = sql("DELETE FROM sessions WHERE user_id = $1 AND id = $2").arg(user).arg(id).run(tx).await?;
    store_change_feed::note(tx, user).await?;
    Ok(ended == 1)
}

/// Ends all sessions of a person but one.
pub(super) async fn end_others(tx: &mut Tx, user: UserId, kept: SessionId) -> Result<u64, DbError> {
    let ended = sql("DELETE FROM sessions WHERE user_id = $1 AND id <> $2").arg(user).arg(kept).run(tx).await?;
    store_change_feed::note(tx, user).await?;
    Ok(ended)
}

/// Ends all sessions of a person.
pub(super) async fn end_all(tx: &mut Tx, user: UserId) -> Result<u64, DbError> {
    let ended = sql("DELETE FROM sessions WHERE user_id = $1").arg(user).run(tx).await?;
    store_change_feed::note(tx, user).await?;
    Ok(ended)
}

/// Remembers that a device has logged in to an account.
pub(super) async fn remember_device(tx: &mut Tx, user: UserId, device: &TokenHash, now: Time) -> Result<(), DbError> {
    sql("INSERT INTO known_devices (user_id, device_hash, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, device_hash) DO UPDATE SET seen_at = excluded.seen_at")
    .arg(user)
    .arg(device.to_vec())
    .arg(now)
    .run(tx)
    .await?;
    Ok(())
}

/// Whether a device has logged in to an account.
pub(super) async fn is_known(source: &impl Source, user: UserId, device: &[u8]) -> Result<bool, DbError> {
    let found: Option<i32> = sql("SELECT 1 AS value FROM known_devices WHERE user_id = $1 AND device_hash = $2")
        .arg(user)
        .arg(device.to_vec())
        .value(source)
        .await?;
    Ok(found.is_some())
}

/// Forgets every device of an account: after a reset nobody's word counts any more.
pub(super) async fn forget_devices(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM known_devices WHERE user_id = $1").arg(user).run(tx).await?;
    Ok(())
}

/// Forgets every device of an account but one.
pub(super) async fn forget_devices_but(tx: &mut Tx, user: UserId, kept: Option<TokenHash>) -> Result<(), DbError> {
    sql("DELETE FROM known_devices WHERE user_id = $1 AND device_hash <> $2")
        .arg(user)
        .arg(kept.map_or_else(Vec::new, Vec::from))
        .run(tx)
        .await?;
    Ok(())
}

#[derive(FromRow)]
struct SeenRow {
    seen_at: Time,
}

/// When each device of an account was last seen, latest first.
pub(super) async fn devices_seen(source: &impl Source, user: UserId) -> Result<Vec<Time>, DbError> {
    let rows = sql("SELECT seen_at FROM known_devices WHERE user_id = $1 ORDER BY seen_at DESC")
        .arg(user)
        .all::<SeenRow>(source)
        .await?;
    Ok(rows.into_iter().map(|row| row.seen_at).collect())
}

/// Deletes sessions that are over and devices not seen for half a year.
pub(super) async fn sweep(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    sql("DELETE FROM sessions WHERE expires_at <= $1 OR last_seen_at <= $2")
        .arg(now)
        .arg(now.minus(Lifetime::of(false).idle))
        .run(tx)
        .await?;
    sql("DELETE FROM known_devices WHERE seen_at <= $1").arg(now.minus(180 * DAY)).run(tx).await?;
    Ok(())
}
