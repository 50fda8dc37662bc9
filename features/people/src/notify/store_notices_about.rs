//! Store of notices that speak of a person: all SQL on `notices_about`, and what follows from it in inboxes.

use quad_db::FromRow;
use quad_db::{DbError, Tx, places, sql};

use quad_kernel::ids::UserId;

/// Readers per statement, well below both engines' limits of parameters.
const CHUNK: usize = 500;

#[derive(FromRow)]
struct ReaderRow {
    user_id: UserId,
}

fn readers(rows: Vec<ReaderRow>) -> Vec<UserId> {
    rows.into_iter().map(|row| row.user_id).collect()
}

/// Keeps that the notices of these people with this `once` speak of somebody, and what they say.
pub(super) async fn note(
    tx: &mut Tx,
    once: &str,
    to: &[UserId],
    about: UserId,
    said: &str,
    has_address: bool,
    stays: bool,
) -> Result<(), DbError> {
    for chunk in to.chunks(CHUNK) {
        let mut statement = sql(format!(
            "INSERT INTO notices_about (notification_id, about_user, said, has_address, stays)
             SELECT id, $2, $3, $4, $5 FROM notifications WHERE once = $1 AND user_id IN ({})
             ON CONFLICT (notification_id, about_user) DO NOTHING",
            places(6..=5 + chunk.len())
        ))
        .arg(once)
        .arg(about)
        .arg(said)
        .arg(i32::from(has_address))
        .arg(i32::from(stays));
        for user in chunk {
            statement = statement.arg(*user);
        }
        statement.run(tx).await?;
    }
    Ok(())
}

/// Puts other words in place of those by which notices call somebody. Returns whose notices they are.
pub(super) async fn rename(tx: &mut Tx, user: UserId, has_address: bool, said: &str) -> Result<Vec<UserId>, DbError> {
    let rows: Vec<ReaderRow> = sql("UPDATE notifications SET body = REPLACE(body,
             (SELECT a.said FROM notices_about a WHERE a.notification_id = notifications.id AND a.about_user = $1), $3)
         WHERE id IN (SELECT notification_id FROM notices_about WHERE about_user = $1 AND has_address = $2 AND said <> $3)
         RETURNING user_id")
    .arg(user)
    .arg(i32::from(has_address))
    .arg(said)
    .all(&*tx)
    .await?;
    sql("UPDATE notices_about SET said = $3 WHERE about_user = $1 AND has_address = $2")
        .arg(user)
        .arg(i32::from(has_address))
        .arg(said)
        .run(tx)
        .await?;
    Ok(readers(rows))
}

/// Deletes the notices that go with somebody's account. Returns whose they were.
pub(super) async fn delete_going(tx: &mut Tx, user: UserId) -> Result<Vec<UserId>, DbError> {
    let rows: Vec<ReaderRow> = sql(
        "DELETE FROM notifications
         WHERE id IN (SELECT notification_id FROM notices_about WHERE about_user = $1 AND stays = 0) RETURNING user_id",
    )
    .arg(user)
    .all(&*tx)
    .await?;
    Ok(readers(rows))
}

/// Forgets what was kept of somebody whose account is gone.
pub(super) async fn forget(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM notices_about WHERE about_user = $1").arg(user).run(tx).await?;
    Ok(())
}
