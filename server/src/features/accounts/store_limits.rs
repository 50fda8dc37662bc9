//! All statements on what is counted and mailed: `login_failures`, `login_sprays`, `mail_allowances`, `mailed_codes`.
//! Each decides in one guarded statement, so that a burst of parallel tries is counted like a line of them.

use std::time::Duration;

use quad_db::{DbError, Source, Tx, sql};
use sea_orm::FromQueryResult;

use crate::kernel::clock::Time;
use crate::kernel::ids::UserId;

/// Failures older than this start anew.
const FORGIVEN_AFTER: Duration = Duration::from_hours(1);
/// How long a failed account counts for the address it was tried from.
const SPRAY_WINDOW: Duration = Duration::from_mins(15);
/// Mails that strangers may cause for one address within an hour.
const MAILS_PER_HOUR: i32 = 10;

/// A key of what is counted, see `model::email_key`.
pub(super) type Key = [u8; 32];

/// Whether an attempt may go on.
pub(super) enum Attempt {
    /// It is counted; a success takes the count away again.
    Counted,
    /// Too early.
    Blocked {
        /// The next one is taken from then on.
        until: Time,
    },
}

/// Counts an attempt before its outcome is known. From the `free`th on each is followed by a pause of 1, 2, 4 … 60 s.
pub(super) async fn count_attempt(tx: &mut Tx, key: &Key, free: i32, now: Time) -> Result<Attempt, DbError> {
    let counted = sql("INSERT INTO login_failures (email_hash, failures, blocked_until, last_at) VALUES ($1, 1, 0, $2)
         ON CONFLICT (email_hash) DO UPDATE SET
             failures = CASE WHEN login_failures.last_at < $3 THEN 1 ELSE login_failures.failures + 1 END,
             blocked_until = CASE
                 WHEN login_failures.last_at < $3 OR login_failures.failures + 1 < $4 THEN 0
                 WHEN login_failures.failures + 1 - $4 >= 6 THEN $2 + 60000
                 ELSE $2 + 1000 * (1 << (login_failures.failures + 1 - $4)) END,
             last_at = $2
         WHERE login_failures.blocked_until <= $2
         RETURNING failures AS value")
    .arg(key.to_vec())
    .arg(now)
    .arg(now.minus(FORGIVEN_AFTER))
    .arg(free)
    .value::<i32>(tx)
    .await?;
    if counted.is_some() {
        return Ok(Attempt::Counted);
    }
    let until = sql("SELECT blocked_until AS value FROM login_failures WHERE email_hash = $1")
        .arg(key.to_vec())
        .value(tx)
        .await?;
    Ok(Attempt::Blocked { until: until.unwrap_or(now) })
}

/// Takes the count away: the attempt succeeded.
pub(super) async fn forgive(tx: &mut Tx, key: &Key) -> Result<(), DbError> {
    sql("DELETE FROM login_failures WHERE email_hash = $1").arg(key.to_vec()).run(tx).await?;
    Ok(())
}

/// Notes that an account was tried in vain from a place, and answers how many different ones were lately; counts no
/// further than `enough`.
pub(super) async fn note_spray(tx: &mut Tx, place: &str, key: &Key, enough: i64, now: Time) -> Result<i64, DbError> {
    sql("INSERT INTO login_sprays (address, email_hash, failed_at) VALUES ($1, $2, $3)
         ON CONFLICT (address, email_hash) DO UPDATE SET failed_at = excluded.failed_at")
    .arg(place)
    .arg(key.to_vec())
    .arg(now)
    .run(tx)
    .await?;
    let lately = sql("SELECT count(*) AS value FROM
             (SELECT 1 AS one FROM login_sprays WHERE address = $1 AND failed_at > $2 LIMIT $3) AS lately")
    .arg(place)
    .arg(now.minus(SPRAY_WINDOW))
    .arg(enough)
    .value(tx)
    .await?;
    Ok(lately.unwrap_or_default())
}

/// Somebody who mistyped and then got it right was no sprayer.
pub(super) async fn forgive_spray(tx: &mut Tx, place: &str, key: &Key) -> Result<(), DbError> {
    sql("DELETE FROM login_sprays WHERE address = $1 AND email_hash = $2").arg(place).arg(key.to_vec()).run(tx).await?;
    Ok(())
}

/// Starts the pause for an account at once, as if the free tries were used up.
pub(super) async fn slow_at_once(tx: &mut Tx, key: &Key, free: i32, now: Time) -> Result<(), DbError> {
    sql("UPDATE login_failures SET failures = $2, blocked_until = $3 WHERE email_hash = $1 AND failures < $2")
        .arg(key.to_vec())
        .arg(free)
        .arg(now.plus(Duration::from_secs(1)))
        .run(tx)
        .await?;
    Ok(())
}

/// Whether one more mail may go to an address this hour; counts it.
pub(super) async fn allow_mail(tx: &mut Tx, key: &Key, now: Time) -> Result<bool, DbError> {
    let rows = sql("INSERT INTO mail_allowances (email_hash, sent, since) VALUES ($1, 1, $2)
         ON CONFLICT (email_hash) DO UPDATE SET
             sent = CASE WHEN mail_allowances.since <= $3 THEN 1 ELSE mail_allowances.sent + 1 END,
             since = CASE WHEN mail_allowances.since <= $3 THEN $2 ELSE mail_allowances.since END
         WHERE mail_allowances.since <= $3 OR mail_allowances.sent < $4")
    .arg(key.to_vec())
    .arg(now)
    .arg(now.minus(Duration::from_hours(1)))
    .arg(MAILS_PER_HOUR)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// What a mailed secret is for.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Confirm,
    Reset,
}

impl Purpose {
    fn word(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Reset => "reset",
        }
    }
}

/// A secret that was mailed; replaces the one before.
pub(super) struct NewCode {
    pub user: UserId,
    pub purpose: Purpose,
    pub hash: Key,
    pub tries: i32,
    pub expires_at: Time,
}

pub(super) async fn put_code(tx: &mut Tx, new: &NewCode) -> Result<(), DbError> {
    sql("INSERT INTO mailed_codes (user_id, purpose, code_hash, tries_left, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, purpose) DO UPDATE SET
             code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at")
    .arg(new.user)
    .arg(new.purpose.word())
    .arg(new.hash.to_vec())
    .arg(new.tries)
    .arg(new.expires_at)
    .run(tx)
    .await?;
    Ok(())
}

/// Whose confirmation link this is, while it is the newest and not too old.
pub(super) async fn owner_of_link(source: &impl Source, hash: &Key, now: Time) -> Result<Option<UserId>, DbError> {
    sql("SELECT user_id AS value FROM mailed_codes WHERE purpose = 'confirm' AND code_hash = $1 AND expires_at > $2")
        .arg(hash.to_vec())
        .arg(now)
        .value(source)
        .await
}

/// The code a try is compared with.
#[derive(FromQueryResult)]
pub(super) struct TriedCode {
    pub user_id: UserId,
    pub code_hash: Vec<u8>,
}

/// Uses up one try of the newest reset code, if one is left in time.
pub(super) async fn use_try(tx: &mut Tx, email: &str, now: Time) -> Result<Option<TriedCode>, DbError> {
    sql("UPDATE mailed_codes SET tries_left = tries_left - 1
         WHERE purpose = 'reset' AND tries_left > 0 AND expires_at > $2
           AND user_id = (SELECT id FROM users WHERE email = $1)
         RETURNING user_id, code_hash")
    .arg(email)
    .arg(now)
    .one(tx)
    .await
}

/// Redeems a code that was right; only one redeems it, and not after a newer one was mailed.
pub(super) async fn redeem(tx: &mut Tx, user: UserId, hash: &Key, now: Time) -> Result<bool, DbError> {
    let rows =
        sql("DELETE FROM mailed_codes WHERE user_id = $1 AND purpose = 'reset' AND code_hash = $2 AND expires_at > $3")
            .arg(user)
            .arg(hash.to_vec())
            .arg(now)
            .run(tx)
            .await?;
    Ok(rows == 1)
}

/// Makes all mailed secrets of a person worthless.
pub(super) async fn void_codes(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM mailed_codes WHERE user_id = $1").arg(user).run(tx).await?;
    Ok(())
}

/// Deletes everything here that no longer counts.
pub(super) async fn sweep(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    sql("DELETE FROM mailed_codes WHERE expires_at <= $1").arg(now).run(tx).await?;
    sql("DELETE FROM login_failures WHERE last_at < $1").arg(now.minus(FORGIVEN_AFTER)).run(tx).await?;
    sql("DELETE FROM login_sprays WHERE failed_at <= $1").arg(now.minus(SPRAY_WINDOW)).run(tx).await?;
    sql("DELETE FROM mail_allowances WHERE since <= $1").arg(now.minus(Duration::from_hours(1))).run(tx).await?;
    Ok(())
}
