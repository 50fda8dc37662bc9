//! Login: the count of tries, the password, the new session.
//!
//! Unknown addresses and wrong passwords cost the same work and get the same answer. The try is counted before the
//! password is looked at; a success takes the count away again. Tries of one account come one after the other
//! (`login_queue.rs`), so that right passwords at once are not counted as failures of each other. What is counted and why:
//! docs/decisions/017.
//!
//! A log-in that comes with a mailed link confirms the registration it was mailed for, if the password is that one's. Without
//! the link a registration's password opens nothing; the browser that registered is told what is missing, whether or not the
//! address has an account.

use quad_db::Tx;

use crate::PeopleState;
use crate::notify::{self, Subscription};
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{SessionId, UserId};
use quad_kernel::retry::retried;
use quad_kernel::validation;

use super::client_identity::ClientIdentity;
use super::model::{Account, Backoff, MOST_FAILURES_OF_A_PASSWORD, Token, TokenHash, email_key, guess_cell};
use super::passwords::Verdict;
use super::store_limits::{Counter, LimitKey};
use super::store_sessions::{Ended, NewSession};
use super::store_sign_ups::SignUp;
use super::{messages, settle_registration, store, store_limits, store_sessions, store_sign_ups};

/// Different accounts failing from one place within a quarter of an hour, beyond which it is watched: each account gets fewer
/// tries there. Whoever mistypes and then gets in is taken off, so that a campus at a contest's start stays near it.
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

/// What somebody logs in with.
pub struct LogInRequest {
    pub email: String,
    pub password: String,
    /// Of the mail that confirms the address.
    pub link: Option<Token>,
}

/// What the password was right for.
enum Opens {
    /// `renewed`: a hash in place of one that is of what was typed.
    Account {
        user: UserId,
        password_hash: String,
        renewed: Option<String>,
    },
    SignUp(SignUp),
}

/// One try and how it is counted: that of a device which has logged in to the account before by itself, so that strangers
/// cannot slow it; a stranger's with those of the same account and place, with those of the account from everywhere, and with
/// those of the same password (docs/decisions/017).
struct Try<'a> {
    visitor: &'a ClientIdentity,
    account_key: LimitKey,
    key: LimitKey,
    stranger: Option<Stranger>,
}

/// What else is counted of a stranger's try.
struct Stranger {
    everywhere: LimitKey,
    cell: i32,
}

/// Checks a password and makes a session. The browser's push subscription, if it sent one, is kept with it.
pub async fn sign_in(
    app: &PeopleState,
    visitor: &ClientIdentity,
    LogInRequest { email, password, link }: LogInRequest,
    subscription: Option<Subscription>,
) -> Result<SignedIn> {
    // An address that cannot exist is nobody's, and is counted and answered like one that could.
    let typed = validation::folded(&email);
    let email = validation::email("email", &typed).unwrap_or_default();
    let device_hash = visitor.device_token.as_ref().map(Token::hash);
    // Where there is no room for strangers, the cookie of a browser is looked at all the same: it may be one that is known.
    let at_once = if device_hash.is_none() { Some(app.passwords.ticket()?) } else { None };
    let found = store::credentials(&app.db, &email, device_hash).await?;
    let waiting = registration(app, &email, link.as_ref(), device_hash).await?;
    let known = found.as_ref().filter(|found| found.device_known == 1).map(|found| found.id);
    let place = || known.map_or_else(|| app.passwords.ticket(), |user| app.passwords.ticket_of_known(user));
    let mut ticket = at_once.map_or_else(place, Ok)?;
    let attempt = Try::new(visitor, &typed, device_hash.filter(|_| known.is_some()), &password, app.clock.now());
    let key = attempt.key;
    // Whoever waits for others of the same account takes no place from those of other accounts.
    let turn = if let Some(turn) = app.turns.at_once(key) {
        turn
    } else {
        drop(ticket);
        let turn = app.turns.wait(key).await?;
        ticket = place()?;
        turn
    };
    // Right ones that many have are no guesses of each other, so few of a password are in hand at a time.
    let among_guesses = match &attempt.stranger {
        Some(stranger) => Some(app.guesses.wait(cell_key(stranger.cell)).await?),
        None => None,
    };
    retried(|| attempt.count(app)).await?;
    let verdict = ticket.verify(password.clone(), found.as_ref().map(|found| found.password_hash.clone())).await?;
    let opens = match (found.filter(|_| verdict.is_right()), waiting) {
        (Some(found), _) => {
            let is_old = verdict == Verdict::RightAsTyped;
            let renewed = if is_old { Some(ticket.hash(&app.random, password).await?) } else { None };
            Some(Opens::Account { user: found.id, password_hash: found.password_hash, renewed })
        }
        // The same work whether or not the address has an account.
        (None, Some(waiting)) => {
            let verdict = ticket.verify(password, Some(waiting.password_hash.clone())).await?;
            verdict.is_right().then_some(Opens::SignUp(waiting))
        }
        (None, None) => None,
    };
    drop(ticket);
    let opens = match opens {
        None => {
            retried(|| attempt.failed(app)).await?;
            return Err(messages::WRONG_CREDENTIALS.into());
        }
        // Counted like a wrong one: else whoever registers an address would have its count taken back between guesses.
        Some(Opens::SignUp(_)) if link.is_none() => {
            retried(|| attempt.failed(app)).await?;
            return Err(messages::NOT_CONFIRMED.into());
        }
        Some(opens) => opens,
    };
    let (user, session, device) = retried(|| attempt.succeeded(app, &opens, subscription.as_ref())).await?;
    drop((turn, among_guesses));
    let account = store::account(&app.db, user).await?.ok_or(messages::WRONG_CREDENTIALS)?;
    Ok(SignedIn { account, session, device })
}

/// The registration that a log-in may be about: the one its link was mailed for, if that is of this address, else the newest
/// one of this browser.
async fn registration(
    app: &PeopleState,
    email: &str,
    link: Option<&Token>,
    browser: Option<TokenHash>,
) -> Result<Option<SignUp>> {
    let now = app.clock.now();
    if let Some(link) = link {
        let found = store_sign_ups::by_link(&app.db, &link.hash(), now).await?;
        return Ok(found.filter(|found| found.email == email && found.confirmed_at.is_none()));
    }
    match browser {
        Some(browser) => Ok(store_sign_ups::of_browser(&app.db, email, &browser, now).await?),
        None => Ok(None),
    }
}

impl<'a> Try<'a> {
    fn new(visitor: &'a ClientIdentity, typed: &str, device: Option<TokenHash>, password: &str, now: Time) -> Self {
        let from = |source: &str| email_key(&format!("log in from {source}"), typed);
        let (key, stranger) = if let Some(device) = device {
            (from(&hex::encode(device)), None)
        } else {
            // By the hour, so that nobody is slow for longer because of what came from elsewhere.
            let everywhere = from(&format!("everywhere, hour {}", now.0 / 3_600_000));
            (from(&visitor.place), Some(Stranger { everywhere, cell: guess_cell(password) }))
        };
        Self { visitor, account_key: email_key("log in", typed), key, stranger }
    }

    async fn count(&self, app: &PeopleState) -> Result<()> {
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        let by = |key, backoff| Counter { key, account: &self.account_key, backoff };
        let Some(stranger) = &self.stranger else {
            let counted = store_limits::count_attempt(&mut tx, by(&self.key, Backoff::KNOWN_DEVICE), now).await?;
            counted.or_slow(now, messages::slow_down)?;
            tx.commit().await?;
            return Ok(());
        };
        let (place, enough) = (&self.visitor.place, MOST_ACCOUNTS_FAILING + 1);
        let is_watched = store_limits::accounts_failing(&tx, place, enough, now).await? > MOST_ACCOUNTS_FAILING;
        let backoff = if is_watched { Backoff::WATCHED } else { Backoff::STRANGERS };
        // Whatever refuses takes back what was counted before it: the transaction ends with it.
        let here = store_limits::count_attempt(&mut tx, by(&self.key, backoff), now).await?;
        here.or_slow(now, messages::slow_down)?;
        let everywhere =
            store_limits::count_attempt(&mut tx, by(&stranger.everywhere, Backoff::ALL_STRANGERS), now).await?;
        everywhere.or_slow(now, messages::slow_down)?;
        let guess = store_limits::count_guess(&mut tx, stranger.cell, MOST_FAILURES_OF_A_PASSWORD, now).await?;
        guess.or_slow(now, messages::sprayed_password)?;
        tx.commit().await?;
        Ok(())
    }

    /// Nobody got in: what was counted stands, and the place is remembered with the account.
    async fn failed(&self, app: &PeopleState) -> Result<()> {
        if self.stranger.is_some() {
            let mut tx = app.db.begin().await?;
            store_limits::note_spray(&mut tx, &self.visitor.place, &self.account_key, app.clock.now()).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// The password was right: it counts nowhere.
    async fn forgive(&self, tx: &mut Tx) -> Result<()> {
        store_limits::forgive(tx, &self.key).await?;
        if let Some(stranger) = &self.stranger {
            store_limits::forgive(tx, &stranger.everywhere).await?;
            store_limits::forgive_guess(tx, stranger.cell).await?;
            store_limits::forgive_spray(tx, &self.visitor.place, &self.account_key).await?;
        }
        Ok(())
    }

    /// A new session in place of the one the cookie named, so that nobody keeps a session across a log-in.
    async fn succeeded(
        &self,
        app: &PeopleState,
        opens: &Opens,
        subscription: Option<&Subscription>,
    ) -> Result<(UserId, Token, Token)> {
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        self.forgive(&mut tx).await?;
        let user = match opens {
            // A reset that committed meanwhile ended all sessions; the old password must not make a new one.
            Opens::Account { user, password_hash, renewed } => {
                let held = match renewed {
                    Some(renewed) => store::replace_password(&mut tx, *user, password_hash, renewed).await?,
                    None => store::lock_if_password_is(&mut tx, *user, password_hash).await?,
                };
                held.then_some(*user).ok_or(messages::WRONG_CREDENTIALS)?
            }
            Opens::SignUp(one) => {
                let settled = settle_registration::settle(&mut tx, &app.random, one, now).await?;
                settled.ok_or(messages::LINK_INVALID)?
            }
        };
        let new = NewLogIn::insert(&mut tx, app, self.visitor, user, now).await?;
        if let Some(subscription) = subscription {
            notify::remember(&mut tx, now, user, new.id, subscription).await?;
        }
        tx.commit().await?;
        let (session, device) = new.after_commit(app, self.visitor).await;
        Ok((user, session, device))
    }
}

/// A session that a transaction makes, in place of the one the browser's cookie named.
pub(super) struct NewLogIn {
    id: SessionId,
    session: Token,
    device: Token,
    ended: Option<Ended>,
}

impl NewLogIn {
    pub async fn insert(
        tx: &mut Tx,
        app: &PeopleState,
        visitor: &ClientIdentity,
        user: UserId,
        now: Time,
    ) -> Result<Self> {
        let (session, id) = (Token::new(&app.random), SessionId::new(now, &app.random));
        let device = visitor.browser(&app.random);
        let ended = match &visitor.session {
            Some(old) => store_sessions::end_by_token(tx, &old.hash()).await?,
            None => None,
        };
        let token = session.hash();
        let new = NewSession { id, token, user, device: &visitor.device, address: &visitor.address, now };
        store_sessions::insert(tx, &new).await?;
        store_sessions::remember_device(tx, user, &device.hash(), now).await?;
        match &ended {
            Some(ended) if ended.user_id == user => notify::keep_devices(tx, user, ended.id, id).await?,
            Some(ended) => notify::forget_devices_of(tx, ended.user_id, ended.id).await?,
            None => {}
        }
        Ok(Self { id, session, device, ended })
    }

    /// For the cookies of session and device. The session that ended is forgotten at once.
    pub async fn after_commit(self, app: &PeopleState, visitor: &ClientIdentity) -> (Token, Token) {
        if let Some(old) = &visitor.session {
            app.session_cache.forget_token(&old.hash()).await;
        }
        if let Some(ended) = self.ended {
            app.session_cache.forget(app, ended.user_id).await;
        }
        (self.session, self.device)
    }
}

/// The line of those who try passwords of one cell.
fn cell_key(cell: i32) -> LimitKey {
    email_key("guess", &cell.to_string())
}
