//! Admin commands: what the operator of the host may do from the command line. Each returns the text to print.

use chrono::Datelike;
use quad_db::Source;

use crate::PeopleState;
use crate::audit::{self, Act, Actor};
use quad_kernel::error::{Rejection, Result};
use quad_kernel::ids::UserId;
use quad_kernel::validation;

use super::admin_acts::{self, PlatformRole, living};
use super::authority::Authority;
use super::model::{NewAccount, new_long_code};
use super::{messages, password_reset, store, store_sign_ups};

/// Who has this address, or a refusal that says that nobody has.
pub async fn required_by_email(source: &impl Source, email: &str) -> Result<UserId> {
    let email = validation::email("email", email)?;
    Ok(store::find_by_email(source, &email).await?.ok_or(messages::NO_SUCH_ACCOUNT)?)
}

/// `quad admin promote`: the only way to become platform administrator.
pub async fn promote(app: &PeopleState, email: &str) -> Result<String> {
    let user = required_by_email(&app.db, email).await?;
    admin_acts::give_platform_role(app, Authority::CommandLine, user, PlatformRole::Admin).await?;
    Ok(format!("{} is now a platform administrator.", validation::folded(email)))
}

/// `quad admin demote`: takes a role away, and ends all sessions, so that nothing that was opened with it goes on.
pub async fn demote(app: &PeopleState, email: &str, role: PlatformRole) -> Result<String> {
    let user = required_by_email(&app.db, email).await?;
    let ended = admin_acts::take_platform_role(app, Authority::CommandLine, user, role).await?;
    let (email, word) = (validation::folded(email), role.word());
    Ok(format!("{email} no longer has the role {word}. {ended} sessions ended."))
}

/// `quad admin create`: an account that works at once, of any domain, with a random password.
pub async fn create_by_operator(app: &PeopleState, email: &str, name: &str) -> Result<String> {
    let now = app.clock.now();
    let new = NewAccount {
        email: validation::email("email", email)?,
        full_name: validation::name("name", "The name", name, 100)?,
        contact: String::new(),
        batch: now.utc().with_timezone(&app.settings.time_zone).year(),
    };
    let password = hex::encode(app.random.bytes::<16>());
    let hash = app.passwords.hash(password.clone()).await?;
    let id = UserId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    let made = store::insert_or_replace_unconfirmed(&mut tx, id, &new, &hash, now).await?;
    let made = made.ok_or_else(|| Rejection {
        say: "This e-mail address already has an account.".into(),
        ..messages::EMAIL_TAKEN
    })?;
    store_sign_ups::drop_all(&mut tx, &new.email, now).await?;
    audit::note(&mut tx, now, Actor::CommandLine, Some(made), &Act::AccountMade).await?;
    tx.commit().await?;
    Ok(format!("Made an account for {}.\nPassword, shown only here: {password}", new.email))
}

/// `quad admin reset-code`: a code for somebody the operator knows, where mail does not reach.
pub async fn reset_code_for_operator(app: &PeopleState, email: &str) -> Result<String> {
    let user = required_by_email(&app.db, email).await?;
    let code = new_long_code(&app.random);
    let mut tx = app.db.begin().await?;
    let now = app.clock.now();
    password_reset::put_long_code(&mut tx, user, &code, now).await?;
    audit::note(&mut tx, now, Actor::CommandLine, Some(user), &Act::CodePrinted).await?;
    tx.commit().await?;
    let screen = app.settings.page("/resetpassword");
    Ok(format!("Code for {}: {code}\nIt works for 10 minutes on {screen}", validation::folded(email)))
}

/// `quad admin sessions`: lists a person's sessions, or ends them.
pub async fn sessions_for_operator(app: &PeopleState, email: &str, end: bool) -> Result<String> {
    let user = required_by_email(&app.db, email).await?;
    if end {
        let ended = admin_acts::end_sessions(app, Authority::CommandLine, user).await?;
        return Ok(format!("{ended} sessions ended. A running server notices within a second."));
    }
    let lines: Vec<String> = living(app, user)
        .await?
        .iter()
        .map(|session| {
            let (seen, made) = (session.last_seen_at.to_rfc3339(), session.created_at.to_rfc3339());
            format!("{}  {} from {}, since {made}, last seen {seen}", session.id, session.device, session.address)
        })
        .collect();
    Ok(if lines.is_empty() { "No session.".to_owned() } else { lines.join("\n") })
}
