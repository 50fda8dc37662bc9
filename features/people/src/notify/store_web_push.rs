//! Web push store: all SQL on pushes under way, and on the key pair they are signed with.
//!
//! Whoever takes a push moves its time ahead by a lease, in one guarded statement: nobody else takes it meanwhile, and a
//! process that dies with it leaves it to be taken again.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;

use super::store::with_ids;

/// A push in hand.
#[derive(FromRow)]
pub(super) struct Delivery {
    pub id: i64,
    pub subscription_id: i64,
    pub tries: i32,
    pub endpoint: String,
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
    pub notification_id: i64,
    pub once: String,
    pub title: String,
    pub body: String,
    pub url: String,
    pub told_at: Time,
    pub news_until: Option<Time>,
}

#[derive(FromRow)]
struct IdRow {
    id: i64,
}

/// Takes up to `most` pushes that are due, until `lease`.
pub(super) async fn claim(tx: &mut Tx, now: Time, lease: Time, most: i64) -> Result<Vec<Delivery>, DbError> {
    // The outer condition is for two processes that chose the same rows: the second finds them moved.
    let ids: Vec<IdRow> = sql("UPDATE push_deliveries SET due_at = $2, tries = tries + 1 WHERE due_at <= $1
           AND id IN (SELECT id FROM push_deliveries WHERE due_at <= $1 ORDER BY due_at, id LIMIT $3) RETURNING id")
    .arg(now)
    .arg(lease)
    .arg(most)
    .all(&*tx)
    .await?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = ids.into_iter().map(|row| row.id).collect();
    with_ids(
        "SELECT d.id, d.subscription_id, d.tries, s.endpoint, s.p256dh, s.auth, d.notification_id, n.once, n.title, n.body,
             n.url, n.created_at AS told_at, n.news_until
         FROM push_deliveries d JOIN push_subscriptions s ON s.id = d.subscription_id
         JOIN notifications n ON n.id = d.notification_id WHERE d.id IN",
        "ORDER BY d.id",
        &ids,
        &[],
    )
    .all(&*tx)
    .await
}

/// When the next push is due, if any waits.
pub(super) async fn next_due(source: &impl Source) -> Result<Option<Time>, DbError> {
    let due: Option<Option<Time>> = sql("SELECT MIN(due_at) AS value FROM push_deliveries").value(source).await?;
    Ok(due.flatten())
}

/// How a batch of pushes ended. Ids of subscriptions, but for `done` and `later`, which are pushes.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// Pushes nobody tries again.
    pub done: Vec<i64>,
    /// Devices that took one.
    pub reached: Vec<i64>,
    /// Devices that are no more.
    pub gone: Vec<i64>,
    /// Devices whose push service refused one for good.
    pub refused: Vec<i64>,
    /// Pushes to try again, and when.
    pub later: Vec<(i64, Time)>,
}

impl Ended {
    pub fn len(&self) -> usize {
        self.done.len() + self.later.len()
    }

    /// One order for everybody, so that two processes cannot wait for each other in a circle; each row once.
    fn sorted(mut list: Vec<i64>) -> Vec<i64> {
        list.sort_unstable();
        list.dedup();
        list
    }
}

/// Notes how pushes ended. Devices for which `most` pushes were refused since one was taken are forgotten. Devices come
/// before pushes, as for whoever forgets a device, with which its pushes go.
pub(super) async fn note(tx: &mut Tx, ended: &Ended, most: i64, now: Time) -> Result<(), DbError> {
    let statements = [
        ("DELETE FROM push_subscriptions WHERE id IN", "", &[][..], &ended.gone),
        ("UPDATE push_subscriptions SET last_ok = $1, failures = 0 WHERE id IN", "", &[now.0], &ended.reached),
        ("UPDATE push_subscriptions SET failures = failures + 1 WHERE id IN", "", &[], &ended.refused),
        ("DELETE FROM push_subscriptions WHERE failures >= $1 AND id IN", "", &[most], &ended.refused),
        ("DELETE FROM push_deliveries WHERE id IN", "", &[], &ended.done),
    ];
    for (before, after, first, ids) in statements {
        for chunk in Ended::sorted(ids.clone()).chunks(500) {
            with_ids(before, after, chunk, first).run(tx).await?;
        }
    }
    let mut later = ended.later.clone();
    later.sort_unstable();
    for (id, due) in later {
        sql("UPDATE push_deliveries SET due_at = $2 WHERE id = $1").arg(id).arg(due).run(tx).await?;
    }
    Ok(())
}

/// Keeps a secret for the key pair unless there is one, and returns the one that is kept.
pub(super) async fn keep_secret(tx: &mut Tx, secret: &[u8], now: Time) -> Result<Vec<u8>, DbError> {
    sql("INSERT INTO push_keys (one, secret, created_at) VALUES (1, $1, $2) ON CONFLICT (one) DO NOTHING")
        .arg(secret.to_vec())
        .arg(now)
        .run(tx)
        .await?;
    Ok(kept_secret(tx).await?.unwrap_or_default())
}

/// The secret of the key pair, once there is one.
pub(super) async fn kept_secret(source: &impl Source) -> Result<Option<Vec<u8>>, DbError> {
    sql("SELECT secret AS value FROM push_keys WHERE one = 1").value(source).await
}
