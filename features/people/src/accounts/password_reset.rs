//! Password reset: a new password by a mailed six-digit code: ten minutes, five tries, the newest only.
//!
//! A code belongs to the browser that asked for it, by its cookie: elsewhere it is worth nothing, and nobody else uses up its
//! tries or puts another in its place. Asking changes nothing and says the same for every address; whether it has an account
//! is found out by a job. A try is used up by one guarded statement and committed before the code is compared, so parallel
//! tries are counted too.
//!
//! What somebody gets who guesses from everywhere, with a new browser each time: as many codes of an account as are mailed
//! for strangers, ten in an hour, and five tries at each. Fifty guesses at a million are one chance in 20,000 an hour, and the
//! owner has ten mails about it. Who also holds a browser that was logged in gets as many again.
//!
//! A code made on the host (`quad admin reset-code`) or sent by an administrator is any browser's. It has no number of tries that
//! a stranger could use up, and twelve digits instead: a thousand guesses a second for its ten minutes are one chance in a
//! million and a half.
//!
//! The two kinds stand side by side: either works until it runs out or one is used, which ends all of the person's codes. Who has
//! both in the mailbox need not know which is newer.

use std::time::Duration;

use quad_db::Tx;
use quad_jobs::Job;
use subtle::ConstantTimeEq;

use crate::PeopleState;
use crate::notify;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::UserId;
use quad_kernel::retry::retried;
use quad_services::background::enqueue;

use super::client_identity::ClientIdentity;
use super::model::{self, MailResetCode, SendMail, SendResetCode, Token, code_hash, email_key};
use super::store_limits::{CodeOf, MAILS_PER_HOUR, MAILS_PER_PLACE, ON_THE_HOST};
use super::{messages, store, store_limits, store_sessions};
use quad_kernel::mail::Mail;

const CODE_WORKS: Duration = Duration::from_mins(10);
const TRIES: i32 = 5;
/// So many wishes wait, and no more: each is done in milliseconds, whether or not its address has an account, so who asks for
/// very many makes the owner of an account wait for seconds at most.
const MOST_WISHES: i64 = 500;
/// Different accounts whose codes are tried from one place within a quarter of an hour, beyond which each code has one try
/// there. With five of a million for each, somebody who asked for thousands of codes would hit one; none at all would keep
/// everybody at that place from a new password, and a campus is one place.
const MOST_ACCOUNTS_TRIED: i64 = 50;

/// Takes the wish for a code and returns the cookie of the browser it will be for. The password sent along is judged, so that
/// nobody learns after the mail that it will not do, and then dropped.
pub async fn ask(app: &PeopleState, visitor: &ClientIdentity, email: &str, password: &str) -> Result<Token> {
    // Before the password is looked at, which takes its time.
    if quad_jobs::waiting(&app.db, SendResetCode::KIND, MOST_WISHES).await? >= MOST_WISHES {
        return Err(messages::MANY_WISHES.into());
    }
    judge(app, email, password).await?;
    let browser = visitor.browser(&app.random);
    let job =
        SendResetCode { email: email.to_owned(), browser: hex::encode(browser.hash()), place: visitor.place.clone() };
    retried(async || {
        let mut tx = app.db.begin().await?;
        enqueue(&mut tx, app.clock.now(), &job).await?;
        Ok(tx.commit().await?)
    })
    .await?;
    Ok(browser)
}

async fn judge(app: &PeopleState, email: &str, password: &str) -> Result<()> {
    model::check_password_length("newPassword", password)?;
    app.passwords.ticket()?.judge("newPassword", password, email, names(app)).await
}

/// Names that stand on every page.
fn names(app: &PeopleState) -> Vec<String> {
    vec![app.settings.display_name.clone(), app.settings.institute_name.clone()]
}

/// The first job's part: has a code mailed if the address has an account and not too many mails went there lately. The tries
/// are given here, where the wish is counted: a mail that does not go is tried again with a newer code, and not with new tries.
pub(super) async fn take(app: &PeopleState, asked: &SendResetCode) -> Result<()> {
    let Some(user) = store::find_by_email(&app.db, &asked.email).await? else { return Ok(()) };
    let now = app.clock.now();
    // Of before codes belonged to browsers: such a wish is any browser's.
    let browser = hex::decode(&asked.browser).unwrap_or_default();
    let mut tx = app.db.begin().await?;
    if !may_ask(&mut tx, user, asked, &browser, now).await? {
        tracing::info!("no further reset code is mailed to this account within the hour");
        return Ok(());
    }
    store_limits::give_tries(&mut tx, &CodeOf { user, browser: &browser }, TRIES, now).await?;
    enqueue(&mut tx, now, &MailResetCode { email: asked.email.clone(), browser: asked.browser.clone() }).await?;
    tx.commit().await?;
    Ok(())
}

/// The second job's part: makes a code when its mail is next, so that its ten minutes do not pass in the queue and it stands in
/// no job. Nothing when the account has gone, or the wish. Should the mail come and its server not say so, it is sent again with
/// a newer code, and the one that came is worth nothing.
pub(super) async fn make_code(app: &PeopleState, asked: &MailResetCode) -> Result<Option<Mail>> {
    let Some(user) = store::find_by_email(&app.db, &asked.email).await? else { return Ok(None) };
    let browser = hex::decode(&asked.browser).unwrap_or_default();
    let mut tx = app.db.begin().await?;
    // One that an administrator has sent is any browser's, like one made on the host.
    if browser == ON_THE_HOST {
        let code = model::new_long_code(&app.random);
        put_long_code(&mut tx, user, &code, app.clock.now()).await?;
        tx.commit().await?;
        return Ok(Some(messages::sent_reset_mail(&app.settings, &code)));
    }
    let code = model::new_code(&app.random);
    let (of, hash) = (CodeOf { user, browser: &browser }, code_hash(user, &code));
    if !store_limits::put_code(&mut tx, &of, &hash, app.clock.now().plus(CODE_WORKS)).await? {
        return Ok(None);
    }
    tx.commit().await?;
    Ok(Some(messages::reset_mail(&app.settings, &code)))
}

/// Counts a code for who asked. Browsers that have logged in to the account have an allowance of their own, which strangers
/// do not use up; of theirs, a place gets a half.
async fn may_ask(tx: &mut Tx, user: UserId, asked: &SendResetCode, browser: &[u8], now: Time) -> Result<bool> {
    let email = &asked.email;
    if store_sessions::is_known(&*tx, user, browser).await? {
        let key = email_key("reset by a known device", email);
        return Ok(store_limits::allow_mail(tx, &key, MAILS_PER_HOUR, now).await?);
    }
    let place = email_key(&format!("reset from {}", asked.place), email);
    Ok(store_limits::allow_mail(tx, &place, MAILS_PER_PLACE, now).await?
        && store_limits::allow_mail(tx, &email_key("reset", email), MAILS_PER_HOUR, now).await?)
}

/// Stores a code made on the host or sent by an administrator, in place of the one before.
pub(super) async fn put_long_code(tx: &mut Tx, user: UserId, code: &str, now: Time) -> Result<()> {
    let of = CodeOf { user, browser: ON_THE_HOST };
    store_limits::give_tries(tx, &of, i32::MAX, now).await?;
    store_limits::put_code(tx, &of, &code_hash(user, &as_kept(code)), now.plus(CODE_WORKS)).await?;
    Ok(())
}

/// As it is kept: people type it in threes or not, and with the digits of their keyboard.
fn as_kept(code: &str) -> String {
    quad_text::ascii_digits(code).chars().filter(|c| !c.is_whitespace() && *c != '-').collect()
}

/// Sets the password if the code is right, ends all sessions, forgets all devices but the one it is done on, and tells the
/// owner. Returns the token by which that device is known: who reads the person's mail gets in from there, whoever else
/// tries passwords of that account meanwhile.
pub async fn reset(
    app: &PeopleState,
    visitor: &ClientIdentity,
    email: &str,
    password: String,
    code: &str,
) -> Result<Token> {
    judge(app, email, &password).await?;
    let right = retried(|| compare(app, visitor, email, code)).await?;
    let user = right.user;
    let Some(account) = store::account(&app.db, user).await? else { return Err(messages::WRONG_CODE.into()) };
    let ticket = app.passwords.ticket_of_known(user)?;
    // Whose name it must not be is not said before the code was right.
    let mut known = names(app);
    known.push(account.full_name);
    ticket.judge("newPassword", &password, email, known).await?;
    let new_hash = ticket.hash(&app.random, password).await?;
    let device = visitor.browser(&app.random);
    retried(|| set_password(app, visitor, email, &right, &new_hash, &device)).await?;
    app.session_cache.forget(app, user).await;
    Ok(device)
}

async fn set_password(
    app: &PeopleState,
    visitor: &ClientIdentity,
    email: &str,
    right: &Right,
    new_hash: &str,
    device: &Token,
) -> Result<()> {
    let (user, now) = (right.user, app.clock.now());
    let mail = SendMail::new(email, messages::password_changed_mail(&app.settings));
    let mut tx = app.db.begin().await?;
    // In the order of `compare`: the code, then the count.
    if !store_limits::redeem(&mut tx, user, &right.browser, &right.hash, now).await? {
        return Err(messages::WRONG_CODE.into());
    }
    store_limits::forgive_spray(&mut tx, &codes_from(visitor), &email_key("reset try", email)).await?;
    store_limits::forgive_account(&mut tx, &email_key("log in", email)).await?;
    store::set_password(&mut tx, user, new_hash, now).await?;
    store_sessions::end_all(&mut tx, user).await?;
    store_sessions::forget_devices(&mut tx, user).await?;
    store_sessions::remember_device(&mut tx, user, &device.hash(), now).await?;
    notify::forget_devices(&mut tx, user).await?;
    enqueue(&mut tx, now, &mail).await?;
    Ok(tx.commit().await?)
}

/// Where codes are tried from, apart from log-ins.
fn codes_from(visitor: &ClientIdentity) -> String {
    format!("codes from {}", visitor.place)
}

/// A code that was right, with what redeems it.
struct Right {
    user: UserId,
    browser: Vec<u8>,
    hash: [u8; 32],
}

/// Uses up a try of the browser's own code and of one made on the host, and compares. What was mailed to nobody counts for
/// nothing: else whoever types addresses would use up the tries of a whole campus.
async fn compare(app: &PeopleState, visitor: &ClientIdentity, email: &str, code: &str) -> Result<Right> {
    let now = app.clock.now();
    let (key, place) = (email_key("reset try", email), codes_from(visitor));
    let mut tx = app.db.begin().await?;
    let is_sprayed =
        store_limits::accounts_failing(&tx, &place, MOST_ACCOUNTS_TRIED, now).await? >= MOST_ACCOUNTS_TRIED;
    let untouched = if is_sprayed { TRIES } else { 1 };
    let own = visitor.device_token.as_ref().map(|token| token.hash().to_vec());
    let (mut found, typed) = (None, as_kept(code));
    for browser in own.into_iter().chain([ON_THE_HOST.to_vec()]) {
        let Some(tried) = store_limits::use_try(&mut tx, email, &browser, untouched, now).await? else { continue };
        if browser != ON_THE_HOST {
            store_limits::note_spray(&mut tx, &place, &key, now).await?;
        }
        let hash = code_hash(tried.user_id, &typed);
        if bool::from(hash.as_slice().ct_eq(&tried.code_hash)) {
            found = found.or(Some(Right { user: tried.user_id, browser, hash }));
        }
    }
    tx.commit().await?;
    Ok(found.ok_or(if is_sprayed { messages::WRONG_CODE_OF_ONE_TRY } else { messages::WRONG_CODE })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_the_same_however_it_is_typed() {
        for typed in ["012345", " 012 345", "012-345", "०१२३४५", "٠١٢ ٣٤٥"] {
            assert_eq!(as_kept(typed), "012345", "{typed}");
        }
    }
}
