//! Logging in: the count of tries, the password, the new session.
//!
//! Unknown addresses and wrong passwords cost the same work and get the same answer. The try is counted before the
//! password is looked at; a success takes the count away again. Tries of one account come one after the other
//! (`taking_turns.rs`), so that right passwords at once are not counted as failures of each other.

use quad_db::planted;

use crate::app::App;
use crate::features::notify::{self, Subscription};
use crate::kernel::checks;
use crate::kernel::clock::Time;
use crate::kernel::fail::{Fail, Outcome};
use crate::kernel::ids::{SessionId, UserId};

use super::model::{Account, Token, email_key};
use super::store_limits::{Attempt, Key};
use super::store_sessions::NewSession;
use super::visitor::Visitor;
use super::{store, store_limits, store_sessions, words};

/// Failures before an account is slowed for devices it does not know.
pub(super) const FREE_TRIES: i32 = 5;
/// The same for a device that has logged in to the account before: counted apart, so that strangers cannot slow it.
const FREE_TRIES_OF_KNOWN_DEVICE: i32 = 20;
/// Different accounts failing from one place within a quarter of an hour, beyond which it is a sprayer's. A campus behind
/// one address must fit below it at a contest's start.
const MOST_ACCOUNTS_FAILING: i64 = 50;

/// A log-in that succeeded.
pub struct SignedIn {
    /// Who.
    pub account: Account,
    /// For the session cookie.
    pub session: Token,
    /// For the device cookie.
    pub device: Token,
}

/// One try and how it is counted.
struct Try<'a> {
    visitor: &'a Visitor,
    key: Key,
    account_key: Key,
    from_known_device: bool,
}

/// Checks a password and makes a session. The browser's push subscription, if it sent one, is kept with it.
pub async fn sign_in(
    app: &App,
    visitor: &Visitor,
    email: &str,
    password: String,
    subscription: Option<Subscription>,
) -> Outcome<SignedIn> {
    // An address that cannot exist is nobody's, and is counted and answered like one that could.
    let typed = email.trim().to_lowercase();
    let email = checks::email("email", &typed).unwrap_or_default();
    let mut ticket = app.passwords.ticket()?;
    let device_hash = visitor.device_token.as_ref().map(Token::hash);
    let found = store::credentials(&app.db, &email, device_hash).await?;
    let from_known_device = found.as_ref().is_some_and(|found| found.device_known == 1);
    let account_key = email_key("log in", &typed);
    let key = match device_hash {
        Some(device) if from_known_device => email_key(&format!("log in from {}", hex::encode(device)), &typed),
        _ => account_key,
    };
    // Whoever waits for others of the same account takes no place from those of other accounts.
    let turn = if let Some(turn) = app.turns.at_once(key) {
        turn
    } else {
        drop(ticket);
        let turn = app.turns.wait(key).await?;
        ticket = app.passwords.ticket()?;
        turn
    };
    let attempt = Try { visitor, key, account_key, from_known_device };
    attempt.count(app).await?;
    let right = ticket.verify(password, found.as_ref().map(|found| found.password_hash.clone())).await?;
    drop(ticket);
    let Some(found) = found.filter(|_| right) else {
        return Err(attempt.failed(app).await?);
    };
    if found.confirmed_at.is_none() {
        attempt.withdraw(app).await?;
        return Err(words::NOT_CONFIRMED.into());
    }
    let (session, device) = attempt.succeeded(app, found.id, &found.password_hash, subscription.as_ref()).await?;
    drop(turn);
    let account = store::account(&app.db, found.id).await?.ok_or(words::WRONG_CREDENTIALS)?;
    Ok(SignedIn { account, session, device })
}

impl Try<'_> {
    fn free(&self) -> i32 {
        if self.from_known_device { FREE_TRIES_OF_KNOWN_DEVICE } else { FREE_TRIES }
    }

    async fn count(&self, app: &App) -> Outcome<()> {
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        let counted = store_limits::count_attempt(&mut tx, &self.key, self.free(), now).await?;
        tx.commit().await?;
        match counted {
            Attempt::Counted => Ok(()),
            Attempt::Blocked { until } => Err(words::slow_down(seconds_until(until, now)).into()),
        }
    }

    /// The answer to a wrong address or password. A place where very many accounts fail is slowed with each of them at
    /// once; whoever knows the password is let in from there all the same, because a campus shares one address.
    async fn failed(&self, app: &App) -> Outcome<Fail> {
        if self.from_known_device {
            return Ok(words::WRONG_CREDENTIALS.into());
        }
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        let accounts =
            store_limits::note_spray(&mut tx, &self.visitor.place, &self.account_key, MOST_ACCOUNTS_FAILING + 1, now)
                .await?;
        let is_sprayer = accounts > MOST_ACCOUNTS_FAILING;
        if is_sprayer {
            store_limits::slow_at_once(&mut tx, &self.key, FREE_TRIES, now).await?;
        }
        tx.commit().await?;
        Ok(if is_sprayer { words::slow_down(60).into() } else { words::WRONG_CREDENTIALS.into() })
    }

    async fn withdraw(&self, app: &App) -> Outcome<()> {
        let mut tx = app.db.begin().await?;
        store_limits::forgive(&mut tx, &self.key).await?;
        tx.commit().await?;
        Ok(())
    }

    /// A new session in place of the one the cookie named, so that nobody keeps a session across a log-in.
    async fn succeeded(
        &self,
        app: &App,
        user: UserId,
        password_hash: &str,
        subscription: Option<&Subscription>,
    ) -> Outcome<(Token, Token)> {
        let now = app.clock.now();
        let (session, id) = (Token::new(&app.random), SessionId::new(now, &app.random));
        let device = self.visitor.device_token.clone().unwrap_or_else(|| Token::new(&app.random));
        let old = self.visitor.session.as_ref().filter(|_| !planted::is("session-kept-at-log-in")).map(Token::hash);
        let mut tx = app.db.begin().await?;
        store_limits::forgive(&mut tx, &self.key).await?;
        store_limits::forgive_spray(&mut tx, &self.visitor.place, &self.account_key).await?;
        // A reset that committed meanwhile ended all sessions; the old password must not make a new one.
        if !store::hold_if_password_is(&mut tx, user, password_hash).await? {
            return Err(words::WRONG_CREDENTIALS.into());
        }
        let ended = match &old {
            Some(old) => store_sessions::end_by_token(&mut tx, old).await?,
            None => None,
        };
        let (visitor, token) = (self.visitor, session.hash());
        let new = NewSession { id, token, user, device: &visitor.device, address: &visitor.address, now };
        store_sessions::insert(&mut tx, &new).await?;
        store_sessions::remember_device(&mut tx, user, &device.hash(), now).await?;
        match &ended {
            Some(ended) if ended.user_id == user => notify::keep_devices(&mut tx, user, ended.id, id).await?,
            Some(ended) => notify::forget_devices_of(&mut tx, ended.user_id, ended.id).await?,
            None => {}
        }
        if let Some(subscription) = subscription {
            notify::remember(&mut tx, now, user, id, subscription).await?;
        }
        tx.commit().await?;
        if let Some(old) = &old {
            app.sessions.forget_token(old).await;
        }
        if let Some(ended) = ended {
            app.sessions.forget(app, ended.user_id).await;
        }
        Ok((session, device))
    }
}

/// Whole seconds, at least one.
pub(super) fn seconds_until(until: Time, now: Time) -> u32 {
    u32::try_from((until.millis_since(now) + 999) / 1000).unwrap_or(1).clamp(1, 60)
}
