//! Sign-up: registration, and the link that confirms an address.
//!
//! Where mail is configured, each registration stands for itself until one of its address is confirmed: a link confirms the
//! one it was mailed for, in the browser that registered (by its cookie) or together with its password (`login.rs`).
//! So whoever registers somebody else's address waits for a click that would need their own browser or password. A known and
//! an unknown address get the same answer after the same work; only the mail differs, and the one of a known address never
//! comes with a link. A link carries where the person was going, so that any browser goes on there.

use std::time::Duration;

use chrono::Datelike;
use quad_db::Tx;

use crate::PeopleState;
use quad_kernel::clock::Time;
use quad_kernel::error::{Rejection, Result};
use quad_kernel::ids::UserId;
use quad_kernel::retry::retried;
use quad_kernel::validation;
use quad_services::background::enqueue;
use quad_services::config::Settings;

use super::client_identity::ClientIdentity;
use super::login::{NewLogIn, SignedIn};
use super::model::{self, NewAccount, NextPage, SendMail, Token, email_key};
use super::settle_registration::settle;
use super::store_limits::{MAILS_PER_HOUR, MAILS_PER_PLACE};
use super::store_sign_ups::NewSignUp;
use super::wire::PASSWORD_FIELD;
use super::{messages, store, store_limits, store_sign_ups};

const LINK_WORKS: Duration = Duration::from_hours(48);

/// Makes an account, or where mail is configured a registration that waits for its link. Answers for that the browser's
/// cookie, in which the link will do.
pub async fn register(
    app: &PeopleState,
    visitor: &ClientIdentity,
    new: NewAccount,
    password: String,
    next: Option<NextPage>,
) -> Result<Option<Token>> {
    check_domain(&app.settings, &new.email)?;
    check_batch(app, new.batch)?;
    check_mailable(app, &new.email).await?;
    model::check_password_length(PASSWORD_FIELD, &password)?;
    let ticket = app.passwords.ticket()?;
    let known = vec![new.full_name.clone(), app.settings.display_name.clone(), app.settings.institute_name.clone()];
    ticket.judge(PASSWORD_FIELD, &password, &new.email, known).await?;
    let hash = ticket.hash(&app.random, password).await?;
    drop(ticket);
    if app.mail.is_configured() {
        Ok(Some(retried(|| wait_for_link(app, visitor, &new, &hash, next.as_ref())).await?))
    } else {
        retried(|| make(app, &new, &hash)).await?;
        Ok(None)
    }
}

async fn make(app: &PeopleState, new: &NewAccount, hash: &str) -> Result<()> {
    let now = app.clock.now();
    let id = UserId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    store::insert_or_replace_unconfirmed(&mut tx, id, new, hash, now).await?.ok_or(messages::EMAIL_TAKEN)?;
    store_sign_ups::drop_all(&mut tx, &new.email, now).await?;
    tx.commit().await?;
    Ok(())
}

async fn wait_for_link(
    app: &PeopleState,
    visitor: &ClientIdentity,
    new: &NewAccount,
    hash: &str,
    next: Option<&NextPage>,
) -> Result<Token> {
    let now = app.clock.now();
    let browser = visitor.browser(&app.random);
    let mut tx = app.db.begin().await?;
    allow_mail(&mut tx, visitor, &new.email, now).await?;
    mail_link(&mut tx, app, new, hash, &browser, next).await?;
    tx.commit().await?;
    Ok(browser)
}

/// Mails another link for the registration of an address that waits in this browser; the earlier links go on working. The
/// answer is the same where none waits, as one that was confirmed elsewhere says that its address has an account.
pub async fn resend(app: &PeopleState, visitor: &ClientIdentity, email: &str, next: Option<NextPage>) -> Result<()> {
    if !app.mail.is_configured() {
        return Ok(());
    }
    retried(|| async {
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        allow_mail(&mut tx, visitor, email, now).await?;
        if let Some(browser) = &visitor.device_token
            && let Some(waiting) = store_sign_ups::of_browser(&tx, email, &browser.hash(), now).await?
        {
            mail_link(&mut tx, app, &waiting.account(), &waiting.password_hash, browser, next.as_ref()).await?;
        }
        tx.commit().await?;
        Ok(())
    })
    .await
}

/// Counts a mail to an address, from here and from everywhere, or refuses it.
async fn allow_mail(tx: &mut Tx, visitor: &ClientIdentity, email: &str, now: Time) -> Result<()> {
    let place = email_key(&format!("register from {}", visitor.place), email);
    if !store_limits::allow_mail(tx, &place, MAILS_PER_PLACE, now).await?
        || !store_limits::allow_mail(tx, &email_key("register", email), MAILS_PER_HOUR, now).await?
    {
        return Err(messages::TOO_MANY_MAILS.into());
    }
    Ok(())
}

/// Lets a registration wait for a link, and mails it.
async fn mail_link(
    tx: &mut Tx,
    app: &PeopleState,
    account: &NewAccount,
    password_hash: &str,
    browser: &Token,
    next: Option<&NextPage>,
) -> Result<()> {
    let now = app.clock.now();
    let link = Token::new(&app.random);
    let waiting = NewSignUp {
        account,
        password_hash,
        link: link.hash(),
        browser: browser.hash(),
        now,
        expires_at: now.plus(LINK_WORKS),
    };
    store_sign_ups::put(tx, &waiting).await?;
    let mail = if store::is_taken(&*tx, &account.email).await? {
        messages::already_registered_mail(&app.settings)
    } else {
        messages::confirm_mail(&app.settings, &link.reveal(), next.map(NextPage::encoded).as_deref())
    };
    enqueue(tx, now, &SendMail::new(&account.email, mail)).await?;
    Ok(())
}

/// Opens an account by its mailed link, in the browser that registered it, and logs it in there: the password was chosen in
/// this browser. Nothing is returned where somebody else is logged in, who stays so, and where the link was opened before.
/// In another browser the link waits for the password.
pub async fn confirm(
    app: &PeopleState,
    visitor: &ClientIdentity,
    is_somebody_here: bool,
    token: &str,
) -> Result<Option<SignedIn>> {
    let link = Token::mailed(token).ok_or(messages::LINK_INVALID)?.hash();
    let now = app.clock.now();
    let found = store_sign_ups::by_link(&app.db, &link, now).await?.ok_or(messages::LINK_INVALID)?;
    let browser = visitor.device_token.as_ref().map(Token::hash);
    if !found.is_of(browser.as_ref()) {
        return Err(messages::PASSWORD_NEEDED.with("email", model::mask_email(&found.email)).into());
    }
    if found.confirmed_at.is_some() {
        return Ok(None);
    }
    let mut tx = app.db.begin().await?;
    let Some(user) = settle(&mut tx, &app.random, &found, now).await? else {
        // Another registration of the address was confirmed meanwhile, or this one, by a second click.
        let now_there = store_sign_ups::by_link(&tx, &link, now).await?;
        return now_there.filter(|one| one.confirmed_at.is_some()).map(|_| None).ok_or(messages::LINK_INVALID.into());
    };
    if is_somebody_here {
        tx.commit().await?;
        return Ok(None);
    }
    let new = NewLogIn::insert(&mut tx, app, visitor, user, now).await?;
    tx.commit().await?;
    let (session, device) = new.after_commit(app, visitor).await;
    let account = store::account(&app.db, user).await?;
    Ok(account.map(|account| SignedIn { account, session, device }))
}

fn check_domain(settings: &Settings, email: &str) -> Result<(), Rejection> {
    let domains = &settings.institute_domains;
    let domain = validation::email_domain(email);
    if domains.is_empty() || domains.iter().any(|allowed| allowed == domain) {
        return Ok(());
    }
    Err(messages::wrong_domain(domains))
}

/// Refuses an address that the link could never be mailed to. Only one with letters beyond ASCII before the `@` asks anybody.
async fn check_mailable(app: &PeopleState, email: &str) -> Result<()> {
    match app.mail.takes(email).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(Rejection::invalid("email", messages::NOT_MAILABLE).into()),
        Err(error) => {
            tracing::warn!(%error, "the mail server was asked whether it takes an address, and does not answer");
            Err(messages::MAIL_AWAY.into())
        }
    }
}

pub(super) fn check_batch(app: &PeopleState, batch: i32) -> Result<(), Rejection> {
    let this_year = app.clock.now().utc().with_timezone(&app.settings.time_zone).year();
    if (1950..=this_year + 1).contains(&batch) { Ok(()) } else { Err(Rejection::invalid("Batch", messages::BATCH)) }
}
