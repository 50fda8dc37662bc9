//! Sign-up: registration, and the link that confirms an address.
//!
//! Where mail is configured, each registration stands for itself until one of its address is confirmed: a link confirms the
//! one it was mailed for, in the browser that registered (by its cookie) or together with its password (`login.rs`).
//! So whoever registers somebody else's address waits for a click that would need their own browser or password. A known and
//! an unknown address get the same answer after the same work; only the mail differs, and the one of a known address never
//! comes with a link.

use std::time::Duration;

use chrono::Datelike;
use quad_db::Tx;

use crate::PeopleState;
use quad_kernel::clock::Time;
use quad_kernel::error::{Rejection, Result};
use quad_kernel::ids::{Random, UserId};
use quad_kernel::retry::retried;
use quad_kernel::validation;
use quad_services::background::enqueue;
use quad_services::config::Settings;

use super::client_identity::ClientIdentity;
use super::jobs::SendMail;
use super::model::{self, NewAccount, Token, email_key};
use super::store_limits::{MAILS_PER_HOUR, MAILS_PER_PLACE};
use super::store_sign_ups::{NewRegistration, Registration};
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
        Ok(Some(retried(|| wait_for_link(app, visitor, &new, &hash)).await?))
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

async fn wait_for_link(app: &PeopleState, visitor: &ClientIdentity, new: &NewAccount, hash: &str) -> Result<Token> {
    let now = app.clock.now();
    let (link, browser) = (Token::new(&app.random), visitor.browser(&app.random));
    let mut tx = app.db.begin().await?;
    let place = email_key(&format!("register from {}", visitor.place), &new.email);
    if !store_limits::allow_mail(&mut tx, &place, MAILS_PER_PLACE, now).await?
        || !store_limits::allow_mail(&mut tx, &email_key("register", &new.email), MAILS_PER_HOUR, now).await?
    {
        return Err(messages::TOO_MANY_MAILS.into());
    }
    let waiting = NewRegistration {
        account: new,
        password_hash: hash,
        link: link.hash(),
        browser: browser.hash(),
        now,
        expires_at: now.plus(LINK_WORKS),
    };
    store_sign_ups::put(&mut tx, &waiting).await?;
    let mail = if store::is_taken(&tx, &new.email).await? {
        messages::already_registered_mail(&app.settings)
    } else {
        messages::confirm_mail(&app.settings, &link.reveal())
    };
    enqueue(&mut tx, now, &SendMail::new(&new.email, mail)).await?;
    tx.commit().await?;
    Ok(browser)
}

/// Opens an account by its mailed link, in the browser that registered it. Opening it twice is fine. In another browser the
/// link waits for the password.
pub async fn confirm(app: &PeopleState, visitor: &ClientIdentity, token: &str) -> Result<()> {
    let link = Token::parse(token.trim()).ok_or(messages::LINK_INVALID)?.hash();
    let now = app.clock.now();
    let found = store_sign_ups::by_link(&app.db, &link, now).await?.ok_or(messages::LINK_INVALID)?;
    let browser = visitor.device_token.as_ref().map(Token::hash);
    if !found.is_of(browser.as_ref()) {
        return Err(messages::PASSWORD_NEEDED.with("email", model::veiled(&found.email)).into());
    }
    if found.confirmed_at.is_some() {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    if settle(&mut tx, &app.random, &found, now).await?.is_some() {
        tx.commit().await?;
        return Ok(());
    }
    // Another registration of the address was confirmed meanwhile, or this one, by a second click.
    let now_there = store_sign_ups::by_link(&tx, &link, now).await?;
    now_there.filter(|one| one.confirmed_at.is_some()).map(|_| ()).ok_or(messages::LINK_INVALID.into())
}

/// Makes a registration the account of its address, in the caller's transaction; nothing when the address has one, or when
/// the registration is gone: then the transaction must end without a commit. First the person's row, whose key decides among
/// several of one address, then the registrations.
pub(super) async fn settle(tx: &mut Tx, random: &Random, one: &Registration, now: Time) -> Result<Option<UserId>> {
    let id = UserId::new(now, random);
    let made = store::insert_or_replace_unconfirmed(tx, id, &one.account(), &one.password_hash, now).await?;
    let Some(user) = made else { return Ok(None) };
    Ok(store_sign_ups::settle(tx, one, now).await?.then_some(user))
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
