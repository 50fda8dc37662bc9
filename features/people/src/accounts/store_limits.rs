//! Store of the login limits: all SQL on what is counted and mailed: `login_failures`, `login_sprays`, `guessed_passwords`,
//! `mail_allowances`, `reset_codes`. Each decides in one guarded statement, so that a burst of parallel tries is counted like a
//! line of them.

use std::time::Duration;

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;
use quad_kernel::error::{Rejection, Result};
use quad_kernel::ids::UserId;

use super::model::Backoff;

/// Failures older than this start anew.
const FORGIVEN_AFTER: Duration = Duration::from_hours(1);
/// How long a failed account counts for the address it was tried from.
const SPRAY_WINDOW: Duration = Duration::from_mins(15);
/// How long a password that failed counts.
const GUESS_WINDOW: Duration = Duration::from_hours(24);
/// Mails of a kind that strangers may cause for one address within an hour, and that the owner's browsers may.
pub(super) const MAILS_PER_HOUR: i32 = 10;
/// Of these, such that strangers at one place may cause: whoever asks again and again leaves some for the owner elsewhere.
pub(super) const MAILS_PER_PLACE: i32 = 5;

/// A key of what is counted, see `model::email_key`.
pub(super) type LimitKey = [u8; 32];

/// Whether an attempt may go on.
pub(super) enum LimitVerdict {
    /// It is counted; a success takes the count away again.
    Counted,
    /// Too early.
    Blocked {
        /// The next one is taken from then on.
        until: Time,
    },
}

impl LimitVerdict {
    /// Refuses what comes too early, in words that say how many seconds too early.
    pub fn or_slow(self, now: Time, words: fn(u32) -> Rejection) -> Result<()> {
        match self {
            Self::Counted => Ok(()),
            Self::Blocked { until } => {
                Err(words(u32::try_from((until.millis_since(now) + 999) / 1000).unwrap_or(1).max(1)).into())
            }
        }
    }
}

/// One count: what is counted, about whom, and how patient it is.
#[derive(Clone, Copy)]
pub(super) struct Counter<'a> {
    pub key: &'a LimitKey,
    /// What [`forgive_account`] takes away.
    pub account: &'a LimitKey,
    pub backoff: Backoff,
}

/// Counts an attempt before its outcome is known, unless it comes within the pause after the one before.
pub(super) async fn count_attempt(tx: &mut Tx, counter: Counter<'_>, now: Time) -> Result<LimitVerdict, DbError> {
    let Backoff { free, doublings, longest } = counter.backoff;
    let counted = sql("INSERT INTO login_failures (email_hash, account_hash, failures, blocked_until, last_at)
             VALUES ($1, $2, 1, CASE WHEN $5 <= 1 THEN $3 + 1000 ELSE 0 END, $3)
         ON CONFLICT (email_hash) DO UPDATE SET
             account_hash = excluded.account_hash,
             failures = CASE WHEN login_failures.last_at < $4 THEN 1 ELSE login_failures.failures + 1 END,
             blocked_until = CASE
                 WHEN login_failures.last_at < $4 THEN excluded.blocked_until
                 WHEN login_failures.failures + 1 < $5 THEN 0
                 WHEN login_failures.failures + 1 - $5 >= $6 THEN $3 + $7
                 ELSE $3 + 1000 * (1 << (login_failures.failures + 1 - $5)) END,
             last_at = $3
         WHERE login_failures.blocked_until <= $3
         RETURNING failures AS value")
    .arg(counter.key.to_vec())
    .arg(counter.account.to_vec())
    .arg(now)
    .arg(now.minus(FORGIVEN_AFTER))
    .arg(free)
    .arg(doublings)
    .arg(i64::try_from(longest.as_millis()).unwrap_or(i64::MAX))
    .value::<i32>(tx)
    .await?;
    if counted.is_some() {
        return Ok(LimitVerdict::Counted);
    }
    let until = sql("SELECT blocked_until AS value FROM login_failures WHERE email_hash = $1")
        .arg(counter.key.to_vec())
        .value(tx)
        .await?;
    Ok(LimitVerdict::Blocked { until: until.unwrap_or(now) })
}

/// Takes one count away: the attempt succeeded.
pub(super) async fn forgive(tx: &mut Tx, key: &LimitKey) -> Result<(), DbError> {
    sql("DELETE FROM login_failures WHERE email_hash = $1").arg(key.to_vec()).run(tx).await?;
    Ok(())
}

/// Takes everything away that is counted about an account.
pub(super) async fn forgive_account(tx: &mut Tx, account: &LimitKey) -> Result<(), DbError> {
    sql("DELETE FROM login_failures WHERE account_hash = $1 OR email_hash = $1").arg(account.to_vec()).run(tx).await?;
    Ok(())
}

/// Counts a password before it is looked at, unless it has failed too often since a day.
pub(super) async fn count_guess(tx: &mut Tx, cell: i32, most: i32, now: Time) -> Result<LimitVerdict, DbError> {
    let rows = sql("INSERT INTO guessed_passwords (cell, tries, since) VALUES ($1, 1, $2)
         ON CONFLICT (cell) DO UPDATE SET
             tries = CASE WHEN guessed_passwords.since <= $3 THEN 1 ELSE guessed_passwords.tries + 1 END,
             since = CASE WHEN guessed_passwords.since <= $3 THEN $2 ELSE guessed_passwords.since END
         WHERE guessed_passwords.since <= $3 OR guessed_passwords.tries < $4")
    .arg(cell)
    .arg(now)
    .arg(now.minus(GUESS_WINDOW))
    .arg(most)
    .run(tx)
    .await?;
    if rows == 1 {
        return Ok(LimitVerdict::Counted);
    }
    let since: Option<Time> =
        sql("SELECT since AS value FROM guessed_passwords WHERE cell = $1").arg(cell).value(tx).await?;
    Ok(LimitVerdict::Blocked { until: since.unwrap_or(now).plus(GUESS_WINDOW) })
}

/// Takes back what [`count_guess`] counted: it was the right password.
pub(super) async fn forgive_guess(tx: &mut Tx, cell: i32) -> Result<(), DbError> {
    sql("UPDATE guessed_passwords SET tries = tries - 1 WHERE cell = $1 AND tries > 0").arg(cell).run(tx).await?;
    Ok(())
}

/// How many different accounts were tried in vain from a place lately; counts no further than `enough`.
pub(super) async fn accounts_failing(
    source: &impl Source,
    place: &str,
    enough: i64,
    now: Time,
) -> Result<i64, DbError> {
    let lately = sql("SELECT count(*) AS value FROM
             (SELECT 1 AS one FROM login_sprays WHERE address = $1 AND failed_at > $2 LIMIT $3) AS lately")
    .arg(place)
    .arg(now.minus(SPRAY_WINDOW))
    .arg(enough)
    .value(source)
    .await?;
    Ok(lately.unwrap_or_default())
}

/// Notes that an account was tried in vain from a place.
pub(super) async fn note_spray(tx: &mut Tx, place: &str, key: &LimitKey, now: Time) -> Result<(), DbError> {
    sql("INSERT INTO login_sprays (address, email_hash, failed_at) VALUES ($1, $2, $3)
         ON CONFLICT (address, email_hash) DO UPDATE SET failed_at = excluded.failed_at")
    .arg(place)
    .arg(key.to_vec())
    .arg(now)
    .run(tx)
    .await?;
    Ok(())
}

/// Somebody who mistyped and then got it right was no sprayer.
pub(super) async fn forgive_spray(tx: &mut Tx, place: &str, key: &LimitKey) -> Result<(), DbError> {
    sql("DELETE FROM login_sprays WHERE address = $1 AND email_hash = $2").arg(place).arg(key.to_vec()).run(tx).await?;
    Ok(())
}

/// Whether one more mail may go to an address this hour; counts it.
pub(super) async fn allow_mail(tx: &mut Tx, key: &LimitKey, most: i32, now: Time) -> Result<bool, DbError> {
    let rows = sql("INSERT INTO mail_allowances (email_hash, sent, since) VALUES ($1, 1, $2)
         ON CONFLICT (email_hash) DO UPDATE SET
             sent = CASE WHEN mail_allowances.since <= $3 THEN 1 ELSE mail_allowances.sent + 1 END,
             since = CASE WHEN mail_allowances.since <= $3 THEN $2 ELSE mail_allowances.since END
         WHERE mail_allowances.since <= $3 OR mail_allowances.sent < $4")
    .arg(key.to_vec())
    .arg(now)
    .arg(now.minus(Duration::from_hours(1)))
    .arg(most)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Who may try a code: the browser that asked for it, by the hash of its cookie; with [`ON_THE_HOST`] whichever.
pub(super) struct CodeOf<'a> {
    pub user: UserId,
    pub browser: &'a [u8],
}

/// In place of a browser where no browser asked.
pub(super) const ON_THE_HOST: &[u8] = &[];

/// Gives a browser its tries at a code that is not made yet. One from before keeps working, with these tries in place of its
/// own: a wish is worth so many, whatever is made for it and how often.
pub(super) async fn give_tries(tx: &mut Tx, of: &CodeOf<'_>, tries: i32, now: Time) -> Result<(), DbError> {
    sql(
        "INSERT INTO reset_codes (user_id, browser_hash, code_hash, tries_left, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, browser_hash) DO UPDATE SET
             tries_left = excluded.tries_left,
             expires_at = CASE WHEN reset_codes.expires_at > excluded.expires_at
                               THEN reset_codes.expires_at ELSE excluded.expires_at END",
    )
    .arg(of.user)
    .arg(of.browser.to_vec())
    // The hash of no code.
    .arg(Vec::<u8>::new())
    .arg(tries)
    .arg(now)
    .run(tx)
    .await?;
    Ok(())
}

/// Puts a code in the place of the one before, with the tries that are left of the wish. `false` when that has gone: another
/// code was redeemed meanwhile, or the password changed.
pub(super) async fn put_code(tx: &mut Tx, of: &CodeOf<'_>, hash: &LimitKey, expires_at: Time) -> Result<bool, DbError> {
    let rows = sql("UPDATE reset_codes SET code_hash = $3, expires_at = $4 WHERE user_id = $1 AND browser_hash = $2")
        .arg(of.user)
        .arg(of.browser.to_vec())
        .arg(hash.to_vec())
        .arg(expires_at)
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// The code a try is compared with.
#[derive(FromRow)]
pub(super) struct TriedCode {
    pub user_id: UserId,
    pub code_hash: Vec<u8>,
}

/// Uses up one try of the newest code of a browser, if `least` are left in time.
pub(super) async fn use_try(
    tx: &mut Tx,
    email: &str,
    browser: &[u8],
    least: i32,
    now: Time,
) -> Result<Option<TriedCode>, DbError> {
    sql("UPDATE reset_codes SET tries_left = tries_left - 1
         WHERE tries_left >= $4 AND expires_at > $3 AND browser_hash = $2
           AND user_id = (SELECT id FROM users WHERE email = $1)
         RETURNING user_id, code_hash")
    .arg(email)
    .arg(browser.to_vec())
    .arg(now)
    .arg(least)
    .one(tx)
    .await
}

/// Redeems a code that was right, and with it all others of the person; only one redeems it, and not after the same browser
/// was mailed a newer one.
pub(super) async fn redeem(
    tx: &mut Tx,
    user: UserId,
    browser: &[u8],
    hash: &LimitKey,
    now: Time,
) -> Result<bool, DbError> {
    let rows =
        sql("DELETE FROM reset_codes WHERE user_id = $1 AND browser_hash = $2 AND code_hash = $3 AND expires_at > $4")
            .arg(user)
            .arg(browser.to_vec())
            .arg(hash.to_vec())
            .arg(now)
            .run(tx)
            .await?;
    void_codes(tx, user).await?;
    Ok(rows == 1)
}

/// Makes all codes of a person worthless.
pub(super) async fn void_codes(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM reset_codes WHERE user_id = $1").arg(user).run(tx).await?;
    Ok(())
}

/// So long the tries of a wish are kept for a code whose mail waits. Were they swept while it does, the wish would have none.
const WISH_WAITS: Duration = Duration::from_hours(24);

/// Deletes everything here that no longer counts.
pub(super) async fn sweep(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    sql("DELETE FROM reset_codes WHERE expires_at <= $1").arg(now.minus(WISH_WAITS)).run(tx).await?;
    sql("DELETE FROM login_failures WHERE last_at < $1").arg(now.minus(FORGIVEN_AFTER)).run(tx).await?;
    sql("DELETE FROM login_sprays WHERE failed_at <= $1").arg(now.minus(SPRAY_WINDOW)).run(tx).await?;
    sql("DELETE FROM guessed_passwords WHERE since <= $1").arg(now.minus(GUESS_WINDOW)).run(tx).await?;
    sql("DELETE FROM mail_allowances WHERE since <= $1").arg(now.minus(Duration::from_hours(1))).run(tx).await?;
    Ok(())
}
