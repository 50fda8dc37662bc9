//! Sign-up store: all SQL on `registrations`: what waits for its mailed link. Of links and browsers only hashes are kept.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;

use super::model::{NewAccount, TokenHash};

/// Registrations of one address that wait at the same time; a further one takes the oldest one's place. As ten an hour are
/// mailed (`store_limits::MAILS_PER_HOUR`), one that is dropped so has waited for an hour at least, whoever registers the same address.
pub(super) const MOST_WAITING: i64 = 30;

/// A registration to be.
pub(super) struct NewSignUp<'a> {
    pub account: &'a NewAccount,
    pub password_hash: &'a str,
    pub link: TokenHash,
    /// The browser's cookie.
    pub browser: TokenHash,
    pub now: Time,
    pub expires_at: Time,
}

/// One that waits, or did: its confirmation is remembered until the link ends, so that opening it twice is fine.
#[derive(FromRow)]
pub(super) struct SignUp {
    link_hash: Vec<u8>,
    browser_hash: Vec<u8>,
    pub email: String,
    full_name: String,
    contact: String,
    batch: i32,
    pub password_hash: String,
    pub confirmed_at: Option<Time>,
}

impl SignUp {
    /// Whether it was made in this browser.
    pub fn is_of(&self, browser: Option<&TokenHash>) -> bool {
        browser.is_some_and(|browser| self.browser_hash == browser)
    }

    /// The account it becomes.
    pub fn account(&self) -> NewAccount {
        NewAccount {
            full_name: self.full_name.clone(),
            email: self.email.clone(),
            contact: self.contact.clone(),
            batch: self.batch,
        }
    }
}

/// Adds one beside those that wait for the same address. The caller has counted its mail, which holds off others who register
/// the address at this moment.
pub(super) async fn put(tx: &mut Tx, new: &NewSignUp<'_>) -> Result<(), DbError> {
    let email = new.account.email.as_str();
    sql("INSERT INTO registrations (link_hash, browser_hash, email, full_name, contact, batch, password_hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
    .arg(new.link.to_vec())
    .arg(new.browser.to_vec())
    .arg(email)
    .arg(new.account.full_name.as_str())
    .arg(new.account.contact.as_str())
    .arg(new.account.batch)
    .arg(new.password_hash)
    .arg(new.now)
    .arg(new.expires_at)
    .run(tx)
    .await?;
    sql("DELETE FROM registrations WHERE email = $1 AND link_hash NOT IN
             (SELECT link_hash FROM registrations WHERE email = $1 ORDER BY created_at DESC, link_hash LIMIT $2)")
    .arg(email)
    .arg(MOST_WAITING)
    .run(tx)
    .await?;
    Ok(())
}

/// The registration a link was mailed for, until it ends.
pub(super) async fn by_link(source: &impl Source, link: &TokenHash, now: Time) -> Result<Option<SignUp>, DbError> {
    sql("SELECT link_hash, browser_hash, email, full_name, contact, batch, password_hash, confirmed_at
         FROM registrations WHERE link_hash = $1 AND expires_at > $2")
    .arg(link.to_vec())
    .arg(now)
    .one(source)
    .await
}

/// The newest one of an address that waits and was made in this browser.
pub(super) async fn of_browser(
    source: &impl Source,
    email: &str,
    browser: &TokenHash,
    now: Time,
) -> Result<Option<SignUp>, DbError> {
    sql("SELECT link_hash, browser_hash, email, full_name, contact, batch, password_hash, confirmed_at FROM registrations
         WHERE email = $1 AND browser_hash = $2 AND expires_at > $3 AND confirmed_at IS NULL
         ORDER BY created_at DESC, link_hash LIMIT 1")
    .arg(email)
    .arg(browser.to_vec())
    .arg(now)
    .one(source)
    .await
}

/// Makes it the one of its address: the others are dropped, and of this one only that it was confirmed is kept. False when
/// it is gone or was confirmed meanwhile.
pub(super) async fn settle(tx: &mut Tx, one: &SignUp, now: Time) -> Result<bool, DbError> {
    let rows = sql("UPDATE registrations SET confirmed_at = $2, full_name = '', contact = '', password_hash = '!'
         WHERE link_hash = $1 AND confirmed_at IS NULL AND expires_at > $2")
    .arg(one.link_hash.clone())
    .arg(now)
    .run(tx)
    .await?;
    sql("DELETE FROM registrations WHERE email = $1 AND link_hash <> $2 AND expires_at > $3")
        .arg(one.email.as_str())
        .arg(one.link_hash.clone())
        .arg(now)
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// Drops all of an address: it has an account by other ways, or its account ended.
pub(super) async fn drop_all(tx: &mut Tx, email: &str, now: Time) -> Result<(), DbError> {
    sql("DELETE FROM registrations WHERE email = $1 AND expires_at > $2").arg(email).arg(now).run(tx).await?;
    Ok(())
}

/// Deletes those whose link has ended.
pub(super) async fn sweep(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    sql("DELETE FROM registrations WHERE expires_at <= $1").arg(now).run(tx).await?;
    Ok(())
}
