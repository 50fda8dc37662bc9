//! Registration, and the link that confirms an address.
//!
//! With mail configured, a known and an unknown address get the same answer after the same work; only the mail differs.

use std::time::Duration;

use chrono::Datelike;

use crate::app::App;
use crate::config::Settings;
use crate::kernel::checks;
use crate::kernel::fail::{Outcome, Refusal};
use crate::kernel::ids::UserId;

use super::jobs::{SendMail, enqueue};
use super::model::{self, NewAccount, Token, email_key};
use super::store_limits::{NewCode, Purpose};
use super::wire::PASSWORD_FIELD;
use super::{store, store_limits, words};

const LINK_WORKS: Duration = Duration::from_hours(48);
/// A link is 256 random bits; tries need no count.
const UNCOUNTED: i32 = 1;

/// Makes an account. Answers whether a mailed link must be opened before it works.
pub async fn register(app: &App, new: NewAccount, password: String) -> Outcome<bool> {
    check_domain(&app.settings, &new.email)?;
    check_batch(app, new.batch)?;
    model::check_password_length(PASSWORD_FIELD, &password)?;
    let ticket = app.passwords.ticket()?;
    let known = vec![new.full_name.clone(), app.settings.display_name.clone(), app.settings.institute_name.clone()];
    ticket.judge(PASSWORD_FIELD, &password, &new.email, known).await?;
    let hash = ticket.hash(&app.random, password).await?;
    drop(ticket);

    let now = app.clock.now();
    let by_mail = app.mail.is_configured();
    let id = UserId::new(now, &app.random);
    let token = Token::new(&app.random);
    let mut tx = app.db.begin().await?;
    if by_mail && !store_limits::allow_mail(&mut tx, &email_key("register", &new.email), now).await? {
        return Err(words::TOO_MANY_MAILS.into());
    }
    let confirmed_at = (!by_mail).then_some(now);
    let made = store::insert_or_replace_unconfirmed(&mut tx, id, &new, &hash, confirmed_at, now).await?;
    match (by_mail, made) {
        (false, Some(_)) => {}
        (false, None) => return Err(words::EMAIL_TAKEN.into()),
        (true, Some(user)) => {
            let expires_at = now.plus(LINK_WORKS);
            let code = NewCode { user, purpose: Purpose::Confirm, hash: token.hash(), tries: UNCOUNTED, expires_at };
            store_limits::put_code(&mut tx, &code).await?;
            let letter = words::confirm_letter(&app.settings, &new.full_name, &token.reveal());
            enqueue(&mut tx, now, &SendMail::new(&new.email, letter)).await?;
        }
        (true, None) => {
            let letter = words::already_registered_letter(&app.settings);
            enqueue(&mut tx, now, &SendMail::new(&new.email, letter)).await?;
        }
    }
    tx.commit().await?;
    Ok(by_mail)
}

/// Opens an account whose mailed link was opened. Opening it twice is fine.
pub async fn confirm(app: &App, token: &str) -> Outcome<()> {
    let hash = Token::parse(token.trim()).ok_or(words::LINK_INVALID)?.hash();
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let user = store_limits::owner_of_link(&tx, &hash, now).await?.ok_or(words::LINK_INVALID)?;
    // A newer registration may just be replacing the account; what this link confirms must still be what is there.
    store::hold_if_there(&mut tx, user).await?;
    store_limits::owner_of_link(&tx, &hash, now).await?.ok_or(words::LINK_INVALID)?;
    store::confirm(&mut tx, user, now).await?;
    tx.commit().await?;
    Ok(())
}

fn check_domain(settings: &Settings, email: &str) -> Result<(), Refusal> {
    let domains = &settings.institute_domains;
    let domain = checks::email_domain(email);
    if domains.is_empty() || domains.iter().any(|allowed| allowed == domain) {
        return Ok(());
    }
    Err(words::wrong_domain(domains))
}

pub(super) fn check_batch(app: &App, batch: i32) -> Result<(), Refusal> {
    let this_year = app.clock.now().utc().with_timezone(&app.settings.time_zone).year();
    if (1950..=this_year + 1).contains(&batch) { Ok(()) } else { Err(Refusal::invalid("Batch", words::BATCH)) }
}
